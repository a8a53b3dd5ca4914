//! Nanoseconds an operation of containers that kernels share: `containers-speed DEVICE`.
//!
//! On CPU threads the same is done in plain Rust in the same run: by the map of the standard library on one thread, by one
//! behind locks, and by a table of atomics written by hand, both on as many threads.

use portax::{
    Functor, RangeKernel, RangePolicy, Result, Space, TeamKernel, View, kernel, parallel_for,
};
use portax_algorithms::{ScatterOp, ScatterView, UnorderedMap};
use rayon::prelude::*;
use std::{
    collections::HashMap,
    env,
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::Instant,
};

/// Runs of each, of which the fastest counts.
const RUNS: usize = 7;

/// Locks of the map behind locks.
const LOCKS: usize = 64;

/// Bits without pattern.
fn mixed(x: u64) -> u64 {
    let x = x.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x ^ x >> 31
}

/// Nanoseconds of each of `n` in the fastest run; `before` is not counted.
fn fastest<S>(
    n: usize,
    mut before: impl FnMut() -> Result<S>,
    mut run: impl FnMut(&mut S) -> Result<()>,
) -> Result<f64> {
    let mut seconds = f64::INFINITY;
    for _ in 0..RUNS {
        let mut state = before()?;
        let start = Instant::now();
        run(&mut state)?;
        seconds = seconds.min(start.elapsed().as_secs_f64());
    }
    Ok(1e9 * seconds / n as f64)
}

#[derive(Functor)]
struct Find {
    key: View<u64, 1>,
    map: UnorderedMap<u64, u64>,
    value: View<u64, 1>,
}

#[kernel]
impl RangeKernel for Find {
    fn find(&self, i: Index) {
        self.value[i] = self.map.value_or(self.key[i], 0u64);
    }
}

/// Insertions and searches on a space.
fn map(space: &Space, keys: &[u64]) -> Result<[f64; 2]> {
    let n = keys.len();
    let key = View::from_slice(space, "key", [n], keys)?;
    let value = View::from_slice(space, "value", [n], keys)?;
    let map: UnorderedMap<u64, u64> = UnorderedMap::new(space, n)?;
    let before = || {
        map.clear()?;
        space.fence()
    };
    let insert = fastest(n, before, |()| {
        map.insert_all(space, &key, &value)?;
        space.fence()
    });
    let k = Find {
        key,
        map,
        value: View::new(space, "value", [n])?,
    };
    let find = fastest(
        n,
        || Ok(()),
        |()| {
            space.parallel_for("find", RangePolicy::new(0..n), &k)?;
            space.fence()
        },
    )?;
    Ok([insert?, find])
}

/// One thread, the map of the standard library.
fn of_std(keys: &[u64]) -> Result<[f64; 2]> {
    let n = keys.len();
    let new = || Ok(HashMap::with_capacity(n));
    let fill = |map: &mut HashMap<u64, u64>| {
        keys.iter().for_each(|key| {
            map.entry(*key).or_insert(*key);
        });
        Ok(())
    };
    let insert = fastest(n, new, fill)?;
    let (mut map, mut values) = (HashMap::new(), vec![0; n]);
    fill(&mut map)?;
    let find = fastest(
        n,
        || Ok(()),
        |()| {
            let both = values.iter_mut().zip(keys);
            both.for_each(|(value, key)| *value = map.get(key).copied().unwrap_or(0));
            Ok(())
        },
    )?;
    Ok([insert, find])
}

/// All threads, maps of the standard library behind locks.
fn behind_locks(keys: &[u64]) -> Result<[f64; 2]> {
    let n = keys.len();
    let new = || -> Result<Vec<Mutex<HashMap<u64, u64>>>> {
        let one = |_| Mutex::new(HashMap::with_capacity(2 * n / LOCKS));
        Ok((0..LOCKS).map(one).collect())
    };
    let lock = |maps: &[Mutex<HashMap<u64, u64>>],
                key: u64,
                act: &mut dyn FnMut(&mut HashMap<u64, u64>)| {
        let map = &maps[(mixed(key) >> 58) as usize % LOCKS];
        act(&mut map
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner));
    };
    let fill = |maps: &[Mutex<HashMap<u64, u64>>]| {
        keys.par_iter().for_each(|&key| {
            lock(maps, key, &mut |map| {
                map.entry(key).or_insert(key);
            });
        });
    };
    let insert = fastest(n, new, |maps| {
        fill(maps);
        Ok(())
    })?;
    let (maps, mut values) = (new()?, vec![0; n]);
    fill(&maps);
    let find = fastest(
        n,
        || Ok(()),
        |()| {
            let both = values.par_iter_mut().zip(keys);
            both.for_each(|(value, &key)| {
                lock(&maps, key, &mut |map| {
                    *value = map.get(&key).copied().unwrap_or(0)
                });
            });
            Ok(())
        },
    )?;
    Ok([insert, find])
}

/// All threads, a table of atomics with as many buckets as [`UnorderedMap`] has.
fn by_hand(keys: &[u64]) -> Result<[f64; 2]> {
    let n = keys.len();
    let buckets = 2 * n;
    let table = |x: u64| (0..buckets).map(|_| AtomicU64::new(x)).collect::<Vec<_>>();
    let home = |key: u64| ((u128::from(mixed(key)) * buckets as u128) >> 64) as usize;
    type Table = [Vec<AtomicU64>; 2];
    let fill = |[all, values]: &Table| {
        keys.par_iter().for_each(|&key| {
            let mut at = home(key);
            loop {
                let mut seen = all[at].load(Relaxed);
                if seen == u64::MAX {
                    match all[at].compare_exchange(seen, key, Relaxed, Relaxed) {
                        Ok(_) => return values[at].store(key, Relaxed),
                        Err(other) => seen = other,
                    }
                }
                if seen == key {
                    return;
                }
                at = if at + 1 == buckets { 0 } else { at + 1 };
            }
        });
    };
    let new = || Ok([table(u64::MAX), table(0)]);
    let insert = fastest(n, new, |tables| {
        fill(tables);
        Ok(())
    })?;
    let (tables, mut found) = (new()?, vec![0; n]);
    fill(&tables);
    let [all, values] = &tables;
    let find = fastest(
        n,
        || Ok(()),
        |()| {
            let both = found.par_iter_mut().zip(keys);
            both.for_each(|(value, &key)| {
                let mut at = home(key);
                let mut seen = all[at].load(Relaxed);
                while seen != key && seen != u64::MAX {
                    at = if at + 1 == buckets { 0 } else { at + 1 };
                    seen = all[at].load(Relaxed);
                }
                *value = if seen == key {
                    values[at].load(Relaxed)
                } else {
                    0
                };
            });
            Ok(())
        },
    )?;
    Ok([insert, find])
}

/// Contributions of teams.
#[derive(Functor)]
struct Contribute {
    to: View<i32, 1>,
    x: View<f64, 1>,
    sums: ScatterView<f64>,
}

#[kernel]
impl TeamKernel for Contribute {
    fn contribute(&self, team: Team) {
        let (rank, n) = (team.league_rank(), self.x.extent(0));
        let begin = self.sums.begin(rank, n);
        let end = self.sums.end(rank, n);
        parallel_for(TeamVectorRange(team, end - begin), |k| {
            let i = begin + k;
            self.sums.contribute(rank, self.to[i], self.x[i]);
        });
    }
}

/// Sums into `elements`, without and with what a copy for each thread costs; atomic sums beside them.
fn scatter(space: &Space, n: usize, elements: usize) -> Result<[f64; 3]> {
    let to: Vec<i32> = (0..n as u64)
        .map(|i| (mixed(i) % elements as u64) as i32)
        .collect();
    let to = View::from_slice(space, "to", [n], &to)?;
    let x = View::from_slice(space, "x", [n], &vec![0.5; n])?;
    let view: View<f64, 1> = View::new(space, "sums", [elements])?;
    let k = Contribute {
        to: to.clone(),
        x: x.clone(),
        sums: ScatterView::of(space, &view, ScatterOp::Sum)?,
    };
    let nothing = || Ok(());
    let alone = fastest(n, nothing, |()| {
        space.parallel_for("contribute", k.sums.policy(), &k)?;
        space.fence()
    })?;
    let whole = fastest(n, nothing, |()| {
        k.sums.reset()?;
        space.parallel_for("contribute", k.sums.policy(), &k)?;
        k.sums.contribute_into(space, &view)?;
        space.fence()
    })?;
    let atomic = fastest(n, nothing, |()| {
        parallel_for!(
            space,
            "atomic",
            n,
            |i, to: View<i32, 1>, x: View<f64, 1>, view: View<f64, 1>| {
                view.atomic_add(to[i], x[i]);
            }
        )?;
        space.fence()
    })?;
    Ok([alone, whole, atomic])
}

fn main() -> Result<()> {
    let device = env::args().nth(1).unwrap_or_else(|| "rayon".to_string());
    let space = portax_backends::by_name(&device)?;
    println!("{}", space.description());
    println!(
        "{:>34} {:>8} {:>8}",
        "ns a key, all different", "insert", "find"
    );
    for n in [1 << 14, 1 << 20, 1 << 23] {
        let keys: Vec<u64> = (0..n as u64).map(mixed).collect();
        let print = |what: &str, [insert, find]: [f64; 2]| {
            println!("{n:>8} {what:>25} {insert:>8.2} {find:>8.2}");
        };
        print("UnorderedMap", map(&space, &keys)?);
        if space.is_host() {
            print("HashMap, one thread", of_std(&keys)?);
            print("HashMap behind locks", behind_locks(&keys)?);
            print("atomics by hand", by_hand(&keys)?);
        }
    }
    let n = 1 << 22;
    println!("ns a contribution of f64    launch    whole   atomic");
    for elements in [16, 1 << 10, 1 << 16, 1 << 20] {
        let [alone, whole, atomic] = scatter(&space, n, elements)?;
        println!("{elements:>9} elements {alone:>15.2} {whole:>8.2} {atomic:>8.2}");
    }
    Ok(())
}
