//! What a driver refused, as an error of portax.

use portax::error::Error;
use std::fmt::Display;

/// An operation that the driver refused, with its words.
pub fn failed(space: &str, operation: impl Display, reason: String) -> Error {
    Error::Device {
        space: space.to_string(),
        operation: operation.to_string(),
        reason,
    }
}
