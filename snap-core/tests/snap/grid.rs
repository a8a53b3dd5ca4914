//! Descriptors on a grid: points are atoms that nobody else sees.

use snap_core::neighbor::Cell;
use snap_core::{GridPoint, Snap, SnapOptions, System};
use snap_reference::deviation;

use crate::options::{potential, system};
use crate::support::{computed, spaces};

fn points(snap: &mut Snap, grid: [usize; 3]) -> Vec<GridPoint> {
    let mut points = vec![];
    snap.for_each_grid_point(grid, |point| points.push(point))
        .unwrap();
    points
}

/// All atoms of the first element, in a cell whose images of one atom do not see each other.
fn of_one_element() -> System {
    let system = system(0, 5);
    let cell = [[5.5, 0.0, 0.0], [0.7, 5.0, 0.0], [-0.4, 0.9, 6.0]];
    System {
        cell: Cell::new(cell, [true, true, false]).unwrap(),
        types: vec![0; system.natoms()],
        ..system
    }
}

#[test]
fn a_point_has_the_descriptors_of_an_atom_there() {
    let system = of_one_element();
    for (name, space) in spaces() {
        for flags in [0b000_0011, 0b010_0001, 0b100_0010] {
            let potential = potential(3, flags, 23);
            let mut snap = Snap::new(&space, &potential, &system, SnapOptions::default()).unwrap();
            let found = points(&mut snap, [2, 3, 1]);
            assert_eq!(found.len(), 6);
            assert_eq!(found[3].index, [1, 1, 0]);
            for point in &found {
                let mut with_atom = system.clone();
                with_atom.positions.push(point.position);
                with_atom.types.push(0);
                let snap = Snap::new(&space, &potential, &with_atom, SnapOptions::default());
                let rows = snap.unwrap().descriptors().unwrap();
                let deviation = deviation(&point.descriptors, &rows[system.natoms()]);
                assert!(
                    deviation < 1e-12,
                    "{name} {flags:b} {:?}: {deviation:e}",
                    point.index
                );
            }
        }
    }
}

#[test]
fn nothing_fades_out_towards_a_point() {
    let (_, space) = spaces().remove(0);
    let of = |flags| {
        let potential = potential(3, flags, 23);
        let snap = Snap::new(
            &space,
            &potential,
            &of_one_element(),
            SnapOptions::default(),
        );
        points(&mut snap.unwrap(), [3, 3, 3])
    };
    assert_eq!(of(0b1_0011), of(0b0_0011));
}

#[test]
fn an_atom_at_a_point_is_left_out() {
    let (_, space) = spaces().remove(0);
    let (potential, mut system) = (potential(3, 0b11, 23), of_one_element());
    let options = || SnapOptions::default();
    let without = Snap::new(&space, &potential, &system, options());
    let without = points(&mut without.unwrap(), [1, 1, 1]);
    system.positions.push([0.0; 3]);
    system.types.push(0);
    let with = Snap::new(&space, &potential, &system, options());
    assert_eq!(points(&mut with.unwrap(), [1, 1, 1]), without);
}

#[test]
fn moved_atoms_and_cells_are_seen() {
    let (_, space) = spaces().remove(0);
    let (potential, system) = (potential(3, 0b11, 29), of_one_element());
    let options = || SnapOptions {
        skin: 1.0,
        ..SnapOptions::default()
    };
    let mut snap = computed(&space, &potential, &system, options());
    let mut moved = system.clone();
    // Half of the skin is not reached, and a face of the cell is crossed.
    moved.positions.iter_mut().for_each(|x| x[0] -= 0.4);
    snap.set_positions(&moved.positions).unwrap();
    let mut fresh = Snap::new(&space, &potential, &moved, options()).unwrap();
    let expected = points(&mut fresh, [3, 2, 2]);
    let same = |snap: &mut Snap, expected: &[GridPoint]| {
        for (found, expected) in points(snap, [3, 2, 2]).iter().zip(expected) {
            assert_eq!(found.position, expected.position);
            assert!(deviation(&found.descriptors, &expected.descriptors) < 1e-12);
        }
    };
    same(&mut snap, &expected);
    let energy = |snap: &mut Snap| {
        snap.compute().unwrap();
        snap.energy().unwrap()
    };
    assert!(deviation(&[energy(&mut snap)], &[energy(&mut fresh)]) < 1e-12);
    let wider = Cell::orthogonal([8.0, 8.0, 9.0], [true, true, false]).unwrap();
    snap.set_cell(&wider).unwrap();
    let in_wider = System {
        cell: wider,
        ..moved
    };
    let fresh = Snap::new(&space, &potential, &in_wider, options());
    same(&mut snap, &points(&mut fresh.unwrap(), [3, 2, 2]));
}

#[test]
fn space_without_atoms_has_the_descriptors_of_an_isolated_one() {
    let (_, space) = spaces().remove(0);
    let (potential, system) = (potential(3, 0b01, 23), of_one_element());
    let none = System {
        positions: vec![],
        types: vec![],
        ..system
    };
    let snap = Snap::new(&space, &potential, &none, SnapOptions::default());
    let found = points(&mut snap.unwrap(), [1, 1, 2]);
    assert_eq!(found.len(), 2);
    assert!(deviation(&found[1].descriptors, &snap_core::tables::bzero(3, false)) < 1e-13);
}
