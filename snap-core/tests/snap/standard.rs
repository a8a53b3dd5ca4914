//! Every rung of the standard formulation against the reference.

use portax::Space;
use snap_core::neighbor::Cell;
use snap_core::standard::{RUNGS, Rung, Standard};
use snap_core::{Error, Snap, SnapOptions, SnapPotential, System, Zbl};
use snap_reference::{Element, Params, Potential, deviation, triples};

use crate::support::{TOLERANCE, numbers, potential, system, tungsten};

/// 16 atoms of a displaced bcc crystal, in a cell smaller than the cutoff.
fn atoms() -> snap_reference::System {
    let (a, n, mut next) = (3.18, 2, numbers(5));
    let corners = (0..n * n * n).map(|i| [i % n, i / n % n, i / (n * n)].map(|x| x as f64));
    let sites = corners.flat_map(|c| [c, c.map(|x| x + 0.5)]);
    let edge = a * n as f64;
    let positions: Vec<_> = sites
        .map(|s| s.map(|x| a * x + 0.2 * (next() - 0.5)))
        .collect();
    snap_reference::System {
        cell: [[edge, 0.0, 0.0], [0.0, edge, 0.0], [0.0, 0.0, edge]],
        periodic: [true; 3],
        types: vec![0; positions.len()],
        positions,
        elements: vec![Some(0)],
    }
}

fn random_potential(twojmax: usize, bnormflag: bool) -> Potential {
    let mut next = numbers(17);
    let count = triples(twojmax).count() + 1;
    Potential {
        params: Params {
            bnormflag,
            ..Params::new(twojmax, 4.2)
        },
        elements: vec![Element {
            name: "X".into(),
            radius: 0.5,
            weight: 0.9,
            coeff: (0..count).map(|_| next() - 0.5).collect(),
            sinner: None,
            dinner: None,
        }],
        zbl: None,
    }
}

/// CPU threads, and PoCL where it is.
fn some_spaces() -> impl Iterator<Item = Space> {
    ["rayon", "opencl:pocl"]
        .into_iter()
        .filter_map(portax_backends::testing::space_or_skip)
}

/// Compares a rung with the reference.
fn agrees(space: &Space, reference: &Potential, atoms: &snap_reference::System, rung: &Rung) {
    let expected = snap_reference::evaluate(atoms, reference).unwrap();
    let (potential, system) = (potential(reference), system(atoms, [0.0; 3]));
    let standard = Standard::new(space, &potential, &system, rung, usize::MAX).unwrap();
    let what = format!(
        "{} on {}, twojmax {}",
        rung.name,
        space.name(),
        reference.params.twojmax
    );
    // The second run finds what the first left behind.
    standard.run(2).unwrap();
    let forces = standard.forces().unwrap();
    let found = deviation(forces.as_flattened(), expected.forces.as_flattened());
    assert!(found < TOLERANCE, "{what}: forces deviate by {found:e}");
    let energies = standard.energies().unwrap();
    assert_eq!(
        energies.is_some(),
        rung.name.contains("adjoint") || rung.name == "baseline"
    );
    if let Some(energies) = energies {
        let found = deviation(&energies, &expected.energies);
        assert!(found < TOLERANCE, "{what}: energies deviate by {found:e}");
    }
    let times = standard.run_by_stage().unwrap();
    assert!(times.iter().all(|(_, seconds)| *seconds > 0.0));
    assert!(standard.memory_bytes() > 16 * 3 * 8);
}

#[test]
fn every_rung_agrees_with_the_reference() {
    let atoms = atoms();
    for space in some_spaces() {
        let potential = random_potential(2, false);
        for rung in &RUNGS {
            agrees(&space, &potential, &atoms, rung);
        }
    }
}

#[test]
fn every_rung_agrees_at_twojmax_8() {
    let (atoms, potential) = (atoms(), random_potential(8, false));
    let space = portax_backends::by_name("rayon").unwrap();
    for rung in &RUNGS {
        agrees(&space, &potential, &atoms, rung);
    }
}

#[test]
fn odd_twojmax_and_norms_are_taken_account_of() {
    let (atoms, potential) = (atoms(), random_potential(3, true));
    let space = portax_backends::by_name("rayon:lane").unwrap();
    for rung in &RUNGS {
        agrees(&space, &potential, &atoms, rung);
    }
}

#[test]
fn batches_may_be_larger_than_what_there_is() {
    // Vectors of atoms, and neighbours of an atom, of any number: batches are of four.
    let rung = RUNGS.iter().find(|r| r.name == "kokkos-2025").unwrap();
    let (all, potential) = (atoms(), random_potential(4, false));
    for space in ["rayon", "rayon:lane", "opencl:pocl"] {
        let Some(space) = portax_backends::testing::space_or_skip(space) else {
            continue;
        };
        for natoms in 1..=6 {
            let mut few = all.clone();
            few.positions.truncate(natoms);
            few.types.truncate(natoms);
            agrees(&space, &potential, &few, rung);
        }
    }
}

#[test]
fn rungs_give_the_forces_of_the_pipelines() {
    let space = portax_backends::by_name("rayon").unwrap();
    let (potential, system) = (tungsten(), system(&atoms(), [0.0; 3]));
    let mut snap = Snap::new(&space, &potential, &system, SnapOptions::default()).unwrap();
    snap.compute().unwrap();
    let last = &RUNGS[RUNGS.len() - 1];
    let standard = Standard::new(&space, &potential, &system, last, usize::MAX).unwrap();
    standard.run(1).unwrap();
    let (found, expected) = (standard.forces().unwrap(), snap.forces().unwrap());
    let found = deviation(found.as_flattened(), expected.as_flattened());
    assert!(found < TOLERANCE, "{found:e}");
}

#[test]
fn what_the_formulation_lacks_is_refused() {
    let space = portax_backends::by_name("rayon").unwrap();
    let refused = |potential: &SnapPotential, system: &System, memory: usize| {
        let made = Standard::new(&space, potential, system, &RUNGS[0], memory);
        made.err().expect("it is refused")
    };
    let pair = || {
        System::of_one_element(
            Cell::orthogonal([9.0; 3], [true; 3]).unwrap(),
            vec![[0.0; 3], [2.5, 0.0, 0.0]],
        )
    };
    let said = |error: Error| error.to_string();
    let zbl = Zbl::without_pairs(4.0, 4.8, 1).unwrap();
    let repelled = refused(&tungsten().with_zbl(zbl), &pair(), usize::MAX);
    assert!(said(repelled).contains("ZBL"));
    let null = System {
        elements: vec![None],
        ..pair()
    };
    assert!(said(refused(&tungsten(), &null, usize::MAX)).contains("NULL"));
    let small = refused(&tungsten(), &pair(), 10_000);
    assert!(
        matches!(small, Error::Portax(portax::Error::OutOfMemory { .. })),
        "{small}"
    );
}
