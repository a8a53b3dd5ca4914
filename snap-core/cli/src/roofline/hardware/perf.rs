//! Counters of CPUs: Linux' events of this process (`perf_event_open`), those of caches.

use super::{Hardware, Stages};
use crate::engine::Engine;
use crate::error::Error;

/// Bytes that a cache fetches for what it does not have.
const LINE: f64 = 64.0;

#[cfg(target_os = "linux")]
mod linux {
    use std::io::{Error, ErrorKind};

    use perf_event::events::{Cache, CacheOp, CacheResult, Event, WhichCache};
    use perf_event::{Builder, Counter};

    /// Lines that loads did not find in the nearest cache, and in the last.
    pub const EVENTS: [Event; 2] = [
        Event::Cache(Cache {
            which: WhichCache::L1D,
            operation: CacheOp::READ,
            result: CacheResult::MISS,
        }),
        Event::Cache(Cache {
            which: WhichCache::LL,
            operation: CacheOp::READ,
            result: CacheResult::MISS,
        }),
    ];

    /// Counters of this thread and of those that it starts from now on.
    pub struct Counters(Vec<Counter>);

    impl Counters {
        pub fn open(events: &[Event]) -> Result<Self, String> {
            let open = |event: &Event| {
                let mut builder = Builder::new().kind(event.clone());
                builder.inherit(true);
                builder.build()
            };
            let counters = events.iter().map(open).collect::<Result<_, _>>();
            counters.map(Self).map_err(|e| explained(&e))
        }

        /// Counts one of them, or ends that; what it has counted since it began.
        pub fn count(&mut self, which: usize, ends: bool) -> Result<u64, String> {
            let counter = &mut self.0[which];
            if !ends {
                let begun = counter.reset().and_then(|()| counter.enable());
                return begun.map(|()| 0).map_err(|e| explained(&e));
            }
            let done = counter
                .disable()
                .and_then(|()| counter.read_count_and_time());
            let done = done.map_err(|e| explained(&e))?;
            match done.time_running < done.time_enabled {
                true => Err("other programs use the hardware's counters, too; end them".into()),
                false => Ok(done.count),
            }
        }
    }

    fn explained(error: &Error) -> String {
        match error.kind() {
            ErrorKind::NotFound | ErrorKind::Unsupported => {
                "this system has no hardware events, as is usual of virtual machines; use one that shows its counters".into()
            }
            ErrorKind::PermissionDenied => {
                "this system does not allow hardware events; set /proc/sys/kernel/perf_event_paranoid to 2 or less".into()
            }
            _ => format!("hardware events cannot be read: {error}"),
        }
    }
}

/// Events of caches.
#[cfg(target_os = "linux")]
pub struct Events(linux::Counters);

#[cfg(target_os = "linux")]
impl Events {
    /// Those of this process and of the threads that it will have.
    ///
    /// # Errors
    /// Why there are none.
    pub fn open() -> Result<Self, String> {
        Ok(Self(linux::Counters::open(&linux::EVENTS)?))
    }

    /// Each event in an evaluation of its own: a CPU may not count them all at once.
    pub fn stages(&mut self, engine: &mut Engine) -> Result<Stages, Error> {
        let mut stages = Stages::default();
        for which in 0..linux::EVENTS.len() {
            let mut failed = None;
            engine.compute_by_stage(&mut |name, ends| match self.0.count(which, ends) {
                Ok(lines) => stages.add(name, bytes(which, lines)),
                Err(why) => failed = Some(why),
            })?;
            if let Some(why) = failed {
                return Err(super::refused(why));
            }
        }
        Ok(stages)
    }
}

#[cfg(target_os = "linux")]
fn bytes(which: usize, lines: u64) -> Hardware {
    let bytes = LINE * lines as f64;
    let (middle_bytes, memory_bytes) = if which == 0 {
        (bytes, 0.0)
    } else {
        (0.0, bytes)
    };
    Hardware {
        middle_bytes,
        memory_bytes,
        ..Hardware::default()
    }
}

/// Events of caches, which Linux alone gives.
#[cfg(not(target_os = "linux"))]
pub struct Events(std::convert::Infallible);

#[cfg(not(target_os = "linux"))]
impl Events {
    pub fn open() -> Result<Self, String> {
        Err("hardware events of CPU threads are read on Linux alone".into())
    }

    pub fn stages(&mut self, _: &mut Engine) -> Result<Stages, Error> {
        match self.0 {}
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::hint::black_box;
    use std::sync::mpsc::channel;
    use std::thread;
    use std::time::{Duration, Instant};

    use perf_event::events::{Event, Software};

    use super::*;

    /// An event that every Linux has: nanoseconds of threads.
    #[test]
    fn threads_that_start_later_are_counted_between_begin_and_end() {
        let work = || {
            let start = Instant::now();
            while start.elapsed() < Duration::from_millis(50) {
                black_box(start);
            }
        };
        let mut counters = match linux::Counters::open(&[Event::Software(Software::TASK_CLOCK)]) {
            Ok(counters) => counters,
            // As in containers that allow no events.
            Err(why) => return assert!(why.contains("hardware events"), "{why}"),
        };
        let (to_thread, jobs) = channel::<()>();
        let (done, is_done) = channel();
        let worker = thread::spawn(move || {
            for () in jobs {
                work();
                done.send(()).unwrap();
            }
        });
        let run = || {
            to_thread.send(()).unwrap();
            is_done.recv().unwrap();
        };
        // Before and after it counts nothing.
        run();
        assert_eq!(counters.count(0, false), Ok(0));
        run();
        let found = counters.count(0, true).unwrap();
        run();
        assert_eq!(counters.count(0, true), Ok(found));
        drop(to_thread);
        worker.join().unwrap();
        assert!((5_000_000..200_000_000).contains(&found), "{found} ns");
    }

    #[test]
    fn the_first_event_is_of_near_caches_and_the_second_of_the_last() {
        let mut stages = Stages::default();
        for which in [0, 1] {
            stages.add("compute_ui", bytes(which, 0));
            stages.add("compute_ui", bytes(which, which as u64 + 2));
        }
        let all = stages.of("compute_ui").unwrap();
        assert_eq!((all.middle_bytes, all.memory_bytes), (128.0, 192.0));
        assert_eq!((all.flops, all.register_bytes), (None, None));
    }
}
