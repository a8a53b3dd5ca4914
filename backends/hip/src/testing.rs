//! What unit tests do without a device or a compiler.

use std::{env, fmt::Display};

/// Says why a test is skipped.
///
/// # Panics
/// `PORTAX_REQUIRE` has a HIP device.
pub fn skip(reason: impl Display) {
    let required = env::var("PORTAX_REQUIRE").unwrap_or_default();
    let is_required = required.split(',').any(|name| name.starts_with("hip"));
    assert!(!is_required, "PORTAX_REQUIRE={required}: {reason}");
    println!("skipped: {reason}");
}
