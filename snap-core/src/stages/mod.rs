//! The stages of SNAP as portax kernels, in the fast formulation of [`tables`](crate::tables).
//!
//! | stage | from, to |
//! |---|---|
//! | [`ComputeRij`] | positions and lists, geometry of the pairs within the cutoff |
//! | [`ComputeUi`] | geometry, moments M |
//! | [`MomentsToV`] | M, V (Ulisttot without signs) |
//! | [`ComputeYiDirect`] or [`ComputeYiReverse`] | V, G = dE/dV (2 sg(T) times LAMMPS' Y) |
//! | [`GradientToC`] | G, C = dE/dM |
//! | [`ComputeDeidrj`] | C and geometry, dE_i/dr_k and energies |
//! | [`ComputeForces`] | dE_i/dr_k, forces |
//! | [`ComputeBi`] | V, descriptors, where they are asked for |
//!
//! On GPUs [`ComputeUiFused`] goes from positions to V at once, [`GradientToPairs`] from G to C ([`ComputeYiOrbit`] from V to C),
//! and [`ComputeDeidrjFused`] from C and displacements to dE_i/dr_k and energies.
//!
//! Stages compute with `T`; what adds up pairs or products to energies, forces, virials and descriptors does so in `A`
//! ([`Precision`](crate::Precision)). Positions and results are f64.
//!
//! A team works on one tile: as many atoms of one element as a vector has lanes. All stages but [`ComputeForces`] run over a
//! batch of tiles at a time, so that what lies between them stays in a cache.

pub mod blocks;
mod deidrj_fused;
mod descriptors;
mod duidrj_deidrj;
pub mod features;
mod forces;
mod gradient_to_c;
mod gradient_to_pairs;
pub mod moment_jobs;
mod moments_to_v;
pub mod pair_geometry;
pub mod pair_powers;
pub mod pair_table;
mod rij;
mod ui;
mod ui_fused;
mod yi_direct;
mod yi_orbit;
mod yi_reverse;

pub use deidrj_fused::ComputeDeidrjFused;
pub use descriptors::ComputeBi;
pub use duidrj_deidrj::{ComputeDeidrj, column_groups, gradient_features, row_groups};
pub use forces::ComputeForces;
pub use gradient_to_c::GradientToC;
pub use gradient_to_pairs::GradientToPairs;
pub use moments_to_v::MomentsToV;
pub use rij::ComputeRij;
pub use ui::ComputeUi;
pub use ui_fused::ComputeUiFused;
pub use yi_direct::ComputeYiDirect;
pub use yi_orbit::{ComputeYiOrbit, LARGEST_SHAPES};
pub use yi_reverse::ComputeYiReverse;
