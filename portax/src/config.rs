//! What the environment says: every `PORTAX_*` variable of this crate, each read and checked here.

use std::{env, ffi::OsString, path::PathBuf, sync::OnceLock};

/// `PORTAX_CHECK=1`: every access is checked, also those that are proven or promised.
pub(crate) fn check() -> bool {
    static CHECK: OnceLock<bool> = OnceLock::new();
    *CHECK.get_or_init(|| is_set("PORTAX_CHECK"))
}

/// `PORTAX_PROFILE=1`: a table of kernels on standard error when the process ends.
pub(crate) fn profile() -> bool {
    is_set("PORTAX_PROFILE")
}

/// `PORTAX_DUMP`: the folder that programs and sources are written to.
pub(crate) fn dump() -> Option<PathBuf> {
    non_empty("PORTAX_DUMP").map(PathBuf::from)
}

/// Is the variable something else than empty or `0`?
fn is_set(name: &str) -> bool {
    env::var(name).is_ok_and(|value| value != "0" && !value.is_empty())
}

/// The variable, if it is not empty.
fn non_empty(name: &str) -> Option<OsString> {
    env::var_os(name).filter(|value| !value.is_empty())
}
