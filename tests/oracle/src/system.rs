//! The atoms.

use crate::Error;

/// Atoms in a cell, lengths in Å.
#[derive(Clone, Debug)]
pub struct System {
    /// Lattice vectors a, b, c as rows; any triclinic cell with a volume.
    pub cell: [[f64; 3]; 3],
    /// Whether the system repeats along a, b, c.
    pub periodic: [bool; 3],
    /// Cartesian positions, inside or outside the cell.
    pub positions: Vec<[f64; 3]>,
    /// Type of every atom, from 0.
    pub types: Vec<usize>,
    /// Element of every type: an index into [`Potential::elements`](crate::Potential::elements). Atoms without one take no
    /// part in SNAP.
    pub elements: Vec<Option<usize>>,
}

impl System {
    /// Element of an atom, if it has one.
    pub fn element(&self, atom: usize) -> Option<usize> {
        self.elements[self.types[atom]]
    }

    /// Checks everything that later steps rely on, for a potential of `element_count` elements.
    pub(crate) fn check(&self, element_count: usize) -> Result<(), Error> {
        if self.positions.len() != self.types.len() {
            return Err(Error::Lengths {
                positions: self.positions.len(),
                types: self.types.len(),
            });
        }
        for (kind, element) in self.elements.iter().enumerate() {
            if let Some(element) = element.filter(|&e| e >= element_count) {
                let element = format!("element {element}");
                return Err(Error::Element { kind, element });
            }
        }
        let count = self.elements.len();
        if let Some(atom) = self.types.iter().position(|&kind| kind >= count) {
            let kind = self.types[atom];
            return Err(Error::Type { atom, kind, count });
        }
        match self
            .positions
            .iter()
            .position(|x| !x.iter().all(|c| c.is_finite()))
        {
            Some(atom) => Err(Error::Position(atom)),
            None => Ok(()),
        }
    }

    /// Checks atom indices given by a caller.
    pub(crate) fn check_atoms(&self, atoms: &[usize]) -> Result<(), Error> {
        let count = self.positions.len();
        match atoms.iter().find(|&&atom| atom >= count) {
            Some(&atom) => Err(Error::Atom { atom, count }),
            None => Ok(()),
        }
    }
}
