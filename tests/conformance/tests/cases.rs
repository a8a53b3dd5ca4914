//! The program holds every case, and fails where there is nothing to test.

use portax::registry::Registry;
use portax_conformance::{CASES, Climb};
use snap_reference::Case;
use std::{path::Path, process::ExitCode, sync::LazyLock};

static EMPTY: LazyLock<Registry> = LazyLock::new(Registry::new);

#[test]
fn no_case_is_left_out() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cases");
    let all = Case::read_all(&folder).expect("cases");
    let names: Vec<_> = all.iter().map(|case| case.case.as_str()).collect();
    assert_eq!(names, CASES.iter().map(|case| case.0).collect::<Vec<_>>());
}

#[test]
fn a_ladder_on_no_space_fails() {
    let climb = Climb {
        registry: &EMPTY,
        spaces: |_| Ok(Vec::new()),
        promise: None,
    };
    assert_eq!(climb.run(), ExitCode::FAILURE);
}
