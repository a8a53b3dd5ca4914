//! The repulsion by Ziegler, Biersack and Littmark against sums on the host.

use crate::ladder::{Outcome, Stop, Test, tests};
use portax::{Float, Space, View};
use portax_atoms::{
    Cell, NeighborList, Slots,
    md::SplitMix64,
    zbl::{Zbl, ZblForces},
};

pub fn tests() -> Vec<Test> {
    tests![
        a_cell_of_three_types_agrees_with_sums_on_the_host,
        single_precision_agrees_up_to_rounding,
        atoms_at_one_place_are_reported,
    ]
}

/// Cutoffs, Å: cells are smaller, so that atoms see images of themselves.
const INNER: f64 = 2.5;
const OUTER: f64 = 4.0;
const CHARGES: [f64; 3] = [74.0, 4.0, 7.5];
/// Types that do not repel each other.
const APART: [usize; 2] = [1, 2];
const VECTORS: [[f64; 3]; 3] = [[3.6, 0.0, 0.0], [0.5, 3.3, 0.0], [-0.4, 0.7, 3.9]];

/// Seven atoms of three types.
fn atoms() -> (Vec<[f64; 3]>, Vec<usize>) {
    let mut random = SplitMix64::new(5);
    let site = |i: usize| [i % 2, i / 2 % 2, i / 4].map(|n| 0.5 * n as f64);
    let mut place = |i: usize| {
        let s = site(i).map(|s| s + 0.15 * random.uniform());
        [0, 1, 2].map(|d| (0..3).map(|v| s[v] * VECTORS[v][d]).sum())
    };
    (
        (0..7).map(&mut place).collect(),
        (0..7).map(|i| i % 3).collect(),
    )
}

/// Values of the atoms: energy, three of the force, six of the virial.
type Rows = Vec<[f64; 10]>;

/// The same by all images within two cells.
fn expected() -> Rows {
    let ((x, types), zbl) = (atoms(), snap_reference::Zbl::new(INNER, OUTER, &CHARGES));
    let images = (0..125).map(|n| [n % 5 - 2, n / 5 % 5 - 2, n / 25 - 2].map(f64::from));
    let images: Vec<[f64; 3]> = images.collect();
    let row = |i: usize| {
        let mut row = [0.0; 10];
        for (j, n) in (0..x.len()).flat_map(|j| images.iter().map(move |n| (j, n))) {
            let shift = |d: usize| (0..3).map(|v| n[v] * VECTORS[v][d]).sum::<f64>();
            let r = [0, 1, 2].map(|d| x[j][d] - x[i][d] + shift(d));
            let distance = r.iter().map(|c| c * c).sum::<f64>().sqrt();
            let kinds = [types[i].min(types[j]), types[i].max(types[j])];
            if distance == 0.0 || kinds == APART {
                continue;
            }
            let (energy, slope) =
                zbl.pair([types[i], types[j]].map(|kind| CHARGES[kind]), distance);
            let g = r.map(|c| slope * c / distance);
            let virial = [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)];
            row[0] += 0.5 * energy;
            (0..3).for_each(|d| row[1 + d] += g[d]);
            (0..6).for_each(|c| row[4 + c] -= 0.5 * r[virial[c].0] * g[virial[c].1]);
        }
        row
    };
    (0..x.len()).map(row).collect()
}

fn potential() -> Result<Zbl, portax_atoms::zbl::Error> {
    let mut zbl = Zbl::without_pairs(INNER, OUTER, CHARGES.len())?;
    for pair in [[0, 0], [0, 1], [0, 2], [1, 1], [2, 2]] {
        zbl.set_pair(pair, pair.map(|kind| CHARGES[kind]))?;
    }
    Ok(zbl)
}

/// What a space computes, for forces that begin at 1.
fn computed<T: Float>(space: &Space) -> Result<Rows, Stop> {
    let (x, types) = atoms();
    let n = x.len();
    let columns: Vec<T> = (0..3)
        .flat_map(|d| x.iter().map(move |x| T::from_f64(x[d])))
        .collect();
    let x = View::from_slice(space, "x", [n, 3], &columns)?;
    let f = View::from_slice(space, "f", [n, 3], &vec![T::from_f64(1.0); 3 * n])?;
    // In another order, and with slots that have no atom.
    let mut slots: Vec<i32> = (0..n as i32).rev().collect();
    slots.resize(n.next_multiple_of(space.natural_width()), -1);
    let slots = Slots::new(space, n, &slots)?;
    let cell = Cell::new(VECTORS, [true; 3])?;
    let mut list = NeighborList::<T>::new(space, &cell, slots, OUTER, 0.3)?;
    list.build(&x)?;
    let zbl = ZblForces::new(space, &potential()?, &types)?;
    zbl.compute(&list, &x, &f)?;
    let (energies, f) = (zbl.energies().to_vec()?, f.to_vec()?);
    let virials = zbl.virials().to_vec()?;
    let row = |i: usize| {
        let force = (0..3).map(|d| f[d * n + i].to_f64() - 1.0);
        let virial = (0..6).map(|c| virials[c * n + i].to_f64());
        let mut values = [energies[i].to_f64()]
            .into_iter()
            .chain(force)
            .chain(virial);
        std::array::from_fn(|_| values.next().unwrap_or(f64::NAN))
    };
    Ok((0..n).map(row).collect())
}

fn agree(found: &Rows, tolerance: f64) {
    let expected = expected();
    let (found, expected) = (found.as_flattened(), expected.as_flattened());
    let deviation = snap_reference::deviation(found, expected);
    assert!(
        deviation < tolerance,
        "{deviation:e}: {found:?} {expected:?}"
    );
}

fn a_cell_of_three_types_agrees_with_sums_on_the_host(space: &Space) -> Outcome {
    agree(&computed::<f64>(space)?, 1e-13);
    Ok(())
}

fn single_precision_agrees_up_to_rounding(space: &Space) -> Outcome {
    agree(&computed::<f32>(space)?, 1e-5);
    Ok(())
}

fn atoms_at_one_place_are_reported(space: &Space) -> Outcome {
    let x = View::from_slice(
        space,
        "x",
        [3, 3],
        &[1.0, 5.0, 5.0, 1.0, 5.0, 5.0, 1.0, 5.0, 5.0],
    )?;
    let (f, cell) = (
        View::new(space, "f", [3, 3])?,
        Cell::orthogonal([9.0; 3], [true; 3])?,
    );
    let mut list = NeighborList::new(space, &cell, Slots::in_order(space, 3)?, OUTER, 0.0)?;
    list.build(&x)?;
    let zbl = ZblForces::new(space, &potential()?, &[0, 1, 2])?;
    zbl.compute(&list, &x, &f)?;
    assert_eq!(zbl.overlap().to_vec()?, [3]);
    Ok(())
}
