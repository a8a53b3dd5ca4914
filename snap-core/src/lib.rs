//! SNAP, the machine-learned interatomic potential of LAMMPS, each stage written once against portax.
//!
//! Forces of a structure, here two atoms of tungsten in a cell that repeats, on the best device present:
//!
//! ```
//! use snap_core::{PairStyle, Snap, SnapOptions, System, neighbor::Cell};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/potentials");
//! let space = portax_backends::best()?;
//! let tungsten = PairStyle::read(format!("{folder}/W_2J8.snap"))?.potential;
//! let cell = Cell::orthogonal([3.18; 3], [true; 3])?; // angstrom
//! let system = System::of_one_element(cell, vec![[0.0; 3], [1.59, 1.59, 1.7]]);
//! let mut snap = Snap::new(&space, &tungsten, &system, SnapOptions::default())?;
//! snap.compute()?;
//! let (energy, forces) = (snap.energy()?, snap.forces()?); // eV, eV/angstrom
//! assert!((energy + 21.995_244_049).abs() < 1e-8); // as LAMMPS has it
//! assert!((forces[0][2] - 1.118_929_402).abs() < 1e-8);
//! # Ok(()) }
//! ```
//!
//! A potential is read from the files LAMMPS uses and combined into a validated [`SnapPotential`]:
//!
//! ```
//! # use snap_core::SnapPotential;
//! let tungsten = SnapPotential::from_text(
//!     ("W_2J8.snapcoeff", include_str!("../potentials/W_2J8.snapcoeff")),
//!     ("W_2J8.snapparam", include_str!("../potentials/W_2J8.snapparam")),
//! )?;
//! assert_eq!(tungsten.rcut(0, 0), 4.73442);
//! # Ok::<(), snap_core::Error>(())
//! ```
//!
//! Most published potentials were fitted on top of ZBL's repulsion of nuclei ([`Zbl`]), without which atoms fall into each
//! other. [`PairStyle`] reads the lines of LAMMPS that come with them, `pair_style hybrid/overlay zbl snap`, into a potential
//! that has both, and the element of each type, which may be none (`NULL`):
//!
//! ```
//! # use snap_core::PairStyle;
//! # let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/potentials");
//! let tungsten = PairStyle::read(format!("{folder}/W_2J8.snap"))?;
//! assert_eq!(tungsten.names(), [Some("W")]);
//! assert_eq!(tungsten.potential.cutoff(), 4.8); // ZBL's, beyond SNAP's 4.73442
//! # Ok::<(), snap_core::Error>(())
//! ```
//!
//! Engines that divide a system among processes compute a [`Domain`] each: atoms of their own, and ghosts around them.
//!
//! The stages form one of two pipelines, [`staged`] for CPU threads and [`fused`] for GPUs; [`mapping`] says which one runs,
//! and in which numbers. A team works on a tile: as many atoms of one element as a vector has lanes. All stages but the last
//! run over a batch of tiles at a time, or a CPU thread takes one tile after the other through them, so that what lies between
//! them stays in a cache.
//!
//! [`SnapOptions::precision`] chooses the types of the arithmetic: stages compute with `T`, and add up pairs or products to
//! energies, forces, virials and descriptors in f64. Mixed precision needs the feature `f32`, and preparing the
//! formulation of studies ([`standard`]) the feature `standard`: each costs compile time.
//!
//! The formulation is derived in `docs/FAST_SNAP.md` of the repository, whose sections the stages name.
//! [`tables`] holds every constant of the formulation (weights, basis changes, the cubic form and the control data of
//! compute_yi). All angular momenta are doubled integers, `j = 0..=twojmax`; units are those of the files (metal: eV and
//! angstrom).

pub mod beta;
pub mod coefficients;
pub mod derivatives;
pub mod descriptors;
pub mod error;
pub mod fused;
pub mod io;
pub mod mapping;
pub mod pair;
pub mod params;
pub mod quadratic;
pub mod snap;
pub mod staged;
pub mod stages;
pub mod standard;
pub mod system;
pub mod tables;
pub mod work;
pub mod yi_direct;

pub use coefficients::{Element, PairParams, SnapPotential};
pub use error::Error;
pub use io::pair_style::PairStyle;
pub use mapping::{
    Changes, Chosen, Demands, Form, Key, Mapping, PairForm, TuningLine, TuningTable, YiForm,
};
pub use params::SnapParams;
pub use portax_atoms::zbl::{self, Zbl};
pub use portax_atoms::{md, neighbor};
pub use snap::{
    DescriptorGradient, DescriptorMatrix, Domain, GridPoint, Precision, Snap, SnapOptions,
    StageTime, Watch,
};
pub use system::{MAX_COORDINATE, System};
pub use tables::ChemRule;
pub use work::{Cost, Work};
