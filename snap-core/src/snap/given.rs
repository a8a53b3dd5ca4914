//! What the stages of a system work on.

use portax::{AoSoA, Result, Space, View};
use portax_atoms::zbl::ZblForces;

use super::upload::list;
use crate::SnapPotential;
use crate::neighbor::NeighborList;
use crate::tables::{ChemRule, CubicForm};

/// What belongs to the atoms and stays on the space: f64 in every precision.
pub struct Atoms {
    /// Positions, `[natoms, 3]`.
    pub x: View<f64, 2>,
    /// Forces, `[natoms, 3]`.
    pub f: View<f64, 2>,
    /// Energy of each atom.
    pub energies: View<f64, 1>,
    /// Element of each atom, for those without one the number behind the potential's.
    pub element: View<i32, 1>,
    /// Kinds of atoms: the potential's elements and, where some atoms have none, one more.
    pub kinds: usize,
    /// Element of each tile.
    pub tile_element: View<i32, 1>,
    /// Force sum and virial of each slot, `[slots, ATOM_SUMS]`.
    pub sums: View<f64, 2, AoSoA>,
    /// Whose sums belong to each atom: its own slot, and for an atom without a list one without an atom, where they are zero.
    pub slot_of_sums: View<i32, 1>,
    /// One more than an atom that overlaps another.
    pub overlap: View<i32, 1>,
}

/// A system on a space, with its potential and its lists.
pub struct Given<'a> {
    pub space: &'a Space,
    pub potential: &'a SnapPotential,
    pub atoms: &'a Atoms,
    pub list: &'a NeighborList<f64>,
    /// The repulsion that is added.
    pub zbl: Option<&'a ZblForces<f64>>,
    /// How forces follow from coefficients with `chemflag`.
    pub rule: ChemRule,
    /// Most bytes of the values between the stages.
    pub batch_bytes: usize,
}

impl Given<'_> {
    /// Lanes of a vector, which are the slots of a tile.
    pub fn width(&self) -> usize {
        self.space.natural_width()
    }

    /// Tiles of the system.
    pub fn ntiles(&self) -> usize {
        self.atoms.tile_element.len()
    }

    /// Twice the largest angular momentum.
    pub fn twojmax(&self) -> usize {
        self.potential.params().twojmax
    }

    /// Densities of an atom.
    pub fn densities(&self) -> usize {
        self.potential.densities()
    }

    /// The form of the potential's densities.
    pub fn cubic_form(&self) -> CubicForm {
        let params = self.potential.params();
        CubicForm::of_densities(self.densities(), params.twojmax, params.bnormflag)
    }

    /// How many neighbours' features, numbers `T`, fit team scratch.
    pub fn neighbors_in_scratch<T>(&self, features: usize) -> usize {
        self.space.scratch_limit() / (size_of::<T>() * features * self.width())
    }

    /// Constant part of each element's energy.
    pub fn energy_constants(&self) -> Result<View<f64, 1>> {
        let elements = 0..self.potential.elements().len();
        let constants: Vec<f64> = elements
            .map(|e| self.potential.energy_constant(e))
            .collect();
        list(self.space, "energy_constant", &constants)
    }
}
