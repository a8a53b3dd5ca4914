//! Every lesson ends well on the spaces at hand: each checks what it computes.

use std::{env, path::PathBuf, process::Command, thread};

/// The lessons whose argument is a space.
const LESSONS: [&str; 12] = [
    "01-axpy",
    "02-reduce-and-scan",
    "03-transpose",
    "07-mandelbrot",
    "08-conjugate-gradient",
    "09-monte-carlo",
    "10-k-means",
    "11-breadth-first-search",
    "12-barnes-hut",
    "13-particle-layouts",
    "14-smoothed-particles",
    "15-layout-study",
];

/// Where `cargo test` builds examples.
fn folder() -> PathBuf {
    let test = env::current_exe().expect("this program has a path");
    test.ancestors()
        .nth(2)
        .expect("tests stand in a folder of the profile's")
        .join("examples")
}

fn ends_well(space: &str) {
    for lesson in LESSONS {
        let done = Command::new(folder().join(lesson)).arg(space).output();
        let done = done.unwrap_or_else(|error| panic!("{lesson}: {error}"));
        let text = String::from_utf8_lossy(&done.stderr);
        assert!(done.status.success(), "{lesson} on {space}: {text}");
    }
}

/// One space of each backend that is there.
#[test]
fn lessons_end_well_on_every_backend() {
    let mut devices = portax_backends::available();
    let backend = |name: &str| name.split(':').next().map(str::to_string);
    devices.dedup_by_key(|device| backend(&device.name));
    assert!(
        devices
            .iter()
            .any(|device| device.name.starts_with("rayon"))
    );
    // Some wait for one compiler most of the time.
    thread::scope(|scope| {
        for device in &devices {
            scope.spawn(|| ends_well(&device.name));
        }
    });
}
