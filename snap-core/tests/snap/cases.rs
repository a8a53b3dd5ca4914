//! The cases computed with LAMMPS.

use std::path::Path;

use snap_core::{Snap, SnapOptions};
use snap_reference::Case;

use crate::support::{FORMS, Results, assert_descriptors, potential, spaces, system};

#[test]
fn linear_cases_agree_with_lammps() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/cases");
    let cases = Case::read_all(&directory).unwrap();
    let linear: Vec<_> = cases.iter().filter(|case| case.is_linear()).collect();
    assert!(linear.len() >= 18);
    for (name, space) in spaces() {
        for case in &linear {
            let (potential, system) = (
                potential(&case.snap),
                system(&case.system().unwrap(), case.cell.origin),
            );
            let r = &case.results;
            let expected = Results {
                energy: r.energy,
                energies: r.energies.clone(),
                forces: r.forces.clone(),
                virial: r.virial,
            };
            let what = format!("{name} {}", case.case);
            for yi in FORMS {
                Results::compute(&space, &potential, &system, yi)
                    .assert_close(&expected, &format!("{what} {yi:?}"));
            }
            if let Some(descriptors) = &r.sna_atom {
                let snap = Snap::new(&space, &potential, &system, SnapOptions::default());
                assert_descriptors(&mut snap.unwrap(), descriptors, &what);
            }
        }
    }
}
