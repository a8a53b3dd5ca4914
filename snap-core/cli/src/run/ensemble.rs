//! Which integrator a run has.

use portax::Space;
use snap_core::md::{Atoms, Integrator, Nve};

use super::settings::Settings;
use crate::error::Error;

/// The integrator that the settings ask for.
///
/// # Errors
/// [`Error::Md`].
pub fn integrator(
    _: &Settings,
    timestep: f64,
    space: &Space,
    atoms: &Atoms<f64>,
) -> Result<Box<dyn Integrator>, Error> {
    Ok(Box::new(Nve::new(space, atoms, timestep)?))
}
