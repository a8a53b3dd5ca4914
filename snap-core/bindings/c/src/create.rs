//! From files to a handle.

use std::ffi::{c_char, c_int};

use snap_core::{ChemRule, Domain, PairStyle, Precision, SnapOptions, Zbl};

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
    /// Charges of the nuclei of each type, `[ntypes]`, in units of e: the repulsion of Ziegler, Biersack and Littmark is added,
    /// as LAMMPS' `pair_style zbl` has it. Null: nothing is added but what the lines of a file say.
    pub zbl_charges: *const f64,
    /// Up to where that is the screened repulsion and a constant, angstrom.
    pub zbl_inner: f64,
    /// From where on there is none, angstrom.
    pub zbl_outer: f64,
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
        let mut style = PairStyle::of_files(files[0], files[1], &names)?;
        // SAFETY: the caller's promises.
        if let Some(zbl) = unsafe { zbl(options, names.len()) }? {
            style.potential = style.potential.with_zbl(zbl);
        }
        Ok(style)
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
    let style = || {
        // SAFETY: the caller's promises.
        let (file, zbl) = unsafe { (text("file", file)?, zbl(options, 0)?) };
        match zbl {
            Some(_) => Err(Failure::argument(
                "`zbl_charges` are given, but the lines of the file say what is added; leave them null",
            )),
            None => Ok(PairStyle::read(file)?),
        }
    };
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

/// The repulsion that is added for so many types.
///
/// # Safety
/// The options are null, or their charges are null or as many.
unsafe fn zbl(options: *const Options, ntypes: usize) -> Result<Option<Zbl>, Failure> {
    // SAFETY: the caller's promise.
    let options = unsafe { options.as_ref() }.filter(|options| !options.zbl_charges.is_null());
    let zbl = |options: &Options| {
        // SAFETY: the caller's promise.
        let charges = unsafe { slice("zbl_charges", options.zbl_charges, ntypes) }?;
        Ok(Zbl::new(options.zbl_inner, options.zbl_outer, charges)
            .map_err(snap_core::Error::Zbl)?)
    };
    options.map(zbl).transpose()
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
