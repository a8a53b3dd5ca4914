//! LAMMPS data files.

use std::fmt::Write;
use std::path::Path;

use snap_reference::System;

use crate::error::Error;
use crate::file;

/// Writes atoms of one type in an orthogonal box as a data file of `atom_style atomic`, lengths in Å, mass in g/mol.
/// 17 digits name each double exactly.
///
/// # Errors
/// [`Error::Write`].
pub fn write(path: &Path, system: &System, mass: f64) -> Result<(), Error> {
    file::replace(path, &text(system, mass))
}

fn text(system: &System, mass: f64) -> String {
    let natoms = system.positions.len();
    let mut text = format!("written by snapx bench\n\n{natoms} atoms\n1 atom types\n\n");
    for (d, axis) in ["x", "y", "z"].into_iter().enumerate() {
        let _ = writeln!(text, "0 {:.16e} {axis}lo {axis}hi", system.cell[d][d]);
    }
    let _ = write!(text, "\nMasses\n\n1 {mass}\n\nAtoms # atomic\n\n");
    for (i, [x, y, z]) in system.positions.iter().enumerate() {
        let _ = writeln!(text, "{} 1 {x:.16e} {y:.16e} {z:.16e}", i + 1);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::bcc;

    #[test]
    fn positions_survive_exactly() {
        let system = bcc(2, 0);
        let text = text(&system, 183.84);
        let atoms = text.split("Atoms # atomic\n\n").nth(1).unwrap();
        for (line, expected) in atoms.lines().zip(&system.positions) {
            let words: Vec<f64> = line.split(' ').map(|w| w.parse().unwrap()).collect();
            assert_eq!(words[2..], expected[..]);
        }
        assert_eq!(atoms.lines().count(), 16);
        assert!(text.contains("16 atoms\n1 atom types\n"));
    }
}
