//! A crystal of a soft pair potential through the neighbour lists.

use portax::{AoSoA, Functor, RangePolicy, ReduceKernel, Space, Sum, View, kernel};
use portax_atoms::{
    Cell, NeighborList, PairForces, Slots,
    md::{Atoms, Error, Forces},
    neighbor::Neighbors,
};

use crate::Result;

/// Where the potential ends, Å.
pub const CUTOFF: f64 = 5.2;
/// Where it crosses zero, Å: its least is at 3.75, by which neighbours of [`EDGE`] are apart.
pub const ZERO: f64 = 3.2667;
/// eV/Å⁴
pub const STRENGTH: f64 = 0.01;
/// Edge of an fcc cell at rest, Å.
pub const EDGE: f64 = 5.3;

/// A pair has the energy strength (cutoff - r)³ (zero - r), each of its atoms half of it: attractive beyond `zero`, with two
/// continuous derivatives.
#[derive(Functor)]
struct Soft {
    strength: f64,
    zero: f64,
    cutoff: f64,
    longest: i32,
    neighbors: Neighbors<f64>,
    dedr: View<f64, 3, AoSoA>,
}

#[kernel]
impl ReduceKernel for Soft {
    type Value = f64;
    fn soft(&self, slot: Index) -> f64 {
        let n = self.neighbors.count[slot];
        let mut energy: f64 = 0.0;
        for k in 0..self.longest {
            if k < n {
                let r = self.neighbors.displacement(slot, k);
                let distance = (r[0] * r[0] + r[1] * r[1] + r[2] * r[2]).sqrt();
                let inside = (self.cutoff - distance).max(0.0);
                let half = 0.5 * self.strength * inside * inside;
                energy += half * inside * (self.zero - distance);
                let slope = -half * (3.0 * (self.zero - distance) + inside);
                #[unroll]
                for d in 0..3 {
                    self.dedr[(slot, d, k)] = slope / distance * r[d];
                }
            }
        }
        energy
    }
}

/// Atoms of argon's mass in cells of fcc.
pub struct Crystal {
    space: Space,
    pub atoms: Atoms<f64>,
    list: NeighborList<f64>,
    pairs: PairForces<f64>,
    energy: f64,
}

impl Crystal {
    /// A periodic cube of `n`³ cells with edges of `edge` Å, at a temperature in K.
    pub fn new(space: &Space, n: usize, edge: f64, temperature: f64, seed: u64) -> Result<Self> {
        let sites = [[0.0; 3], [0.5, 0.5, 0.0], [0.5, 0.0, 0.5], [0.0, 0.5, 0.5]];
        let natoms = 4 * n * n * n;
        let site = |k: usize, d: usize| {
            edge * ([k / 4 % n, k / 4 / n % n, k / 4 / n / n][d] as f64 + sites[k % 4][d])
        };
        let x: Vec<f64> = (0..3)
            .flat_map(|d| (0..natoms).map(move |k| site(k, d)))
            .collect();
        let cell = Cell::orthogonal([edge * n as f64; 3], [true; 3])?;
        let crystal = Self::of(space, &cell, &x)?;
        crystal.atoms.set_temperature(temperature, seed)?;
        Ok(crystal)
    }

    /// Atoms at rest at these places, all x first, then y, then z.
    pub fn of(space: &Space, cell: &Cell, x: &[f64]) -> Result<Self> {
        let natoms = x.len() / 3;
        let atoms = Atoms::new(
            space,
            View::from_slice(space, "x", [natoms, 3], x)?,
            View::new(space, "f", [natoms, 3])?,
            View::new(space, "element", [natoms])?,
            &[39.948],
        )?;
        let slots = Slots::in_order(space, natoms)?;
        let list = NeighborList::new(space, cell, slots, CUTOFF, 0.4)?;
        Ok(Crystal {
            space: space.clone(),
            pairs: PairForces::new(&list)?,
            atoms,
            list,
            energy: 0.0,
        })
    }

    /// Potential and kinetic energy, eV.
    pub fn total_energy(&self) -> Result<f64> {
        Ok(self.energy + self.atoms.kinetic_energy(&self.space)?)
    }

    /// How often lists were built.
    pub fn builds(&self) -> u64 {
        self.list.builds()
    }

    /// Where the atoms of a cube would be if nothing had wrapped them, all x first, then y, then z.
    pub fn without_wrapping(&self) -> Result<Vec<f64>> {
        let edge = self.cell().vectors()[0][0];
        let (x, turns) = (self.atoms.x.to_vec()?, self.list.turns().to_vec()?);
        let places = x.iter().zip(turns);
        Ok(places
            .map(|(x, turns)| x + f64::from(turns) * edge)
            .collect())
    }

    /// Builds the lists for the present positions.
    pub fn build_lists(&mut self) -> Result {
        Ok(self.list.build(&self.atoms.x)?)
    }

    fn run(&mut self) -> std::result::Result<(), Box<dyn std::error::Error + Send + Sync>> {
        self.list.update(&self.atoms.x)?;
        let list = &self.list;
        let soft = Soft {
            strength: STRENGTH,
            zero: ZERO,
            cutoff: CUTOFF,
            longest: list.longest() as i32,
            neighbors: list.neighbors(&self.atoms.x),
            dedr: self.pairs.dedr(list)?.clone(),
        };
        let slots = RangePolicy::new(0..list.slots().len());
        self.energy = self.space.parallel_reduce("soft", slots, &soft, Sum)?;
        Ok(self.pairs.gather(list, &self.atoms.f)?)
    }
}

impl Forces for Crystal {
    fn compute(&mut self) -> std::result::Result<(), Error> {
        self.run().map_err(Error::of_forces)
    }

    fn energy(&mut self) -> std::result::Result<f64, Error> {
        Ok(self.energy)
    }

    fn virial(&mut self) -> std::result::Result<[f64; 6], Error> {
        let virial = self.pairs.virial(&self.list, &self.atoms.x);
        virial.map_err(Error::of_forces)
    }

    fn turns(&self) -> Option<&View<i32, 2>> {
        Some(self.list.turns())
    }

    fn cell(&self) -> &Cell {
        self.list.host_cell()
    }

    fn set_cell(&mut self, cell: &Cell) -> std::result::Result<(), Error> {
        self.list.set_cell(cell).map_err(Error::of_forces)
    }
}
