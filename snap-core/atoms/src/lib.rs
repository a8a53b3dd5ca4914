//! Cells, neighbour lists and molecular dynamics on portax.

pub mod md;
pub mod neighbor;
