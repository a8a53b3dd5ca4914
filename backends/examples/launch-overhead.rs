//! Time of an empty launch on every space present, in microseconds: `cargo run --release --example launch-overhead`.
//!
//! Threads: returning when an empty task a thread is done. Devices: enqueueing (`launch`), and waiting for each (`+ fence`).

use portax::{
    backend::{Arg, Device, Grid, Host, Source},
    error::{Error, Result},
    space::Engine,
};
use portax_backends::{available, by_name, rayon::Rayon};
use rayon::ThreadPoolBuilder;
use std::{sync::Arc, time::Instant};

/// Median over 50 rounds of 200 calls, in microseconds.
fn microseconds(mut call: impl FnMut() -> Result<()>) -> Result<f64> {
    let mut times = Vec::new();
    for _ in 0..50 {
        let start = Instant::now();
        (0..200).try_for_each(|_| call())?;
        times.push(start.elapsed().as_secs_f64() / 200.0 * 1e6);
    }
    times.sort_by(f64::total_cmp);
    Ok(times[times.len() / 2])
}

fn host(label: &str, host: &Rayon) -> Result<()> {
    let time = microseconds(|| {
        host.run(host.concurrency(), 0, &|_, _| {});
        Ok(())
    })?;
    println!("{label:40} {time:8.2}");
    Ok(())
}

fn device(device: &dyn Device) -> Result<()> {
    let source = Source {
        text: "__kernel void empty(__global int* a) { if (get_global_id(0) > 1000000) a[0] = 1; }"
            .to_string(),
        entry: "empty".to_string(),
    };
    let (kernel, buffer) = (device.compile(&source)?, device.alloc(4)?);
    let grid = Grid {
        groups: 2,
        group_size: [device.properties().natural_width, 1],
    };
    // SAFETY: the kernel has one argument, a buffer, which is alive, and writes nothing.
    let launch = || unsafe { device.launch(&kernel, grid, &[Arg::Buffer(buffer)]) };
    println!(
        "{:40} {:8.2}",
        format!("{}, launch", device.name()),
        microseconds(launch)?
    );
    println!(
        "{:40} {:8.2}",
        format!("{}, launch + fence", device.name()),
        microseconds(|| launch().and_then(|()| device.fence()))?
    );
    // SAFETY: the buffer is not used any more.
    unsafe { device.free(buffer) };
    Ok(())
}

fn hosts(threads: usize) -> Result<()> {
    host(
        &format!("rayon, {threads} own threads"),
        &Rayon::new(threads)?,
    )?;
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = Arc::new(pool.map_err(|error| Error::Invalid(error.to_string()))?);
    let shared = Rayon::with_pool(Arc::clone(&pool));
    host(&format!("rayon, pool of {threads}, from outside"), &shared)?;
    pool.install(|| host(&format!("rayon, pool of {threads}, from inside"), &shared))
}

fn main() -> Result<()> {
    hosts(1)?;
    hosts(2)?;
    let devices = available();
    for info in devices
        .iter()
        .filter(|info| info.name.starts_with("opencl"))
    {
        if let Engine::Device(opened) = by_name(&info.name)?.engine() {
            device(&**opened)?;
        }
    }
    Ok(())
}
