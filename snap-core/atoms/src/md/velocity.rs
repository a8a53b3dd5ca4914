//! Initial velocities.

use portax::Float;

use super::{
    atoms::Atoms,
    error::{Error, check_not_negative},
    random::SplitMix64,
    units::{BOLTZMANN, MVV_TO_ENERGY},
};

impl<T: Float> Atoms<T> {
    /// Draws velocities from the Maxwell distribution, without total momentum and scaled to exactly `temperature` (K,
    /// of 3 natoms - 3 degrees of freedom). Equal seeds give equal velocities on every space.
    ///
    /// # Errors
    /// [`Error::Parameter`] for a temperature below 0 K or not finite, [`Error::Portax`].
    pub fn set_temperature(&self, temperature: f64, seed: u64) -> Result<(), Error> {
        check_not_negative("the temperature in K", temperature)?;
        let v = velocities(&self.masses()?, temperature, seed);
        let columns: Vec<T> = (0..3)
            .flat_map(|d| v.iter().map(move |v| T::from_f64(v[d])))
            .collect();
        Ok(self.v.copy_from_slice(&columns)?)
    }
}

/// Velocities (Å/ps) of atoms with these masses (g/mol).
fn velocities(mass: &[f64], temperature: f64, seed: u64) -> Vec<[f64; 3]> {
    let mut random = SplitMix64::new(seed);
    let mut v: Vec<[f64; 3]> = mass
        .iter()
        .map(|m| std::array::from_fn(|_| random.normal() / m.sqrt()))
        .collect();
    let total: f64 = mass.iter().sum();
    for d in 0..3 {
        let drift = v.iter().zip(mass).map(|(v, m)| m * v[d]).sum::<f64>() / total;
        v.iter_mut().for_each(|v| v[d] -= drift);
    }
    let twice: f64 = v
        .iter()
        .zip(mass)
        .map(|(v, m)| m * v.iter().map(|c| c * c).sum::<f64>())
        .sum();
    let wanted = degrees_of_freedom(mass.len()) * BOLTZMANN * temperature / MVV_TO_ENERGY;
    let scale = if wanted > 0.0 {
        (wanted / twice).sqrt()
    } else {
        0.0
    };
    v.iter_mut().flatten().for_each(|c| *c *= scale);
    v
}

/// Degrees of freedom of atoms whose total momentum stays 0.
pub(super) fn degrees_of_freedom(natoms: usize) -> f64 {
    3.0 * natoms.saturating_sub(1) as f64
}
