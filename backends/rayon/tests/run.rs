//! `Host::run`: every task once, on any threads, from anywhere.

use portax::backend::Host;
use portax_rayon::Rayon;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::{
    collections::HashSet,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed},
    },
    thread::{self, ThreadId},
    time::{Duration, Instant},
};

fn pool(threads: usize) -> Arc<ThreadPool> {
    Arc::new(
        ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("pool"),
    )
}

/// Own threads, a pool's, and the global pool's.
fn hosts() -> Vec<Rayon> {
    let own = (1..=4).map(|threads| Rayon::new(threads).expect("threads"));
    let shared = (1..=4).map(|threads| Rayon::with_pool(pool(threads)).expect("a CPU with FMA"));
    own.chain(shared)
        .chain([Rayon::global().expect("a CPU with FMA")])
        .collect()
}

fn assert_each_once(host: &Rayon, tasks: usize) {
    let calls: Vec<_> = (0..tasks).map(|_| AtomicUsize::new(0)).collect();
    host.run(tasks, 0, &|i, _| {
        calls[i].fetch_add(1, Relaxed);
    });
    assert!(
        calls.iter().all(|c| c.load(Relaxed) == 1),
        "{tasks} tasks on {} threads",
        host.concurrency()
    );
}

#[test]
fn every_task_runs_once() {
    for host in hosts() {
        for tasks in [0, 1, 2, 3, 4, 5, 97, 1000] {
            assert_each_once(&host, tasks);
        }
    }
}

#[test]
fn every_short_task_runs_once_and_passes_its_panic_on() {
    for host in hosts() {
        for tasks in 0..=host.concurrency() {
            let calls: Vec<_> = (0..tasks).map(|_| AtomicUsize::new(0)).collect();
            let short = || {
                host.run_short(tasks, &|i, scratch| {
                    assert!(scratch.is_empty());
                    calls[i].fetch_add(1, Relaxed);
                });
            };
            short();
            rayon::join(short, || ());
            assert!(calls.iter().all(|c| c.load(Relaxed) == 2));
            let panics = || host.run_short(tasks, &|i, _| assert_ne!(i + 1, tasks));
            assert_eq!(catch_unwind(AssertUnwindSafe(panics)).is_err(), tasks > 0);
        }
    }
}

#[test]
fn launches_from_inside_pools_work() {
    for outer in 1..=3 {
        let pool = pool(outer);
        let inside = Rayon::with_pool(Arc::clone(&pool)).expect("a CPU with FMA");
        pool.install(|| assert_each_once(&inside, 100));
        for host in hosts() {
            pool.install(|| assert_each_once(&host, 100));
        }
    }
}

#[test]
fn launches_from_inside_tasks_work() {
    for host in hosts() {
        let sum = AtomicUsize::new(0);
        host.run(7, 64, &|i, scratch| {
            scratch.fill(i as u8);
            host.run(5, 64, &|j, inner| {
                inner.fill(0xff);
                sum.fetch_add(j, Relaxed);
            });
            assert!(
                scratch.iter().all(|&b| b == i as u8),
                "scratch of a task is its own"
            );
        });
        assert_eq!(sum.into_inner(), 70);
    }
}

#[test]
fn launches_from_several_threads_work() {
    for host in hosts() {
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| (0..50).for_each(|tasks| assert_each_once(&host, tasks)));
            }
        });
    }
}

/// Long tasks: callers go to sleep until their helpers are done.
#[test]
fn launches_from_several_threads_that_sleep_return() {
    let host = Rayon::new(2).expect("threads");
    let pause = |i: usize| thread::sleep(Duration::from_micros(100 * i as u64));
    thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                for launch in 0..200 {
                    host.run(2, 0, &|i, _| pause((i + launch) % 4));
                }
            });
        }
    });
}

#[test]
fn launches_in_quick_succession_and_after_pauses_work() {
    for threads in [2, 4, 8] {
        let host = Rayon::new(threads).expect("threads");
        for launch in 0..3000 {
            assert_each_once(&host, 2 + launch % 17);
            if launch % 500 == 0 {
                thread::sleep(Duration::from_micros(300));
            }
        }
    }
}

#[test]
fn launches_from_a_pool_are_not_kept_waiting_by_a_series_from_outside() {
    let host = Rayon::new(2).expect("threads");
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Relaxed) {
                assert_each_once(&host, 10);
            }
        });
        pool(2).install(|| (0..50).for_each(|_| assert_each_once(&host, 10)));
        done.store(true, Relaxed);
    });
}

#[test]
fn scratch_is_aligned_and_large_enough() {
    for host in hosts() {
        for bytes in [0, 1, 64, 1000, 1 << 20] {
            host.run(9, bytes, &|_, scratch| {
                assert!(scratch.len() >= bytes);
                assert!(bytes == 0 || scratch.as_ptr().addr().is_multiple_of(64));
            });
        }
    }
}

#[test]
fn a_panic_reaches_the_caller_and_the_host_goes_on() {
    for host in hosts() {
        for bad in [0, 50, 99] {
            let launch = || host.run(100, 64, &|i, _| assert!(i != bad, "task {i}"));
            let payload =
                catch_unwind(AssertUnwindSafe(launch)).expect_err("the panic is passed on");
            assert_eq!(
                payload.downcast_ref::<String>(),
                Some(&format!("task {bad}"))
            );
            assert_each_once(&host, 100);
        }
    }
}

/// Returns the thread of each task; tasks take long enough that every thread comes to its own.
fn map(host: &Rayon, tasks: usize) -> Vec<ThreadId> {
    let ids = Mutex::new(vec![thread::current().id(); tasks]);
    host.run(tasks, 0, &|i, _| {
        thread::sleep(Duration::from_millis(3));
        ids.lock().expect("ids")[i] = thread::current().id();
    });
    ids.into_inner().expect("ids")
}

#[test]
fn threads_keep_their_blocks() {
    for host in [
        Rayon::new(3).expect("threads"),
        Rayon::with_pool(pool(3)).expect("a CPU with FMA"),
    ] {
        let first = map(&host, 30);
        let again = map(&host, 30);
        assert_eq!(first.iter().collect::<HashSet<_>>().len(), 3);
        let kept = first.iter().zip(&again).filter(|(a, b)| a == b).count();
        assert!(kept >= 20, "{kept} of 30 tasks stayed with their thread");
    }
}

#[test]
fn idle_threads_take_the_tasks_of_a_busy_one() {
    let host = Rayon::new(2).expect("threads");
    let (others, deadline) = (
        AtomicUsize::new(0),
        Instant::now() + Duration::from_secs(20),
    );
    host.run(20, 0, &|i, _| match i {
        0 => {
            while others.load(Relaxed) < 19 && Instant::now() < deadline {
                thread::sleep(Duration::from_millis(1));
            }
            let done = others.load(Relaxed);
            assert_eq!(
                done, 19,
                "while one thread is in task 0, the other runs the rest"
            );
        }
        _ => {
            others.fetch_add(1, Relaxed);
        }
    });
}
