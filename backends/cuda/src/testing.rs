//! What unit tests do without a device or a compiler.

use portax::config;
use std::fmt::Display;

/// Prints why a test is skipped.
///
/// # Panics
/// If `PORTAX_REQUIRE` names a CUDA device.
pub fn skip(reason: impl Display) {
    let required = config::require();
    let is_required = required.split(',').any(|name| name.starts_with("cuda"));
    assert!(!is_required, "PORTAX_REQUIRE={required}: {reason}");
    println!("skipped: {reason}");
}
