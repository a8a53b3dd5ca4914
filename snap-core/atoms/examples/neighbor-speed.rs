//! Time of a list build of 128000 atoms: `PORTAX_NUM_THREADS=1 cargo run --release -p portax-atoms --example neighbor-speed`.

use std::time::Instant;

use portax::View;
use portax_atoms::neighbor::{Cell, Error, NeighborList, Slots};

/// Tungsten, Å.
const LATTICE: f64 = 3.1652;
const CUTOFF: f64 = 4.73442;

/// Columns x, y, z of a bcc crystal of `n`³ cells.
fn bcc(n: usize) -> Vec<f64> {
    let site = |k: usize, d: usize| {
        let (cell, half) = (k / 2, k % 2);
        let corner = [cell % n, cell / n % n, cell / (n * n)][d];
        (corner as f64 + 0.5 * half as f64 + 0.1) * LATTICE
    };
    (0..3)
        .flat_map(|d| (0..2 * n * n * n).map(move |k| site(k, d)))
        .collect()
}

/// Best time of a few builds, us/atom, and neighbours of an atom.
fn measure(executor: &str, skin: f64) -> Result<(f64, usize), Error> {
    let (n, space) = (40, portax_backends::by_name(executor)?);
    let natoms = 2 * n * n * n;
    let x = View::from_slice(&space, "x", [natoms, 3], &bcc(n))?;
    let cell = Cell::orthogonal([n as f64 * LATTICE; 3], [true; 3])?;
    let mut list = NeighborList::new(
        &space,
        &cell,
        Slots::in_order(&space, natoms)?,
        CUTOFF,
        skin,
    )?;
    list.build(&x)?;
    let mut best = f64::INFINITY;
    for _ in 0..5 {
        let start = Instant::now();
        list.build(&x)?;
        best = best.min(start.elapsed().as_secs_f64());
    }
    Ok((best / natoms as f64 * 1e6, list.pairs() / natoms))
}

fn main() {
    for executor in ["rayon:avx512", "rayon:avx2", "rayon:lane"] {
        for skin in [0.4, 1.0] {
            match measure(executor, skin) {
                Ok((time, neighbors)) => {
                    println!("{executor}: {time:.2} us/atom, {neighbors} neighbours")
                }
                Err(error) => println!("skipped: {error}"),
            }
        }
    }
}
