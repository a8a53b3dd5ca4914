//! A [`Snap`] of atoms whose tiles and lists are known.

use std::sync::OnceLock;

use portax::{Space, View};

use super::given::Atoms;
use super::model::{AnyModel, model};
use super::tiles::Tiles;
use super::{Snap, SnapOptions, zbl};
use crate::SnapPotential;
use crate::error::Error;
use crate::mapping::Demands;
use crate::mapping::choice::Choice;
use crate::neighbor::{Cell, NeighborList};
use crate::pair::geometry::ATOM_SUMS;

/// Atoms in tiles.
pub struct InTiles {
    /// Type of each atom.
    pub types: Vec<usize>,
    /// Element of each type.
    pub elements: Vec<Option<usize>>,
    /// Element of each atom, for those without one the number behind the potential's.
    pub element: Vec<i32>,
    /// The potential's elements and, where atoms may have none, one more.
    pub kinds: usize,
    /// Element of each tile.
    pub tile_element: Vec<i32>,
    /// Slot of each atom's sums.
    pub slot_of_sums: View<i32, 1>,
}

/// Atoms that have their places, on the host; behind those that are there stand others of type and element 0, up to as many as
/// there is room for.
pub struct Placed {
    /// How many are there.
    pub present: usize,
    /// Type of each.
    pub types: Vec<usize>,
    /// Element of each.
    pub element: Vec<i32>,
    /// Slot of the sums of each.
    pub slot_of_sums: Vec<i32>,
    /// The slots.
    pub tiles: Tiles,
}

/// The stages for about so many atoms.
pub fn new_model(
    space: &Space,
    potential: &SnapPotential,
    natoms: usize,
    options: &SnapOptions,
) -> Result<Box<dyn AnyModel>, Error> {
    let demands = Demands::of(potential, options.chem_rule);
    let twojmax = potential.params().twojmax;
    let choice = Choice::new(space, natoms, twojmax, demands, options)?;
    model(choice, options.precision)
}

impl Snap {
    /// Puts other atoms into the place of those that there were: stages and their memory stay as they are. They are nowhere yet.
    pub(super) fn set_atoms(&mut self, cell: &Cell, placed: Placed) -> Result<(), Error> {
        let Placed { tiles, .. } = &placed;
        self.list
            .set_atoms(cell, placed.present, &tiles.atom_of_slot)?;
        self.atoms.tile_element.copy_from_slice(&tiles.element)?;
        self.atoms.element.copy_from_slice(&placed.element)?;
        self.atoms
            .slot_of_sums
            .copy_from_slice(&placed.slot_of_sums)?;
        // Stages write the energies of atoms in slots alone, but the sums of all slots in tiles; those behind have had none.
        self.atoms.energies.fill(0.0)?;
        if let Some(zbl) = &mut self.zbl {
            zbl.set_types(&placed.types)?;
        }
        self.types = placed.types;
        self.virial.take();
        Ok(())
    }

    /// Atoms that are nowhere yet, computed by a model of the potential.
    pub(super) fn in_tiles(
        potential: &SnapPotential,
        options: SnapOptions,
        model: Box<dyn AnyModel>,
        atoms: InTiles,
        list: NeighborList<f64>,
    ) -> Result<Self, Error> {
        let space = &list.space().clone();
        let (natoms, slots) = (atoms.types.len(), list.slots().len());
        let overlap = View::new(space, "overlap", [1])?;
        let types = (&atoms.types[..], atoms.elements.len());
        Ok(Self {
            space: space.clone(),
            potential: potential.clone(),
            model,
            zbl: zbl::forces(space, potential, types, &overlap)?,
            atoms: Atoms {
                x: View::new(space, "x", [natoms, 3])?,
                f: View::new(space, "f", [natoms, 3])?,
                energies: View::new(space, "energies", [natoms])?,
                element: super::list(space, "element", &atoms.element)?,
                kinds: atoms.kinds,
                tile_element: super::list(space, "tile_element", &atoms.tile_element)?,
                sums: View::new(space, "sums", [slots, ATOM_SUMS])?,
                slot_of_sums: atoms.slot_of_sums,
                overlap,
            },
            types: atoms.types,
            elements: atoms.elements,
            rows: OnceLock::new(),
            virial: OnceLock::new(),
            derivatives: None,
            list,
            options,
        })
    }
}
