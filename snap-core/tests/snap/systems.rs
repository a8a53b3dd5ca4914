//! Several systems at once.

use snap_core::neighbor::Cell;
use snap_core::{Error, Snap, SnapOptions, System};
use snap_reference::deviation;

use crate::support::{TOLERANCE, computed, crystal, spaces, tungsten};

/// Crystals of 54, 53, no and one atom, and one that lies across the faces of the cell.
fn systems() -> Vec<System> {
    let mut vacancy = crystal(1.0);
    vacancy.positions.pop();
    vacancy.types.pop();
    let mut none = crystal(0.0);
    none.positions.clear();
    none.types.clear();
    let mut lone = none.clone();
    lone.positions.push([1.0, 2.0, 3.0]);
    lone.types.push(0);
    let mut moved = crystal(2.0);
    moved.positions.iter_mut().flatten().for_each(|x| *x += 7.0);
    vec![crystal(0.0), vacancy, none, lone, moved]
}

#[test]
fn systems_do_not_see_each_other() {
    let (potential, systems) = (tungsten(), systems());
    for (name, space) in spaces() {
        let options = || SnapOptions::default();
        let mut all = Snap::of_systems(&space, &potential, &systems, options()).unwrap();
        all.compute().unwrap();
        let (energies, virials) = (
            all.energies_by_system().unwrap(),
            all.virials_by_system().unwrap(),
        );
        let (forces, ranges) = (
            all.forces().unwrap(),
            all.neighbor_list().systems().ranges(),
        );
        for (number, atoms) in ranges.enumerate() {
            let one = computed(&space, &potential, &systems[number], options());
            let close = |what: &str, found: &[f64], expected: &[f64]| {
                let deviation = deviation(found, expected);
                assert!(
                    deviation <= TOLERANCE,
                    "{name}, system {number}: {what} {deviation:e}"
                );
            };
            close("energy", &[energies[number]], &[one.energy().unwrap()]);
            close("virial", &virials[number], &one.virial().unwrap());
            let expected = one.forces().unwrap();
            close(
                "forces",
                forces[atoms].as_flattened(),
                expected.as_flattened(),
            );
        }
        let (total, sum) = (all.energy().unwrap(), energies.iter().sum::<f64>());
        assert!(deviation(&[total], &[sum]) <= TOLERANCE, "{name}");
    }
}

#[test]
fn what_belongs_to_one_system_is_refused() {
    let (_, space) = spaces().swap_remove(0);
    let two = [crystal(0.0), crystal(1.0)];
    let mut snap = Snap::of_systems(&space, &tungsten(), &two, SnapOptions::default()).unwrap();
    let error = snap.descriptor_matrix(false).err().unwrap();
    assert!(
        matches!(error, Error::SeveralSystems { count: 2, .. }),
        "{error}"
    );
    let error = snap.for_each_grid_point([2; 3], |_| ()).unwrap_err();
    assert!(error.to_string().contains("2 are computed"), "{error}");
}

#[test]
fn systems_with_other_cells_and_none_at_all_are_refused() {
    let (_, space) = spaces().swap_remove(0);
    let refused = |systems: &[System]| {
        let snap = Snap::of_systems(&space, &tungsten(), systems, SnapOptions::default());
        snap.err().unwrap()
    };
    assert!(matches!(refused(&[]), Error::NoSystem));
    let mut wider = crystal(0.0);
    wider.cell = Cell::orthogonal([10.0; 3], [true; 3]).unwrap();
    let error = refused(&[crystal(0.0), wider]);
    assert!(error.to_string().contains("system 1"), "{error}");
    let mut unknown = crystal(0.0);
    unknown.elements = vec![None];
    assert!(matches!(
        refused(&[crystal(0.0), unknown]),
        Error::SystemsDiffer { number: 1, .. }
    ));
}
