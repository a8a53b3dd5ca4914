//! The virial of each atom against LAMMPS' compute stress/atom.

use std::path::Path;

use snap_core::{Form, SnapOptions};
use snap_reference::{Case, deviation};

use crate::support::{TOLERANCE, assert_virials_add_up, computed, potential, spaces, system};

#[test]
fn virials_of_atoms_agree_with_lammps() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/cases");
    for name in ["s12_triclinic_W", "s16_tiny_cell_self_images"] {
        let case = Case::read(&cases.join(format!("{name}.json"))).unwrap();
        let expected = case.results.stress_atom.as_ref().unwrap();
        let atoms = system(&case.system().unwrap(), case.cell.origin);
        for (space_name, space) in spaces() {
            for form in [Form::StagedReverse, Form::FusedDirect] {
                let options = SnapOptions {
                    mapping: form.into(),
                    ..SnapOptions::default()
                };
                let mut snap = computed(&space, &potential(&case.snap), &atoms, options);
                let found = snap.virials().unwrap();
                let deviation = deviation(found.as_flattened(), expected.as_flattened());
                assert!(
                    deviation < TOLERANCE,
                    "{space_name} {name} {form}: {deviation:e}"
                );
            }
        }
    }
}

#[test]
fn virials_of_atoms_sum_to_the_virial_with_densities_and_squares() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/cases");
    for name in ["s21_quadratic_descriptors", "s10_chem_noself_2J6"] {
        let case = Case::read(&cases.join(format!("{name}.json"))).unwrap();
        let atoms = system(&case.system().unwrap(), case.cell.origin);
        for (space_name, space) in spaces() {
            let (potential, options) = (potential(&case.snap), SnapOptions::default());
            let mut snap = computed(&space, &potential, &atoms, options);
            assert_virials_add_up(&mut snap, &format!("{space_name} {name}"));
        }
    }
}
