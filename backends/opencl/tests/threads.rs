//! Many threads may look for devices and open them at once.
//!
//! A driver initialises itself at the first calls of a process, so each try is a process of its own: the test starts
//! itself anew.

use portax::{config, registry::Provider};
use portax_opencl::OpenClProvider;
use std::{
    env,
    process::{Command, Output},
    sync::Barrier,
    thread,
};

const TRIES: usize = 10;
const THREADS: usize = 16;
const CHILD: &str = "PORTAX_TEST_THREADS_CHILD";

#[test]
fn threads_that_begin_together_find_and_open_the_same_devices() {
    if env::var_os(CHILD).is_some() {
        return begin_together();
    }
    for _ in 0..TRIES {
        let out = child();
        assert!(
            out.status.success(),
            "{}\n{}{}",
            out.status,
            String::from_utf8_lossy(&out.stdout),
            String::from_utf8_lossy(&out.stderr)
        );
    }
}

fn child() -> Output {
    let this = env::current_exe().expect("a test has a path");
    let out = Command::new(this)
        .arg("--nocapture")
        .env(CHILD, "1")
        .output();
    out.expect("a test can be started")
}

/// Every thread has a provider of its own; all must agree.
fn begin_together() {
    let start = Barrier::new(THREADS);
    let counts: Vec<usize> = thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS)
            .map(|_| {
                scope.spawn(|| {
                    start.wait();
                    open_all()
                })
            })
            .collect();
        threads
            .into_iter()
            .map(|thread| thread.join().expect("no thread panics"))
            .collect()
    });
    assert!(counts.iter().all(|&n| n == counts[0]), "{counts:?}");
    let is_opencl = |name: &String| name.starts_with("opencl");
    let is_required = config::required().iter().any(is_opencl);
    assert!(counts[0] > 0 || !is_required, "no device");
}

/// How many devices there are; each of them opens.
fn open_all() -> usize {
    let provider = OpenClProvider::default();
    let devices = match provider.devices() {
        Ok(devices) => devices,
        Err(error) => {
            println!("skipped: {error}");
            return 0;
        }
    };
    for info in &devices {
        if let Err(error) = provider.device(&info.name) {
            panic!("{}: {error}", info.name);
        }
    }
    devices.len()
}
