//! Where a helper finds the call that it should help with.
//!
//! Each helper has a mailbox of its own: calling all of them costs the caller one cache line a helper, all on their way at
//! the same time, while a line that all helpers write would go from core to core.

use crate::{call::Call, helpers::SPIN};
use std::{
    hint::spin_loop,
    ptr,
    sync::atomic::{
        AtomicBool, AtomicPtr, AtomicU8,
        Ordering::{Acquire, Relaxed, Release},
    },
    thread,
    time::Instant,
};

/// No call.
const EMPTY: u8 = 0;
/// A call that the helper has not seen.
const POSTED: u8 = 1;
/// The helper is at it.
const TAKEN: u8 = 2;
/// The helper is at it, and the caller sleeps until it is done.
const AWAITED: u8 = 3;

/// The mailboxes of all helpers, for one call at a time.
pub struct Mailboxes {
    boxes: Box<[Mailbox]>,
    claimed: AtomicBool,
}

impl Mailboxes {
    /// Empty mailboxes for `count` helpers.
    pub fn new(count: usize) -> Self {
        Self {
            boxes: (0..count).map(|_| Mailbox::default()).collect(),
            claimed: AtomicBool::new(false),
        }
    }

    /// The mailbox of a helper.
    pub fn of(&self, helper: usize) -> &Mailbox {
        &self.boxes[helper]
    }

    /// All mailboxes, unless a call has them.
    pub fn claim(&self) -> Option<Claim<'_>> {
        match self.claimed.swap(true, Acquire) {
            true => None,
            false => Some(Claim(self)),
        }
    }
}

/// All mailboxes, which are empty; others can claim them when this is dropped.
pub struct Claim<'a>(&'a Mailboxes);

impl<'a> Claim<'a> {
    /// Puts a call into all mailboxes.
    ///
    /// # Safety
    /// The result is dropped, and not forgotten, before `call`.
    pub unsafe fn post(self, call: &Call) -> Posted<'a> {
        for mailbox in &self.0.boxes {
            mailbox.post(call);
        }
        Posted(self)
    }
}

impl Drop for Claim<'_> {
    fn drop(&mut self) {
        self.0.claimed.store(false, Release);
    }
}

/// A call in all mailboxes. When this is dropped, the call is taken back from those who have not begun, and all others have
/// returned.
pub struct Posted<'a>(Claim<'a>);

impl Drop for Posted<'_> {
    fn drop(&mut self) {
        let Claim(mailboxes) = &self.0;
        mailboxes.boxes.iter().for_each(Mailbox::take_back);
    }
}

/// A mailbox, in a pair of cache lines of its own.
#[derive(Default)]
#[repr(align(128))]
pub struct Mailbox {
    state: AtomicU8,
    /// Valid unless the mailbox is empty.
    call: AtomicPtr<Call>,
}

impl Mailbox {
    /// Puts a call into the empty mailbox.
    fn post(&self, call: &Call) {
        self.call.store(ptr::from_ref(call).cast_mut(), Relaxed);
        self.state.store(POSTED, Release);
    }

    /// Whether a call waits for the helper.
    pub fn has_post(&self) -> bool {
        self.state.load(Acquire) == POSTED
    }

    /// Helps with the call in the mailbox, if there is one.
    pub fn answer(&self) {
        let taken = self.state.compare_exchange(POSTED, TAKEN, Acquire, Relaxed);
        if taken.is_err() {
            return;
        }
        // SAFETY: the call lives until `Posted` is dropped, which waits until the mailbox is empty.
        let call = unsafe { &*self.call.load(Relaxed) };
        call.help();
        let done = self.state.compare_exchange(TAKEN, EMPTY, Release, Relaxed);
        if done.is_err() {
            // Once the mailbox is empty, the call may be gone.
            let caller = call.caller().clone();
            self.state.store(EMPTY, Release);
            caller.unpark();
        }
    }

    /// Empties the mailbox: takes the call back, or waits until the helper is done with it.
    fn take_back(&self) {
        if self.has_post() {
            let _ = self.state.compare_exchange(POSTED, EMPTY, Relaxed, Relaxed);
        }
        if self.state.load(Acquire) == EMPTY {
            return;
        }
        let start = Instant::now();
        while self.state.load(Acquire) != EMPTY {
            if start.elapsed() < SPIN {
                spin_loop();
            } else if self.is_awaited() {
                thread::park();
            }
        }
    }

    /// Tells the helper to wake the caller; returns whether it will.
    fn is_awaited(&self) -> bool {
        match self
            .state
            .compare_exchange(TAKEN, AWAITED, Relaxed, Relaxed)
        {
            Ok(_) => true,
            Err(state) => state == AWAITED,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicUsize;

    #[test]
    fn calls_are_answered_or_taken_back() {
        let mailboxes = Mailboxes::new(1);
        let begun = AtomicUsize::new(0);
        let work = || {
            begun.fetch_add(1, Relaxed);
        };
        for late in 0..200 {
            thread::scope(|scope| {
                let claim = mailboxes.claim().expect("nobody else calls");
                Call::run(&work, claim, || {
                    scope.spawn(|| {
                        (0..late).for_each(|_| spin_loop());
                        mailboxes.of(0).answer();
                    });
                });
                assert!(!mailboxes.of(0).has_post());
            });
        }
        assert!((200..=400).contains(&begun.load(Relaxed)));
    }

    #[test]
    fn a_caller_that_waits_long_is_woken() {
        let mailboxes = Mailboxes::new(1);
        let (caller, done) = (thread::current().id(), AtomicBool::new(false));
        let work = || {
            if thread::current().id() != caller {
                thread::sleep(20 * SPIN);
                done.store(true, Relaxed);
            }
        };
        thread::scope(|scope| {
            let claim = mailboxes.claim().expect("nobody else calls");
            Call::run(&work, claim, || {
                scope.spawn(|| mailboxes.of(0).answer());
                while mailboxes.of(0).has_post() {
                    thread::yield_now();
                }
            });
            assert!(done.load(Relaxed), "the call returned before its helper");
        });
    }

    #[test]
    fn one_call_at_a_time_has_the_mailboxes() {
        let mailboxes = Mailboxes::new(2);
        let claim = mailboxes.claim();
        assert!(claim.is_some());
        assert!(mailboxes.claim().is_none());
        assert!(mailboxes.claim().is_none(), "a refusal releases nothing");
        drop(claim);
        assert!(mailboxes.claim().is_some());
    }
}
