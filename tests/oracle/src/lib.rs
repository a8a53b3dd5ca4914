//! SNAP by the standard algorithm in plain host Rust: the yardstick of this workspace.
//!
//! Energies, forces and descriptors follow Thompson et al., J. Comput. Phys. 285, 316 (2015), with the
//! conventions of LAMMPS' ML-SNAP: every neighbour becomes a point on the 3-sphere ([`Planes`] by recursion),
//! their sum is coupled with Clebsch-Gordan coefficients to bispectrum components B, the energy is linear or quadratic in
//! them, and the forces come from the adjoint Y and the differentiated recursion. Nothing is shared with
//! `snap-core`, so that an error in one does not hide in the other.
//!
//! [`Zbl`]'s repulsion may be added.
//!
//! Forces are the exact gradient of the energy, where LAMMPS' with `chemflag` are only if the coefficients are symmetric
//! under the exchange of elements of equal j. Feature `snap-core` converts potentials and systems to and from its types. Lengths in Å, energies in eV, all in double precision.
//!
//! ```
//! use snap_reference::{Element, Params, Potential, Snap, System};
//!
//! let element = Element {
//!     name: "A".into(), radius: 0.5, weight: 1.0, coeff: vec![0.1, -0.2, 0.3], sinner: None, dinner: None,
//! };
//! let snap = Snap::new(Potential { params: Params::new(1, 4.0), elements: vec![element], zbl: None })?;
//! let dimer = System {
//!     cell: [[9.0, 0.0, 0.0], [0.0, 9.0, 0.0], [0.0, 0.0, 9.0]],
//!     periodic: [true; 3],
//!     positions: vec![[0.0; 3], [1.0, 2.0, 0.5]],
//!     types: vec![0, 0],
//!     elements: vec![Some(0)],
//! };
//! let result = snap.evaluate(&dimer)?;
//! assert!((result.forces[0][0] + result.forces[1][0]).abs() < 1e-15);
//! # Ok::<(), snap_reference::Error>(())
//! ```

mod bispectrum;
pub mod case;
mod clebsch_gordan;
mod complex;
#[cfg(feature = "snap-core")]
mod convert;
mod error;
mod grid;
mod neighbor;
mod pairs;
mod potential;
mod snap;
mod system;
mod wigner;
mod zbl;

pub use bispectrum::{Triple, triples};
pub use case::{Case, Feature};
pub use complex::Complex;
pub use error::Error;
pub use pairs::{Neighbor, neighbors};
pub use potential::{Element, MAX_TWOJMAX, Params, Potential};
pub use snap::{Center, Evaluation, Snap};
pub use system::System;
pub use wigner::Planes;
pub use zbl::Zbl;

/// Energies, forces, virial and descriptors of one system: [`Snap::new`] and [`Snap::evaluate`] in one call.
///
/// # Errors
/// Those of the two.
pub fn evaluate(system: &System, potential: &Potential) -> Result<Evaluation, Error> {
    Snap::new(potential.clone())?.evaluate(system)
}

/// max |value - reference| / max(1, max |reference|): the measure of agreement of all checks.
/// Infinite if the lengths differ, NaN if a value is.
pub fn deviation<'a, 'b>(
    values: impl IntoIterator<Item = &'a f64>,
    reference: impl IntoIterator<Item = &'b f64>,
) -> f64 {
    let (mut values, mut difference, mut scale) = (values.into_iter(), 0.0_f64, 1.0_f64);
    for &expected in reference {
        let Some(&value) = values.next() else {
            return f64::INFINITY;
        };
        let error = (value - expected).abs();
        if error.is_nan() {
            return f64::NAN;
        }
        difference = difference.max(error);
        scale = scale.max(expected.abs());
    }
    if values.next().is_some() {
        f64::INFINITY
    } else {
        difference / scale
    }
}
