//! One call of a function by several threads, which helpers join or miss.
//!
//! rayon's join waits until every helper has woken up and reported back; a [`Call`] takes no notice of helpers that come
//! when all is done, and spins for those that are about to finish.

use crate::helpers::SPIN;
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
    time::Instant,
};

/// What every thread of a launch calls.
pub type Work<'a> = &'a (dyn Fn() + Sync);

/// Bit of [`Call::state`]: helpers may still enter.
const OPEN: usize = 1;
/// Bit of [`Call::state`]: the caller sleeps.
const ASLEEP: usize = 2;
/// What one active helper adds to [`Call::state`].
const HELPER: usize = 4;

/// A call that helpers may join while it is open.
pub struct Call {
    /// Valid while the call is open or has helpers.
    work: *const (dyn Fn() + Sync),
    /// Most helpers at a time.
    room: usize,
    state: AtomicUsize,
    caller: Thread,
    panic: Mutex<Option<Box<dyn Any + Send>>>,
}

// SAFETY: `work` points to a closure that is `Sync`; who may follow the pointer is settled in `help`.
unsafe impl Send for Call {}
// SAFETY: as for `Send`.
unsafe impl Sync for Call {}

impl Call {
    /// Calls `work` on the calling thread and on up to `room` helpers, those that come before `work` has returned here;
    /// `invite` asks them to. Passes on a panic of any of them after all have returned.
    pub fn run(work: Work, room: usize, invite: impl FnOnce(Arc<Call>)) {
        let call = Arc::new(Call {
            // SAFETY: only the lifetime in the type of a pointer changes; `help` says when it is followed.
            work: unsafe {
                transmute::<*const (dyn Fn() + Sync + '_), *const (dyn Fn() + Sync)>(work)
            },
            room,
            state: AtomicUsize::new(OPEN),
            caller: thread::current(),
            panic: Mutex::new(None),
        });
        let closing = Closing(&call);
        invite(Arc::clone(&call));
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

    /// Helps with the call, unless it is over or has enough helpers.
    pub fn help(&self) {
        if !self.enter() {
            return;
        }
        // SAFETY: the call was open when this helper entered, and `run`, whose argument `work` is, does not return, not
        // even by a panic, before `Closing` has closed the call and all helpers have left.
        let work = unsafe { &*self.work };
        if let Err(panic) = catch_unwind(AssertUnwindSafe(work)) {
            *self.panic.lock().unwrap_or_else(PoisonError::into_inner) = Some(panic);
        }
        self.leave();
    }

    fn enter(&self) -> bool {
        let join = |state: usize| {
            (state & OPEN != 0 && state / HELPER < self.room).then_some(state + HELPER)
        };
        self.state
            .fetch_update(Ordering::AcqRel, Ordering::Acquire, join)
            .is_ok()
    }

    fn leave(&self) {
        if self.state.fetch_sub(HELPER, Ordering::AcqRel) == HELPER + ASLEEP {
            self.caller.unpark();
        }
    }

    fn is_busy(&self) -> bool {
        self.state.load(Ordering::Acquire) >= HELPER
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
            } else if self.0.state.fetch_or(ASLEEP, Ordering::AcqRel) >= HELPER {
                thread::park();
            }
        }
    }
}
