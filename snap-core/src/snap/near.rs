//! The pairs within the cutoff.

use portax::{Float, Result, Space, View};

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
    /// `[3, slots * max_neighbors]`.
    pub dedr: View<T, 2>,
}

impl<T: Float> NearPairs<T> {
    /// Room for `slots` lists of `max_neighbors`.
    pub fn new(
        space: &Space,
        slots: usize,
        max_neighbors: usize,
        nelements: usize,
    ) -> Result<Self> {
        let entries = slots * max_neighbors;
        let kinds = if nelements > 1 { entries } else { 0 };
        Ok(Self {
            npairs: View::new(space, "npairs", [slots])?,
            place: View::new(space, "place", [entries])?,
            kind: View::new(space, "kind", [kinds])?,
            dedr: View::new(space, "dedr", [3, entries])?,
        })
    }

    /// Their bytes.
    pub fn bytes(&self) -> usize {
        self.npairs.bytes() + self.place.bytes() + self.kind.bytes() + self.dedr.bytes()
    }
}
