//! rayon's fork and join.

use crate::{call::Work, launch::Task};
use rayon::Scope;
use std::ops::Range;

/// Calls `work` on up to `workers` threads of the pool that the calling thread is in, halving so that waking all takes
/// logarithmic time.
pub fn join(workers: usize, work: Work) {
    match workers {
        0 | 1 => work(),
        _ => {
            let half = workers / 2;
            rayon::join(|| join(workers - half, work), || join(half, work));
        }
    }
}

/// Calls `task` with each number on the threads of the pool that the calling thread is in: rayon steals halves of what is
/// left. The thread that steals finds all it needs in rayon's job: what lies elsewhere on the caller's stack would be
/// more cache lines to wait for.
pub fn halves(tasks: Range<usize>, task: Task) {
    match tasks.len() {
        0 => (),
        1 => task(tasks.start, &mut []),
        many => {
            let middle = tasks.start + many.div_ceil(2);
            rayon::join(
                move || halves(tasks.start..middle, task),
                move || halves(middle..tasks.end, task),
            );
        }
    }
}

/// Calls `work` here and spawns worker number `worker`'s two children, so that waking all takes logarithmic time.
pub fn in_scope<'scope>(scope: &Scope<'scope>, worker: usize, workers: usize, work: Work<'scope>) {
    for child in children(worker, workers) {
        scope.spawn(move |scope| in_scope(scope, child, workers, work));
    }
    work();
}

/// Returns the workers that number `worker` of `workers` wakes.
pub fn children(worker: usize, workers: usize) -> impl Iterator<Item = usize> {
    (2 * worker + 1..=2 * worker + 2).filter(move |&child| child < workers)
}
