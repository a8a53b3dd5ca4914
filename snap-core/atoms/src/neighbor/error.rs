//! What can be wrong with a cell, a cutoff, the positions or what belongs to lists.

/// An error of the neighbour lists.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Lattice vectors without a volume.
    #[error(
        "the cell {vectors:?} has no volume; give three finite vectors that do not lie in a plane"
    )]
    Cell {
        /// The vectors a, b, c.
        vectors: [[f64; 3]; 3],
    },
    /// A cutoff or skin that is no length.
    #[error("{name} is {value} Å; it must be finite and {expected}")]
    Length {
        /// `cutoff` or `skin`.
        name: &'static str,
        /// Its value.
        value: f64,
        /// The range.
        expected: &'static str,
    },
    /// A cell that is tiny beside the cutoff.
    #[error(
        "the cell is {width} Å wide along vector {axis}, too thin for neighbours within {cutoff} Å (at most {limit} images); repeat the cell"
    )]
    TooThin {
        /// Distance of the cell's faces, Å.
        width: f64,
        /// 0, 1, 2 for a, b, c.
        axis: usize,
        /// Cutoff and skin, Å.
        cutoff: f64,
        /// Most images in one direction.
        limit: i32,
    },
    /// An atom that left the cell along a direction that does not repeat, or whose position is not finite.
    #[error(
        "atom {atom} is outside the cell along a vector that is not periodic, or its position is not finite; enlarge the cell, or shorten the time step"
    )]
    Outside {
        /// Index of the atom, from 0.
        atom: usize,
    },
    /// Tables of slots and atoms that do not fit together.
    #[error("slot {slot} names atom {atom}, but {reason}; give each atom at most one slot")]
    Slot {
        /// The slot.
        slot: usize,
        /// What it names.
        atom: i32,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// More atoms than the lists were made for.
    #[error("{found} positions for lists of {expected} atoms; make new lists")]
    Atoms {
        /// Atoms of the lists.
        expected: usize,
        /// Atoms given.
        found: usize,
    },
    /// Another number of given lists than slots.
    #[error(
        "{found} lists for {expected} slots; give each slot one, those without an atom an empty one"
    )]
    Lists {
        /// Slots.
        expected: usize,
        /// Lists given.
        found: usize,
    },
    /// A given list that names an atom that does not exist.
    #[error("list {slot} names atom {atom}, but there are {natoms} atoms, numbered from 0")]
    Listed {
        /// The list's slot.
        slot: usize,
        /// What it names.
        atom: i32,
        /// Number of atoms.
        natoms: usize,
    },
    /// More pairs than 32-bit integers count.
    #[error(
        "{slots} slots with up to {max_neighbors} neighbours are too many for 32-bit pair numbers; divide the system, or shorten the cutoff"
    )]
    TooManyPairs {
        /// Slots.
        slots: usize,
        /// Longest list.
        max_neighbors: usize,
    },
    /// Derivatives of other lists, or of these before they were built anew.
    #[error(
        "the derivatives are of {slots} lists with room for {max_neighbors} neighbours, which these lists do not have; take the view to fill from `PairForces::dedr` after each build"
    )]
    Derivatives {
        /// Lists of the derivatives.
        slots: usize,
        /// Their room.
        max_neighbors: usize,
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
