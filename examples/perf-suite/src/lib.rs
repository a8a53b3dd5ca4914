//! The kernels of the RAJA Performance Suite in portax, each beside the same loop in C with OpenMP and in CUDA C++.
//!
//! A kernel is one file, `src/GROUP/KERNEL.rs`, its twins `c/GROUP/KERNEL.c` and `cuda/GROUP/KERNEL.cu`. `README.md` says what is measured how.

mod cuda;
mod data;
mod kernel;
pub mod lines;
pub mod measure;
pub mod suite;
mod twin;

mod algorithm;
mod apps;
mod basic;
mod comm;
mod lcals;
mod polybench;
mod stream;

pub use cuda::CudaLibrary;
pub use data::{Checksums, Copies, Data, Number, noise};
pub use kernel::{Kernel, Values, Work};
pub use suite::{Case, Entry};
pub use twin::Language;
pub(crate) use twin::twin;

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
