//! Whether a run goes on with the same forces, to the last bit.

use portax::Space;
use serde::{Deserialize, Serialize};

use super::dynamics::Dynamics;
use crate::error::Error;
use crate::output;

/// What tells whether a run goes on with the same forces to the last bit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Origin {
    /// Name of the device
    pub device: String,
    /// Checksum of the potential
    pub potential: u32,
    /// Checksum of the forces
    pub forces: u32,
}

/// What this program, potential and device make of the atoms.
///
/// # Errors
/// Those of the device.
pub fn own(space: &Space, potential: u32, dynamics: &Dynamics) -> Result<Origin, Error> {
    Ok(Origin {
        device: space.name().to_string(),
        potential,
        forces: dynamics.checksum_of_forces()?,
    })
}

/// Says why a run will not go on bit for bit.
pub fn note_differences(before: &Origin, now: &Origin) {
    if before.potential != now.potential {
        output::note("the potential is not that of the run which wrote the restart file");
    } else if before.forces != now.forces {
        output::note(&format!(
            "forces differ in their last digits from those of the run that wrote the restart file, on {} (here {}): the run goes \
             on, but not bit for bit",
            before.device, now.device
        ));
    }
}
