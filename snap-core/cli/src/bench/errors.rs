//! What another precision than double costs.

use std::fmt;

use serde::Serialize;

use crate::engine::Evaluation;

/// Differences from an evaluation in double precision.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Errors {
    /// Largest error of a force component, eV/Å.
    pub force_max: f64,
    /// Root of the mean square, eV/Å.
    pub force_rms: f64,
    /// That of the forces themselves, eV/Å.
    pub rms_of_forces: f64,
    /// Error of the total energy over the number of atoms, eV.
    pub energy: f64,
}

impl Errors {
    /// The errors of `found`.
    pub fn new(found: &Evaluation, double: &Evaluation) -> Self {
        let (forces, expected) = (found.forces.as_flattened(), double.forces.as_flattened());
        let errors: Vec<f64> = forces.iter().zip(expected).map(|(f, e)| f - e).collect();
        Self {
            force_max: errors.iter().fold(0.0, |max, e| max.max(e.abs())),
            force_rms: rms(&errors),
            rms_of_forces: rms(expected),
            energy: (found.energy - double.energy) / double.forces.len() as f64,
        }
    }
}

fn rms(values: &[f64]) -> f64 {
    let squares: f64 = values.iter().map(|x| x * x).sum();
    (squares / values.len() as f64).sqrt()
}

/// An error's share; none of nothing is 0.
fn share(error: f64, of: f64) -> f64 {
    if error == 0.0 { 0.0 } else { error / of }
}

impl fmt::Display for Errors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            force_max,
            force_rms,
            rms_of_forces,
            energy,
        } = self;
        write!(
            f,
            "against double: forces max {force_max:.1e}, rms {force_rms:.1e} eV/A ({:.1e} and {:.1e} of their rms), \
             energy {energy:.1e} eV/atom",
            share(*force_max, *rms_of_forces),
            share(*force_rms, *rms_of_forces)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_those_of_components_and_of_the_energy_per_atom() {
        let evaluation = |energy, forces: [[f64; 3]; 2]| Evaluation {
            energy,
            energies: vec![],
            forces: forces.to_vec(),
            virial: [0.0; 6],
        };
        let double = evaluation(-8.0, [[2.0, 0.0, 0.0], [-2.0, 0.0, 0.0]]);
        let found = evaluation(-8.5, [[2.0, 0.0, 0.25], [-2.5, 0.0, 0.0]]);
        let errors = Errors::new(&found, &double);
        assert_eq!((errors.force_max, errors.energy), (0.5, -0.25));
        assert_eq!(errors.force_rms, (0.3125_f64 / 6.0).sqrt());
        assert_eq!(errors.rms_of_forces, (8.0_f64 / 6.0).sqrt());
    }
}
