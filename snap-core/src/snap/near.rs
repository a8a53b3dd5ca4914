//! The pairs within the cutoff.

use portax::{Float, LayoutRight, Result, Space, View};

use super::tuning::PairForm;

/// What the stages keep of the pairs within the cutoff, from the first one to the forces.
///
/// Pair n of a slot has the number that entry n of its list has
/// ([`NeighborList::reverse_entry`](crate::neighbor::NeighborList::reverse_entry)); its neighbour stands later in the list
/// where entries before are beyond the cutoff.
pub struct NearPairs<T: Float> {
    /// Number of pairs of each slot, where pairs are counted for each.
    pub npairs: View<i32, 1>,
    /// Number of the pair of each list entry, -1 beyond the cutoff.
    pub place: View<i32, 1>,
    /// Pair of elements of each pair; empty where there is one element.
    pub kind: View<i32, 1>,
    /// dE/dr of each pair, and before it is known what its stage begins with: the displacement;
    /// `[3, slots * max_neighbors]`. For fused pair stages: a pair's three values in one place, which lanes that gather
    /// pairs want.
    pub dedr: View<T, 2>,
    /// dE/dr of each pair for stages apart: the three values in planes, which lanes with neighbouring pairs write whole.
    pub dedr_planes: View<T, 2, LayoutRight>,
}

impl<T: Float> NearPairs<T> {
    /// Room for `slots` lists of `max_neighbors`.
    pub fn new(
        space: &Space,
        slots: usize,
        max_neighbors: usize,
        nelements: usize,
        form: PairForm,
    ) -> Result<Self> {
        let entries = slots * max_neighbors;
        let kinds = if nelements > 1 { entries } else { 0 };
        let (fused, staged) = match form {
            PairForm::Fused => (entries, 0),
            PairForm::Staged => (0, entries),
        };
        Ok(Self {
            npairs: View::new(space, "npairs", [slots])?,
            place: View::new(space, "place", [entries])?,
            kind: View::new(space, "kind", [kinds])?,
            dedr: View::new(space, "dedr", [3, fused])?,
            dedr_planes: View::new(space, "dedr", [3, staged])?,
        })
    }

    /// Their bytes.
    pub fn bytes(&self) -> usize {
        self.npairs.bytes()
            + self.place.bytes()
            + self.kind.bytes()
            + self.dedr.bytes()
            + self.dedr_planes.bytes()
    }
}
