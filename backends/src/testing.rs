//! Which spaces a test runs on, for the test crates of this workspace.
//!
//! `PORTAX_REQUIRE=rayon:avx2,opencl:pocl` turns the absence of these into a failure; without it a test skips what is
//! absent and says so.

use portax::{
    config,
    error::{Error, Result},
    registry::DeviceInfo,
    space::Space,
};

/// Every native executor that the CPU supports and every device, with its most telling name; prints which ones are
/// absent.
///
/// # Errors
/// A name in `PORTAX_REQUIRE` does not open.
pub fn spaces() -> Result<Vec<(String, Space)>> {
    for name in config::required() {
        crate::by_name(&name)?;
    }
    for (_, error) in crate::missing() {
        println!("skipped: {error}");
    }
    let names = crate::available().into_iter().flat_map(names);
    Ok(names
        .filter_map(|name| space_or_skip(&name).map(|space| (name, space)))
        .collect())
}

/// [`spaces`] for tests, which fail where a required one is absent, or all are.
///
/// # Panics
/// A name in `PORTAX_REQUIRE` does not open, or there is no space at all.
pub fn spaces_under_test() -> Vec<(String, Space)> {
    let spaces = spaces().unwrap_or_else(|error| panic!("PORTAX_REQUIRE: {error}"));
    not_none(spaces).unwrap_or_else(|error| panic!("{error}"))
}

/// A test that runs on no space would pass.
fn not_none(spaces: Vec<(String, Space)>) -> Result<Vec<(String, Space)>> {
    match spaces.is_empty() {
        true => Err(Error::Invalid(
            "no space to test: build with a backend, `rayon` at least".into(),
        )),
        false => Ok(spaces),
    }
}

/// The executors of host threads, and of every other backend the first device that is present. What is built on the layer is
/// tested on these; the conformance suite goes through all devices, but for the tests that compile longest.
///
/// # Panics
/// A name in `PORTAX_REQUIRE` does not open.
pub fn one_of_each() -> Vec<(String, Space)> {
    let backend = |name: &str| name.split(':').next().map(String::from);
    let mut spaces = spaces_under_test();
    spaces.dedup_by(|(name, space), (before, _)| {
        !space.is_host() && backend(name) == backend(before)
    });
    spaces
}

/// The space of this name, an instance of its own if the device has several, so that faults of tests that run at the
/// same time are not mixed up. If it is absent, prints why the test skips it.
///
/// # Panics
/// If the name is in `PORTAX_REQUIRE` and does not open.
pub fn space_or_skip(name: &str) -> Option<Space> {
    let space = crate::by_name(name).map(|space| space.instance().unwrap_or(space));
    if config::required().iter().any(|required| required == name) {
        return Some(expect_required(name, space));
    }
    space.inspect_err(|error| println!("skipped: {error}")).ok()
}

fn expect_required(name: &str, space: Result<Space>) -> Space {
    space.unwrap_or_else(|error| panic!("PORTAX_REQUIRE has {name}: {error}"))
}

/// Host threads are tested with each executor, other devices once.
fn names(device: DeviceInfo) -> Vec<String> {
    match device.name.as_str() {
        "rayon" => device.aliases,
        _ => vec![device.aliases.into_iter().next().unwrap_or(device.name)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_on_no_space_fail() {
        let error = not_none(Vec::new()).err().map(|error| error.to_string());
        let expected = "no space to test: build with a backend, `rayon` at least";
        assert_eq!(error.as_deref(), Some(expected));
    }
}
