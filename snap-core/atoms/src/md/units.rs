//! LAMMPS' `metal` units: eV, Å, ps, g/mol, K, bar.
//!
//! From the exact constants of the SI (2019): e = 1.602176634e-19 C, k = 1.380649e-23 J/K, N_A = 6.02214076e23 /mol.

/// Elementary charge in units of 1e-19 C.
const E: f64 = 1.602176634;
/// Boltzmann constant in units of 1e-23 J/K.
const K: f64 = 1.380649;
/// Avogadro constant in units of 1e23 /mol.
const N_A: f64 = 6.02214076;

/// Boltzmann constant, eV/K.
pub const BOLTZMANN: f64 = K / E * 1e-4;

/// Energy of m v² for m in g/mol and v in Å/ps, eV: (1e-3 kg/mol / N_A) (100 m/s)² / e.
pub const MVV_TO_ENERGY: f64 = 1e-3 / (N_A * E);

/// Acceleration of f/m for f in eV/Å and m in g/mol, Å/ps².
pub const FORCE_TO_ACCELERATION: f64 = 1.0 / MVV_TO_ENERGY;

/// Pressure of 1 eV/Å³, bar.
pub const ENERGY_DENSITY_TO_PRESSURE: f64 = E * 1e6;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_have_their_published_values() {
        assert!((BOLTZMANN / 8.617333262e-5 - 1.0).abs() < 1e-9);
        assert!((MVV_TO_ENERGY / 1.0364269657e-4 - 1.0).abs() < 1e-9);
        assert!((ENERGY_DENSITY_TO_PRESSURE / 1.602176634e6 - 1.0).abs() < 1e-12);
    }
}
