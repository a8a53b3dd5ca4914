//! The five kernels of BabelStream, which measure what memory gives, with launches prepared once:
//! `cargo run --release -p portax-examples --example 04-babelstream -- --backend cuda:0 --elements 2^28`.
//!
//! `tools/compare-stream` runs this program and the same kernels by hand in turn.

mod report;

use clap::Parser;
use portax::{
    Float, Functor, Prepared, RangeKernel, RangePolicy, ReduceKernel, Result, Space, Sum, View,
    kernel,
};
use report::{Check, Times};
use std::time::Instant;

/// Sustained memory bandwidth of copy, mul, add, triad and dot.
#[derive(Parser)]
struct Options {
    /// Device [default: the best one]
    #[arg(long, value_name = "NAME")]
    backend: Option<String>,
    /// Elements of each of the three arrays, as 33554432 or 2^25
    #[arg(long, value_name = "N", default_value = "2^25", value_parser = elements)]
    elements: usize,
    /// Runs of each kernel, of which the first is not counted
    #[arg(long, value_name = "N", default_value = "100", value_parser = clap::value_parser!(u32).range(2..))]
    times: u32,
    /// Single precision
    #[arg(long)]
    f32: bool,
}

fn elements(text: &str) -> std::result::Result<usize, String> {
    let n = match text.split_once('^') {
        Some((base, power)) => match (base.parse::<usize>(), power.parse()) {
            (Ok(base), Ok(power)) => base.checked_pow(power),
            _ => None,
        },
        None => text.parse().ok(),
    };
    n.filter(|n| (1..=i32::MAX as usize).contains(n))
        .ok_or_else(|| format!("a number from 1 to {}, or a power such as 2^25", i32::MAX))
}

/// Three arrays and a number. Tags tell the kernels of one functor apart, as in Kokkos.
#[derive(Functor)]
struct Stream<T: Float> {
    a: View<T, 1>,
    b: View<T, 1>,
    c: View<T, 1>,
    scalar: T,
}

struct Init;
struct Copy;
struct Mul;
struct Add;
struct Triad;
struct Dot;

#[kernel]
impl<T: Float> RangeKernel<Init> for Stream<T> {
    fn init(&self, i: Index) {
        self.a[i] = 0.1;
        self.b[i] = 0.2;
        self.c[i] = 0.0;
    }
}

#[kernel]
impl<T: Float> RangeKernel<Copy> for Stream<T> {
    fn copy(&self, i: Index) {
        self.c[i] = self.a[i];
    }
}

#[kernel]
impl<T: Float> RangeKernel<Mul> for Stream<T> {
    fn mul(&self, i: Index) {
        self.b[i] = self.scalar * self.c[i];
    }
}

#[kernel]
impl<T: Float> RangeKernel<Add> for Stream<T> {
    fn add(&self, i: Index) {
        self.c[i] = self.a[i] + self.b[i];
    }
}

#[kernel]
impl<T: Float> RangeKernel<Triad> for Stream<T> {
    fn triad(&self, i: Index) {
        self.a[i] = self.b[i] + self.scalar * self.c[i];
    }
}

#[kernel]
impl<T: Float> ReduceKernel<Dot> for Stream<T> {
    type Value = T;
    fn dot(&self, i: Index) -> T {
        self.a[i] * self.b[i]
    }
}

impl<T: Float> Stream<T> {
    /// Arrays that the threads which will work on them touch first.
    fn new(space: &Space, n: usize) -> Result<Stream<T>> {
        let stream = Stream {
            a: View::new(space, "a", [n])?,
            b: View::new(space, "b", [n])?,
            c: View::new(space, "c", [n])?,
            scalar: T::from_f64(report::SCALAR),
        };
        space.parallel_for("init", RangePolicy::new(0..n).tag::<Init>(), &stream)?;
        Ok(stream)
    }
}

/// Seconds until a launch is done.
fn seconds<V>(space: &Space, launch: &Prepared<V>) -> Result<(f64, V)> {
    let start = Instant::now();
    let value = launch.launch()?;
    space.fence()?;
    Ok((start.elapsed().as_secs_f64(), value))
}

fn run<T: Float>(space: &Space, options: &Options) -> Result<()> {
    let (n, bytes) = (options.elements, size_of::<T>());
    report::title(&space.description(), options.times, n, bytes);
    let stream = Stream::<T>::new(space, n)?;
    let range = RangePolicy::new(0..n);
    let kernels = [
        space.prepare("copy", range.tag::<Copy>(), &stream)?,
        space.prepare("mul", range.tag::<Mul>(), &stream)?,
        space.prepare("add", range.tag::<Add>(), &stream)?,
        space.prepare("triad", range.tag::<Triad>(), &stream)?,
    ];
    let dot = space.prepare_reduce("dot", range.tag::<Dot>(), &stream, Sum)?;
    let (mut times, mut sum) = (Times::default(), 0.0);
    for _ in 0..options.times {
        for (k, kernel) in kernels.iter().enumerate() {
            times.add(k, seconds(space, kernel)?.0);
        }
        let (time, value) = seconds(space, &dot)?;
        times.add(kernels.len(), time);
        sum = value.to_f64();
    }
    let mut check = Check::new(options.times, n, bytes);
    for (k, view) in [&stream.a, &stream.b, &stream.c].into_iter().enumerate() {
        check.array(k, view.to_vec()?.into_iter().map(T::to_f64));
    }
    check.sum(sum);
    times.print(n * bytes);
    check.into_result()
}

fn main() -> Result<()> {
    let options = Options::parse();
    let space = match &options.backend {
        Some(name) => portax_backends::by_name(name)?,
        None => portax_backends::best()?,
    };
    match options.f32 {
        true => run::<f32>(&space, &options),
        false => run::<f64>(&space, &options),
    }
}
