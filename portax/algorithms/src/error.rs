//! What is refused before anything is launched.

use portax::{Error, Result};

/// Refuses too many elements.
pub(crate) fn check_size(what: &str, found: usize, most: usize) -> Result<()> {
    match found > most {
        true => Err(Error::Invalid(format!(
            "{what}: {found} elements where at most {most} are possible"
        ))),
        false => Ok(()),
    }
}

/// Refuses another number of elements than is needed.
pub(crate) fn check_extents(what: &str, found: usize, expected: usize) -> Result<()> {
    match found == expected {
        true => Ok(()),
        false => Err(Error::Extents {
            what: what.to_string(),
            found: vec![found],
            expected: vec![expected],
        }),
    }
}
