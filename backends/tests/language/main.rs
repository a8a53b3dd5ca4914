//! The kernel language on every space; what is expected is computed in plain Rust.

mod bools;
mod fused;
mod lambda;
mod layouts;
mod masks;
mod memory;
mod safety;
mod team;
mod values;

use portax::{Space, View, view::ViewElement};
use portax_backends::testing::spaces_under_test;

/// Runs a test on every space, which names itself in what fails.
fn on_every_space(test: impl Fn(&Space) -> portax::Result<()>) {
    for (name, space) in spaces_under_test() {
        println!("{name}");
        test(&space).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}

/// A view of rank 1 with these elements.
fn vector<T: ViewElement>(
    space: &Space,
    label: &str,
    elements: &[T],
) -> portax::Result<View<T, 1>> {
    View::from_slice(space, label, [elements.len()], elements)
}

/// Numbers in -1..1 without pattern.
fn noise(n: usize, seed: u64) -> Vec<f64> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let next = |_| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    };
    (0..n).map(next).collect()
}

/// Are two numbers `ulps` apart at most? NaN equals NaN.
fn within(found: f64, expected: f64, ulps: f64) -> bool {
    found == expected
        || found.is_nan() && expected.is_nan()
        || (found - expected).abs() <= ulps * f64::EPSILON * expected.abs()
}
