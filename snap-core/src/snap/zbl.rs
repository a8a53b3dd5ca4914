//! The repulsion by Ziegler, Biersack and Littmark that is added to SNAP's forces.

use portax::{Space, View};
use portax_atoms::zbl::{self, ZblForces};

use super::given::Given;
use super::stage::Stage;
use crate::SnapPotential;
use crate::error::Error;
use crate::work::{Cost, ENTRY, VECTOR, Work};

/// FMA of a pair within the outer cutoff: four exponentials of about 15, S, and the chain rule.
const PAIR_FMA: usize = 85;
/// FMA of a distance.
const DISTANCE_FMA: usize = 8;

/// What repels atoms of these types, of so many; none where the potential has nothing of it.
///
/// # Errors
/// [`Error::ZblTypes`], [`Error::Zbl`].
pub fn forces(
    space: &Space,
    potential: &SnapPotential,
    (atoms, kinds): (&[usize], usize),
    overlap: &View<i32, 1>,
) -> Result<Option<ZblForces<f64>>, Error> {
    let Some(zbl) = potential.zbl() else {
        return Ok(None);
    };
    let (of_zbl, types) = (zbl.types(), kinds);
    if of_zbl != types {
        return Err(Error::ZblTypes { of_zbl, types });
    }
    let forces = ZblForces::new(space, zbl, atoms)?;
    Ok(Some(forces.with_overlap(overlap)))
}

/// compute_zbl, which adds to the forces of the stage before.
pub fn stage(given: &Given<'_>, forces: &ZblForces<f64>) -> portax::Result<Stage> {
    let launch = forces.prepare(given.list, &given.atoms.x, &given.atoms.f);
    let launch = launch.map_err(|error| match error {
        zbl::Error::Portax(error) => error,
        // `Snap` makes views and lists for the same atoms, and lists that reach as far.
        other => portax::Error::Invalid(other.to_string()),
    })?;
    Ok(Stage::of("compute_zbl", launch, work()))
}

fn work() -> Work {
    Work {
        atom: Cost::new(0, 5 * VECTOR),
        near: Cost::new(PAIR_FMA, 0),
        listed: Cost::new(DISTANCE_FMA, ENTRY),
    }
}
