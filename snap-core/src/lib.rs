//! SNAP, the machine-learned interatomic potential of LAMMPS, each stage written once against portax.
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
//! [`SnapOptions::precision`] chooses the types of the arithmetic; other precisions than double need the feature `f32`.
//!
//! The formulation is derived in `docs/FAST_SNAP.md` of the repository, whose sections the stages name.
//! [`tables`] holds every constant of the formulation (weights, basis changes, the cubic form and the control data of
//! compute_yi). All angular momenta are doubled integers, `j = 0..=twojmax`; units are those of the files (metal: eV and
//! angstrom).

pub mod coefficients;
pub mod error;
pub mod io;
pub mod md;
pub mod neighbor;
pub mod params;
pub mod snap;
pub mod stages;
pub mod system;
pub mod tables;

pub use coefficients::{Element, PairParams, SnapPotential};
pub use error::Error;
pub use params::SnapParams;
pub use snap::{
    Changes, OrbitTuning, PairForm, Precision, Snap, SnapOptions, StageTime, Tuning, TuningLine,
    TuningTable, YiForm,
};
pub use system::{MAX_COORDINATE, System};
