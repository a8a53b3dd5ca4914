//! Molecular dynamics in LAMMPS' [`metal` units](units).
//!
//! [`Atoms`] holds the state on a space, something with [`Forces`] pulls at them, an [`Integrator`] moves them:
//!
//! ```
//! use portax::Space;
//! use portax_atoms::md::{Atoms, Error, Forces, Integrator, Nve, scalar_pressure};
//!
//! fn run(space: &Space, atoms: &Atoms<f64>, forces: &mut dyn Forces) -> Result<(), Error> {
//!     atoms.set_temperature(300.0, 1)?;
//!     let mut integrator = Nve::new(space, atoms, 0.001)?;
//!     forces.compute()?;
//!     for step in 1..=1000 {
//!         integrator.step(forces)?;
//!         if step % 100 == 0 {
//!             let energy = forces.energy()? + atoms.kinetic_energy(space)?;
//!             let pressure = scalar_pressure(atoms.pressure(space, forces)?);
//!             let temperature = atoms.temperature(space)?;
//!             println!("{step} {temperature} K, {pressure} bar, {} eV", energy + integrator.conserved());
//!         }
//!     }
//!     Ok(())
//! }
//! ```
//!
//! | integrator | ensemble |
//! |---|---|
//! | [`Nve`] | constant energy: velocity Verlet |
//! | [`Nvt`] | constant temperature: chains of Nosé-Hoover thermostats, LAMMPS' `fix nvt` |
//! | [`Npt`] | constant pressure by Martyna, Tobias and Klein, with a thermostat or without: `fix npt`, `fix nph` |
//! | [`Langevin`] | constant temperature by friction and random forces: BAOAB |
//!
//! [`minimize`] has the minimisers.

mod affine;
mod atoms;
mod barostat;
mod chain;
mod error;
mod forces;
mod integrator;
mod langevin;
pub mod minimize;
mod npt;
mod nve;
mod nvt;
mod pressure;
mod ramp;
mod random;
mod thermo;
mod thermostat;
pub mod units;
mod velocity;
mod verlet;

pub use atoms::Atoms;
pub use barostat::{Barostat, Coupling};
pub use error::Error;
pub use forces::Forces;
pub use integrator::Integrator;
pub use langevin::{Bath, Langevin};
pub use npt::Npt;
pub use nve::Nve;
pub use nvt::Nvt;
pub use pressure::{pressure_tensor, scalar_pressure};
pub use ramp::Ramp;
pub use random::SplitMix64;
pub use thermostat::Thermostat;
