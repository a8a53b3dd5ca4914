//! LAMMPS dumps of text: `dump custom` and `dump atom`.

mod columns;
mod read;
mod write;

pub(crate) use read::read;
pub(crate) use write::{refusal, write};

/// Keys of what stands before the atoms.
const TIMESTEP: &str = "timestep";
const TIME: &str = "time";
const UNITS: &str = "units";
