//! Minimisers: the positions of least energy, or the positions and the cell of least enthalpy.
//!
//! ```
//! use portax::Space;
//! use portax_atoms::md::{
//!     Atoms, Coupling, Error, Forces,
//!     minimize::{ConjugateGradient, Relax, Tolerance},
//! };
//!
//! fn relax(space: &Space, atoms: &Atoms<f64>, forces: &mut dyn Forces) -> Result<(), Error> {
//!     let cell = Relax { coupling: Coupling::Triclinic, pressure: 0.0 };
//!     let found = ConjugateGradient::new(Tolerance::default())
//!         .with_cell(cell) // leave out to keep the cell
//!         .run(space, atoms, forces)?;
//!     println!("{} eV after {} steps: {}", found.energy, found.iterations, found.stop);
//!     Ok(())
//! }
//! ```
//!
//! The cell takes part by its strain e, in coordinates κ e with κ = N^(1/2) (V/N)^(1/3): about how far a strain moves the atoms,
//! so that both are about as stiff. What pulls at a strain is the virial less p V, as in LAMMPS' `fix box/relax`.

mod conjugate_gradient;
mod coordinates;
mod fire;
mod outcome;
mod vectors;

pub use conjugate_gradient::ConjugateGradient;
pub use coordinates::Relax;
pub use fire::Fire;
pub use outcome::{Minimum, Stop, Tolerance};

/// Farthest that an atom moves at a time, Å: LAMMPS' `dmax`.
const LARGEST_MOVE: f64 = 0.1;
