//! Pi by throwing darts. Every iteration has a stream of random numbers of its own, so that the result is the same on every
//! device.

use portax::{Result, Sum, parallel_reduce};
use portax_algorithms::random::{philox, uniform};

fn main() -> Result<()> {
    let space = portax_examples::space_from_arguments()?;
    let (iterations, throws) = (1 << 16, 128);
    let inside = parallel_reduce!(
        space,
        "darts",
        iterations,
        |i| -> f64 {
            let mut rng = philox(2026u64, i as u64);
            let mut inside = 0.0;
            for _throw in 0..throws {
                let x = uniform(&mut rng);
                let y = uniform(&mut rng);
                if x * x + y * y < 1.0 {
                    inside += 1.0;
                }
            }
            inside
        },
        Sum
    )?;
    let darts = f64::from(throws) * iterations as f64;
    let pi = 4.0 * inside / darts;
    println!(
        "{}: pi is about {pi:.5} after {darts:.1e} darts",
        space.name()
    );
    assert!((pi - std::f64::consts::PI).abs() < 4.0 * 1.65 / darts.sqrt());
    Ok(())
}
