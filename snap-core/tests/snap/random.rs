//! Random systems of one and two elements against the reference, for all twojmax.

use snap_core::{Snap, SnapOptions};
use snap_reference::{Element, Params, Potential, System, Zbl, triples};

use crate::support::{FORMS, Results, assert_descriptors, numbers, potential, spaces, system};

/// 9 atoms of two types in a triclinic cell, of which the second has its own element if there are two.
fn random_system(nelements: usize) -> System {
    let mut next = numbers(3);
    let cell = [[5.5, 0.0, 0.0], [0.7, 5.0, 0.0], [-0.4, 0.9, 6.0]];
    let site = |i: usize| [i % 3, i / 3 % 3, 0].map(|n| n as f64 / 3.0);
    let position = |i: usize, noise: [f64; 3]| {
        let s = site(i);
        [0, 1, 2].map(|d| (0..3).map(|v| (s[v] + 0.12 * noise[v]) * cell[v][d]).sum())
    };
    System {
        cell,
        periodic: [true, true, false],
        positions: (0..9)
            .map(|i| position(i, [next(), next(), 4.0 * next()]))
            .collect(),
        types: (0..9).map(|i| usize::from(i % 4 == 1)).collect(),
        elements: vec![Some(0), Some(nelements - 1)],
    }
}

fn random_potential(twojmax: usize, nelements: usize) -> Potential {
    let mut next = numbers(17);
    let count = triples(twojmax).count() + 1;
    let element = |e: usize, next: &mut dyn FnMut() -> f64| Element {
        name: format!("X{e}"),
        radius: [0.5, 0.42][e],
        weight: [1.0, 0.7][e],
        coeff: (0..count).map(|_| next() - 0.5).collect(),
        sinner: None,
        dinner: None,
    };
    let elements = (0..nelements).map(|e| element(e, &mut next)).collect();
    Potential {
        params: Params::new(twojmax, 3.4),
        elements,
        zbl: None,
    }
}

/// Compares on CPU threads, with `on_devices` also on devices (which compile each stage for each twojmax).
fn agrees(twojmax: usize, nelements: usize, on_devices: bool) {
    let (potential, system) = (
        random_potential(twojmax, nelements),
        random_system(nelements),
    );
    let what = format!("twojmax {twojmax}, {nelements} elements");
    agrees_for(&potential, &system, &what, on_devices);
}

fn agrees_for(potential_: &Potential, system_: &System, what: &str, on_devices: bool) {
    let reference = snap_reference::evaluate(system_, potential_).unwrap();
    let (descriptors, expected) = (reference.descriptors.clone(), Results::from(reference));
    let (potential, system) = (potential(potential_), system(system_, [0.0; 3]));
    let scale = expected
        .forces
        .as_flattened()
        .iter()
        .fold(0.0_f64, |max, f| max.max(f.abs()));
    assert!(scale > 1e-3, "the forces are trivial: {scale}");
    for (name, space) in spaces()
        .into_iter()
        .filter(|(_, s)| on_devices || s.is_host())
    {
        for yi in FORMS {
            Results::compute(&space, &potential, &system, yi)
                .assert_close(&expected, &format!("{name} {what}, {yi:?}"));
        }
        let snap = Snap::new(&space, &potential, &system, SnapOptions::default());
        assert_descriptors(&mut snap.unwrap(), &descriptors, &format!("{name} {what}"));
    }
}

#[test]
fn every_twojmax_agrees_with_the_reference() {
    for twojmax in 0..=14 {
        agrees(twojmax, 1, [0, 1, 7, 14].contains(&twojmax));
    }
}

#[test]
fn two_elements_agree_with_the_reference() {
    for twojmax in [2, 5, 8] {
        agrees(twojmax, 2, twojmax == 5);
    }
}

/// ZBL's range below and beyond SNAP's, with a type of no element beside one element and two.
#[test]
fn repulsion_and_types_of_no_element_agree_with_the_reference() {
    for nelements in [1, 2] {
        for outer in [2.5, 4.3] {
            let system = System {
                types: (0..9).map(|i| i % 3).collect(),
                elements: vec![Some(0), None, Some(nelements - 1)],
                ..random_system(nelements)
            };
            let potential = Potential {
                zbl: Some(Zbl::new(1.9, outer, &[3.0, 7.0, 5.5])),
                ..random_potential(4, nelements)
            };
            let what = format!("{nelements} elements, repulsion up to {outer}");
            agrees_for(&potential, &system, &what, true);
        }
    }
}
