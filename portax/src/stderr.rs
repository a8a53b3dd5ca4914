//! Standard error. It may be full or closed: what cannot be written is lost, and nothing panics.

use std::{
    fmt,
    io::{self, Write},
};

/// Writes a line.
pub(crate) fn line(text: fmt::Arguments) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// Writes a warning of portax.
pub(crate) fn warn(text: fmt::Arguments) {
    line(format_args!("portax: {text}"));
}
