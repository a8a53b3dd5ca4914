//! What must not be absent.

use std::{env, fmt::Display};

/// The names in `PORTAX_REQUIRE`.
pub(crate) fn names() -> impl Iterator<Item = String> {
    let required = env::var("PORTAX_REQUIRE").unwrap_or_default();
    let names: Vec<String> = required
        .split(',')
        .map(str::trim)
        .map(String::from)
        .collect();
    names.into_iter()
}

/// Says why a test is skipped that needs what is called `prefix` or starts so.
///
/// # Panics
/// `PORTAX_REQUIRE` has such a name.
pub fn skip(prefix: &str, reason: impl Display) {
    if let Some(required) = names().find(|name| name.starts_with(prefix)) {
        panic!("PORTAX_REQUIRE has {required}: {reason}");
    }
    println!("skipped: {reason}");
}
