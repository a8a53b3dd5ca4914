//! ZBL's repulsion on top of SNAP, and atoms that have no element of SNAP.

use portax::Space;
#[cfg(feature = "f32")]
use snap_core::Precision;
use snap_core::neighbor::Cell;
use snap_core::{Error, Form, Snap, SnapOptions, SnapPotential, System, Zbl};
use snap_reference::deviation;

use crate::support::{self, Results, TOLERANCE, assert_virials_add_up, crystal, spaces, tungsten};

/// Tungsten with the repulsion that it was fitted with; of two types, the second is helium for it.
fn with_zbl() -> SnapPotential {
    tungsten().with_zbl(Zbl::new(4.0, 4.8, &[74.0, 2.0]).unwrap())
}

/// The crystal with every fifth atom of a second type that has no element.
fn mixture(phase: f64) -> System {
    let crystal = crystal(phase);
    System {
        types: (0..crystal.natoms())
            .map(|i| usize::from(i % 5 == 1))
            .collect(),
        elements: vec![Some(0), None],
        ..crystal
    }
}

fn computed(space: &Space, potential: &SnapPotential, system: &System, form: Form) -> Snap {
    let options = SnapOptions {
        mapping: form.into(),
        ..SnapOptions::default()
    };
    support::computed(space, potential, system, options)
}

#[test]
fn atoms_without_an_element_are_not_there_for_snap() {
    let all = mixture(0.0);
    let kept: Vec<usize> = (0..all.natoms()).filter(|&i| all.types[i] == 0).collect();
    let alone = System::of_one_element(all.cell, kept.iter().map(|&i| all.positions[i]).collect());
    for (name, space) in spaces() {
        for form in [Form::StagedReverse, Form::FusedDirect] {
            let expected = Results::of(&computed(&space, &tungsten(), &alone, form));
            let snap = computed(&space, &tungsten(), &all, form);
            let found = Results::of(&snap);
            let (energies, forces) = (found.energies.clone(), found.forces.clone());
            let of_kept = Results {
                energies: kept.iter().map(|&i| energies[i]).collect(),
                forces: kept.iter().map(|&i| forces[i]).collect(),
                ..found
            };
            of_kept.assert_close(&expected, &format!("{name} {form}"));
            for i in (0..all.natoms()).filter(|i| !kept.contains(i)) {
                assert_eq!((energies[i], forces[i]), (0.0, [0.0; 3]), "{name} {form}");
            }
        }
    }
}

#[test]
fn descriptors_of_atoms_without_an_element_are_zeros() {
    let system = mixture(0.0);
    for (name, space) in spaces() {
        // Small batches: the last one reaches beyond the tiles.
        let options = SnapOptions {
            batch_bytes: Some(1),
            ..SnapOptions::default()
        };
        let mut snap = Snap::new(&space, &with_zbl(), &system, options).unwrap();
        let rows = snap.descriptors().unwrap();
        for (row, kind) in rows.iter().zip(&system.types) {
            assert_eq!(row.len(), 55, "{name}");
            let are_zeros = row.iter().all(|&b| b == 0.0);
            assert_eq!(are_zeros, *kind == 1, "{name}");
        }
    }
}

#[test]
fn without_any_element_zbl_is_all_there_is() {
    let system = System {
        elements: vec![None, None],
        ..mixture(0.0)
    };
    for (name, space) in spaces() {
        for form in [Form::StagedReverse, Form::FusedDirect] {
            let nothing = computed(&space, &tungsten(), &system, form);
            assert_eq!(nothing.energy().unwrap(), 0.0, "{name} {form}");
            let mut snap = computed(&space, &with_zbl(), &system, form);
            assert!(snap.energy().unwrap() > 1.0, "{name} {form}");
            let descriptors = snap.descriptors().unwrap();
            assert!(descriptors.iter().all(|row| row == &[0.0; 55]));
        }
    }
}

#[test]
fn steps_and_batches_change_nothing() {
    for (name, space) in spaces() {
        let options = SnapOptions {
            skin: 0.6,
            batch_bytes: Some(1),
            ..SnapOptions::default()
        };
        let mut held = Snap::new(&space, &with_zbl(), &mixture(0.0), options).unwrap();
        for step in 0..4 {
            let system = mixture(0.5 * f64::from(step));
            held.set_positions(&system.positions).unwrap();
            held.compute().unwrap();
            held.compute().unwrap();
            let form = held.mapping().mapping.form();
            let fresh = computed(&space, &with_zbl(), &system, form);
            let what = format!("{name} step {step}");
            Results::of(&held).assert_close(&Results::of(&fresh), &what);
        }
    }
}

#[test]
fn virials_of_atoms_sum_to_the_virial() {
    for (name, space) in spaces() {
        for form in [Form::StagedReverse, Form::FusedDirect] {
            let mut snap = computed(&space, &with_zbl(), &mixture(0.0), form);
            assert_virials_add_up(&mut snap, &format!("{name} {form}"));
        }
    }
}

/// LAMMPS of 22 July 2025, `pair_style hybrid/overlay zbl 4 4.8 snap`, `pair_coeff * * zbl 73 73` and `pair_coeff * * snap`
/// of W_2940_2017_2 with elements `W NULL`: a cube of 3.4 Å, smaller than the cutoffs, with two atoms of the types 1 and 2.
#[test]
fn a_tiny_cell_of_both_kinds_agrees_with_lammps() {
    let system = System {
        cell: Cell::orthogonal([3.4; 3], [true; 3]).unwrap(),
        positions: vec![[0.1, 0.2, 0.3], [1.9, 1.6, 2.1]],
        types: vec![0, 1],
        elements: vec![Some(0), None],
    };
    let zbl = Zbl::new(4.0, 4.8, &[73.0, 73.0]).unwrap();
    let potential = tungsten().with_zbl(zbl);
    let force = [1.466260796117294, -3.6817713775964545, 1.4662607961172993];
    let stress = [
        [
            7.1766468923789,
            5.942640483495994,
            7.176646892378895,
            -0.49584947679151903,
            0.20657855888552137,
            -0.49584947679152036,
        ],
        [
            12.001266432522787,
            10.767260023639883,
            12.001266432522785,
            -0.4958494767915191,
            0.2065785588855218,
            -0.49584947679152,
        ],
    ];
    let expected = Results {
        energy: -0.2193675070634793,
        energies: vec![-4.50494675520327, 4.2855792481397925],
        forces: vec![force, force.map(|f| -f)],
        virial: [0, 1, 2, 3, 4, 5].map(|c| stress[0][c] + stress[1][c]),
    };
    for (name, space) in spaces() {
        for form in [Form::StagedReverse, Form::FusedDirect] {
            let mut snap = computed(&space, &potential, &system, form);
            Results::of(&snap).assert_close(&expected, &format!("{name} {form}"));
            let virials = snap.virials().unwrap();
            let deviation = deviation(virials.as_flattened(), stress.as_flattened());
            assert!(deviation < TOLERANCE, "{name} {form}: {deviation:e}");
        }
    }
}

#[test]
fn the_repulsion_is_one_launch_more() {
    let (_, space) = spaces().remove(0);
    let system = System::of_one_element(mixture(0.0).cell, mixture(0.0).positions);
    let names = |potential: &SnapPotential| {
        let mut snap = Snap::new(&space, potential, &system, SnapOptions::default()).unwrap();
        snap.compile().unwrap();
        let times = snap.stage_times().into_iter();
        times.map(|stage| stage.name).collect::<Vec<_>>()
    };
    let of_one_type = tungsten().with_zbl(Zbl::new(4.0, 4.8, &[74.0]).unwrap());
    let mut expected = names(&tungsten());
    expected.push("compute_zbl");
    assert_eq!(names(&of_one_type), expected);
}

#[cfg(feature = "f32")]
#[test]
fn the_repulsion_is_double_in_mixed_precision() {
    let (_, space) = spaces().remove(0);
    let system = System {
        elements: vec![None, None],
        ..mixture(0.0)
    };
    let energy = |precision| {
        let options = SnapOptions {
            precision,
            ..SnapOptions::default()
        };
        let snap = support::computed(&space, &with_zbl(), &system, options);
        snap.energy().unwrap()
    };
    assert_eq!(energy(Precision::Mixed), energy(Precision::Double));
}

#[test]
fn faults_are_named() {
    let of_one_type = tungsten().with_zbl(Zbl::new(4.0, 4.8, &[74.0]).unwrap());
    for (name, space) in spaces() {
        let new = |potential, system: &System| {
            Snap::new(&space, potential, system, SnapOptions::default())
        };
        let refused = new(&of_one_type, &mixture(0.0)).err();
        assert!(
            matches!(
                refused,
                Some(Error::ZblTypes {
                    of_zbl: 1,
                    types: 2
                })
            ),
            "{name}"
        );
        // Both atoms are of no element.
        let mut system = mixture(0.0);
        system.positions[6] = system.positions[1];
        let mut snap = new(&with_zbl(), &system).unwrap();
        let overlap = snap.compute().and_then(|()| snap.energy());
        assert!(
            matches!(overlap, Err(Error::Overlap { atom: 1 | 6 })),
            "{name}"
        );
    }
}
