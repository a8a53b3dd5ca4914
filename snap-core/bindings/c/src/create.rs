//! From files to a handle.

use std::ffi::{c_char, c_int};

use snap_core::{ChemRule, Domain, PairStyle, Precision, SnapOptions};

use crate::calculator::Calculator;
use crate::error::{Failure, Status, guarded};
use crate::handle::{Handle, State};
use crate::memory::{borrow, count, slice, text};

/// How a potential is computed. Zeros are what most want.
#[repr(C)]
pub struct Options {
    /// `rayon`, `rayon:avx2`, `cuda:0`, `cuda:local_rank`, `hip:0`, `opencl:pocl`, ... Null: what the variable
    /// `PORTAX_BACKEND` says, else the GPU of the process' rank on its node, else the first GPU, else CPU threads.
    pub device: *const c_char,
    /// 0: double precision. 1: mixed, pairs in single precision and sums in double.
    pub precision: c_int,
    /// With `chemflag`, 0: forces are the gradient of the energy. 1: as LAMMPS computes them, which differs by the last
    /// printed digits of coefficients; in double precision.
    pub chem_rule: c_int,
    /// How far beyond the cutoff lists reach, angstrom. They serve until an atom has moved by half of it.
    pub skin: f64,
}

/// Creates a handle for the potential of two files, and for `ntypes` types of atoms: `elements` names the element of each
/// in the coefficient file, `NULL` for a type that takes no part. Null options are zeros.
///
/// # Safety
/// Texts end with a null; `elements` has `ntypes` of them; `snap` has room for a pointer, which becomes null where this
/// fails.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn portax_snap_create(
    coefficient_file: *const c_char,
    parameter_file: *const c_char,
    ntypes: c_int,
    elements: *const *const c_char,
    options: *const Options,
    snap: *mut *mut Handle,
) -> Status {
    let style = || {
        // SAFETY: the caller's promises.
        let (files, names) = unsafe {
            let files = [
                text("coefficient_file", coefficient_file)?,
                text("parameter_file", parameter_file)?,
            ];
            let names = slice("elements", elements, count("ntypes", ntypes)?)?;
            let names = names.iter().map(|&name| text("elements", name));
            (files, names.collect::<Result<Vec<_>, _>>()?)
        };
        Ok(PairStyle::of_files(files[0], files[1], &names)?)
    };
    // SAFETY: the caller's promises.
    unsafe { create(style, options, snap) }
}

/// The same of a file with LAMMPS' lines `pair_style` and `pair_coeff`, of SNAP alone or with ZBL, which name the other
/// files and the elements of the types.
///
/// # Safety
/// The text ends with a null; `snap` has room for a pointer, which becomes null where this fails.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn portax_snap_create_from_lines(
    file: *const c_char,
    options: *const Options,
    snap: *mut *mut Handle,
) -> Status {
    // SAFETY: the caller's promises.
    let style = || Ok(PairStyle::read(unsafe { text("file", file) }?)?);
    // SAFETY: the caller's promises.
    unsafe { create(style, options, snap) }
}

/// Destroys a handle; null is nothing. No other thread may be using it.
///
/// # Safety
/// The handle was created and not destroyed, or is null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn portax_snap_destroy(snap: *mut Handle) {
    guarded(|| {
        if !snap.is_null() {
            // SAFETY: `create` made it of a box, and the caller gives it back.
            drop(unsafe { Box::from_raw(snap) });
        }
        Ok(())
    });
}

/// # Safety
/// As for the functions of the interface.
unsafe fn create(
    style: impl FnOnce() -> Result<PairStyle, Failure>,
    options: *const Options,
    snap: *mut *mut Handle,
) -> Status {
    guarded(|| {
        if snap.is_null() {
            return Err(Failure::null("snap"));
        }
        // SAFETY: it has room for a pointer.
        unsafe { snap.write(std::ptr::null_mut()) };
        let (device, options) = match options.is_null() {
            true => (None, SnapOptions::default()),
            // SAFETY: the caller's promise.
            false => unsafe { read(borrow("options", options)?) }?,
        };
        let handle = Box::new(Handle::new(state(style()?, device, options)?));
        // SAFETY: as above.
        unsafe { snap.write(Box::into_raw(handle)) };
        Ok(())
    })
}

/// # Safety
/// The name of the device is null or ends with a null.
unsafe fn read<'a>(options: &Options) -> Result<(Option<&'a str>, SnapOptions), Failure> {
    let device = match options.device.is_null() {
        true => None,
        // SAFETY: the caller's promise.
        false => Some(unsafe { text("device", options.device) }?),
    };
    let precision = match options.precision {
        0 => Precision::Double,
        1 => Precision::Mixed,
        other => {
            return Err(Failure::argument(format!(
                "`precision` is {other}; 0 is double, 1 mixed"
            )));
        }
    };
    let chem_rule = match options.chem_rule {
        0 => ChemRule::Gradient,
        1 => ChemRule::Lammps,
        other => {
            return Err(Failure::argument(format!(
                "`chem_rule` is {other}; 0 is the gradient, 1 LAMMPS'"
            )));
        }
    };
    let options = SnapOptions {
        precision,
        chem_rule,
        skin: options.skin,
        ..SnapOptions::default()
    };
    Ok((device, options))
}

fn state(style: PairStyle, device: Option<&str>, options: SnapOptions) -> Result<State, Failure> {
    let calculator = Calculator::new(style, device, options)?;
    let Calculator {
        space,
        potential,
        elements,
        options,
        ..
    } = &calculator;
    Ok(State {
        domain: Domain::new(space, potential, elements, options.clone())?,
        calculator,
    })
}
