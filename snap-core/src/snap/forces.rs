//! The last stages, of all atoms.

use portax::layout::Layout;
use portax::{Float, Result, TeamPolicy, View};

use super::given::Given;
use super::stage::Stage;
use super::zbl;
use crate::stages::ComputeForces;
use crate::work::{Cost, ENTRY, VECTOR, Work};

/// Atoms, and threads, of a team.
const TEAM: usize = 4;

/// compute_forces from dE/dr of each pair, and the numbers of pairs of the list entries; then what is added to SNAP.
pub fn stages<T: Float, L: Layout>(
    given: &Given<'_>,
    place: &View<i32, 1>,
    dedr: &View<T, 2, L>,
) -> Result<Vec<Stage>> {
    let mut stages = vec![compute_forces(given, place, dedr)?];
    if let Some(zbl) = given.zbl {
        stages.push(zbl::stage(given, zbl)?);
    }
    Ok(stages)
}

fn compute_forces<T: Float, L: Layout>(
    given: &Given<'_>,
    place: &View<i32, 1>,
    dedr: &View<T, 2, L>,
) -> Result<Stage> {
    let &Given { atoms, list, .. } = given;
    let functor = ComputeForces {
        slot_of_atom: atoms.slot_of_sums.clone(),
        reverse_start: list.reverse_start().clone(),
        reverse_entry: list.reverse_entry().clone(),
        place: place.clone(),
        dedr: dedr.clone(),
        sums: atoms.sums.clone(),
        f: atoms.f.clone(),
        width: given.width(),
        atoms: TEAM,
    };
    let policy = TeamPolicy::new(atoms.x.extent(0).div_ceil(TEAM), TEAM);
    Stage::new(given.space, "compute_forces", policy, &functor, work())
}

fn work() -> Work {
    Work {
        atom: Cost::new(0, 4 * VECTOR),
        near: Cost::new(3, ENTRY + VECTOR),
        ..Work::default()
    }
}
