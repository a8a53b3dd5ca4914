//! Extended XYZ: the number of atoms, a line of keys and values, a line for each atom.

mod comment;
mod properties;
mod read;
mod write;

pub(crate) use read::read;
pub(crate) use write::{refusal, write};

/// Keys of the comment line that the cell and the columns take; `Origin` is ours and OVITO's.
const LATTICE: &str = "Lattice";
const PROPERTIES: &str = "Properties";
const PBC: &str = "pbc";
const ORIGIN: &str = "Origin";

/// The key under which the comment of a plain XYZ file is kept.
const COMMENT: &str = "comment";
