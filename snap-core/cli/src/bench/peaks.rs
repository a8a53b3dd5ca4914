//! What a device does at most, measured by two kernels: fused multiplications and additions that wait for nothing, and
//! elements to and from memory.

use serde::Serialize;

use portax::view::ViewElement;
use portax::{Float, Functor, Prepared, RangeKernel, RangePolicy, Space, View, kernel};

use super::measure;
use crate::error::Error;

/// Chains of an element: two pipes of latency four are full with eight.
const CHAINS: usize = 10;
/// Length of a chain.
const STEPS: i32 = 1000;
/// Elements of a chain kernel for each thread or compute unit: whole rounds of the groups that it holds.
const ELEMENTS: usize = 1 << 14;
/// Elements of an array of the triad: far more than caches hold.
const TRIAD: usize = 1 << 25;

/// What a device reaches at most.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Peaks {
    /// Fused multiplications and additions of f64 in a second.
    pub fma_per_s: f64,
    /// Bytes read and written in a second.
    pub bytes_per_s: f64,
}

#[derive(Functor)]
struct Chains<T: Float> {
    x: View<T, 1>,
    factor: T,
    steps: i32,
}

#[kernel]
impl<T: Float> RangeKernel for Chains<T> {
    fn chains(&self, i: Index) {
        let x = self.x[i];
        let mut a = x;
        let mut b = x + x;
        let mut c = b + x;
        let mut d = c + x;
        let mut e = d + x;
        let mut f = e + x;
        let mut g = f + x;
        let mut h = g + x;
        let mut p = h + x;
        let mut q = p + x;
        for _ in 0..self.steps {
            a = a * self.factor + x;
            b = b * self.factor + x;
            c = c * self.factor + x;
            d = d * self.factor + x;
            e = e * self.factor + x;
            f = f * self.factor + x;
            g = g * self.factor + x;
            h = h * self.factor + x;
            p = p * self.factor + x;
            q = q * self.factor + x;
        }
        // Each chain ends at 2 x: so does x, whatever the number of launches.
        self.x[i] = (a + b + c + d + e + f + g + h + p + q) * 0.05;
    }
}

#[derive(Functor)]
struct Triad<T: Float> {
    a: View<T, 1>,
    b: View<T, 1>,
    c: View<T, 1>,
    factor: T,
}

#[kernel]
impl<T: Float> RangeKernel for Triad<T> {
    fn triad(&self, i: Index) {
        self.a[i] = self.b[i] + self.factor * self.c[i];
    }
}

impl Peaks {
    /// Measures them as `snapx bench` measures forces, but by the shortest repetition; arrays have at most `memory` bytes.
    ///
    /// # Errors
    /// Those of the space.
    pub fn measure(space: &Space, memory: u64) -> Result<Self, Error> {
        let (chains, fma) = chains(space, [1e-3, 0.5])?;
        let length = TRIAD.min((memory / 24) as usize).max(1);
        let all = RangePolicy::new(0..length);
        let triad = |[a, b, c]: [&View<f64, 1>; 3]| Triad {
            a: a.clone(),
            b: b.clone(),
            c: c.clone(),
            factor: 0.5,
        };
        let array = |label| View::<f64, 1>::new(space, label, [length]);
        let (a, b, c) = (array("a")?, array("b")?, array("c")?);
        // Host memory that nobody has written is one page of zeros, which caches hold.
        space.parallel_for("first touch", all, &triad([&b, &a, &a]))?;
        space.parallel_for("first touch", all, &triad([&c, &a, &a]))?;
        let triad = space.prepare("triad", all, &triad([&a, &b, &c]))?;
        Ok(Self {
            fma_per_s: fma * rate(space, &chains)?,
            bytes_per_s: (24 * length) as f64 * rate(space, &triad)?,
        })
    }
}

/// Chains from a first value and a factor, and their fused multiplications and additions.
///
/// # Errors
/// Those of the space.
pub fn chains<T: Float + ViewElement>(
    space: &Space,
    [x, factor]: [T; 2],
) -> Result<(Prepared, f64), Error> {
    let elements = ELEMENTS * space.concurrency();
    let chains = Chains {
        x: View::from_slice(space, "x", [elements], &vec![x; elements])?,
        factor,
        steps: STEPS,
    };
    let launch = space.prepare("chains", RangePolicy::new(0..elements), &chains)?;
    Ok((launch, (elements * CHAINS) as f64 * f64::from(STEPS)))
}

/// Launches in a second.
fn rate(space: &Space, launch: &Prepared) -> Result<f64, Error> {
    let timing = measure::repeat(None, |n| {
        for _ in 0..n {
            launch.launch()?;
        }
        Ok(space.fence()?)
    })?;
    Ok(timing.steps as f64 / timing.least_seconds)
}
