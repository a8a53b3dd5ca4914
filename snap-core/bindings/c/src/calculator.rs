//! Structures, one after the other.

use portax::Space;
use snap_core::neighbor::Cell;
use snap_core::{PairStyle, Snap, SnapOptions, SnapPotential, System};

use crate::device;
use crate::error::Failure;

/// Room beyond the outermost atoms along vectors that do not repeat, Å: more than rounding to whole numbers takes away.
const ROOM: f64 = 2.0;

/// A potential on a device that computes structures, for interfaces of other languages.
pub struct Calculator {
    /// The device.
    pub space: Space,
    /// The potential.
    pub potential: SnapPotential,
    /// Element of each type.
    pub elements: Vec<Option<usize>>,
    /// How it is computed.
    pub options: SnapOptions,
    last: Option<Computed>,
}

/// The atoms that were computed last.
struct Computed {
    snap: Snap,
    types: Vec<usize>,
    periodic: [bool; 3],
}

/// Where atoms may be.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// The vectors a, b, c as rows, Å. Those that do not repeat have no meaning.
    pub vectors: [[f64; 3]; 3],
    /// The corner, Å.
    pub origin: [f64; 3],
    /// Along which vectors it repeats.
    pub periodic: [bool; 3],
}

impl Calculator {
    /// A potential for types with elements, on the device of a name: see [`Options::device`](crate::Options).
    ///
    /// # Errors
    /// A device that is absent.
    pub fn new(
        style: PairStyle,
        device: Option<&str>,
        options: SnapOptions,
    ) -> Result<Self, Failure> {
        Ok(Self {
            space: device::open(device)?,
            potential: style.potential,
            elements: style.elements,
            options,
            last: None,
        })
    }

    /// Computes atoms of these types, from 0. What another computation of the same atoms left is used again.
    ///
    /// # Errors
    /// What is wrong with cell, positions or types; what the device reports.
    pub fn compute(
        &mut self,
        place: &Place,
        positions: &[[f64; 3]],
        types: &[usize],
    ) -> Result<&mut Snap, Failure> {
        let snap = self.take(place, positions, types)?;
        snap.compute()?;
        Ok(snap)
    }

    /// Takes the atoms, of which nothing is computed yet.
    ///
    /// # Errors
    /// As for [`compute`](Self::compute).
    pub fn take(
        &mut self,
        place: &Place,
        positions: &[[f64; 3]],
        types: &[usize],
    ) -> Result<&mut Snap, Failure> {
        let periodic = place.periodic;
        let cell = place.holding(positions)?;
        let is_alike = |c: &Computed| c.types == types && c.periodic == periodic;
        let computed = match self.last.take().filter(is_alike) {
            Some(mut before) => {
                before.snap.set_cell(&cell)?;
                before.snap.set_positions(positions)?;
                before
            }
            None => Computed {
                snap: self.prepared(cell, positions, types)?,
                types: types.to_vec(),
                periodic,
            },
        };
        Ok(&mut self.last.insert(computed).snap)
    }

    /// The atoms that were taken last, unless that failed.
    pub fn last(&mut self) -> Option<&mut Snap> {
        self.last.as_mut().map(|computed| &mut computed.snap)
    }

    fn prepared(
        &self,
        cell: Cell,
        positions: &[[f64; 3]],
        types: &[usize],
    ) -> Result<Snap, Failure> {
        let system = System {
            cell,
            positions: positions.to_vec(),
            types: types.to_vec(),
            elements: self.elements.clone(),
        };
        let options = self.options.clone();
        Ok(Snap::new(&self.space, &self.potential, &system, options)?)
    }
}

impl Place {
    /// A cell that holds the atoms.
    fn holding(&self, positions: &[[f64; 3]]) -> Result<Cell, Failure> {
        let cell = portax_structures::Cell {
            vectors: self.vectors,
            origin: self.origin,
            periodic: self.periodic,
        };
        // Of whole numbers, so that the cell of atoms that move rarely changes.
        let around = |x: &[f64; 3]| [x.map(f64::floor), x.map(f64::ceil)];
        let corners: Vec<_> = positions.iter().flat_map(around).collect();
        let cell = cell.around(&corners, ROOM);
        Ok(Cell::new(cell.vectors, cell.periodic)?.with_origin(cell.origin))
    }
}
