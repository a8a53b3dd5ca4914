//! What is refused, and by which words.

use snap_core::neighbor::Cell;
use snap_core::{Element, Error, Snap, SnapOptions, SnapParams, SnapPotential, System, neighbor};

use crate::support::spaces;

fn potential(change: impl Fn(&mut SnapParams)) -> SnapPotential {
    let mut params = SnapParams::new(4.0, 2);
    change(&mut params);
    let element = Element {
        name: "X".into(),
        radius: 0.5,
        weight: 1.0,
        coeff: vec![0.1; params.ncoeff(1)],
        sinner: 0.0,
        dinner: 0.0,
    };
    SnapPotential::new(params, vec![element]).unwrap()
}

fn system(positions: &[[f64; 3]]) -> System {
    System::of_one_element(
        Cell::orthogonal([9.0; 3], [true, true, false]).unwrap(),
        positions.to_vec(),
    )
}

fn fault(positions: &[[f64; 3]]) -> Vec<Error> {
    let run = |space| {
        let mut snap = Snap::new(
            &space,
            &potential(|_| ()),
            &system(positions),
            SnapOptions::default(),
        )?;
        snap.compute()?;
        snap.energy()
    };
    spaces()
        .into_iter()
        .map(|(_, space)| run(space).unwrap_err())
        .collect()
}

#[test]
fn positions_without_meaning_are_named() {
    let good = [1.0, 2.0, 3.0];
    assert!(
        fault(&[good, [f64::NAN; 3]])
            .iter()
            .all(|e| matches!(e, Error::Position { atom: 1, .. }))
    );
    assert!(
        fault(&[good, [4.0, 5.0, 5.0], good])
            .iter()
            .all(|e| matches!(e, Error::Overlap { atom: 0 | 2 }))
    );
    let outside = fault(&[good, [4.0, 5.0, 9.5]]);
    assert!(
        outside
            .iter()
            .all(|e| matches!(e, Error::Neighbor(neighbor::Error::Outside { atom: 1 }))),
        "{outside:?}"
    );
}

#[test]
fn an_overlap_is_forgotten_once_reported() {
    for (_, space) in spaces() {
        let mut snap = Snap::new(
            &space,
            &potential(|_| ()),
            &system(&[[1.0; 3], [1.0; 3]]),
            SnapOptions::default(),
        )
        .unwrap();
        let first = snap.compute().and_then(|()| snap.energy());
        assert!(matches!(first, Err(Error::Overlap { .. })));
        snap.set_positions(&[[1.0; 3], [2.0; 3]]).unwrap();
        snap.compute().unwrap();
        assert!(snap.energy().unwrap().is_finite());
        assert!(matches!(
            snap.set_positions(&[]),
            Err(Error::Lengths {
                positions: 0,
                types: 2
            })
        ));
    }
}

#[cfg(not(feature = "f32"))]
#[test]
fn other_precisions_need_the_feature() {
    let (_, space) = spaces().remove(0);
    let options = SnapOptions {
        precision: snap_core::Precision::Mixed,
        ..SnapOptions::default()
    };
    let refused = Snap::new(&space, &potential(|_| ()), &system(&[[0.0; 3]]), options);
    assert!(matches!(refused.err(), Some(Error::NoF32)));
}

#[test]
fn a_system_without_atoms_has_no_energy() {
    for (_, space) in spaces() {
        let mut snap = Snap::new(
            &space,
            &potential(|_| ()),
            &system(&[]),
            SnapOptions::default(),
        )
        .unwrap();
        snap.compute().unwrap();
        assert_eq!(
            (snap.energy().unwrap(), snap.virial().unwrap()),
            (0.0, [0.0; 6])
        );
        assert!(snap.forces().unwrap().is_empty());
    }
}
