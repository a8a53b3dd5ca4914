//! Tells the program which commit it is built from: figures of studies name it.

use std::path::Path;
use std::process::Command;

fn main() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let given = std::env::var("SNAPX_COMMIT").ok();
    let git = || {
        Command::new("git")
            .args(["-C", root, "rev-parse", "--short=12", "HEAD"])
            .output()
    };
    let of_git = || {
        let done = git().ok().filter(|done| done.status.success())?;
        Some(String::from_utf8_lossy(&done.stdout).trim().to_string())
    };
    let commit = given.or_else(of_git).unwrap_or_default();
    println!("cargo::rustc-env=SNAPX_COMMIT={commit}");
    println!("cargo::rerun-if-env-changed=SNAPX_COMMIT");
    println!("cargo::rerun-if-changed=build.rs");
    // Each commit appends to it. A path that is not there would run this for every build.
    let log = format!("{root}/.git/logs/HEAD");
    if Path::new(&log).exists() {
        println!("cargo::rerun-if-changed={log}");
    }
}
