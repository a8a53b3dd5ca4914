//! Argon by the potential of Lennard and Jones (A. Rahman, Phys. Rev. 136, A405, 1964), or by another of pairs.

use std::error::Error;

use portax::{RangePolicy, Space, Sum, View};
use portax_atoms::{
    Atoms, Cell, NeighborList, PairForces, Slots,
    md::{self, Forces, units::BOLTZMANN},
};

use crate::{
    pairs::Pairs,
    potential::{LennardJones, Morse, PairPotential},
};

/// Depth of the potential, eV.
pub const EPSILON: f64 = 120.0 * BOLTZMANN;
/// Where it is zero, Å.
pub const SIGMA: f64 = 3.4;
/// Where it ends, Å.
pub const CUTOFF: f64 = 2.5 * SIGMA;
/// g/mol
const MASS: f64 = 39.95;
/// How much farther than the cutoff lists reach, Å.
const SKIN: f64 = 1.0;

/// Rahman's.
pub const LENNARD_JONES: LennardJones = LennardJones {
    epsilon: EPSILON,
    sigma: SIGMA,
};

/// The potential of Morse that has depth, place and curvature of Rahman's minimum.
pub fn morse() -> Morse {
    let r0 = 2f64.powf(1.0 / 6.0) * SIGMA;
    Morse {
        depth: EPSILON,
        alpha: 6.0 / r0,
        r0,
    }
}

/// Moving atoms, and what the potential needs of them.
pub struct Argon<P: PairPotential> {
    space: Space,
    potential: P,
    /// Positions, velocities and forces.
    pub atoms: Atoms<f64>,
    list: NeighborList<f64>,
    forces: PairForces<f64>,
    energy: View<f64, 0>,
    /// How often lists were built.
    pub builds: usize,
}

impl<P: PairPotential + Clone> Argon<P> {
    /// Atoms at rest at these places in a periodic cube of `edge`, Å.
    pub fn new(
        space: &Space,
        potential: P,
        edge: f64,
        places: &[[f64; 3]],
    ) -> Result<Self, Box<dyn Error>> {
        let (n, cell) = (places.len(), Cell::orthogonal([edge; 3], [true; 3])?);
        let columns: Vec<f64> = (0..3)
            .flat_map(|d| places.iter().map(move |x| x[d]))
            .collect();
        let atoms = Atoms::new(
            space,
            View::from_slice(space, "x", [n, 3], &columns)?,
            View::new(space, "f", [n, 3])?,
            View::new(space, "element", [n])?,
            &[MASS],
        )?;
        let list = NeighborList::new(space, &cell, Slots::in_order(space, n)?, CUTOFF, SKIN)?;
        Ok(Argon {
            space: space.clone(),
            potential,
            atoms,
            forces: PairForces::new(&list)?,
            list,
            energy: View::new(space, "energy", [])?,
            builds: 0,
        })
    }

    /// Builds lists where that is due, then computes forces and potential energy.
    fn run(&mut self) -> Result<(), Box<dyn Error + Send + Sync>> {
        self.builds += usize::from(self.list.update(&self.atoms.x)?);
        let list = &self.list;
        let kernel = Pairs {
            potential: self.potential.clone(),
            cutoff_squared: CUTOFF * CUTOFF,
            neighbors: list.neighbors(&self.atoms.x),
            dedr: self.forces.dedr(list)?.clone(),
        };
        let slots = RangePolicy::new(0..list.slots().len());
        self.space
            .parallel_reduce_to("pairs", slots, &kernel, Sum, &self.energy)?;
        Ok(self.forces.gather(list, &self.atoms.f)?)
    }
}

impl<P: PairPotential + Clone> Forces for Argon<P> {
    fn compute(&mut self) -> Result<(), md::Error> {
        self.run().map_err(md::Error::of_forces)
    }

    fn energy(&mut self) -> Result<f64, md::Error> {
        Ok(self.energy.to_vec()?[0])
    }

    fn virial(&mut self) -> Result<[f64; 6], md::Error> {
        let virial = self.forces.virial(&self.list, &self.atoms.x);
        virial.map_err(md::Error::of_forces)
    }

    fn cell(&self) -> &Cell {
        self.list.host_cell()
    }

    fn set_cell(&mut self, cell: &Cell) -> Result<(), md::Error> {
        self.list.set_cell(cell).map_err(md::Error::of_forces)
    }
}

/// The sites of `n`³ fcc cells with edges of `edge` Å.
pub fn crystal(n: usize, edge: f64) -> Vec<[f64; 3]> {
    let in_cell = [[0.0; 3], [0.5, 0.5, 0.0], [0.5, 0.0, 0.5], [0.0, 0.5, 0.5]];
    let corners = (0..n * n * n).map(|k| [k % n, k / n % n, k / (n * n)]);
    corners
        .flat_map(|c| in_cell.map(|s| [0, 1, 2].map(|d| edge * (c[d] as f64 + s[d]))))
        .collect()
}
