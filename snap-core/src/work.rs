//! What a stage has to do for an atom: fused multiplications and additions as the formulation counts them, and bytes of the
//! arrays that it reads and writes, each once.
//!
//! Recorded programs count their operations only where they have no loops, and all stages have: these are the counts of the
//! tables of compute_yi and of the basis change, and the formulation's for pairs. A kernel executes more: padding, addresses,
//! the tails of vectors.

use std::ops::{Add, Mul};

/// Bytes of a displacement or force.
pub(crate) const VECTOR: usize = 24;
/// Bytes of an entry of a list: neighbour and image, or place and element.
pub(crate) const ENTRY: usize = 8;

/// Operations and bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cost {
    /// Fused multiplications and additions.
    pub fma: f64,
    /// Bytes.
    pub bytes: f64,
}

/// What a stage does for an atom.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Work {
    /// Once.
    pub atom: Cost,
    /// For each neighbour within the cutoff.
    pub near: Cost,
    /// For each neighbour in its list.
    pub listed: Cost,
}

impl Cost {
    pub(crate) fn new(fma: usize, bytes: usize) -> Self {
        Self {
            fma: fma as f64,
            bytes: bytes as f64,
        }
    }
}

impl Work {
    /// The cost of an atom that has `near` neighbours within the cutoff and lists `listed`.
    #[must_use]
    pub fn of(&self, near: f64, listed: f64) -> Cost {
        self.atom + self.near * near + self.listed * listed
    }
}

impl Add for Cost {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            fma: self.fma + other.fma,
            bytes: self.bytes + other.bytes,
        }
    }
}

impl Mul<f64> for Cost {
    type Output = Self;

    fn mul(self, by: f64) -> Self {
        Self {
            fma: self.fma * by,
            bytes: self.bytes * by,
        }
    }
}
