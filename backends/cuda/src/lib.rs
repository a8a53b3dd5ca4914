//! CUDA devices for portax.

mod dialect;

pub use dialect::CUDA;
