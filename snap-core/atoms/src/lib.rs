//! Atoms on portax: cells with periodic images, neighbour lists, forces from pairs, molecular dynamics.
//! The potential is a kernel of the user's, or ZBL's repulsion.
//!
//! | part | what it is |
//! |---|---|
//! | [`Cell`] | lattice vectors, and along which of them space repeats |
//! | [`NeighborList`], [`Slots`] | neighbours of each atom and their images, built where they are used; the reverse lists |
//! | [`Neighbors`](neighbor::Neighbors) | the lists as a field of kernels |
//! | [`PairForces`] | forces and virial from the derivative of each atom's energy by each of its neighbours |
//! | [`tensor`] | symmetric tensors for reductions, such as virials |
//! | [`Zbl`] | repulsion of nuclei by Ziegler, Biersack and Littmark, to add to another potential |
//! | [`md`]: [`Atoms`], [`Forces`](md::Forces), [`Integrator`](md::Integrator) | positions, velocities, forces; time steps at constant energy ([`Nve`]), temperature and pressure |
//! | [`md::minimize`] | positions of least energy, cells of least enthalpy |
//! | [`md::units`] | LAMMPS' metal units: eV, Å, ps, g/mol |
//!
//! Everything runs on every space of portax. Lists, forces and trajectories have the same bits for any number of threads:
//! nothing is scattered by atomics into sums of floating-point numbers.
//!
//! # Example
//! Two atoms of argon, as spheres that repel each other across a face of the cell:
//!
//! ```
//! use portax::{AoSoA, Functor, RangePolicy, ReduceKernel, Sum, View, kernel};
//! use portax_atoms::{
//!     Atoms, Cell, NeighborList, Nve, PairForces, Slots,
//!     md::{Error, Forces, Integrator},
//!     neighbor::Neighbors,
//! };
//!
//! /// A pair has the energy k (cutoff - r)², and each of its atoms half of that.
//! #[derive(Functor)]
//! struct Spheres {
//!     k: f64,
//!     cutoff: f64,
//!     neighbors: Neighbors<f64>,
//!     dedr: View<f64, 3, AoSoA>,
//! }
//!
//! #[kernel]
//! impl ReduceKernel for Spheres {
//!     type Value = f64;
//!     fn spheres(&self, slot: Index) -> f64 {
//!         let mut energy = 0.0;
//!         for k in 0..self.neighbors.count[slot] {
//!             let r = self.neighbors.displacement(slot, k);
//!             let distance = (r[0] * r[0] + r[1] * r[1] + r[2] * r[2]).sqrt();
//!             let overlap = (self.cutoff - distance).max(0.0);
//!             energy += 0.5 * self.k * overlap * overlap;
//!             #[unroll]
//!             for d in 0..3 {
//!                 self.dedr[(slot, d, k)] = -self.k * overlap / distance * r[d];
//!             }
//!         }
//!         energy
//!     }
//! }
//!
//! struct Potential {
//!     list: NeighborList<f64>,
//!     pairs: PairForces<f64>,
//!     x: View<f64, 2>,
//!     f: View<f64, 2>,
//!     energy: f64,
//! }
//!
//! const CUTOFF: f64 = 3.5;
//!
//! impl Potential {
//!     fn run(&mut self) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
//!         self.list.update(&self.x)?;
//!         let spheres = Spheres {
//!             k: 0.1,
//!             cutoff: CUTOFF,
//!             neighbors: self.list.neighbors(&self.x),
//!             dedr: self.pairs.dedr(&self.list)?.clone(),
//!         };
//!         let slots = RangePolicy::new(0..self.list.slots().len());
//!         self.energy = self.list.space().parallel_reduce("spheres", slots, &spheres, Sum)?;
//!         Ok(self.pairs.gather(&self.list, &self.f)?)
//!     }
//! }
//!
//! impl Forces for Potential {
//!     fn compute(&mut self) -> Result<(), Error> {
//!         self.run().map_err(Error::of_forces)
//!     }
//!     fn energy(&mut self) -> Result<f64, Error> {
//!         Ok(self.energy)
//!     }
//!     fn virial(&mut self) -> Result<[f64; 6], Error> {
//!         self.pairs.virial(&self.list, &self.x).map_err(Error::of_forces)
//!     }
//!     fn cell(&self) -> &Cell {
//!         self.list.host_cell()
//!     }
//!     fn set_cell(&mut self, cell: &Cell) -> Result<(), Error> {
//!         self.list.set_cell(cell).map_err(Error::of_forces)
//!     }
//! }
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     let space = portax_backends::by_name("rayon")?; // or "opencl:0", or portax_backends::best()
//!     let cell = Cell::orthogonal([20.0; 3], [true; 3])?;
//!     let x = View::from_slice(&space, "x", [2, 3], &[1.0, 18.5, 5.0, 5.0, 5.0, 5.0])?; // x, y, z
//!     let (f, element) = (View::new(&space, "f", [2, 3])?, View::new(&space, "element", [2])?);
//!     let atoms = Atoms::new(&space, x, f, element, &[39.95])?;
//!     let list = NeighborList::new(&space, &cell, Slots::in_order(&space, 2)?, CUTOFF, 0.5)?;
//!     let pairs = PairForces::new(&list)?;
//!     let (x, f) = (atoms.x.clone(), atoms.f.clone());
//!     let mut potential = Potential { list, pairs, x, f, energy: 0.0 };
//!
//!     let mut nve = Nve::new(&space, &atoms, 0.001)?;
//!     potential.compute()?;
//!     let start = potential.energy()?;
//!     for _ in 0..200 {
//!         nve.step(&mut potential)?;
//!     }
//!     let kinetic = atoms.kinetic_energy(&space)?;
//!     assert!(kinetic > 0.5 * start && (potential.energy()? + kinetic - start).abs() < 1e-3 * start);
//!     Ok(())
//! }
//! ```
//!
//! A pair potential of thousands of atoms is `examples/06-lennard-jones` of the repository.

mod matrix;
pub mod md;
pub mod neighbor;
mod pair_forces;
pub mod tensor;
pub mod zbl;

pub use md::{Atoms, Nve};
pub use neighbor::{Cell, NeighborList, Slots};
pub use pair_forces::PairForces;
pub use zbl::Zbl;
