//! The stage over all atoms that ends both pipelines, and one that runs on request.

mod forces;
mod virials;

pub use forces::ComputeForces;
pub use virials::ComputeVirials;
