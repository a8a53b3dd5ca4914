use portax::{Element, Sum, View, parallel_reduce};

#[derive(Clone, Copy, Element)]
enum Phase {
    Solid,
    Liquid,
}
#[derive(Clone, Copy, Element)]
struct Cell {
    volume: f64,
    phase: Phase,
}

fn run(space: &portax::Space, cells: &View<Cell, 1>) -> portax::Result<Cell> {
    parallel_reduce!(space, "cells", 8, |i| -> Cell { cells[i] }, Sum)
}

fn main() {}
