//! What the studies have in common: files of what was measured, from which a study goes on; pictures.

pub mod draw;
pub mod origin;
mod outcome;
pub mod record;
pub mod scale;
pub mod session;

pub use outcome::Outcome;
pub use record::{Entry, Record};
pub use session::{Session, Shown};

use crate::error::Error;

/// Refuses the studies that are not compiled in.
///
/// # Errors
/// [`Error::NoStudies`].
pub fn require_compiled() -> Result<(), Error> {
    match cfg!(feature = "studies") {
        true => Ok(()),
        false => Err(Error::NoStudies),
    }
}
