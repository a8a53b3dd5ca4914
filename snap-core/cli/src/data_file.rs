//! The benchmark's atoms as a LAMMPS data file.

use std::path::Path;

use portax_structures::{Cell, Format, Frame, Species};
use snap_reference::System;

use crate::error::Error;
use crate::file::FrameFile;

/// Writes atoms (`atom_style atomic`), lengths in Å, masses in g/mol.
///
/// # Errors
/// [`Error::Write`], [`Error::Structures`].
pub fn write(path: &Path, system: &System, species: &Species) -> Result<(), Error> {
    let mut file = FrameFile::create(path, Format::LammpsData)?;
    file.write(&frame(system, species))?;
    file.finish()
}

fn frame(system: &System, species: &Species) -> Frame {
    Frame {
        cell: Cell {
            vectors: system.cell,
            origin: [0.0; 3],
            periodic: system.periodic,
        },
        positions: system.positions.clone(),
        species: species.clone(),
        info: vec![("title".to_string(), "written by snapx bench".to_string())],
        ..Frame::default()
    }
}

#[cfg(test)]
mod tests {
    use portax_structures::Kind;

    use super::*;
    use crate::lattice::bcc;

    #[test]
    fn positions_survive_exactly() {
        let system = bcc(2, 0);
        let path = std::env::temp_dir().join(format!("snapx-data-{}.data", std::process::id()));
        let species = Species {
            kinds: vec![Kind {
                number: Some(1),
                mass: Some(183.84),
                name: None,
            }],
            of_atom: vec![0; 16],
        };
        write(&path, &system, &species).unwrap();
        let mut frames = portax_structures::Frames::open(&path, None).unwrap();
        let found = frames.next().unwrap().unwrap();
        std::fs::remove_file(&path).unwrap();
        assert_eq!(found.positions, system.positions);
        assert_eq!(found.cell.vectors, system.cell);
        assert_eq!(found.species.of(15).mass, Some(183.84));
    }
}
