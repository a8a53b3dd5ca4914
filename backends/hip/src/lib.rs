//! HIP devices for portax.

mod dialect;

pub use dialect::HIP;
