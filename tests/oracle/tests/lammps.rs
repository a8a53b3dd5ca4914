//! Agreement with LAMMPS on every case that is linear SNAP.

use std::path::Path;

use snap_reference::{Case, Error, Feature, Snap, deviation};

const TOLERANCE: f64 = 1e-10;

fn cases() -> Vec<Case> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cases");
    Case::read_all(&directory).unwrap()
}

#[test]
fn linear_cases_agree() {
    let linear: Vec<Case> = cases().into_iter().filter(Case::is_linear).collect();
    assert_eq!(linear.len(), 18);
    let with_descriptors = linear.iter().filter(|case| case.results.sna_atom.is_some());
    assert_eq!(with_descriptors.count(), 16);
    linear.iter().for_each(compare);
}

/// Checks a case quantity by quantity.
fn compare(case: &Case) {
    let found = Snap::new(case.snap.clone())
        .unwrap()
        .evaluate(&case.system().unwrap())
        .unwrap();
    let expected = &case.results;
    let deviations = [
        ("energy", deviation([&found.energy], [&expected.energy])),
        ("energies", deviation(&found.energies, &expected.energies)),
        (
            "forces",
            deviation(found.forces.as_flattened(), expected.forces.as_flattened()),
        ),
        ("virial", deviation(&found.virial, &expected.virial)),
        (
            "descriptors",
            expected.sna_atom.as_ref().map_or(0.0, |sna| {
                deviation(found.descriptors.iter().flatten(), sna.iter().flatten())
            }),
        ),
    ];
    for (quantity, value) in deviations {
        assert!(value < TOLERANCE, "{} {quantity}: {value:e}", case.case);
    }
}

#[test]
fn other_cases_are_named_and_refused() {
    let expected = [
        ("s03_Ta06A_zbl_bcc16", Feature::Zbl),
        ("s10_chem_noself_2J6", Feature::Chem),
        ("s21_quadratic_descriptors", Feature::Quadratic),
        ("s23_types_to_elements", Feature::Chem),
    ];
    let others: Vec<Case> = cases()
        .into_iter()
        .filter(|case| !case.is_linear())
        .collect();
    let names: Vec<&str> = others.iter().map(|case| case.case.as_str()).collect();
    assert_eq!(names, expected.map(|(name, _)| name));
    for (case, (name, feature)) in others.iter().zip(expected) {
        assert_eq!(case.requires()[0], feature, "{name}");
        match Snap::new(case.snap.clone()) {
            Err(Error::Unsupported(what)) => assert_eq!(what, feature.name()),
            Ok(_) => assert_eq!(feature, Feature::Zbl, "{name}"),
            Err(other) => panic!("{name}: {other}"),
        }
    }
}

#[test]
fn additional_outputs_are_named() {
    let cases = cases();
    let find = |prefix: &str| {
        cases
            .iter()
            .find(|case| case.case.starts_with(prefix))
            .unwrap()
    };
    assert_eq!(find("s01").requires(), []);
    assert_eq!(find("s24").requires(), [Feature::SnaGrid]);
    let all = [
        Feature::SnadAtom,
        Feature::SnavAtom,
        Feature::ComputeSnap,
        Feature::SnaGrid,
    ];
    assert_eq!(find("s20").requires(), all);
}

#[test]
fn sampled_forces_are_those_of_all_atoms() {
    for case in cases()
        .iter()
        .filter(|case| ["s05_WBe_bcc54", "s16_tiny_cell_self_images"].contains(&case.case.as_str()))
    {
        let (snap, system) = (
            Snap::new(case.snap.clone()).unwrap(),
            case.system().unwrap(),
        );
        let last = system.positions.len() - 1;
        let sample = snap.forces_on(&system, &[last, 0]).unwrap();
        let expected = [case.results.forces[last], case.results.forces[0]];
        assert!(deviation(sample.as_flattened(), expected.as_flattened()) < TOLERANCE);
    }
}
