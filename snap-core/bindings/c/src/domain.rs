//! The atoms of one process of many.

use std::ffi::c_int;

use crate::error::{Failure, Status};
use crate::handle::{Handle, State, with};
use crate::memory::{borrow, count, slice};
use crate::results::Results;

/// Where the number of an atom ends in an entry of LAMMPS' lists: the bits above say how it is bonded.
const ATOM_BITS: c_int = 0x1FFF_FFFF;

/// Takes the atoms of a domain, `nlocal` of its own and then its ghosts, copies of those around it: `natoms` in all. Finds
/// their neighbours within the cutoff and the skin.
///
/// # Safety
/// `snap` was created and not destroyed; `positions` (`[natoms][3]`) and `types` (`[natoms]`, from 1) have what is said.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn portax_snap_set_atoms(
    snap: *mut Handle,
    natoms: c_int,
    nlocal: c_int,
    positions: *const f64,
    types: *const c_int,
) -> Status {
    // SAFETY: the caller's promises.
    let body = |state: &mut State| unsafe {
        let (natoms, nlocal) = (count("natoms", natoms)?, count("nlocal", nlocal)?);
        let positions = slice("positions", positions.cast::<[f64; 3]>(), natoms)?;
        let types = state.types(slice("types", types, natoms)?)?;
        Ok(state.domain.set_atoms(positions, &types, nlocal)?)
    };
    // SAFETY: the caller's promise.
    unsafe { with(snap, body) }
}

/// Takes the atoms of a domain with their neighbours, a full list as LAMMPS keeps it: `ilist` numbers the `inum` atoms whose
/// energies are computed, and atom i of them has the `numneigh[i]` neighbours `firstneigh[i][...]`. All within the cutoff
/// and the skin are to be there; those beyond are left out, and so are the upper three bits of entries, where LAMMPS keeps
/// which bonds there are.
///
/// # Safety
/// As for `portax_snap_set_atoms`; `ilist` has `inum` numbers, `numneigh` and `firstneigh` have an element for each atom
/// that it names, and each list has as many entries as it should.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn portax_snap_set_lists(
    snap: *mut Handle,
    natoms: c_int,
    positions: *const f64,
    types: *const c_int,
    inum: c_int,
    ilist: *const c_int,
    numneigh: *const c_int,
    firstneigh: *const *const c_int,
) -> Status {
    // SAFETY: the caller's promises.
    let body = |state: &mut State| unsafe {
        let natoms = count("natoms", natoms)?;
        let positions = slice("positions", positions.cast::<[f64; 3]>(), natoms)?;
        let types = state.types(slice("types", types, natoms)?)?;
        let central = slice("ilist", ilist, count("inum", inum)?)?;
        let lists = lists(central, natoms, numneigh, firstneigh)?;
        let list_of = |n: usize| lists[n].iter().map(|entry| entry & ATOM_BITS);
        Ok(state
            .domain
            .set_lists(positions, &types, central, list_of)?)
    };
    // SAFETY: the caller's promise.
    unsafe { with(snap, body) }
}

/// The list of each atom.
///
/// # Safety
/// As for `portax_snap_set_lists`.
unsafe fn lists<'a>(
    central: &[c_int],
    natoms: usize,
    numneigh: *const c_int,
    firstneigh: *const *const c_int,
) -> Result<Vec<&'a [c_int]>, Failure> {
    if !central.is_empty() && (numneigh.is_null() || firstneigh.is_null()) {
        return Err(Failure::null("numneigh or firstneigh"));
    }
    let list = |&atom: &c_int| {
        let index = usize::try_from(atom).ok().filter(|&i| i < natoms);
        let index = index.ok_or_else(|| {
            Failure::argument(format!("`ilist` names atom {atom} of {natoms}, from 0"))
        })?;
        // SAFETY: there is an element for each atom of `ilist`, and it is true of the list.
        unsafe {
            let n = count("numneigh", *numneigh.add(index))?;
            slice("firstneigh", *firstneigh.add(index), n)
        }
    };
    central.iter().map(list).collect()
}

/// Computes the domain whose atoms were taken last, where they are now: `natoms` as there, moved by less than half the skin
/// since.
///
/// # Safety
/// `snap` was created and not destroyed; `positions` has `[natoms][3]` numbers; pointers of the results that are not null
/// have room for as many atoms.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn portax_snap_compute_domain(
    snap: *mut Handle,
    natoms: c_int,
    positions: *const f64,
    results: *const Results,
) -> Status {
    // SAFETY: the caller's promises.
    let body = |state: &mut State| unsafe {
        let natoms = count("natoms", natoms)?;
        let results = borrow("results", results)?;
        let positions = slice("positions", positions.cast::<[f64; 3]>(), natoms)?;
        state.domain.set_positions(positions)?;
        state.domain.compute()?;
        results.fill(&mut state.domain)
    };
    // SAFETY: the caller's promise.
    unsafe { with(snap, body) }
}
