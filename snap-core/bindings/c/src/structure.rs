//! Atoms in a cell.

use std::ffi::c_int;

use crate::calculator::Place;
use crate::error::Status;
use crate::handle::{Handle, State, with};
use crate::memory::{borrow, count, slice};
use crate::results::Results;

/// Atoms in a cell.
#[repr(C)]
pub struct Structure {
    /// Number of atoms.
    pub natoms: c_int,
    /// `[natoms][3]`, angstrom, inside the cell or outside.
    pub positions: *const f64,
    /// `[natoms]`, from 1.
    pub types: *const c_int,
    /// The vectors a, b, c as rows, angstrom; of those that do not repeat any numbers.
    pub cell: [f64; 9],
    /// The corner of the cell, angstrom.
    pub origin: [f64; 3],
    /// 1 where the cell repeats along a, b, c, else 0.
    pub periodic: [c_int; 3],
}

/// Computes a structure. Another structure of the same atoms, moved or in a changed cell, reuses what the one before left.
///
/// # Safety
/// `snap` was created and not destroyed; pointers of the structure have what it says; those of the results that are not
/// null have room.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn portax_snap_compute(
    snap: *mut Handle,
    structure: *const Structure,
    results: *const Results,
) -> Status {
    // SAFETY: the caller's promises.
    let body = |state: &mut State| unsafe {
        let structure = borrow("structure", structure)?;
        let results = borrow("results", results)?;
        let natoms = count("natoms", structure.natoms)?;
        let positions = slice("positions", structure.positions.cast::<[f64; 3]>(), natoms)?;
        let types = state.types(slice("types", structure.types, natoms)?)?;
        let [a, b, c] = [0, 3, 6].map(|at| [0, 1, 2].map(|d| structure.cell[at + d]));
        let place = Place {
            vectors: [a, b, c],
            origin: structure.origin,
            periodic: structure.periodic.map(|p| p != 0),
        };
        results.fill(state.calculator.compute(&place, positions, &types)?)
    };
    // SAFETY: the caller's promise.
    unsafe { with(snap, body) }
}
