//! Lists of a cell that changes have every pair within the cutoff, and are not built at every step.

use std::collections::BTreeSet;

use portax::{Space, View};
use portax_atoms::{Cell, NeighborList, Slots, md::SplitMix64, neighbor::image::unpack};
use portax_backends::testing::one_of_each;

use crate::Result;

const CUTOFF: f64 = 3.0;
const SKIN: f64 = 0.6;
const ATOMS: usize = 40;

/// i, j, and the image of j.
type Pair = (usize, usize, [i32; 3]);

/// Rows of a view's columns.
fn rows(x: &[f64]) -> Vec<[f64; 3]> {
    let n = x.len() / 3;
    (0..n).map(|i| [x[i], x[n + i], x[2 * n + i]]).collect()
}

/// Every pair within the cutoff.
fn all_pairs(cell: &Cell, x: &[[f64; 3]]) -> BTreeSet<Pair> {
    let h = cell.vectors();
    let images =
        (-2..=2).flat_map(|a| (-2..=2).flat_map(move |b| (-2..=2).map(move |c| [a, b, c])));
    let mut pairs = BTreeSet::new();
    for image in images {
        let shift: [f64; 3] =
            std::array::from_fn(|d| (0..3).map(|k| f64::from(image[k]) * h[k][d]).sum());
        for (i, from) in x.iter().enumerate() {
            for (j, to) in x.iter().enumerate() {
                let rsq: f64 = (0..3).map(|d| (to[d] - from[d] + shift[d]).powi(2)).sum();
                if rsq < CUTOFF * CUTOFF && (i != j || image != [0; 3]) {
                    pairs.insert((i, j, image));
                }
            }
        }
    }
    pairs
}

/// The pairs of lists.
fn listed(list: &NeighborList<f64>) -> Result<BTreeSet<Pair>> {
    let (count, slots) = (list.count().to_vec()?, list.slots().len());
    let (neighbor, image) = (list.neighbor().to_vec()?, list.image().to_vec()?);
    let mut pairs = BTreeSet::new();
    for (slot, &count) in count.iter().enumerate().take(ATOMS) {
        for k in 0..count as usize {
            let entry = slot + k * slots;
            pairs.insert((slot, neighbor[entry] as usize, unpack(image[entry])));
        }
    }
    Ok(pairs)
}

/// Strains a cell and its atoms by the same random map near 1, and moves the atoms a little.
fn step(cell: &Cell, x: &mut [[f64; 3]], random: &mut SplitMix64, rates: [f64; 2]) -> Result<Cell> {
    let near = |random: &mut SplitMix64, width: f64| width * (random.uniform() - 0.5);
    let mut m = [[0.0; 3]; 3];
    for (i, row) in m.iter_mut().enumerate() {
        for (j, m) in row.iter_mut().enumerate() {
            *m = near(random, rates[0]) + f64::from(u8::from(i == j));
        }
    }
    let times = |v: [f64; 3]| -> [f64; 3] {
        std::array::from_fn(|d| v[0] * m[0][d] + v[1] * m[1][d] + v[2] * m[2][d])
    };
    for x in &mut *x {
        *x = times(*x).map(|c| c + near(random, rates[1]));
    }
    Ok(Cell::new(cell.vectors().map(times), [true; 3])?.with_origin(times(cell.origin())))
}

/// Walks through cells; gives how often lists were built.
fn walk(name: &str, space: &Space, rates: [f64; 2]) -> Result<u64> {
    let mut random = SplitMix64::new(11);
    let mut cell = Cell::new(
        [[8.0, 0.0, 0.0], [1.0, 7.0, 0.0], [-0.5, 0.7, 6.5]],
        [true; 3],
    )?
    .with_origin([1.0, -2.0, 0.5]);
    let columns: Vec<f64> = (0..3 * ATOMS).map(|_| 7.0 * random.uniform()).collect();
    let x = View::from_slice(space, "x", [ATOMS, 3], &columns)?;
    let slots = Slots::in_order(space, ATOMS)?;
    let mut list = NeighborList::new(space, &cell, slots, CUTOFF, SKIN)?;
    for turn in 0..60 {
        list.update(&x)?;
        let mut positions = rows(&x.to_vec()?);
        let (needed, found) = (all_pairs(&cell, &positions), listed(&list)?);
        let missing: Vec<_> = needed.difference(&found).collect();
        assert!(missing.is_empty(), "{name}, step {turn}: {missing:?}");
        cell = step(&cell, &mut positions, &mut random, rates)?;
        let columns: Vec<f64> = (0..3)
            .flat_map(|d| positions.iter().map(move |x| x[d]))
            .collect();
        x.copy_from_slice(&columns)?;
        list.set_cell(&cell)?;
    }
    Ok(list.builds())
}

#[test]
fn no_pair_is_missed() -> Result {
    for (name, space) in one_of_each() {
        // Cells that change a little, a little more, and by more than the skin at every step.
        for (rates, builds) in [
            ([0.01, 0.05], 2..20),
            ([0.03, 0.15], 10..59),
            ([0.3, 0.0], 30..61),
        ] {
            let found = walk(&name, &space, rates)?;
            assert!(builds.contains(&found), "{name}, {rates:?}: {found} builds");
        }
    }
    Ok(())
}

/// Atoms that go with the cell have not moved, however far that is.
#[test]
fn a_strain_of_everything_builds_no_lists_until_it_takes_the_skin() -> Result {
    for (name, space) in one_of_each() {
        let edges = |edge: f64| Cell::orthogonal([edge; 3], [true; 3]);
        let columns: Vec<f64> = (0..30).map(|k| f64::from(k) * 100.0 / 30.0).collect();
        let x = View::from_slice(&space, "x", [10, 3], &columns)?;
        let slots = Slots::in_order(&space, 10)?;
        let mut list = NeighborList::new(&space, &edges(100.0)?, slots, CUTOFF, SKIN)?;
        list.update(&x)?;
        let wrapped = x.to_vec()?;
        let mut strained = |edge: f64| -> Result<bool> {
            let columns: Vec<f64> = wrapped.iter().map(|x| x * edge / 100.0).collect();
            x.copy_from_slice(&columns)?;
            list.set_cell(&edges(edge)?)?;
            Ok(list.update(&x)?)
        };
        // The atom in the corner opposite moves by 17 Å; all distances by less than the skin of 0.6 beside 3.6 Å.
        assert!(!strained(110.0)? && !strained(84.0)?, "{name}");
        assert!(strained(83.0)?, "{name}: 3.6 Å have become 2.988");
    }
    Ok(())
}
