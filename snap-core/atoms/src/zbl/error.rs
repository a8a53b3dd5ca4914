//! What can be wrong with the potential, or with what it is computed for.

/// An error of [`Zbl`](super::Zbl) or [`ZblForces`](super::ZblForces).
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Cutoffs that are no lengths, or in the wrong order.
    #[error(
        "the cutoffs of ZBL are {inner} and {outer} Å; give finite ones with 0 < inner <= outer"
    )]
    Cutoffs {
        /// Where the force begins to fade, Å.
        inner: f64,
        /// Where it is gone, Å.
        outer: f64,
    },
    /// A charge that no nucleus has.
    #[error(
        "type {kind} (from 0) has the nuclear charge {charge} in ZBL; give a number from 0 to 1000"
    )]
    Charge {
        /// The type.
        kind: usize,
        /// Its charge, in units of e.
        charge: f64,
    },
    /// A pair of one type with two charges.
    #[error(
        "type {kind} (from 0) has the nuclear charges {} and {} in ZBL; give it one",
        charges[0],
        charges[1]
    )]
    TwoCharges {
        /// The type.
        kind: usize,
        /// The charges, in units of e.
        charges: [f64; 2],
    },
    /// A type that there is not.
    #[error("ZBL has no type {kind}; it has {types}, numbered from 0")]
    Type {
        /// The type.
        kind: usize,
        /// Number of types.
        types: usize,
    },
    /// More types than a table of pairs has room for.
    #[error("ZBL takes at most 1024 types, not {types}")]
    Types {
        /// Number of types.
        types: usize,
    },
    /// Lists or views of another number of atoms.
    #[error("ZBL was prepared for {expected} atoms, not {found}")]
    Atoms {
        /// Atoms it was prepared for.
        expected: usize,
        /// Atoms given.
        found: usize,
    },
    /// Lists that are too short.
    #[error("the neighbour lists reach {reach} Å, but ZBL {outer} Å; give lists a cutoff of that")]
    Reach {
        /// Cutoff of the lists, their skin included, Å.
        reach: f64,
        /// Outer cutoff, Å.
        outer: f64,
    },
    /// What portax reports.
    #[error(transparent)]
    Portax(#[from] portax::Error),
}

/// As `Display`: `main() -> Result` prints this, and the remedy with it.
impl std::fmt::Debug for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(self, f)
    }
}
