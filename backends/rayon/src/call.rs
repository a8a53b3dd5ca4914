//! One call of a function by several threads, which helpers join or miss.
//!
//! rayon's join waits until every helper has woken up and reported back. Here the caller takes the call back from helpers
//! that have not begun when it is done itself, and spins for those that are about to finish.

use crate::mailbox::Claim;
use std::{
    any::Any,
    mem::transmute,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    sync::{Mutex, PoisonError},
    thread::{self, Thread},
};

/// What every thread of a launch calls.
pub type Work<'a> = &'a (dyn Fn() + Sync);

/// A call, which helpers find in their mailboxes.
pub struct Call {
    work: *const (dyn Fn() + Sync),
    caller: Thread,
    panic: Mutex<Option<Box<dyn Any + Send>>>,
}

// SAFETY: `work` points to a closure that is `Sync`; who may follow the pointer is settled in `help`.
unsafe impl Sync for Call {}

impl Call {
    /// Calls `work` on the calling thread and on those helpers that find it in their mailbox before it has returned here;
    /// `wake` is called once it is there. Passes on a panic of any of them after all have returned.
    pub fn run(work: Work, mailboxes: Claim, wake: impl FnOnce()) {
        let call = Call {
            // SAFETY: only the lifetime in the type of a pointer changes; `help` says when it is followed.
            work: unsafe {
                transmute::<*const (dyn Fn() + Sync + '_), *const (dyn Fn() + Sync)>(work)
            },
            caller: thread::current(),
            panic: Mutex::new(None),
        };
        // SAFETY: dropped below or, if `work` panics, by unwinding, in both cases before `call`.
        let posted = unsafe { mailboxes.post(&call) };
        wake();
        work();
        drop(posted);
        let panic = call.panic.into_inner();
        if let Some(panic) = panic.unwrap_or_else(PoisonError::into_inner) {
            resume_unwind(panic);
        }
    }

    /// Who is woken when the last helper is done.
    pub fn caller(&self) -> &Thread {
        &self.caller
    }

    /// Does a helper's part of the call.
    pub fn help(&self) {
        // SAFETY: helpers have the call from a mailbox, and `run`, whose argument `work` is, does not return, not even by a
        // panic, before `Posted` has emptied all of them.
        let work = unsafe { &*self.work };
        if let Err(panic) = catch_unwind(AssertUnwindSafe(work)) {
            *self.panic.lock().unwrap_or_else(PoisonError::into_inner) = Some(panic);
        }
    }
}
