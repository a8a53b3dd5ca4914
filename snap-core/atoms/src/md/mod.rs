//! Molecular dynamics at constant energy, in LAMMPS' [`metal` units](units).
//!
//! [`Atoms`] holds the state on a space, [`Nve`] moves it. Call [`NeighborList::update`](crate::NeighborList::update)
//! before each computation of forces.

mod atoms;
mod error;
mod nve;
mod random;
mod thermo;
pub mod units;
mod velocity;

pub use atoms::Atoms;
pub use error::Error;
pub use nve::Nve;
pub use random::SplitMix64;
