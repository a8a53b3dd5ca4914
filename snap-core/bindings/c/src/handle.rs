//! The handle.

use std::ffi::{c_char, c_int};
use std::sync::{Mutex, MutexGuard, PoisonError};

use snap_core::{Domain, Zbl};

use crate::calculator::Calculator;
use crate::error::{Failure, Status, guarded};
use crate::memory::{borrow, write};

/// A potential on a device, with the atoms that were computed last.
pub struct Handle(Mutex<State>);

const _: () = {
    const fn may_be_used_by_any_thread<T: Send + Sync>() {}
    may_be_used_by_any_thread::<Handle>();
};

/// What a handle has.
pub struct State {
    pub calculator: Calculator,
    pub domain: Domain,
}

impl Handle {
    pub(crate) fn new(state: State) -> Self {
        Self(Mutex::new(state))
    }

    /// Waits until no other thread uses the handle.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Runs the body of a function with a handle.
///
/// # Safety
/// The handle is null or was created and not destroyed.
pub unsafe fn with(
    snap: *const Handle,
    body: impl FnOnce(&mut State) -> Result<(), Failure>,
) -> Status {
    guarded(|| {
        // SAFETY: the caller's promise.
        let handle = unsafe { borrow("snap", snap) }?;
        body(&mut handle.lock())
    })
}

impl State {
    /// Types as this library counts them.
    pub fn types(&self, types: &[c_int]) -> Result<Vec<usize>, Failure> {
        let count = self.calculator.elements.len();
        let known = |(atom, &kind): (usize, &c_int)| match usize::try_from(kind) {
            Ok(kind) if (1..=count).contains(&kind) => Ok(kind - 1),
            _ => Err(Failure {
                status: Status::PortaxAtoms,
                text: format!("atom {atom} has type {kind}; types are 1 to {count}"),
            }),
        };
        types.iter().enumerate().map(known).collect()
    }

    /// The element of a type, none for `NULL`.
    fn element(&self, kind: c_int) -> Result<Option<usize>, Failure> {
        Ok(self.calculator.elements[self.types(&[kind])?[0]])
    }
}

/// How far atoms of two types see each other, into `cutoff`: 0 where one has no element and they do not repel. Lists are to
/// have all pairs within it.
///
/// # Safety
/// `snap` was created and not destroyed; `cutoff` has room for a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn portax_snap_cutoff(
    snap: *const Handle,
    type_i: c_int,
    type_j: c_int,
    cutoff: *mut f64,
) -> Status {
    let body = |state: &mut State| {
        let potential = &state.calculator.potential;
        let snap = match [state.element(type_i)?, state.element(type_j)?] {
            [Some(i), Some(j)] => potential.rcut(i, j),
            _ => 0.0,
        };
        let [i, j] = [type_i, type_j].map(|kind| kind as usize - 1);
        let zbl = potential.zbl().filter(|zbl| zbl.charges(i, j).is_some());
        let within = snap.max(zbl.map_or(0.0, Zbl::outer));
        // SAFETY: the caller's promise.
        unsafe { write(cutoff, &[within]) };
        Ok(())
    };
    // SAFETY: the caller's promise.
    unsafe { with(snap, body) }
}

/// The name of the device, into `text`, which has room for `size` bytes; a longer name is cut.
///
/// # Safety
/// `snap` was created and not destroyed; `text` has room for `size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn portax_snap_device(
    snap: *const Handle,
    text: *mut c_char,
    size: usize,
) -> Status {
    let body = |state: &mut State| {
        if text.is_null() || size == 0 {
            return Err(Failure::null("text"));
        }
        let mut name: Vec<_> = state
            .domain
            .space()
            .name()
            .bytes()
            .map(|b| b as c_char)
            .collect();
        name.truncate(size - 1);
        name.push(0);
        // SAFETY: the caller's promise.
        unsafe { write(text, &name) };
        Ok(())
    };
    // SAFETY: the caller's promise.
    unsafe { with(snap, body) }
}

/// The version of this library.
#[unsafe(no_mangle)]
pub extern "C" fn portax_snap_version() -> *const c_char {
    const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");
    VERSION.as_ptr().cast()
}
