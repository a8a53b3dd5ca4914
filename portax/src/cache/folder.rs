//! Where the environment says that entries go.

use std::{ffi::OsString, path::PathBuf};

/// MiB of a cache unless the environment says otherwise.
const DEFAULT_MIB: u64 = 256;

/// The folder; none where caching is off or there is no home.
pub fn choose(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    if variable("PORTAX_CACHE").is_some_and(|v| v == "off" || v == "0") {
        return None;
    }
    let of_user = || {
        let caches = variable("XDG_CACHE_HOME").map(PathBuf::from);
        let home = || {
            Some(PathBuf::from(
                variable("HOME").or_else(|| variable("USERPROFILE"))?,
            ))
        };
        let caches = caches.or_else(|| Some(home()?.join(".cache")))?;
        Some(caches.join("portax").join("jit"))
    };
    variable("PORTAX_CACHE_DIR")
        .map(PathBuf::from)
        .or_else(of_user)
}

/// Bytes that entries may have together.
pub fn limit_bytes(variable: impl Fn(&str) -> Option<OsString>) -> u64 {
    let mib = variable("PORTAX_CACHE_MIB").and_then(|v| v.to_str()?.trim().parse().ok());
    mib.unwrap_or(DEFAULT_MIB) << 20
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(set: &[(&str, &str)]) -> Option<PathBuf> {
        choose(|name| set.iter().find(|(n, _)| *n == name).map(|(_, v)| v.into()))
    }

    #[test]
    fn the_nearest_variable_decides() {
        let home = ("HOME", "/home/me");
        let cases: [(&[_], _); 5] = [
            (&[home], Some("/home/me/.cache/portax/jit")),
            (&[home, ("XDG_CACHE_HOME", "/x")], Some("/x/portax/jit")),
            (
                &[("XDG_CACHE_HOME", "/x"), ("PORTAX_CACHE_DIR", "/d")],
                Some("/d"),
            ),
            (&[home, ("PORTAX_CACHE", "off")], None),
            (&[], None),
        ];
        for (set, expected) in cases {
            assert_eq!(folder(set), expected.map(PathBuf::from), "{set:?}");
        }
    }

    #[test]
    fn sizes_that_are_no_number_are_the_default() {
        let limit = |text: &str| limit_bytes(|_| Some(text.into()));
        assert_eq!((limit("3"), limit("many")), (3 << 20, 256 << 20));
    }
}
