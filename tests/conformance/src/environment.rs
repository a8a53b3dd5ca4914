//! The environment that the program was started with, for tests that start it again.
//!
//! A loader of OpenCL may cut its own variables while it reads them: of `OCL_ICD_FILENAMES=a:b`, `a` is left.

use portax::Space;
use std::{env, ffi::OsString, io, process::Command, sync::OnceLock};

static AT_START: OnceLock<Vec<(OsString, OsString)>> = OnceLock::new();

/// Keeps the environment as it is now, before any space is opened.
pub fn remember() {
    at_start();
}

/// The environment that was kept.
pub(crate) fn at_start() -> &'static [(OsString, OsString)] {
    AT_START.get_or_init(|| env::vars_os().collect())
}

/// Runs a test of this program again where a variable has another value, and gives what it printed on standard error; none
/// where the variable has it already, which is the other process.
///
/// # Errors
/// The program cannot be started.
///
/// # Panics
/// The test failed there.
pub(crate) fn in_process(
    space: &Space,
    test: &str,
    (name, value): (&str, &str),
) -> io::Result<Option<String>> {
    if env::var_os(name).is_some_and(|v| v == value) {
        return Ok(None);
    }
    let output = Command::new(env::current_exe()?)
        .args(["--backend", space.name(), test])
        .env_clear()
        .envs(at_start().iter().cloned())
        .env(name, value)
        .output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    let passed = output.status.success() && text.ends_with("1 passed, 0 failed, 0 skipped\n");
    assert!(passed, "{text}{errors}");
    Ok(Some(errors))
}
