//! What was measured of rungs, as the file of `--json` holds it.

use serde::{Deserialize, Serialize};

use crate::study::{self, Outcome, origin};

/// The rungs of one device.
pub type Record = study::Record<Entry>;

/// A rung on a problem.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    pub rung: String,
    pub twojmax: usize,
    pub natoms: usize,
    /// Mean number of neighbours within the cutoff.
    pub neighbors_per_atom: f64,
    /// When it was measured.
    pub date: String,
    #[serde(flatten)]
    pub outcome: Outcome<Measured>,
}

/// Times of a rung.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    /// Median of repeated force evaluations.
    pub seconds: f64,
    /// The shortest.
    pub least_seconds: f64,
    /// Each stage, waited for.
    pub stages: Vec<(String, f64)>,
    pub memory_bytes: usize,
    /// Largest deviation of a force component from those of `fast`, over the largest force; of `fast` from the host reference's.
    pub deviation: f64,
}

impl study::Entry for Entry {
    const STUDY: &'static str = "ladder";

    fn is_same(&self, other: &Self) -> bool {
        self.is_of(&other.rung, other.twojmax, other.natoms)
    }

    fn is_final(&self) -> bool {
        self.outcome.is_final()
    }
}

impl Entry {
    /// What was found just now.
    pub fn new(rung: &str, problem: &crate::problem::Problem, outcome: Outcome<Measured>) -> Self {
        Self {
            rung: rung.into(),
            twojmax: problem.twojmax(),
            natoms: problem.natoms(),
            neighbors_per_atom: problem.neighbors_per_atom(),
            date: origin::date(),
            outcome,
        }
    }

    /// Its times, if it has any.
    pub fn measured(&self) -> Option<&Measured> {
        self.outcome.measured()
    }

    /// Whether it is this rung on this problem.
    pub fn is_of(&self, rung: &str, twojmax: usize, natoms: usize) -> bool {
        self.rung == rung && self.twojmax == twojmax && self.natoms == natoms
    }
}
