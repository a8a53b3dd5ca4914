//! What unit tests do without a device or a compiler.

use std::{env, fmt::Display};

/// Prints why a test is skipped.
///
/// # Panics
/// If `PORTAX_REQUIRE` names a CUDA device.
pub fn skip(reason: impl Display) {
    let required = env::var("PORTAX_REQUIRE").unwrap_or_default();
    let is_required = required.split(',').any(|name| name.starts_with("cuda"));
    assert!(!is_required, "PORTAX_REQUIRE={required}: {reason}");
    println!("skipped: {reason}");
}
