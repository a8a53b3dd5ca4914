//! LAMMPS dumps of text: `dump custom` and `dump atom`.

mod columns;
mod read;
mod write;

use crate::cell::Cell;
use crate::frame::Frame;

pub(crate) use read::read;
pub(crate) use write::{refusal, write};

/// Keys of what stands before the atoms.
const TIMESTEP: &str = "timestep";
const TIME: &str = "time";
const UNITS: &str = "units";

/// The cell as a file of LAMMPS can have it: with a box around the atoms where lattice vectors are missing.
pub(crate) fn boxed(frame: &Frame, room: f64) -> Cell {
    if frame.cell.volume() > 0.0 {
        frame.cell
    } else {
        frame.cell.around(&frame.positions, room)
    }
}

/// Why LAMMPS takes no such cell.
pub(crate) fn refused_cell(cell: &Cell) -> Option<(String, &'static str)> {
    let is_left_handed = !cell.is_restricted() && cell.determinant() < 0.0;
    is_left_handed.then(|| {
        let what = "LAMMPS takes no left-handed lattice vectors".to_string();
        (what, "exchange two of them, or write extended XYZ")
    })
}
