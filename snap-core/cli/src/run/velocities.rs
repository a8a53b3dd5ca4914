//! Velocities that a run creates.

use portax::{Space, View};
use snap_core::md::Atoms;

use super::state::Matter;
use super::vectors::rows;
use crate::error::Error;

/// Velocities of all replicas, each without momentum and at exactly this temperature, K. The seed of a replica is `seed` plus its
/// number.
///
/// # Errors
/// Those of the device.
pub fn create(
    space: &Space,
    matter: &Matter,
    temperature: f64,
    seed: u64,
) -> Result<Vec<[f64; 3]>, Error> {
    let kinds = matter.kinds();
    let x = View::new(space, "x", [kinds.len(), 3])?;
    let kinds = View::from_slice(space, "kind", [kinds.len()], &kinds)?;
    let one = Atoms::<f64>::new(space, x.clone(), x, kinds, &matter.masses())?;
    let mut velocities = vec![];
    for replica in 0..matter.replicas as u64 {
        one.set_temperature(temperature, seed.wrapping_add(replica))?;
        velocities.extend(rows(&one.v)?);
    }
    Ok(velocities)
}
