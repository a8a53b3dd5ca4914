//! Nanoseconds a key of sorts: `sort-speed DEVICE [FIRST LAST]`, for 2^FIRST to 2^LAST keys. On CPU threads, rayon's
//! `par_sort_unstable` beside them in the same run, with as many threads.

use portax::{Error, Result, Space, View};
use portax_algorithms::sort::{Key, Sorter};
use rayon::prelude::*;
use std::{cmp::Ordering, env, time::Instant};

/// Runs of each sort, of which the fastest counts.
const RUNS: usize = 7;

/// Bits without pattern.
fn noise(n: usize) -> impl Iterator<Item = u64> {
    let mut state = 0u64;
    (0..n).map(move |_| {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    })
}

/// Nanoseconds a key of the fastest run; `fill` is not counted.
fn fastest(
    n: usize,
    mut fill: impl FnMut() -> Result<()>,
    mut sort: impl FnMut() -> Result<()>,
) -> Result<f64> {
    let mut seconds = f64::INFINITY;
    for _ in 0..RUNS {
        fill()?;
        let start = Instant::now();
        sort()?;
        seconds = seconds.min(start.elapsed().as_secs_f64());
    }
    Ok(1e9 * seconds / n as f64)
}

/// Keys alone, keys with values of f64, and rayon's sort.
fn compare<K: Key>(
    space: &Space,
    label: &str,
    keys: &[K],
    order: impl Fn(&K, &K) -> Ordering + Copy + Sync,
) -> Result<()> {
    let n = keys.len();
    let view = View::from_slice(space, "keys", [n], keys)?;
    let values: View<f64, 1> = View::new(space, "values", [n])?;
    let room: View<f64, 1> = View::new(space, "room", [n])?;
    let mut sorter = Sorter::new(space, n)?;
    let fill = || {
        view.copy_from_slice(keys)?;
        space.fence()
    };
    let alone = fastest(n, fill, || {
        sorter.sort(&view)?;
        space.fence()
    })?;
    let pairs = fastest(n, fill, || {
        sorter.sort_by_key(&view, &values, &room)?;
        space.fence()
    })?;
    print!("{label} {n}: {alone:.3} ns a key, {pairs:.3} with values of f64");
    if space.is_host() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(space.concurrency());
        let pool = pool
            .build()
            .map_err(|error| Error::Invalid(error.to_string()))?;
        let copy = std::cell::RefCell::new(keys.to_vec());
        let fill = || {
            copy.borrow_mut().copy_from_slice(keys);
            Ok(())
        };
        let theirs = fastest(n, fill, || {
            let copy = &mut *copy.borrow_mut();
            pool.install(|| copy.par_sort_unstable_by(order));
            Ok(())
        })?;
        print!("; rayon {theirs:.3}, {:.2} times as long", theirs / alone);
    }
    println!();
    Ok(())
}

fn main() -> Result<()> {
    let mut arguments = env::args().skip(1);
    let device = arguments.next().unwrap_or_else(|| "rayon".to_string());
    let mut log2 = |default| {
        arguments
            .next()
            .and_then(|n| n.parse().ok())
            .unwrap_or(default)
    };
    let sizes: std::ops::RangeInclusive<u32> = log2(20)..=log2(24);
    let space = portax_backends::by_name(&device)?;
    println!("{}: {}", space.name(), space.description());
    for log2 in sizes {
        let n = 1 << log2;
        let keys: Vec<u32> = noise(n).map(|bits| bits as u32).collect();
        compare(&space, "u32", &keys, u32::cmp)?;
        let keys: Vec<u64> = noise(n).collect();
        compare(&space, "u64", &keys, u64::cmp)?;
        let keys: Vec<f64> = noise(n)
            .map(|bits| (bits >> 11) as f64 / (1u64 << 53) as f64)
            .collect();
        compare(&space, "f64 in 0..1", &keys, f64::total_cmp)?;
    }
    Ok(())
}
