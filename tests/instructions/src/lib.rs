//! A Kokkos tool that counts the instructions which the launching thread retires between begin and end of each
//! `parallel_for` after the program's first mark, and prints `LABEL INSTRUCTIONS` of the last launch of each label when the
//! process ends.
//!
//! The processor traps after every instruction, which takes some microseconds: counts are exact, they do not depend on the
//! machine, on what else runs or on its clock, and any instruction is counted. (Valgrind has no AVX-512.) Those of the
//! portable layer between kernel and tool, some hundred, are in.

mod step;

use std::{
    collections::BTreeMap,
    ffi::{CStr, c_char, c_int, c_void},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

/// Has the program set a mark?
static MARKED: AtomicBool = AtomicBool::new(false);

/// The launch under way, and the instructions of the last one of each label.
struct Counts {
    label: String,
    last: BTreeMap<String, u64>,
}

static COUNTS: Mutex<Counts> = Mutex::new(Counts {
    label: String::new(),
    last: BTreeMap::new(),
});

/// # Safety
/// As Kokkos Tools has it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kokkosp_init_library(_: c_int, _: u64, _: u32, _: *const c_void) {
    step::prepare();
}

/// # Safety
/// As Kokkos Tools has it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kokkosp_profile_event(_: *const c_char) {
    MARKED.store(true, Ordering::Relaxed);
}

/// # Safety
/// As Kokkos Tools has it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kokkosp_begin_parallel_for(label: *const c_char, _: u32, _: *mut u64) {
    if !MARKED.load(Ordering::Relaxed) {
        return;
    }
    // SAFETY: a C string.
    let label = unsafe { CStr::from_ptr(label) };
    let label = label.to_string_lossy().into_owned();
    COUNTS.lock().unwrap_or_else(PoisonError::into_inner).label = label;
    step::start();
}

/// # Safety
/// As Kokkos Tools has it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kokkosp_end_parallel_for(_: u64) {
    if !MARKED.load(Ordering::Relaxed) {
        return;
    }
    let count = step::stop();
    let mut counts = COUNTS.lock().unwrap_or_else(PoisonError::into_inner);
    let label = counts.label.clone();
    counts.last.insert(label, count);
}

/// # Safety
/// As Kokkos Tools has it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kokkosp_finalize_library() {
    let counts = COUNTS.lock().unwrap_or_else(PoisonError::into_inner);
    for (label, count) in &counts.last {
        println!("{label} {count}");
    }
}
