//! Libraries with the right names and without the right functions: the backend is absent, and nothing panics.

#![cfg(target_os = "linux")]

use portax::registry::Provider;
use portax_cuda::CudaProvider;
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

/// Set where this program runs itself.
const CHILD: &str = "PORTAX_TEST_INCOMPLETE_CHILD";

/// Prints why there is no device.
#[test]
fn child() {
    if env::var_os(CHILD).is_some() {
        match CudaProvider::default().devices() {
            Ok(devices) => println!("found {}", devices.len()),
            Err(error) => println!("{error}"),
        }
    }
}

/// Runs [`child`] where the libraries in a folder are found first.
fn run(folder: &Path) -> String {
    let mut command = Command::new(env::current_exe().expect("this program"));
    command.args(["child", "--exact", "--nocapture"]);
    let child = command.env(CHILD, "1").env("LD_LIBRARY_PATH", folder);
    let Output {
        status,
        stdout,
        stderr,
    } = child.output().expect("this program starts");
    let text = String::from_utf8_lossy(&stdout).into_owned();
    let errors = String::from_utf8_lossy(&stderr);
    assert!(status.success(), "{text}{errors}");
    text
}

/// A fresh folder with the library that C compiles from `source`.
fn stub(test: &str, source: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder of the target folder");
    let file = folder.join("stub.c");
    fs::write(&file, source).expect("a file there");
    let mut compiler = Command::new("cc");
    compiler.args(["-shared", "-fPIC", "-o"]);
    let compiler = compiler.arg(folder.join("libcuda.so")).arg(&file);
    assert!(compiler.status().expect("a C compiler").success());
    folder
}

#[test]
fn a_driver_without_any_function_is_not_available() {
    let said = run(&stub("no-function", ""));
    for word in ["cuda is not available: ", "it lacks cu", "install"] {
        assert!(said.contains(word), "no `{word}` in {said}");
    }
}

#[test]
fn a_driver_without_one_function_is_named_with_it() {
    let said = run(&stub(
        "few-functions",
        "int cuDriverGetVersion(int *version) { *version = 12080; return 0; }\n\
         int cuInit(unsigned flags) { return 0; }",
    ));
    assert!(said.contains("it lacks cuCtxSetCurrent"), "{said}");
}
