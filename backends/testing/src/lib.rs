//! Tests of devices through the backend's own functions, below spaces and views: written once, stamped for each backend.
//!
//! ```ignore
//! struct Mine;
//! impl portax_testing::Backend for Mine { /* its names, its limits */ }
//! portax_testing::device_tests!(Mine);
//! ```
//!
//! Kernels are written with the words of the device's [`Dialect`](portax::ir::render::Dialect), so that each backend
//! compiles the same ones.
//!
//! A test that finds no device says so and why. `PORTAX_REQUIRE=opencl:pocl,hip:0` turns the absence of these into a failure.

mod kernels;
mod memory;
mod names;
mod programs;
mod required;
mod stamp;
mod streams;

/// The tests; [`device_tests!`] names each.
pub mod tests {
    pub use crate::{memory::*, names::*, programs::*, streams::*};
}

pub use required::skip;

use portax::{
    backend::{Arg, Device, Properties, Source},
    cache::Cache,
    config,
    registry::Provider,
    space::Engine,
};
use std::sync::Arc;

/// A backend under test.
pub trait Backend {
    /// Prefix of its devices' names.
    const PREFIX: &'static str;
    /// Is the devices' memory their own? Then they say how much of it is free.
    const HAS_OWN_MEMORY: bool;
    /// Does it lay launches out and capture graphs?
    const HAS_GRAPHS: bool;
    /// The largest number of groups of two lanes, where that is limited.
    const MOST_GROUPS: Option<usize>;

    /// The provider of this process.
    fn provider() -> &'static dyn Provider;

    /// Another one, whose devices keep what they compile in `cache`.
    fn with_cache(cache: Arc<Cache>) -> Box<dyn Provider>;

    /// Whether these are what a device of this backend says of itself.
    fn are_possible(properties: &Properties) -> bool;

    /// A kernel `reverse(int* a)` for one group, which turns the order of as many `int`s as fill `bytes` bytes of scratch.
    fn reverse(device: &dyn Device, bytes: usize) -> Source {
        kernels::reverse(device, bytes)
    }

    /// A kernel `slow_add(int* a, int v, count)` that adds `v` to `a[0]` after some milliseconds, and the count for those.
    fn slow_add(device: &dyn Device) -> (Source, Arg) {
        kernels::slow_add(device)
    }
}

/// Every device of a backend; none, and why, where the test is to be skipped.
///
/// # Panics
/// A name in `PORTAX_REQUIRE` does not open.
fn devices<B: Backend>() -> Vec<Arc<dyn Device>> {
    let is_own = |name: &String| name.split(':').next() == Some(B::PREFIX);
    for name in config::required().into_iter().filter(is_own) {
        open::<B>(&name);
    }
    match B::provider().devices() {
        Ok(infos) => infos.iter().map(|info| open::<B>(&info.name)).collect(),
        Err(error) => {
            println!("skipped: {error}");
            Vec::new()
        }
    }
}

fn open<B: Backend>(name: &str) -> Arc<dyn Device> {
    let space = B::provider().open(name);
    match space.as_ref().map(|space| space.engine()) {
        Ok(Engine::Device(device)) => Arc::clone(device),
        Ok(Engine::Host(host)) => panic!("{name} is the host {}", host.name()),
        Err(error) => panic!("{name}: {error}"),
    }
}
