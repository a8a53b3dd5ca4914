//! What LAMMPS' data files and dumps share: the cells that they can have.

use crate::cell::Cell;
use crate::frame::Frame;

/// Room around a free cluster, Å.
const ROOM: f64 = 1.0;

/// The cell of a frame, with a box around the atoms where lattice vectors are missing.
pub(crate) fn boxed(frame: &Frame) -> Cell {
    if frame.cell.volume() > 0.0 {
        frame.cell
    } else {
        frame.cell.around(&frame.positions, ROOM)
    }
}

/// Why LAMMPS does not take a cell.
pub(crate) fn refused_cell(cell: &Cell) -> Option<(String, &'static str)> {
    let is_left_handed = !cell.is_restricted() && cell.determinant() < 0.0;
    is_left_handed.then(|| {
        let what = "LAMMPS takes no left-handed lattice vectors".to_string();
        (what, "exchange two of them, or write extended XYZ")
    })
}
