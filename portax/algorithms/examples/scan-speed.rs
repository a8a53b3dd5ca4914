//! Gigabytes a second of prefix sums, of what has to be read and written once: `scan-speed DEVICE [FIRST LAST]`, for 2^FIRST
//! to 2^LAST elements. Compares each with sums on the host first.

use portax::{Functor, RangePolicy, Result, ScanKernel, Space, Sum, View, kernel};
use std::{env, time::Instant};

/// Runs of each scan, of which the fastest counts.
const RUNS: usize = 9;

macro_rules! scans {
    ($($t:ident $name:ident;)*) => { $(
        /// A vector and its prefix sums.
        #[derive(Functor)]
        struct $name {
            x: View<$t, 1>,
            y: View<$t, 1>,
        }

        #[kernel]
        impl ScanKernel for $name {
            type Value = $t;
            fn input(&self, i: Index) -> $t {
                self.x[i]
            }
            fn output(&self, i: Index, before: $t) {
                self.y[i] = before;
            }
        }

        impl $name {
            fn measure(space: &Space, n: usize) -> Result<()> {
                let x: Vec<$t> = (0..n).map(|i| (i * 7 % 5) as $t).collect();
                let k = $name {
                    x: View::from_slice(space, "x", [n], &x)?,
                    y: View::new(space, "y", [n])?,
                };
                let mut seconds = f64::INFINITY;
                for _ in 0..RUNS {
                    let start = Instant::now();
                    space.parallel_scan("scan", RangePolicy::new(0..n), &k, Sum)?;
                    seconds = seconds.min(start.elapsed().as_secs_f64());
                }
                let mut sum = $t::default();
                let wrong = k.y.to_vec()?.into_iter().zip(x).position(|(y, x)| {
                    let before = sum;
                    sum += x;
                    y != before
                });
                print!("{} {n}: ", stringify!($t));
                let gigabytes = (2 * n * size_of::<$t>()) as f64 * 1e-9;
                match wrong {
                    Some(at) => println!("wrong at {at}"),
                    None => println!("{:.1} GB/s, {:.1} us", gigabytes / seconds, 1e6 * seconds),
                }
                Ok(())
            }
        }
    )* };
}
scans! {
    i32 Ints;
    f64 Floats;
}

fn main() -> Result<()> {
    let mut arguments = env::args().skip(1);
    let device = arguments.next().unwrap_or_else(|| "rayon".to_string());
    let mut exponent = |otherwise| {
        arguments
            .next()
            .and_then(|s| s.parse().ok())
            .unwrap_or(otherwise)
    };
    let (first, last): (u32, u32) = (exponent(10), exponent(24));
    let space = portax_backends::by_name(&device)?;
    for exponent in first..=last {
        Ints::measure(&space, 1 << exponent)?;
        Floats::measure(&space, 1 << exponent)?;
    }
    Ok(())
}
