//! Performance portability for Rust: kernels written once, run natively vectorised on CPU threads and through run-time compilation on GPUs
