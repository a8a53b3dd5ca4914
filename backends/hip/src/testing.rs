//! What unit tests do without a device or a compiler.

use portax::config;
use std::fmt::Display;

/// Says why a test is skipped that needs what is called `name` or starts so.
///
/// # Panics
/// `PORTAX_REQUIRE` has it.
pub fn skip(name: &str, reason: impl Display) {
    let required = config::require();
    let is_required = required
        .split(',')
        .any(|required| required.starts_with(name));
    assert!(!is_required, "PORTAX_REQUIRE={required}: {reason}");
    println!("skipped: {reason}");
}
