//! Neighbour lists against brute force on the host.

use crate::ladder::{Outcome, Test, skip, tests};
use portax::{Float, Space, View, space::Engine};
use portax_atoms::{
    md::SplitMix64,
    neighbor::{Cell, Error, NeighborList, Slots, image::unpack},
};
use portax_backends::rayon::Rayon;
use snap_reference::Neighbor;

pub fn tests() -> Vec<Test> {
    tests![
        every_periodicity_and_size_agrees_with_brute_force,
        cells_smaller_than_the_cutoff_hold_images_of_every_atom,
        pairs_at_the_cutoff_are_in_both_lists_or_in_none,
        a_cluster_in_a_large_box_agrees_with_brute_force,
        lists_of_many_atoms_are_those_of_a_small_cell_repeated,
        lists_do_not_depend_on_the_space,
        lists_do_not_depend_on_the_number_of_threads,
        slots_in_any_order_and_atoms_without_one,
        single_precision_finds_the_same_neighbours_up_to_rounding,
        lists_are_rebuilt_when_an_atom_moved_by_half_the_skin,
        another_cell_gives_other_lists,
        room_that_is_reserved_changes_no_list,
        errors_name_the_atom_and_the_length,
    ]
}

type Result<T = ()> = std::result::Result<T, Error>;

/// Part of a case's cutoff that is not skin.
const NEAR: f64 = 0.8;

/// Atoms in a cell and what they need.
struct Case {
    cell: Cell,
    x: Vec<[f64; 3]>,
    cutoff: f64,
}

impl Case {
    /// A triclinic cell of about `edge` Å with atoms anywhere in it, where it repeats beyond it too.
    fn random(
        seed: u64,
        natoms: usize,
        edge: f64,
        cutoff: f64,
        periodic: [bool; 3],
    ) -> Result<Case> {
        let mut random = SplitMix64::new(seed);
        let mut between = |a: f64, b: f64| a + (b - a) * random.uniform();
        let vectors = std::array::from_fn(|i| {
            std::array::from_fn(|d| {
                if i == d {
                    between(0.8, 1.3) * edge
                } else {
                    between(-0.3, 0.3) * edge
                }
            })
        });
        let cell = Cell::new(vectors, periodic)?.with_origin([1.0, -2.0, 0.5]);
        let spread = |p| if p { (-1.5, 2.5) } else { (0.0, 1.0) };
        let x =
            (0..natoms).map(|_| point(&cell, periodic.map(|p| between(spread(p).0, spread(p).1))));
        Ok(Case {
            x: x.collect(),
            cell,
            cutoff,
        })
    }

    fn view(&self, space: &Space) -> Result<View<f64, 2>> {
        Ok(View::from_slice(
            space,
            "x",
            [self.x.len(), 3],
            &columns(&self.x),
        )?)
    }

    fn list(&self, space: &Space) -> Result<NeighborList<f64>> {
        NeighborList::new(
            space,
            &self.cell,
            Slots::in_order(space, self.x.len())?,
            self.cutoff * NEAR,
            self.cutoff * (1.0 - NEAR),
        )
    }
}

/// The point at fractional coordinates.
fn point(cell: &Cell, f: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|d| {
        cell.origin()[d] + (0..3).map(|e| f[e] * cell.vectors()[e][d]).sum::<f64>()
    })
}

fn columns(x: &[[f64; 3]]) -> Vec<f64> {
    (0..3).flat_map(|d| x.iter().map(move |x| x[d])).collect()
}

fn rows(x: &[f64]) -> Vec<[f64; 3]> {
    let n = x.len() / 3;
    (0..n).map(|i| [x[i], x[n + i], x[2 * n + i]]).collect()
}

/// Neighbours of each atom, sorted.
fn brute_force(cell: &Cell, x: &[[f64; 3]], cutoff: f64) -> Vec<Vec<Neighbor>> {
    snap_reference::neighbors(cell.vectors(), cell.periodic(), x, cutoff)
}

/// The lists as they stand, by slot.
fn lists<T: Float>(list: &NeighborList<T>) -> Result<Vec<Vec<Neighbor>>> {
    let (neighbor, image) = (list.neighbor().to_vec()?, list.image().to_vec()?);
    let slots = list.slots().len();
    let of = |(s, n): (usize, i32)| {
        (0..n as usize)
            .map(|k| (neighbor[s + k * slots], unpack(image[s + k * slots])))
            .collect()
    };
    Ok(list
        .count()
        .to_vec()?
        .into_iter()
        .enumerate()
        .map(of)
        .collect())
}

/// Builds and compares everything; gives the lists as they stand.
fn check(what: &str, space: &Space, case: &Case) -> Result<Vec<Vec<Neighbor>>> {
    let x = case.view(space)?;
    let mut list = case.list(space)?;
    list.build(&x)?;
    let wrapped = rows(&x.to_vec()?);
    check_wrapped(what, case, &wrapped);
    let neighbors = |cutoff| brute_force(&case.cell, &wrapped, cutoff);
    let (near, all) = (neighbors(NEAR * case.cutoff), neighbors(case.cutoff));
    check_lists(what, space, &list, &near, &all)
}

/// Compares built lists with the neighbours of each atom, those within the cutoff and all; gives the lists as they stand.
fn check_lists(
    what: &str,
    space: &Space,
    list: &NeighborList<f64>,
    near: &[Vec<Neighbor>],
    all: &[Vec<Neighbor>],
) -> Result<Vec<Vec<Neighbor>>> {
    let found = lists(list)?;
    let atoms = list.slots().atom_of_slot.to_vec()?;
    for (slot, found) in found.iter().enumerate() {
        let Ok(atom) = usize::try_from(atoms[slot]) else {
            assert!(found.is_empty(), "{what}: slot {slot}");
            continue;
        };
        let sorted = |pairs: &[Neighbor]| {
            let mut pairs = pairs.to_vec();
            pairs.sort_unstable();
            pairs
        };
        assert_eq!(sorted(found), all[atom], "{what}: slot {slot}");
        let first = &found[..near[atom].len()];
        assert_eq!(sorted(first), near[atom], "{what}: slot {slot}, the first");
    }
    assert_eq!(
        list.longest(),
        found.iter().map(Vec::len).max().unwrap_or(0),
        "{what}"
    );
    check_reverse(what, space, list, &found)?;
    let start = list.reverse_start().to_vec()?;
    let longest = start.windows(2).map(|s| s[1] - s[0]).max().unwrap_or(0);
    assert_eq!(
        longest as usize,
        list.longest(),
        "{what}: lists are not symmetric"
    );
    Ok(found)
}

/// Atoms moved by whole cell vectors, into the cell.
fn check_wrapped(what: &str, case: &Case, wrapped: &[[f64; 3]]) {
    let (inverse, origin) = (case.cell.inverse(), case.cell.origin());
    let fraction = |x: &[f64; 3], e: usize| {
        (0..3)
            .map(|d| (x[d] - origin[d]) * inverse[d][e])
            .sum::<f64>()
    };
    for (old, new) in case.x.iter().zip(wrapped) {
        for d in 0..3 {
            let (was, is) = (fraction(old, d), fraction(new, d));
            let moved = is - was;
            assert!(
                (moved - moved.round()).abs() < 1e-9,
                "{what}: {old:?} became {new:?}"
            );
            assert!(
                case.cell.periodic()[d] || moved.abs() < 1e-9,
                "{what}: {old:?} became {new:?}"
            );
            assert!(
                (-1e-9..=1.0 + 1e-9).contains(&is),
                "{what}: {new:?} is outside"
            );
        }
    }
}

fn check_reverse(
    what: &str,
    space: &Space,
    list: &NeighborList<f64>,
    found: &[Vec<Neighbor>],
) -> Result {
    let (start, entry) = (
        list.reverse_start().to_vec()?,
        list.reverse_entry().to_vec()?,
    );
    let mut expected = vec![Vec::new(); list.slots().natoms()];
    let width = space.natural_width();
    for (slot, pairs) in found.iter().enumerate() {
        let (tile, lane) = (slot / width, slot % width);
        for (k, (atom, _)) in pairs.iter().enumerate() {
            let entry = (tile * list.max_neighbors() + k) * width + lane;
            expected[*atom as usize].push(entry as i32);
        }
    }
    expected
        .iter_mut()
        .for_each(|entries| entries.sort_unstable());
    assert_eq!(
        list.pairs(),
        expected.iter().map(Vec::len).sum::<usize>(),
        "{what}"
    );
    for (atom, expected) in expected.iter().enumerate() {
        assert_eq!(
            &entry[start[atom] as usize..start[atom + 1] as usize],
            expected,
            "{what}: atom {atom}"
        );
    }
    Ok(())
}

fn every_periodicity_and_size_agrees_with_brute_force(space: &Space) -> Outcome {
    for kind in 0..8u64 {
        let periodic = std::array::from_fn(|d| kind >> d & 1 == 1);
        for natoms in [0, 1, 2, 17, 140] {
            let case = Case::random(kind * 1000 + natoms as u64, natoms, 11.0, 3.7, periodic)?;
            check(&format!("{periodic:?} {natoms} atoms"), space, &case)?;
        }
    }
    Ok(())
}

fn cells_smaller_than_the_cutoff_hold_images_of_every_atom(space: &Space) -> Outcome {
    for (seed, natoms, edge) in [(1, 1, 2.1), (2, 1, 5.0), (3, 2, 3.0), (4, 9, 4.0)] {
        let case = Case::random(seed, natoms, edge, 6.0, [true; 3])?;
        let found = check(&format!("edge {edge}"), space, &case)?;
        assert!(
            found[0].iter().any(|(atom, _)| *atom == 0),
            "atom 0 is no neighbour of itself"
        );
    }
    check(
        "slab",
        space,
        &Case::random(5, 3, 2.5, 6.0, [true, false, true])?,
    )?;
    Ok(())
}

fn pairs_at_the_cutoff_are_in_both_lists_or_in_none(space: &Space) -> Outcome {
    let cell = Cell::new(
        [[5.7, 0.0, 0.0], [0.3, 5.1, 0.0], [-0.7, 1.1, 4.9]],
        [true; 3],
    )?;
    let sites = (0..64).map(|k| [k % 4, k / 4 % 4, k / 16].map(|c| f64::from(c) / 4.0));
    let x: Vec<[f64; 3]> = sites.map(|f| point(&cell, f)).collect();
    for cutoff in [1.425, 2.85, 5.7] {
        let case = Case {
            cell,
            x: x.clone(),
            cutoff,
        };
        let (x, mut list) = (case.view(space)?, case.list(space)?);
        list.build(&x)?;
        let found = lists(&list)?;
        for (i, (j, image)) in found
            .iter()
            .enumerate()
            .flat_map(|(i, l)| l.iter().map(move |p| (i, p)))
        {
            let back = (i as i32, image.map(|n| -n));
            assert!(found[*j as usize].contains(&back), "{i} has {j} {image:?}");
        }
    }
    Ok(())
}

fn a_cluster_in_a_large_box_agrees_with_brute_force(space: &Space) -> Outcome {
    let mut case = Case::random(9, 300, 90.0, 4.0, [true; 3])?;
    for x in case.x.iter_mut().take(200) {
        let f = x.map(|c| (c * 0.37).fract().abs() * 0.05);
        *x = point(&case.cell, f);
    }
    let found = check("cluster", space, &case)?;
    assert!(
        found.iter().any(|l| l.len() > 40) && found.iter().any(Vec::is_empty),
        "not a cluster"
    );
    Ok(())
}

/// Copies of a cell along each vector.
const COPIES: i32 = 5;

/// The copies of a cell, the first vector fastest.
fn copies() -> impl Iterator<Item = [i32; 3]> {
    (0..COPIES.pow(3)).map(|c| [c, c / COPIES, c / COPIES.pow(2)].map(|c| c % COPIES))
}

/// All copies of a case as one.
fn copied(case: &Case) -> Result<Case> {
    let vectors = case
        .cell
        .vectors()
        .map(|v| v.map(|x| x * f64::from(COPIES)));
    let shifted = |copy: [i32; 3]| {
        let corner = point(&case.cell, copy.map(f64::from));
        let shift: [f64; 3] = std::array::from_fn(|d| corner[d] - case.cell.origin()[d]);
        case.x
            .iter()
            .map(move |x| std::array::from_fn(|d| x[d] + shift[d]))
    };
    Ok(Case {
        cell: Cell::new(vectors, case.cell.periodic())?.with_origin(case.cell.origin()),
        x: copies().flat_map(shifted).collect(),
        cutoff: case.cutoff,
    })
}

/// What becomes of the lists of a cell in all its copies, sorted.
fn copied_lists(lists: &[Vec<Neighbor>]) -> Vec<Vec<Neighbor>> {
    let pair = |copy: [i32; 3], (j, image): Neighbor| {
        let place: [i32; 3] = std::array::from_fn(|d| copy[d] + image[d]);
        let [a, b, c] = place.map(|p| p.rem_euclid(COPIES));
        let number = a + COPIES * (b + COPIES * c);
        (
            number * lists.len() as i32 + j,
            place.map(|p| p.div_euclid(COPIES)),
        )
    };
    let list = |copy: [i32; 3], pairs: &Vec<Neighbor>| {
        let mut pairs: Vec<Neighbor> = pairs.iter().map(|p| pair(copy, *p)).collect();
        pairs.sort_unstable();
        pairs
    };
    copies()
        .flat_map(|copy| lists.iter().map(move |pairs| list(copy, pairs)))
        .collect()
}

/// 17 500 atoms, so that a GPU has many teams at once.
fn lists_of_many_atoms_are_those_of_a_small_cell_repeated(space: &Space) -> Outcome {
    let mut small = Case::random(10, 140, 11.0, 3.7, [true; 3])?;
    // Copies are of atoms within the cell, where a build puts them.
    let x = small.view(space)?;
    small.list(space)?.build(&x)?;
    small.x = rows(&x.to_vec()?);
    let neighbors = |cutoff| copied_lists(&brute_force(&small.cell, &small.x, cutoff));
    let (near, all) = (neighbors(NEAR * small.cutoff), neighbors(small.cutoff));
    let large = copied(&small)?;
    let mut list = large.list(space)?;
    list.build(&large.view(space)?)?;
    check_lists("copies", space, &list, &near, &all)?;
    Ok(())
}

fn lists_do_not_depend_on_the_space(space: &Space) -> Outcome {
    let case = Case::random(11, 260, 14.0, 4.2, [true, true, false])?;
    let lane = portax_backends::by_name("rayon:lane")?;
    let (mut found, mut expected) = (check("here", space, &case)?, check("lane", &lane, &case)?);
    found.truncate(case.x.len());
    expected.truncate(case.x.len());
    assert_eq!(found, expected);
    Ok(())
}

/// Everything a build gives: lists, reverse starts and entries.
type Built = (Vec<Vec<Neighbor>>, Vec<i32>, Vec<i32>);

fn lists_do_not_depend_on_the_number_of_threads(space: &Space) -> Outcome {
    let Engine::Host(host) = space.engine() else {
        return skip("a device has the threads that it has");
    };
    let case = Case::random(12, 3000, 32.0, 4.2, [true; 3])?;
    let build = |threads: usize| -> Result<Built> {
        let space = Rayon::new(threads)?.with_executor(host.executor())?.space();
        let mut list = case.list(&space)?;
        list.build(&case.view(&space)?)?;
        let mut entries = list.reverse_entry().to_vec()?;
        entries.truncate(list.pairs());
        Ok((lists(&list)?, list.reverse_start().to_vec()?, entries))
    };
    let one = build(1)?;
    for threads in [2, 3, 8] {
        assert!(build(threads)? == one, "{threads} threads");
    }
    Ok(())
}

fn slots_in_any_order_and_atoms_without_one(space: &Space) -> Outcome {
    let case = Case::random(13, 50, 9.0, 4.0, [true; 3])?;
    let order: Vec<i32> = (0..64)
        .map(|s| if s % 5 == 4 { -1 } else { s * 7 % 50 })
        .collect();
    let mut seen = std::collections::HashSet::new();
    let order: Vec<i32> = order
        .into_iter()
        .map(|a| if a >= 0 && seen.insert(a) { a } else { -1 })
        .collect();
    assert!(seen.len() < 50);
    let (x, slots) = (case.view(space)?, Slots::new(space, 50, &order)?);
    let mut list = NeighborList::new(space, &case.cell, slots, case.cutoff, 0.0)?;
    list.build(&x)?;
    let (found, expected) = (
        lists(&list)?,
        brute_force(&case.cell, &rows(&x.to_vec()?), case.cutoff),
    );
    for (slot, atom) in order.iter().enumerate() {
        let mut found = found[slot].clone();
        found.sort_unstable();
        assert_eq!(
            found,
            usize::try_from(*atom).map_or(Vec::new(), |i| expected[i].clone()),
            "slot {slot}"
        );
    }
    check_reverse("slots", space, &list, &found)?;
    Ok(())
}

fn single_precision_finds_the_same_neighbours_up_to_rounding(space: &Space) -> Outcome {
    let case = Case::random(15, 90, 10.0, 4.0, [true, true, false])?;
    let single: Vec<f32> = columns(&case.x).into_iter().map(|x| x as f32).collect();
    let x = View::from_slice(space, "x", [90, 3], &single)?;
    let mut list =
        NeighborList::<f32>::new(space, &case.cell, Slots::in_order(space, 90)?, 4.0, 0.0)?;
    list.build(&x)?;
    let wrapped = rows(&x.to_vec()?.into_iter().map(f64::from).collect::<Vec<_>>());
    let (fewest, most) = (
        brute_force(&case.cell, &wrapped, 3.9999),
        brute_force(&case.cell, &wrapped, 4.0001),
    );
    for (i, found) in lists(&list)?.iter().take(90).enumerate() {
        assert!(
            fewest[i].iter().all(|pair| found.contains(pair)),
            "atom {i}"
        );
        assert!(found.iter().all(|pair| most[i].contains(pair)), "atom {i}");
    }
    Ok(())
}

fn lists_are_rebuilt_when_an_atom_moved_by_half_the_skin(space: &Space) -> Outcome {
    let mut case = Case::random(17, 40, 10.0, 4.0, [true; 3])?;
    let (x, mut list) = (case.view(space)?, case.list(space)?);
    assert!(list.update(&x)?, "nothing was built yet");
    let mut rows = rows(&x.to_vec()?);
    rows[33][1] += 0.39;
    x.copy_from_slice(&columns(&rows))?;
    assert!(!list.update(&x)?);
    rows[33][2] += 0.2;
    x.copy_from_slice(&columns(&rows))?;
    assert!(list.update(&x)?);
    case.x = rows;
    let expected = lists(&list)?;
    assert_eq!(check("again", space, &case)?, expected);
    Ok(())
}

fn another_cell_gives_other_lists(space: &Space) -> Outcome {
    let (small, large) = (
        Case::random(19, 30, 6.0, 4.0, [true; 3])?,
        Case::random(20, 30, 12.0, 4.0, [true; 3])?,
    );
    let mut list = small.list(space)?;
    list.build(&small.view(space)?)?;
    list.set_cell(&large.cell)?;
    let x = large.view(space)?;
    assert!(list.update(&x)?);
    assert_eq!(lists(&list)?, check("again", space, &large)?);
    Ok(())
}

fn room_that_is_reserved_changes_no_list(space: &Space) -> Outcome {
    let case = Case::random(29, 300, 9.0, 4.0, [true; 3])?;
    let mut list = case.list(space)?;
    list.build(&case.view(space)?)?;
    let (room, expected) = (list.max_neighbors(), lists(&list)?);
    for reserved in [room + 40, 1] {
        let mut list = case.list(space)?;
        let before = list.max_neighbors();
        list.reserve(reserved)?;
        assert_eq!(list.max_neighbors(), before.max(reserved));
        list.build(&case.view(space)?)?;
        assert_eq!(lists(&list)?, expected);
    }
    Ok(())
}

fn errors_name_the_atom_and_the_length(space: &Space) -> Outcome {
    let mut case = Case::random(23, 20, 10.0, 4.0, [true, false, true])?;
    let mut list = case.list(space)?;
    case.x[7] = point(&case.cell, [0.5, 1.01, 0.5]);
    case.x[12][0] = f64::NAN;
    let error = list.build(&case.view(space)?).unwrap_err();
    assert!(matches!(error, Error::Outside { atom: 7 }), "{error}");
    case.x[7] = point(&case.cell, [0.5, 0.99, 0.5]);
    let error = list.build(&case.view(space)?).unwrap_err();
    assert!(matches!(error, Error::Outside { atom: 12 }), "{error}");
    let made = |cutoff, skin| {
        NeighborList::<f64>::new(space, &case.cell, Slots::in_order(space, 20)?, cutoff, skin)
    };
    assert!(matches!(
        made(0.0, 1.0),
        Err(Error::Length { name: "cutoff", .. })
    ));
    assert!(matches!(
        made(4.0, f64::NAN),
        Err(Error::Length { name: "skin", .. })
    ));
    assert!(matches!(
        Slots::new(space, 3, &[0, 1, 0]),
        Err(Error::Slot {
            slot: 2,
            atom: 0,
            ..
        })
    ));
    assert!(matches!(
        Slots::new(space, 3, &[3]),
        Err(Error::Slot {
            slot: 0,
            atom: 3,
            ..
        })
    ));
    let error = list.build(&View::new(space, "x", [19, 3])?).unwrap_err();
    assert!(
        matches!(
            error,
            Error::Atoms {
                expected: 20,
                found: 19
            }
        ),
        "{error}"
    );
    Ok(())
}
