//! Running one function on several threads at once.
//!
//! [`in_scope`] is rayon's fork and join, 0.2 us from inside the pool. From outside, rayon's join waits until every
//! helper has woken up and reported back; [`with_helpers`] takes no notice of helpers that wake up when all is done,
//! and spins for those that are about to finish.

use rayon::{Scope, ThreadPool};
use std::{
    any::Any,
    hint::spin_loop,
    mem::transmute,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread::{self, Thread},
    time::{Duration, Instant},
};

/// What every thread of a launch calls.
pub type Work<'a> = &'a (dyn Fn() + Sync);

/// Calls `work` here and spawns worker number `worker`'s two children, so that waking all takes logarithmic time.
pub fn in_scope<'scope>(scope: &Scope<'scope>, worker: usize, workers: usize, work: Work<'scope>) {
    for child in children(worker, workers) {
        scope.spawn(move |scope| in_scope(scope, child, workers, work));
    }
    work();
}

fn children(worker: usize, workers: usize) -> impl Iterator<Item = usize> {
    (2 * worker + 1..=2 * worker + 2).filter(move |&child| child < workers)
}

/// Calls `work` on the calling thread and on those of up to `workers - 1` threads of the pool that come before it has
/// returned here. Passes on a panic of any of them after all have returned.
pub fn with_helpers(pool: &ThreadPool, workers: usize, work: Work) {
    let call = Call::new(work);
    let closing = Closing(&call);
    for child in children(0, workers) {
        let call = Arc::clone(&call);
        pool.spawn(move || call.help(child, workers));
    }
    work();
    drop(closing);
    let panic = call
        .panic
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .take();
    if let Some(panic) = panic {
        resume_unwind(panic);
    }
}

/// How long the caller spins for helpers before it sleeps.
const SPIN: Duration = Duration::from_micros(20);
/// Bit of [`Call::state`]: helpers may still enter.
const OPEN: usize = 1;
/// What one active helper adds to [`Call::state`].
const HELPER: usize = 2;

/// A call that helpers may join while it is open.
struct Call {
    /// Valid while the call is open or has helpers.
    work: *const (dyn Fn() + Sync),
    state: AtomicUsize,
    caller: Thread,
    panic: Mutex<Option<Box<dyn Any + Send>>>,
}

// SAFETY: `work` points to a closure that is `Sync`; who may follow the pointer is settled in `help`.
unsafe impl Send for Call {}
// SAFETY: as for `Send`.
unsafe impl Sync for Call {}

impl Call {
    fn new(work: Work<'_>) -> Arc<Call> {
        Arc::new(Call {
            // SAFETY: only the lifetime in the type of a pointer changes; `help` says when it is followed.
            work: unsafe {
                transmute::<*const (dyn Fn() + Sync + '_), *const (dyn Fn() + Sync)>(work)
            },
            state: AtomicUsize::new(OPEN),
            caller: thread::current(),
            panic: Mutex::new(None),
        })
    }

    /// Helper number `worker` wakes its children and works, unless it is late.
    fn help(self: Arc<Call>, worker: usize, workers: usize) {
        if !self.enter() {
            return;
        }
        for child in children(worker, workers) {
            let call = Arc::clone(&self);
            rayon::spawn(move || call.help(child, workers));
        }
        // SAFETY: the call was open when this helper entered, and `with_helpers`, whose argument `work` is,
        // does not return, not even by a panic, before `Closing` has closed the call and all helpers have left.
        let work = unsafe { &*self.work };
        if let Err(panic) = catch_unwind(AssertUnwindSafe(work)) {
            *self.panic.lock().unwrap_or_else(PoisonError::into_inner) = Some(panic);
        }
        self.leave();
    }

    fn enter(&self) -> bool {
        let join = |state| (state & OPEN != 0).then_some(state + HELPER);
        self.state
            .fetch_update(Ordering::AcqRel, Ordering::Acquire, join)
            .is_ok()
    }

    fn leave(&self) {
        if self.state.fetch_sub(HELPER, Ordering::AcqRel) == HELPER {
            self.caller.unpark();
        }
    }

    fn is_busy(&self) -> bool {
        self.state.load(Ordering::Acquire) != 0
    }
}

/// Closes a call and waits for its helpers, also when the caller unwinds.
struct Closing<'a>(&'a Call);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        self.0.state.fetch_and(!OPEN, Ordering::AcqRel);
        let start = Instant::now();
        while self.0.is_busy() {
            if start.elapsed() < SPIN {
                spin_loop();
            } else {
                thread::park();
            }
        }
    }
}
