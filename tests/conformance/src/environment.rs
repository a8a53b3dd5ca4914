//! The environment that the program was started with, for tests that start it again.
//!
//! A loader of OpenCL may cut its own variables while it reads them: of `OCL_ICD_FILENAMES=a:b`, `a` is left.

use std::{env, ffi::OsString, sync::OnceLock};

static AT_START: OnceLock<Vec<(OsString, OsString)>> = OnceLock::new();

/// Keeps the environment as it is now, before any space is opened.
pub fn remember() {
    at_start();
}

/// The environment that was kept.
pub(crate) fn at_start() -> &'static [(OsString, OsString)] {
    AT_START.get_or_init(|| env::vars_os().collect())
}
