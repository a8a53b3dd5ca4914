//! Argon by the potential of Lennard and Jones (A. Rahman, Phys. Rev. 136, A405, 1964), cut off and shifted to zero there.

use std::error::Error;

use portax::{AoSoA, Functor, RangePolicy, ReduceKernel, Space, Sum, View, kernel};
use portax_atoms::{
    Atoms, Cell, NeighborList, PairForces, Slots,
    md::{self, Forces, units::BOLTZMANN},
    neighbor::displacement,
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

/// Half the energy of each pair for each of its atoms, and its derivative.
#[derive(Functor)]
struct LennardJones {
    epsilon: f64,
    sigma_squared: f64,
    cutoff_squared: f64,
    shift: f64,
    longest: i32,
    cell: View<f64, 1>,
    x: View<f64, 2>,
    atom_of_slot: View<i32, 1>,
    count: View<i32, 1>,
    neighbor: View<i32, 2, AoSoA>,
    image: View<i32, 2, AoSoA>,
    dedr: View<f64, 3, AoSoA>,
}

#[kernel]
impl ReduceKernel for LennardJones {
    type Value = f64;
    fn lennard_jones(&self, slot: Index) -> f64 {
        let i = self.atom_of_slot[slot];
        let n = self.count[slot];
        let mut energy: f64 = 0.0;
        for k in 0..self.longest {
            if k < n {
                let (j, image) = (self.neighbor[(slot, k)], self.image[(slot, k)]);
                let r = displacement(self.x, self.cell, i, j, image);
                let rsq = r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
                let mut slope: f64 = 0.0;
                if rsq < self.cutoff_squared {
                    let s = self.sigma_squared / rsq;
                    let s6 = s * s * s;
                    energy += 2.0 * self.epsilon * (s6 * s6 - s6) - self.shift;
                    slope = 12.0 * self.epsilon * (s6 - 2.0 * s6 * s6) / rsq;
                }
                #[unroll]
                for d in 0..3 {
                    self.dedr[(slot, d, k)] = slope * r[d];
                }
            }
        }
        energy
    }
}

/// Moving atoms, and what the potential needs of them.
pub struct Argon {
    space: Space,
    /// Positions, velocities and forces.
    pub atoms: Atoms<f64>,
    list: NeighborList<f64>,
    forces: PairForces<f64>,
    energy: View<f64, 0>,
    /// How often lists were built.
    pub builds: usize,
}

impl Argon {
    /// Atoms at rest at these places in a periodic cube of `edge`, Å.
    pub fn new(space: &Space, edge: f64, places: &[[f64; 3]]) -> Result<Self, Box<dyn Error>> {
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
        let kernel = LennardJones {
            epsilon: EPSILON,
            sigma_squared: SIGMA * SIGMA,
            cutoff_squared: CUTOFF * CUTOFF,
            shift: 2.0 * EPSILON * ((SIGMA / CUTOFF).powi(12) - (SIGMA / CUTOFF).powi(6)),
            longest: list.longest() as i32,
            cell: list.cell().clone(),
            x: self.atoms.x.clone(),
            atom_of_slot: list.slots().atom_of_slot.clone(),
            count: list.count().clone(),
            neighbor: list.neighbor().clone(),
            image: list.image().clone(),
            dedr: self.forces.dedr(list)?.clone(),
        };
        let slots = RangePolicy::new(0..list.slots().len());
        self.space
            .parallel_reduce_to("lennard jones", slots, &kernel, Sum, &self.energy)?;
        Ok(self.forces.gather(list, &self.atoms.f)?)
    }
}

impl Forces for Argon {
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
