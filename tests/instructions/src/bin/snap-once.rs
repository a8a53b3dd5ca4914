//! Forces of one tile of a crystal on one thread of the executor that the command line names, once before the mark and once
//! after it. Without an argument: the executors that this CPU runs.
//!
//! `KOKKOS_TOOLS_LIBS=target/release/libportax_instructions.so target/release/snap-once avx512`

use portax::{backend::HostExecutor, tools};
use portax_rayon::Rayon;
use snap_core::{
    Element, Snap, SnapOptions, SnapParams, SnapPotential, System,
    neighbor::{Cell, Error},
};

/// Lattice constant, Å.
const LATTICE: f64 = 3.1803;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let supported = HostExecutor::ALL.into_iter().filter(|e| e.is_supported());
    match std::env::args().nth(1) {
        None => supported.for_each(|executor| println!("{}", executor.name())),
        Some(name) => {
            let found = HostExecutor::ALL.into_iter().find(|e| e.name() == name);
            compute_twice(found.ok_or("give avx512, avx2 or lane")?)?;
        }
    }
    Ok(())
}

fn compute_twice(executor: HostExecutor) -> Result<(), snap_core::Error> {
    let space = Rayon::new(1)?.with_executor(executor)?.space();
    let potential = potential(if executor == HostExecutor::Lane { 4 } else { 8 })?;
    let system = tile(executor.lanes())?;
    let mut snap = Snap::new(&space, &potential, &system, SnapOptions::default())?;
    snap.compute()?;
    tools::mark("count");
    snap.compute()
}

/// One element with coefficients of one, and 26 neighbours. One lane takes many more instructions for an atom.
fn potential(twojmax: usize) -> Result<SnapPotential, snap_core::Error> {
    let params = SnapParams::new(4.73, twojmax);
    let element = Element {
        name: "W".to_string(),
        radius: 0.5,
        weight: 1.0,
        coeff: vec![1.0; params.ncoeff(1)],
        sinner: 0.0,
        dinner: 0.0,
    };
    SnapPotential::new(params, vec![element])
}

/// A periodic row of bcc cells, of as many atoms as a tile has slots, two at least.
fn tile(lanes: usize) -> Result<System, Error> {
    let cells = lanes.div_ceil(2);
    let positions = (0..cells)
        .flat_map(|k| {
            let x = LATTICE * k as f64;
            [
                [x, 0.0, 0.0],
                [x + 0.5 * LATTICE, 0.5 * LATTICE, 0.5 * LATTICE],
            ]
        })
        .collect();
    let cell = Cell::orthogonal([LATTICE * cells as f64, LATTICE, LATTICE], [true; 3])?;
    Ok(System::of_one_element(cell, positions))
}
