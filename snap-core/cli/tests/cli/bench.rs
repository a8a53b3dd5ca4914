//! `snapx bench` of a person's own structure.

use serde_json::Value;

use crate::{folder, refused, snapx};

/// A short measurement on one thread; its report.
fn report(options: &[&str]) -> Value {
    let common = [
        "bench",
        "--steps",
        "2",
        "--backend",
        "rayon",
        "--threads",
        "1",
        "--json",
    ];
    let output = snapx(&[&common, options].concat());
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{stderr}");
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn a_structure_and_its_copies_have_the_energy_of_the_cube() {
    let folder = folder("bench-structure");
    let (data, copies) = (folder.join("w.data"), folder.join("copies.data"));
    let (data, copies) = (data.display().to_string(), copies.display().to_string());
    let cube = report(&["--cells", "2", "--write-data", &data]);
    let pair = concat!(env!("CARGO_MANIFEST_DIR"), "/../potentials/W_2J8.snap");
    let structure = ["--structure", &data, "--replicate", "1", "3", "2"];
    let found = report(
        &[
            &structure[..],
            &["--elements", "W", "--write-data", &copies],
        ]
        .concat(),
    );
    assert_eq!(found["natoms"], 96);
    assert_eq!(found["neighbors_per_atom"], cube["neighbors_per_atom"]);
    let energy = |report: &Value| report["energy_per_atom_ev"].as_f64().unwrap();
    assert!((energy(&found) - energy(&cube)).abs() < 1e-11);
    let again = report(&["--structure", &copies, "--lammps-pair", pair]);
    let repulsion = energy(&again) - energy(&found);
    assert!(again["natoms"] == 96 && repulsion > 1.0, "{repulsion}");
}

#[test]
fn options_of_structures_need_one() {
    refused(&["bench", "--elements", "W"], &["--structure"]);
    refused(&["bench", "--replicate", "2", "2", "2"], &["--structure"]);
    refused(
        &["bench", "--structure", "a.data", "--cells", "2"],
        &["--cells"],
    );
    refused(&["bench", "--structure", "no/such.data"], &["no/such.data"]);
    let cases = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/cases");
    let beryllium = format!("{cases}/s05_WBe_bcc54.json");
    refused(
        &["bench", "--structure", &beryllium],
        &["s05_WBe_bcc54.json", "Be"],
    );
}
