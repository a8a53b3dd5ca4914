//! LAMMPS' `metal` units: eV, Å, ps, g/mol, K, bar.
//!
//! The constants are LAMMPS' own, so that trajectories, temperatures and pressures agree with its in all digits. They
//! come from older values of CODATA. Those that follow from the exact SI of 2019 are smaller by 1.1e-6 ([`BOLTZMANN`]), larger
//! by 6.3e-8 ([`MVV_TO_ENERGY`]) and by 8.4e-8 ([`ENERGY_DENSITY_TO_PRESSURE`]), relatively.

/// Boltzmann constant, eV/K.
pub const BOLTZMANN: f64 = 8.617343e-5;

/// Energy of m v² for m in g/mol and v in Å/ps, eV.
pub const MVV_TO_ENERGY: f64 = 1.0364269e-4;

/// Acceleration of f/m for f in eV/Å and m in g/mol, Å/ps².
pub const FORCE_TO_ACCELERATION: f64 = 1.0 / MVV_TO_ENERGY;

/// Pressure of 1 eV/Å³, bar.
pub const ENERGY_DENSITY_TO_PRESSURE: f64 = 1.6021765e6;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_are_as_far_from_those_of_the_si_as_said() {
        // e in 1e-19 C, k in 1e-23 J/K, N_A in 1e23 /mol: exact since 2019.
        let (e, k, n_a) = (1.602176634, 1.380649, 6.02214076);
        let si = [k / e * 1e-4, 1e-3 / (n_a * e), e * 1e6];
        let ours = [BOLTZMANN, MVV_TO_ENERGY, ENERGY_DENSITY_TO_PRESSURE];
        for ((si, ours), more) in si.iter().zip(ours).zip([-1.13e-6, 6.33e-8, 8.36e-8]) {
            let found = si / ours - 1.0;
            assert!(
                (found - more).abs() < 0.01 * f64::abs(more),
                "{found} {more}"
            );
        }
    }
}
