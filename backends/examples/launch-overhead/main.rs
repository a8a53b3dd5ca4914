//! Time of a launch on every space present, in microseconds: `cargo run --release --example launch-overhead`.
//!
//! Threads: returning when an empty task a thread is done. Devices: enqueueing a kernel of one element, as a plain launch,
//! prepared, in a graph of ten, waiting for each, and on CUDA by the bare driver. The ways take turns; medians are shown.

mod raw;

use portax::{
    Error, Functor, Graph, RangeKernel, RangePolicy, Result, Space, View,
    backend::{Host, HostExecutor},
    kernel,
    space::Engine,
};
use portax_backends::{available, by_name, rayon::Rayon};
use rayon::ThreadPoolBuilder;
use std::{sync::Arc, time::Instant};

/// Calls of a turn: fewer than a device's queue holds.
const CALLS: usize = 200;
/// Turns of each way.
const TURNS: usize = 50;
/// Launches of a graph.
const STEPS: usize = 10;

/// A way to launch.
type Way<'a> = (String, Box<dyn Fn() -> Result<()> + 'a>);

/// Prints the median time of each way; `settle` runs after each turn and is not timed.
fn compare(ways: &[Way<'_>], settle: impl Fn() -> Result<()>) -> Result<()> {
    let mut times = vec![Vec::new(); ways.len()];
    for _ in 0..TURNS {
        for ((_, call), times) in ways.iter().zip(&mut times) {
            let start = Instant::now();
            (0..CALLS).try_for_each(|_| call())?;
            times.push(start.elapsed().as_secs_f64() / CALLS as f64 * 1e6);
            settle()?;
        }
    }
    for ((label, _), mut times) in ways.iter().zip(times) {
        times.sort_by(f64::total_cmp);
        println!("{label:44} {:8.3}", times[TURNS / 2]);
    }
    Ok(())
}

#[derive(Functor)]
struct Set {
    a: f64,
    y: View<f64, 1>,
}

#[kernel]
impl RangeKernel for Set {
    fn set(&self, i: Index) {
        self.y[i] = self.a;
    }
}

fn device(name: &str, space: &Space) -> Result<()> {
    let y = View::new(space, "y", [1])?;
    let set = Set { a: 1.0, y };
    let policy = RangePolicy::new(0..1);
    let prepared = space.prepare("set", policy, &set)?;
    let graph = Graph::new(space, [&prepared; STEPS])?;
    let raw = raw::Raw::open(name)?;
    let mut ways: Vec<Way<'_>> = Vec::new();
    if let Some(raw) = &raw {
        ways.push((format!("{name}, cuLaunchKernel"), Box::new(|| raw.launch())));
    }
    let plain = || space.parallel_for("set", policy, &set);
    ways.push((format!("{name}, prepared"), Box::new(|| prepared.launch())));
    ways.push((format!("{name}, plain"), Box::new(plain)));
    ways.push((
        format!("{name}, graph of {STEPS}"),
        Box::new(|| graph.launch()),
    ));
    let waiting = || prepared.launch().and_then(|()| space.fence());
    ways.push((format!("{name}, prepared + fence"), Box::new(waiting)));
    compare(&ways, || {
        raw.as_ref().map_or(Ok(()), raw::Raw::fence)?;
        space.fence()
    })
}

fn host(label: &str, host: &Rayon) -> Result<()> {
    let empty = || {
        host.run(host.concurrency(), 0, &|_, _| {});
        Ok(())
    };
    compare(&[(label.to_string(), Box::new(empty))], || Ok(()))
}

fn hosts(threads: usize) -> Result<()> {
    host(
        &format!("rayon, {threads} own threads"),
        &Rayon::new(threads)?,
    )?;
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = Arc::new(pool.map_err(|error| Error::Invalid(error.to_string()))?);
    let shared = Rayon::with_pool(Arc::clone(&pool))?;
    host(&format!("rayon, pool of {threads}, from outside"), &shared)?;
    pool.install(|| host(&format!("rayon, pool of {threads}, from inside"), &shared))
}

fn main() -> Result<()> {
    println!(
        "{}, us a launch",
        HostExecutor::best().map_or("none", HostExecutor::name)
    );
    hosts(1)?;
    hosts(2)?;
    for info in available() {
        let space = by_name(&info.name)?;
        if let Engine::Device(_) = space.engine() {
            device(&info.name, &space)?;
        }
    }
    Ok(())
}
