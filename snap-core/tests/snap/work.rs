//! What the stages say that they do.

use snap_core::{Form, Snap, SnapOptions, SnapPotential};

use crate::support::{crystal, tungsten};

fn dense() -> SnapPotential {
    SnapPotential::from_text(
        (
            "W_2J14_dense.snapcoeff",
            include_str!("../../potentials/W_2J14_dense.snapcoeff"),
        ),
        (
            "W_2J14_dense.snapparam",
            include_str!("../../potentials/W_2J14_dense.snapparam"),
        ),
    )
    .unwrap()
}

/// The formulation counts 119 929 for reverse and 139 461 for direct, 26 neighbours at 2J = 8, and 2 183 992 at 14.
#[test]
fn operations_are_about_those_of_the_formulation() {
    let space = portax_backends::by_name("rayon:lane").unwrap();
    for (potential, form, stages, expected) in [
        (tungsten(), Form::StagedReverse, 7, 119_929.0),
        (tungsten(), Form::FusedDirect, 5, 139_461.0),
        (tungsten(), Form::FusedOrbit, 4, 139_461.0 + 15_000.0),
        (dense(), Form::StagedReverse, 7, 2_183_992.0),
    ] {
        let options = SnapOptions {
            mapping: form.into(),
            ..SnapOptions::default()
        };
        let mut snap = Snap::new(&space, &potential, &crystal(0.0), options).unwrap();
        snap.compile().unwrap();
        assert_eq!(snap.mapping().mapping.form(), form);
        let times = snap.stage_times();
        assert_eq!(times.len(), stages);
        let costs = times.iter().map(|stage| stage.work.of(26.0, 58.0));
        let fma: f64 = costs.clone().map(|cost| cost.fma).sum();
        assert!(
            (fma / expected - 1.0).abs() < 0.06,
            "{form}: {fma} {expected}"
        );
        assert!(costs.into_iter().all(|cost| cost.bytes > 0.0));
    }
}
