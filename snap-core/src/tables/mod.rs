//! Every constant of the fast SNAP formulation as plain data: exact, without kernels.
//!
//! The formulation replaces the matrices U_j by values V on *weights* w = (S, T) ([`HalfPlane`]) and the triple
//! products of the bispectrum by one cubic form ([`CubicForm`]):
//!
//! | stage | tables |
//! |---|---|
//! | pairs to moments M, and C to forces | [`MomentLayout`] |
//! | M to V, and G to C | [`BasisChange`] |
//! | V to G = dE/dV (compute_yi) | [`YiDirect`] (each output has one owner) or [`YiReverse`] (fewest operations) |
//! | V to all descriptors (compute_bi) | [`BispectrumTerms`] |
//! | V to the gradients of all descriptors (compute_zi), and those to dB/dr (compute_dbidrj) | [`BispectrumGradients`] |
//! | V to C, without G | [`YiOrbit`] (each orbit of outputs has one owner, W shared by symmetric products) |
//! | energy | `E = energy_constant + 1/3 sum Re(conj(G) V)` over all values, since the cubic form is homogeneous |
//!
//! V and G have one flat complex index, [`HalfPlane::offset`] of the weight plus n. `dE = sum Re(conj(G) dV)` over all
//! values; V(0,0) is real, so the imaginary part of G(0,0) has no meaning and no stage uses it.
//!
//! The builders take `twojmax` up to [`MAX_TWOJMAX`] (a [`SnapPotential`](crate::SnapPotential) has no other) and panic
//! beyond.

mod basis;
mod bispectrum;
mod bispectrum_gradients;
mod bispectrum_terms;
mod classes;
mod cubic;
mod moments;
mod pairs;
mod weights;
mod wigner;
mod wtable;
mod yi_direct;
mod yi_orbit;
mod yi_reverse;

pub use basis::{
    BOTH, BasisChange, BasisItem, PairItem, S_IS_ZERO, T_IS_ZERO, jacobi_in_chebyshev,
};
pub use bispectrum::{bispectrum_count, bispectrum_order, bzero};
pub use bispectrum_gradients::{BispectrumGradients, GradientRows, ROWS, ValuesByJ};
pub use bispectrum_terms::{BispectrumItem, BispectrumTerms};
pub use classes::{CoefficientSums, DescriptorClasses, triples};
pub use cubic::{Block, CubicForm, Kind, Term};
pub use moments::{MomentLayout, MomentRows, chebyshev_count, moment_columns, moment_rows};
pub use pairs::GradientPairs;
pub use weights::{HalfPlane, Weight, radial_count};
pub use wigner::{MAX_TWOJMAX, wigner3j};
pub use wtable::WTable;
pub use yi_direct::{ChemRule, DirectItem, DirectJob, YiDirect};
pub use yi_orbit::{
    IMAGE_IM_TO_SIGN, IMAGE_SOURCE, OrbitFlags, OrbitItem, OrbitJob, OrbitPlaces, OrbitRun,
    OrbitShapes, SEGMENT, StreamFloat, YiOrbit,
};
pub use yi_reverse::{ReverseGroup, ReverseItem, YiReverse, ZItem};
