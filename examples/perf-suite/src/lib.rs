//! The kernels of the RAJA Performance Suite in portax, each beside the same loop in C with OpenMP.
//!
//! A kernel is one file, `src/GROUP/KERNEL.rs`, its twin `c/GROUP/KERNEL.c`. `README.md` says what is measured how.

mod data;
mod kernel;
pub mod lines;
pub mod measure;
pub mod suite;

mod algorithm;
mod apps;
mod basic;
mod comm;
mod lcals;
mod polybench;
mod stream;

pub use data::{Checksums, Copies, Data, Number, noise};
pub use kernel::{Kernel, Values, Work};
pub use suite::{Case, Entry};

/// All kernels, group by group.
pub fn suite() -> Vec<Entry> {
    [
        stream::entries(),
        basic::entries(),
        lcals::entries(),
        polybench::entries(),
        apps::entries(),
        comm::entries(),
        algorithm::entries(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
