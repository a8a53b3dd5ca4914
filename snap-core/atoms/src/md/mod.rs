//! Molecular dynamics at constant energy, in LAMMPS' [`metal` units](units).
//!
//! [`Atoms`] holds the state on a space, [`Nve`] moves it. Who computes forces keeps a
//! [`NeighborList`](crate::neighbor::NeighborList) and calls its `update` before each evaluation.

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
