//! Instructions of this thread, one trap each: the processor's trap flag, and a handler that counts.

use std::{
    ffi::c_int,
    sync::atomic::{AtomicU64, Ordering},
};

const SIGTRAP: c_int = 5;

/// Traps since the start.
static COUNT: AtomicU64 = AtomicU64::new(0);

// SAFETY: C declares it so in <signal.h>; the handler is passed and the former one returned as addresses.
unsafe extern "C" {
    fn signal(number: c_int, handler: usize) -> usize;
}

/// The system clears the flag while this runs and sets it again afterwards.
extern "C" fn count(_: c_int) {
    COUNT.fetch_add(1, Ordering::Relaxed);
}

/// Has traps counted. Ends the process where there are none.
pub fn prepare() {
    if !cfg!(all(target_arch = "x86_64", unix)) {
        eprintln!("instructions are counted by the trap flag of x86-64, under a Unix");
        std::process::exit(1);
    }
    let handler: extern "C" fn(c_int) = count;
    // SAFETY: the handler does nothing but an atomic addition, which signals allow anywhere.
    unsafe { signal(SIGTRAP, handler as usize) };
}

/// Starts anew.
pub fn start() {
    COUNT.store(0, Ordering::Relaxed);
    #[cfg(target_arch = "x86_64")]
    // SAFETY: the flag is this thread's, its traps have a handler, and the stack is as before.
    unsafe {
        std::arch::asm!("pushfq", "or qword ptr [rsp], 0x100", "popfq")
    };
}

/// Ends; gives the number of instructions since the start.
pub fn stop() -> u64 {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: as for the start.
    unsafe {
        std::arch::asm!("pushfq", "and qword ptr [rsp], ~0x100", "popfq")
    };
    COUNT.load(Ordering::Relaxed)
}
