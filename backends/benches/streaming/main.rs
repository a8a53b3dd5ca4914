//! Kernels bound by memory, through portax and by hand: axpy, dot product and a stencil of seven points, at sizes of
//! each cache, on one thread and two: `cargo bench -p portax-backends --bench streaming [-- FILTER]`.
//!
//! Both sides work on the same memory, are launched from inside the thread pool and are checked before they are timed.
//! Launches from outside the pool come last: their cost is the pool's, not the kernel's.

#[cfg(target_arch = "x86_64")]
mod hand;
#[cfg(target_arch = "x86_64")]
#[path = "../paired/mod.rs"]
mod paired;

#[cfg(target_arch = "x86_64")]
mod cases;

#[cfg(target_arch = "x86_64")]
fn main() -> portax::Result<()> {
    cases::run()
}

#[cfg(not(target_arch = "x86_64"))]
fn main() {
    println!("the hand-written yardsticks exist for x86-64 only");
}
