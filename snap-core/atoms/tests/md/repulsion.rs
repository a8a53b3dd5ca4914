//! ZBL's repulsion of tungsten: LAMMPS has the same potential.

use portax::{Space, View};
use portax_atoms::{
    Cell, NeighborList, Slots, Zbl,
    md::{Atoms, Error, Forces},
    zbl::ZblForces,
};

use crate::Result;

/// Atoms of tungsten that only repel each other.
pub struct Repulsion {
    pub atoms: Atoms<f64>,
    list: NeighborList<f64>,
    zbl: ZblForces<f64>,
}

impl Repulsion {
    /// Atoms with positions and velocities, in columns, Å and Å/ps.
    pub fn new(space: &Space, cell: &Cell, x: &[f64], v: &[f64]) -> Result<Self> {
        let n = x.len() / 3;
        let atoms = Atoms::new(
            space,
            View::from_slice(space, "x", [n, 3], x)?,
            View::new(space, "f", [n, 3])?,
            View::new(space, "element", [n])?,
            &[183.84],
        )?;
        atoms.v.copy_from_slice(v)?;
        let slots = Slots::in_order(space, n)?;
        Ok(Repulsion {
            atoms,
            list: NeighborList::new(space, cell, slots, 4.8, 1.0)?,
            zbl: ZblForces::new(space, &Zbl::new(4.0, 4.8, &[74.0])?, &vec![0; n])?,
        })
    }

    fn run(&mut self) -> std::result::Result<(), Box<dyn std::error::Error + Send + Sync>> {
        self.list.update(&self.atoms.x)?;
        self.atoms.f.fill(0.0)?;
        Ok(self.zbl.compute(&self.list, &self.atoms.x, &self.atoms.f)?)
    }
}

impl Forces for Repulsion {
    fn compute(&mut self) -> std::result::Result<(), Error> {
        self.run().map_err(Error::of_forces)
    }

    fn energy(&mut self) -> std::result::Result<f64, Error> {
        Ok(self.zbl.energies().to_vec()?.iter().sum())
    }

    fn virial(&mut self) -> std::result::Result<[f64; 6], Error> {
        let (n, virials) = (self.atoms.natoms(), self.zbl.virials().to_vec()?);
        Ok(std::array::from_fn(|k| {
            virials[k * n..(k + 1) * n].iter().sum()
        }))
    }

    fn cell(&self) -> &Cell {
        self.list.host_cell()
    }

    fn set_cell(&mut self, cell: &Cell) -> std::result::Result<(), Error> {
        self.list.set_cell(cell).map_err(Error::of_forces)
    }
}
