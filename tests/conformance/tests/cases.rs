//! The program holds every case.

use portax_conformance::CASES;
use snap_reference::Case;
use std::path::Path;

#[test]
fn no_case_is_left_out() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cases");
    let all = Case::read_all(&folder).expect("cases");
    let names: Vec<_> = all.iter().map(|case| case.case.as_str()).collect();
    assert_eq!(names, CASES.iter().map(|case| case.0).collect::<Vec<_>>());
}
