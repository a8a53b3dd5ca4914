//! When to stop, and why one did.

use std::fmt;

use crate::md::error::{Error, check_not_negative};

/// When a minimiser stops, as the four numbers of LAMMPS' `minimize`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolerance {
    /// Change of the energy in a step, relative to the energy; 0 never stops.
    pub energy: f64,
    /// Length of the vector of all forces, eV/Å, those on the cell among them.
    pub force: f64,
    /// Most steps.
    pub iterations: usize,
    /// Most computations of forces.
    pub evaluations: usize,
}

/// Forces of 1e-8 eV/Å, however small the change of the energy.
impl Default for Tolerance {
    fn default() -> Self {
        Tolerance {
            energy: 0.0,
            force: 1e-8,
            iterations: 10_000,
            evaluations: 100_000,
        }
    }
}

impl Tolerance {
    pub(super) fn check(&self) -> Result<(), Error> {
        check_not_negative("the tolerance of the energy", self.energy)?;
        check_not_negative("the tolerance of the force in eV/Å", self.force)
    }

    /// Whether a force is small enough, or there were too many steps or computations.
    pub(super) fn is_reached(
        &self,
        force: f64,
        iterations: usize,
        evaluations: usize,
    ) -> Option<Stop> {
        if force <= self.force {
            Some(Stop::Force)
        } else if iterations >= self.iterations {
            Some(Stop::Iterations)
        } else if evaluations >= self.evaluations {
            Some(Stop::Evaluations)
        } else {
            None
        }
    }

    /// Whether the energy is the same, but for the tolerance.
    pub(super) fn is_same_energy(&self, now: f64, before: f64) -> bool {
        (now - before).abs() < self.energy * 0.5 * (now.abs() + before.abs())
    }
}

/// Why a minimiser stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The energy changed by less than its tolerance.
    Energy,
    /// Forces are below their tolerance.
    Force,
    /// The most steps were taken.
    Iterations,
    /// Forces were computed as often as allowed.
    Evaluations,
    /// No step along the forces leads to less energy: forces are as small as rounding lets them be, or are not those of the
    /// energy.
    NoDescent,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stop::Energy => "the energy changes by less than its tolerance",
            Stop::Force => "forces are below their tolerance",
            Stop::Iterations => "the most steps were taken",
            Stop::Evaluations => "forces were computed as often as allowed",
            Stop::NoDescent => "no step along the forces leads to less energy",
        })
    }
}

/// What a minimiser found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Minimum {
    /// Why it stopped.
    pub stop: Stop,
    /// Energy, or enthalpy where the cell took part, eV.
    pub energy: f64,
    /// Length of the vector of all forces, eV/Å.
    pub force: f64,
    /// Steps.
    pub iterations: usize,
    /// Computations of forces.
    pub evaluations: usize,
}
