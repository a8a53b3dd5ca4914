//! `snapx ladder`: rungs are measured once, kept in a file, and shown as tables, CSV and a picture.

use std::fs;

use serde_json::Value;

use crate::{folder, refused, snapx, stdout};

/// A short climb on one thread, with these options behind.
fn climb(options: &[&str]) -> std::process::Output {
    let common = [
        "ladder",
        "--backend",
        "rayon",
        "--threads",
        "1",
        "--twojmax",
        "2",
        "--atoms",
        "16",
        "--seconds",
        "0.01",
    ];
    snapx(&[&common, options].concat())
}

#[test]
fn a_climb_goes_on_where_it_stopped() {
    let folder = folder("ladder");
    let path = |name: &str| folder.join(name).display().to_string();
    let (json, csv, svg) = (path("l.json"), path("l.csv"), path("l.svg"));
    let first = climb(&["--rungs", "V1,VI-c,fast", "--json", &json]);
    let stderr = String::from_utf8_lossy(&first.stderr);
    assert!(first.status.success(), "{stderr}");
    for word in ["2J=2, 16 atoms", "speed-up against V1", "19.6x", "fast"] {
        assert!(stdout(&first).contains(word), "{word}: {}", stdout(&first));
    }
    let entries = |path: &str| {
        let record: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
        record["entries"].as_array().unwrap().clone()
    };
    let before = entries(&json);
    assert_eq!(before.len(), 3);
    for entry in &before {
        let measured = &entry["measured"];
        assert!(measured["deviation"].as_f64().unwrap() < 1e-10, "{entry}");
        assert!(measured["seconds"].as_f64().unwrap() > 0.0, "{entry}");
    }
    let second = climb(&[
        "--rungs",
        "V1,V4,VI-c,kokkos-2025,fast",
        "--json",
        &json,
        "--csv",
        &csv,
        "--svg",
        &svg,
    ]);
    assert!(second.status.success());
    // What was known is as it was.
    assert_eq!(entries(&json)[..3], before[..]);
    let rows = fs::read_to_string(&csv).unwrap();
    let columns = |line: &str| line.matches(',').count();
    let head = rows.lines().next().unwrap();
    assert_eq!(rows.lines().count(), 6, "{rows}");
    assert!(
        rows.lines().all(|line| columns(line) == columns(head)),
        "{rows}"
    );
    let picture = fs::read_to_string(&svg).unwrap();
    for word in [
        "speed-up against V1",
        "share of time",
        "VI-c",
        "kokkos-2025",
    ] {
        assert!(picture.contains(word), "{word}");
    }
}

#[test]
fn what_makes_no_sense_is_refused() {
    refused(&["ladder", "--rungs", "V9"], &["`V9`", "VI-a"]);
    refused(&["ladder", "--twojmax", "6"], &["2, 8 or 14"]);
    let folder = folder("ladder-files");
    let other = folder.join("other.json");
    fs::write(&other, "{}").unwrap();
    let other = other.display().to_string();
    refused(
        &["ladder", "--backend", "rayon", "--json", &other],
        &["no record"],
    );
    let text = r#"{"backend": "cuda:9", "device": "none", "version": "0", "entries": []}"#;
    fs::write(&other, text).unwrap();
    refused(
        &["ladder", "--backend", "rayon", "--json", &other],
        &["another device", "cuda:9"],
    );
}
