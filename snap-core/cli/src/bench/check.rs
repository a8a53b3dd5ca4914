//! Forces of sampled atoms against the host reference, which shares no code with `snap-core`.

use std::fmt;

use snap_core::Precision;
use snap_reference::{Snap, deviation};

use crate::engine::Evaluation;
use crate::error::Error;
use crate::problem::Problem;
use crate::{neighbors, potential};

/// Deviation of forces and energies that round-off explains.
pub const TOLERANCE: f64 = 1e-10;
/// The same in f32. Measured over `tests/cases`, all forms: forces up to 5e-6 at 2J=8 and 1e-5 at 2J=14, energies and virials
/// up to 2e-6, descriptors 8e-6.
const TOLERANCE_F32: f64 = 5e-5;
/// Deviation of forces that the error of finite differences explains, where round-off does not explain more.
const DIFFERENCE_TOLERANCE: f64 = 1e-6;
/// Displacement of the finite differences, Å.
const STEP: f64 = 2e-5;
const SAMPLED_ATOMS: usize = 8;
/// A finite difference costs 6 times the energies of an atom's neighbours.
const DIFFERENCED_ATOMS: usize = 1;

/// Deviations found, max|a - b| / max(1, max|b|), and over how many atoms.
pub struct Check {
    pub forces: f64,
    pub energies: f64,
    pub atoms: usize,
    pub differences: f64,
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            forces,
            energies,
            atoms,
            differences,
        } = self;
        write!(
            f,
            "{atoms} atoms agree with the host reference (forces {forces:.1e}, energies {energies:.1e}) \
             and with finite differences ({differences:.1e})"
        )
    }
}

/// Deviation, relative to the largest value or 1, that round-off explains.
pub fn tolerance(precision: Precision) -> f64 {
    match precision {
        Precision::Double => TOLERANCE,
        Precision::Mixed => TOLERANCE_F32,
    }
}

/// The largest deviation; not a number if one of them is none.
pub fn worst(deviations: impl IntoIterator<Item = f64>) -> f64 {
    let larger = |worst: f64, deviation: f64| match deviation.is_nan() || deviation > worst {
        true => deviation,
        false => worst,
    };
    deviations.into_iter().fold(0.0, larger)
}

/// Compares an evaluation with the host reference.
///
/// # Errors
/// [`Error::Check`] if a deviation exceeds its tolerance; what the reference refuses.
pub fn run(problem: &Problem, precision: Precision, found: &Evaluation) -> Result<Check, Error> {
    let system = &problem.system;
    let reference = Snap::new(potential::to_reference(&problem.potential))?;
    let atoms = neighbors::spread(system.positions.len(), SAMPLED_ATOMS);
    let energies: Vec<f64> = atoms.iter().map(|&i| found.energies[i]).collect();
    let differenced = &atoms[..DIFFERENCED_ATOMS.min(atoms.len())];
    let differences = reference.finite_difference_forces(system, differenced, STEP)?;
    let check = Check {
        forces: of_forces(found, &atoms, &reference.forces_on(system, &atoms)?),
        energies: deviation(&energies, &reference.energies_of(system, &atoms)?),
        atoms: atoms.len(),
        differences: of_forces(found, differenced, &differences),
    };
    let tolerance = tolerance(precision);
    require("energies", check.energies, tolerance)?;
    require("forces", check.forces, tolerance)?;
    require(
        "forces and finite differences of the energy",
        check.differences,
        DIFFERENCE_TOLERANCE.max(tolerance),
    )?;
    Ok(check)
}

fn of_forces(found: &Evaluation, atoms: &[usize], expected: &[[f64; 3]]) -> f64 {
    let forces: Vec<_> = atoms.iter().map(|&i| found.forces[i]).collect();
    deviation(forces.as_flattened(), expected.as_flattened())
}

/// [`Error::Check`] unless `found` is a number up to `tolerance`.
fn require(what: &'static str, found: f64, tolerance: f64) -> Result<(), Error> {
    if found <= tolerance {
        Ok(())
    } else {
        Err(Error::Check {
            what,
            found,
            tolerance,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn not_a_number_is_the_worst_deviation() {
        assert_eq!(worst([1e-3, 2.0, 0.0]), 2.0);
        for deviations in [[f64::NAN, 1.0], [1.0, f64::NAN]] {
            assert!(worst(deviations).is_nan());
        }
    }

    #[test]
    fn large_deviations_and_not_a_number_are_refused() {
        assert!(require("forces", 1e-11, TOLERANCE).is_ok());
        for found in [1e-9, f64::NAN, f64::INFINITY] {
            let error = require("forces", found, TOLERANCE).unwrap_err();
            assert!(
                error.to_string().starts_with("forces deviate by"),
                "{error}"
            );
        }
    }
}
