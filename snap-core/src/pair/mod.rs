//! What both pipelines compute of a pair of atoms.

pub mod geometry;
pub mod powers;
pub mod table;
