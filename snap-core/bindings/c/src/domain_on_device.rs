//! The atoms of one process of many, in the memory of its device.

use std::ffi::c_int;
use std::ptr::NonNull;

use portax::{LayoutLeft, Space, View};

use crate::error::{Failure, Status};
use crate::handle::{Handle, State, with};
use crate::memory::{borrow, count};
use crate::results::Results;

/// Computes the domain as `portax_snap_compute_domain` does, from positions in the memory of the handle's device to forces
/// there, both `[natoms][3]`: pointers of CUDA or HIP, of the host where the device is CPU threads. What `results` asks for
/// comes to the host, as there.
///
/// What the caller has enqueued for either on streams of its own has to be done; forces are there when this returns. Positions
/// are taken as they are: none is looked at.
///
/// # Safety
/// As for `portax_snap_compute_domain`; `positions` and `forces` are memory of the device, of `3 * natoms` numbers each.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn portax_snap_compute_domain_on_device(
    snap: *mut Handle,
    natoms: c_int,
    positions: *const f64,
    forces: *mut f64,
    results: *const Results,
) -> Status {
    // SAFETY: the caller's promises.
    let body = |state: &mut State| unsafe {
        let natoms = count("natoms", natoms)?;
        let results = borrow("results", results)?;
        let domain = &mut state.domain;
        if natoms != domain.natoms() {
            let (positions, types) = (natoms, domain.natoms());
            return Err(snap_core::Error::Lengths { positions, types }.into());
        }
        if natoms > 0 {
            let space = domain.space();
            let from = rows(space, "positions", positions.cast_mut(), natoms)?;
            let to = rows(space, "forces", forces, natoms)?;
            domain.set_positions_of(&from)?;
            domain.compute()?;
            domain.forces_to(&to)?;
        }
        results.fill(domain)
    };
    // SAFETY: the caller's promise.
    unsafe { with(snap, body) }
}

/// The caller's memory as a view.
///
/// # Safety
/// `at` has `3 * natoms` numbers in the memory of the space, as long as the view is used.
unsafe fn rows(
    space: &Space,
    name: &str,
    at: *mut f64,
    natoms: usize,
) -> Result<View<f64, 2>, Failure> {
    let at = NonNull::new(at).ok_or_else(|| Failure::null(name))?;
    let extents = [3, natoms];
    // SAFETY: the caller's promise.
    let view = unsafe {
        match space.is_host() {
            true => View::from_raw(space, name, at, extents, LayoutLeft),
            false => {
                let address = at.addr().get() as u64;
                View::from_raw_on_device(space, name, address, extents, LayoutLeft)
            }
        }
    };
    Ok(view?)
}
