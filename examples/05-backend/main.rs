//! A backend of one's own: `cargo run --release -p portax-examples --example 05-backend`.
//!
//! `backends/README.md` says how to write one; this one interprets programs, and climbs the ladder of
//! `tests/conformance`.

mod emulator;

use emulator::{Emulator, RUNG};
use portax::{
    Result, Sum, View, parallel_for, parallel_reduce,
    registry::{OneDevice, Registry},
};

fn main() -> Result<()> {
    let mut registry = Registry::new();
    registry.add(OneDevice::new(Emulator::new()));
    let (space, n) = (registry.open("emulator")?, 10_000);
    let x = View::<f64, 1>::from_slice(&space, "x", [n], &vec![1.5; n])?;
    let y = View::<f64, 1>::from_slice(&space, "y", [n], &vec![1.0; n])?;
    parallel_for!(space, "axpy", n, |i| y[i] += 2.0 * x[i])?;
    let dot = parallel_reduce!(space, "dot", n, |i| -> f64 { x[i] * y[i] }, Sum)?;
    assert_eq!((y.to_vec()?, dot), (vec![4.0; n], 6.0 * n as f64));
    println!("y is 4 in all {n} elements, x . y is {dot}");
    println!("{}, tested up to {RUNG}", space.description());
    Ok(())
}
