//! What lists say of their last build: positions that give the same lists again, and how far atoms were wrapped.

use portax::{Space, View};
use portax_atoms::{Cell, NeighborList, Slots, md::SplitMix64};
use portax_backends::testing::one_of_each;

use crate::Result;

const ATOMS: usize = 60;

fn cell() -> Result<Cell> {
    let vectors = [[6.0, 0.0, 0.0], [1.5, 7.0, 0.0], [-1.0, 0.5, 8.0]];
    Ok(Cell::new(vectors, [true, true, false])?.with_origin([-2.0, 1.0, -3.0]))
}

fn list(space: &Space) -> Result<NeighborList<f64>> {
    let slots = Slots::in_order(space, ATOMS)?;
    Ok(NeighborList::new(space, &cell()?, slots, 3.0, 0.5)?)
}

/// Places in many images of the cell along its periodic vectors.
fn positions(random: &mut SplitMix64) -> Result<Vec<f64>> {
    let (cell, mut columns) = (cell()?, vec![0.0; 3 * ATOMS]);
    for i in 0..ATOMS {
        let f = [0, 1].map(|_| 9.0 * (random.uniform() - 0.5));
        let f = [f[0], f[1], random.uniform()];
        for d in 0..3 {
            let place: f64 = (0..3).map(|k| f[k] * cell.vectors()[k][d]).sum();
            columns[d * ATOMS + i] = cell.origin()[d] + place;
        }
    }
    Ok(columns)
}

fn view(space: &Space, x: &[f64]) -> Result<View<f64, 2>> {
    Ok(View::from_slice(space, "x", [ATOMS, 3], x)?)
}

/// Neighbours and images of each slot, in their order.
fn contents(list: &NeighborList<f64>) -> Result<Vec<(i32, i32)>> {
    let (slots, count) = (list.slots().len(), list.count().to_vec()?);
    let (neighbor, image) = (list.neighbor().to_vec()?, list.image().to_vec()?);
    let mut found = vec![];
    for (slot, &count) in count.iter().enumerate() {
        let entries = (0..count as usize).map(|k| slot + k * slots);
        found.extend(entries.map(|entry| (neighbor[entry], image[entry])));
    }
    Ok(found)
}

#[test]
fn lists_of_the_same_positions_have_the_same_order() -> Result {
    for (name, space) in one_of_each() {
        let mut random = SplitMix64::new(11);
        let mut first = list(&space)?;
        assert!(first.positions_at_build().is_none(), "{name}");
        first.build(&view(&space, &positions(&mut random)?)?)?;
        let given = positions(&mut random)?;
        first.build(&view(&space, &given)?)?;
        assert_eq!(first.builds(), 2, "{name}");
        let kept = first.positions_at_build().map(View::to_vec).transpose()?;
        assert_eq!(kept.as_deref(), Some(&given[..]), "{name}");
        let mut again = list(&space)?;
        again.build(&view(&space, &given)?)?;
        assert_eq!(contents(&first)?, contents(&again)?, "{name}");
    }
    Ok(())
}

#[test]
fn turns_lead_back_to_where_atoms_were() -> Result {
    for (name, space) in one_of_each() {
        let (mut random, mut list) = (SplitMix64::new(12), list(&space)?);
        let (given, vectors) = (positions(&mut random)?, cell()?.vectors());
        let x = view(&space, &given)?;
        list.build(&x)?;
        // What lies within the cell already is not counted twice.
        list.build(&x)?;
        let (wrapped, turns) = (x.to_vec()?, list.turns().to_vec()?);
        assert!(turns[..2 * ATOMS].iter().any(|&n| n > 1), "{name}");
        assert!(turns[2 * ATOMS..].iter().all(|&n| n == 0), "{name}");
        for i in 0..ATOMS {
            for d in 0..3 {
                let at = |k: usize| k * ATOMS + i;
                let shift: f64 = (0..3)
                    .map(|k| f64::from(turns[at(k)]) * vectors[k][d])
                    .sum();
                let found = wrapped[at(d)] + shift;
                assert!((found - given[at(d)]).abs() < 1e-12, "{name}: {found}");
            }
        }
    }
    Ok(())
}

#[test]
fn lists_that_could_not_be_built_hold_nothing() -> Result {
    for (name, space) in one_of_each() {
        let (mut random, mut list) = (SplitMix64::new(13), list(&space)?);
        let mut given = positions(&mut random)?;
        list.build(&view(&space, &given)?)?;
        given[2 * ATOMS] = 1e3;
        assert!(list.build(&view(&space, &given)?).is_err(), "{name}");
        assert!(list.positions_at_build().is_none(), "{name}");
    }
    Ok(())
}
