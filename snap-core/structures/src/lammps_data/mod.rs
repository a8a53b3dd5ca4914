//! LAMMPS data files: `read_data` and `write_data`.

mod atoms;
mod header;
mod read;
mod write;

pub(crate) use read::read;
pub(crate) use write::{refusal, write};

/// The key of the first line, which LAMMPS does not read.
const TITLE: &str = "title";
