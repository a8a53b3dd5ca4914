//! What must not be absent.

use portax::config;
use std::fmt::Display;

/// Says why a test is skipped that needs what is called `prefix` or starts so.
///
/// # Panics
/// `PORTAX_REQUIRE` has such a name.
pub fn skip(prefix: &str, reason: impl Display) {
    let required = config::required();
    if let Some(required) = required.iter().find(|name| name.starts_with(prefix)) {
        panic!("PORTAX_REQUIRE has {required}: {reason}");
    }
    println!("skipped: {reason}");
}
