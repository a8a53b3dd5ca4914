//! The virial of each atom, on request.

use portax::layout::Layout;
use portax::{Float, RangePolicy, Result, View};

use super::given::Given;
use crate::stages::ComputeVirials;

/// xx yy zz xy xz yz of each atom, from dE/dr of each pair and the numbers of pairs of the list entries.
pub fn virials<T: Float, L: Layout>(
    given: &Given<'_>,
    place: &View<i32, 1>,
    dedr: &View<T, 2, L>,
) -> Result<Vec<[f64; 6]>> {
    let (&Given { atoms, list, .. }, natoms) = (given, given.atoms.x.extent(0));
    let functor = ComputeVirials {
        slot_of_atom: atoms.slot_of_sums.clone(),
        atom_of_slot: list.slots().atom_of_slot.clone(),
        reverse_start: list.reverse_start().clone(),
        reverse_entry: list.reverse_entry().clone(),
        place: place.clone(),
        image: list.image().clone(),
        dedr: dedr.clone(),
        sums: atoms.sums.clone(),
        x: atoms.x.clone(),
        cell: list.cell().clone(),
        virials: View::new(given.space, "virials", [natoms, 6])?,
        width: given.width(),
    };
    let range = RangePolicy::new(0..natoms);
    given
        .space
        .parallel_for("compute_virials", range, &functor)?;
    let found = functor.virials.to_vec()?;
    let of_atom = |i| [0, 1, 2, 3, 4, 5].map(|c| found[c * natoms + i]);
    Ok((0..natoms).map(of_atom).collect())
}
