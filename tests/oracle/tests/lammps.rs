//! Agreement with LAMMPS on every case.

use std::path::Path;

use snap_reference::{Case, Feature, Snap, deviation};

const TOLERANCE: f64 = 1e-10;

fn cases() -> Vec<Case> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cases");
    Case::read_all(&directory).unwrap()
}

/// Of forces where LAMMPS' are not the gradient: the coefficients for InP are symmetric to their printed digits only.
const TOLERANCE_PRINTED: f64 = 1e-8;

#[test]
fn cases_agree() {
    let cases = cases();
    assert_eq!(cases.len(), 22);
    let with_descriptors = cases.iter().filter(|case| case.results.sna_atom.is_some());
    assert_eq!(with_descriptors.count(), 20);
    let has = |feature| {
        cases
            .iter()
            .filter(move |case| case.requires().contains(&feature))
    };
    assert_eq!(has(Feature::Quadratic).count(), 1);
    assert_eq!(has(Feature::Chem).count(), 2);
    assert_eq!(has(Feature::Zbl).count(), 1);
    cases.iter().for_each(compare);
}

/// The descriptors of a case, without the products that LAMMPS appends for quadratic SNAP.
fn linear_descriptors(rows: &[Vec<f64>], count: usize) -> impl Iterator<Item = &f64> {
    rows.iter().flat_map(move |row| &row[..count])
}

/// Checks a case quantity by quantity.
fn compare(case: &Case) {
    let found = Snap::new(case.snap.clone())
        .unwrap()
        .evaluate(&case.system().unwrap())
        .unwrap();
    let expected = &case.results;
    let of_printed_digits = case.case == "s23_types_to_elements";
    let gradient = match of_printed_digits {
        true => TOLERANCE_PRINTED,
        false => TOLERANCE,
    };
    let deviations = [
        (
            "energy",
            deviation([&found.energy], [&expected.energy]),
            TOLERANCE,
        ),
        (
            "energies",
            deviation(&found.energies, &expected.energies),
            TOLERANCE,
        ),
        (
            "forces",
            deviation(found.forces.as_flattened(), expected.forces.as_flattened()),
            gradient,
        ),
        (
            "virial",
            deviation(&found.virial, &expected.virial),
            gradient,
        ),
        (
            "descriptors",
            expected.sna_atom.as_ref().map_or(0.0, |sna| {
                let count = found.descriptors[0].len();
                deviation(
                    found.descriptors.iter().flatten(),
                    linear_descriptors(sna, count),
                )
            }),
            TOLERANCE,
        ),
    ];
    for (quantity, value, tolerance) in deviations {
        assert!(value < tolerance, "{} {quantity}: {value:e}", case.case);
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
