//! In which types a [`Snap`](super::Snap) computes.

/// The types of the arithmetic.
///
/// Positions, the cell, lists, differences of positions, and results (energies, forces, virial, descriptors) are f64 in
/// each: f32 positions in a cell of 100 Å would be off by 4e-6 Å, thirty times as much as an f32 distance of 3 Å. Tables are
/// computed in f64 and rounded last.
///
/// Mixed precision needs the feature `f32`, since each kernel costs compile time once more. For the same reason CPU threads
/// have one form of the stages in it, the one that is best there: compute_yi reverse, pairs staged;
/// [`Snap::mapping`](super::Snap::mapping) says so where the options ask for another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Precision {
    /// f64 throughout.
    #[default]
    Double,
    /// f32 from the displacements of neighbours to dE/dr and the products of V and G; energies, forces, virial and
    /// descriptors are summed in f64, so that the forces on all atoms add up to zero as in double precision.
    ///
    /// Largest errors of forces against double, over the largest force: 5e-6 at 2J = 8, 1e-5 at 2J = 14.
    Mixed,
}

impl Precision {
    /// `double` or `mixed`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Double => "double",
            Self::Mixed => "mixed",
        }
    }
}
