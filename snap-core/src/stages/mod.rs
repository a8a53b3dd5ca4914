//! The stage over all atoms that ends both pipelines.

mod forces;

pub use forces::ComputeForces;
