//! Into how many tasks a launch on a host is divided, and how they run.

use crate::launch::check::CheckedLaunch;
use crate::{
    backend::Host,
    error::Result,
    kernel::exec::{Exec, native::FaultSink},
};
use std::{
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    thread,
};

/// Operations that are worth a thread's while: 0.3 us of axpy in the first cache.
const GRAIN: usize = 1 << 15;
/// Up to so many grains a thread a launch is short: its data fit into a second cache.
const SHORT: usize = 16;

/// Into how many tasks a launch is best divided.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Division {
    pub tasks: usize,
    /// One task a thread at most, and so little work that it does not matter which thread runs which.
    pub short: bool,
}

impl Division {
    /// Of a launch of `items` work items, into up to `per_thread` tasks for each of `threads` threads.
    pub(super) fn of(
        launch: &CheckedLaunch,
        items: usize,
        threads: usize,
        per_thread: usize,
    ) -> Division {
        let operations = launch.recorded.program().operations();
        Division::by(operations, items, threads, per_thread)
    }

    /// Short launches are divided so little that a task is worth a thread's while, long ones and those whose number of
    /// operations is not known into the same number for each thread.
    fn by(operations: Option<usize>, items: usize, threads: usize, per_thread: usize) -> Division {
        let grains = operations.map(|operations| items.saturating_mul(operations) / GRAIN);
        match grains {
            _ if threads == 1 => Division::short(1),
            Some(few) if few < SHORT * threads => Division::short(few.clamp(1, threads)),
            _ => Division {
                tasks: per_thread * threads,
                short: false,
            },
        }
    }

    fn short(tasks: usize) -> Division {
        Division { tasks, short: true }
    }

    /// Work in so many tasks: the division's number, rounded, or one that the user wants.
    pub(super) fn into_tasks(self, tasks: usize) -> Work {
        Work {
            tasks,
            short: self.short && tasks <= self.tasks,
        }
    }
}

/// What threads of a host are given to do, without scratch.
#[derive(Clone, Copy)]
pub(crate) struct Work {
    pub tasks: usize,
    /// As in [`Division`]
    pub short: bool,
}

/// Runs tasks on a host, a single one here; a fault of a checked access becomes an error. Inlined: a
/// launch may be as short as its calls. A task that outlives launches stays in the caches of all threads; one made by
/// the launch does not.
#[inline]
pub(crate) fn run<E: Exec>(
    host: &dyn Host,
    label: &str,
    sink: &FaultSink,
    work: Work,
    task: &(impl Fn(usize, &mut [u8]) + Sync),
) -> Result<()> {
    catch::<E, _>(label, sink, || match work {
        // in debug builds the host finds it a stack that unoptimised code fits on
        Work { tasks: 1, .. } if cfg!(not(debug_assertions)) => task(0, &mut []),
        Work { short: true, .. } => host.run_short(work.tasks, task),
        _ => host.run(work.tasks, 0, task),
    })
}

/// Runs native code; a fault becomes an error, any other panic goes on. An executor that does not check has no faults but
/// of assertions: to catch none costs an axpy of two thousand elements 1 % of its time.
#[inline]
pub(crate) fn catch<E: Exec, V>(
    label: &str,
    sink: &FaultSink,
    code: impl FnOnce() -> V,
) -> Result<V> {
    if const { !E::CHECKS } && !sink.asserts() {
        return Ok(code());
    }
    match catch_unwind(AssertUnwindSafe(code)) {
        Ok(value) if !sink.is_hit() => Ok(value),
        done => faulty(label, sink, done),
    }
}

#[cold]
fn faulty<V>(label: &str, sink: &FaultSink, done: thread::Result<V>) -> Result<V> {
    match sink.fault_of(done) {
        Ok(done) => done.map_err(|fault| fault.into_error(label)),
        Err(panic) => resume_unwind(panic),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_launches_have_one_task_a_thread_at_most_and_long_ones_the_same_number_for_each() {
        for (operations, items, threads, tasks, short) in [
            (Some(6), 2_000, 8, 1, true),
            (Some(6), 35_000, 2, 2, true),
            (Some(6), 35_000, 8, 6, true),
            (Some(6), 180_000, 2, 16, false),
            (Some(6), 1 << 30, 3, 24, false),
            (Some(6), usize::MAX, 2, 16, false),
            (Some(100), 2_000, 2, 2, true),
            (None, 10, 2, 16, false),
            (None, 10, 1, 1, true),
        ] {
            let division = Division::by(operations, items, threads, 8);
            assert_eq!(division, Division { tasks, short });
        }
    }

    #[test]
    fn more_tasks_than_the_division_has_are_not_short() {
        let division = Division::by(Some(6), 35_000, 2, 8);
        assert!(division.into_tasks(2).short && !division.into_tasks(3).short);
    }
}
