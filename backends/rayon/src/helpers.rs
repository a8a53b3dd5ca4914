//! Threads of our own that help with the calls of any thread.
//!
//! A helper that has done its part spins for the next call for a while before it sleeps: launches follow each other
//! within microseconds, and waking a thread takes tens of them, in which a short launch is over. The system may even
//! wake it on the core of the thread that it should help.

use crate::{
    call::{Call, Work},
    fork::{children, in_scope},
    mailbox::{Mailbox, Mailboxes},
    room::STACK,
};
use portax::error::{Error, Result};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::{
    hint::spin_loop,
    num::NonZeroUsize,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::SeqCst, fence},
    },
    thread,
    time::{Duration, Instant},
};

/// How long a thread spins for others before it sleeps: about what waking it costs.
pub const SPIN: Duration = Duration::from_micros(100);
/// Looks between two looks at the clock.
const LOOKS: usize = 64;

/// The threads, asleep or waiting for a call.
pub struct Helpers {
    pool: ThreadPool,
    board: Arc<Board>,
}

impl Helpers {
    /// Starts `count` threads.
    ///
    /// # Errors
    /// The system gives no more threads.
    pub fn new(count: usize) -> Result<Helpers> {
        let pool = ThreadPoolBuilder::new()
            .num_threads(count)
            .thread_name(|k| format!("portax-{}", k + 1))
            .stack_size(STACK)
            .build()
            .map_err(|error| Error::Unavailable {
                backend: "rayon".into(),
                reason: format!("{} threads do not start: {error}", count + 1),
            })?;
        let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let board = Arc::new(Board {
            // Threads that share a core must not keep it from each other.
            patience: if count < cores { SPIN } else { Duration::ZERO },
            mailboxes: Mailboxes::new(count),
            attending: AtomicUsize::new(0),
            guests: AtomicUsize::new(0),
        });
        Ok(Helpers { pool, board })
    }

    /// Number of helpers.
    pub fn count(&self) -> usize {
        self.pool.current_num_threads()
    }

    /// Number of the calling thread in `0..count` if it is one of them.
    pub fn index(&self) -> Option<usize> {
        self.pool.current_thread_index()
    }

    /// Calls `work` here and on the helpers that come before it has returned here, of which `workers - 1` are woken if they
    /// sleep. While another thread's call has the helpers, calls it here alone.
    pub fn fork(&self, workers: usize, work: Work) {
        // A worker of any pool must not sleep while its pool may need it; rayon's scope runs other jobs meanwhile.
        if rayon::current_thread_index().is_some() {
            let _guest = self.board.give_way();
            return self
                .pool
                .in_place_scope(|scope| in_scope(scope, 0, workers, work));
        }
        let Some(mailboxes) = self.board.mailboxes.claim() else {
            return work();
        };
        Call::run(work, mailboxes, || {
            let asleep = self.board.count_on(workers - 1);
            for child in children(0, asleep + 1) {
                let board = Arc::clone(&self.board);
                self.pool.spawn(move || board.attend(child, asleep + 1));
            }
        });
    }
}

/// Where helpers wait for calls.
struct Board {
    mailboxes: Mailboxes,
    /// Helpers that attend to their mailboxes, or were told to.
    attending: AtomicUsize,
    /// Scopes that need the pool's threads.
    guests: AtomicUsize,
    /// How long a helper waits for the next call.
    patience: Duration,
}

impl Board {
    /// Counts on `wanted` helpers for a call that was posted, and returns how many must be told to attend.
    fn count_on(&self, wanted: usize) -> usize {
        // Either this sees that a helper has left, or the helper, in `leaves`, the call.
        fence(SeqCst);
        let more = |attending| (attending < wanted).then_some(wanted);
        self.attending
            .fetch_update(SeqCst, SeqCst, more)
            .map_or(0, |attending| wanted - attending)
    }

    /// Newcomer number `worker` tells its children, then helps with one call after another until none comes.
    fn attend(self: Arc<Board>, worker: usize, newcomers: usize) {
        for child in children(worker, newcomers) {
            let board = Arc::clone(&self);
            rayon::spawn(move || board.attend(child, newcomers));
        }
        let helper = rayon::current_thread_index().unwrap_or(0);
        let mailbox = self.mailboxes.of(helper);
        loop {
            mailbox.answer();
            if !self.waits_for(mailbox) && self.leaves(mailbox) {
                return;
            }
        }
    }

    /// Waits until a call comes, or patience ends.
    fn waits_for(&self, mailbox: &Mailbox) -> bool {
        let start = Instant::now();
        loop {
            for _ in 0..LOOKS {
                if self.guests.load(SeqCst) > 0 {
                    return false;
                }
                if mailbox.has_post() {
                    return true;
                }
                spin_loop();
            }
            if start.elapsed() >= self.patience {
                return false;
            }
        }
    }

    /// Stops attending, unless a call was posted meanwhile that counts on it.
    fn leaves(&self, mailbox: &Mailbox) -> bool {
        self.attending.fetch_sub(1, SeqCst);
        fence(SeqCst);
        let counted_on = mailbox.has_post() && self.guests.load(SeqCst) == 0;
        if counted_on {
            self.attending.fetch_add(1, SeqCst);
        }
        !counted_on
    }

    /// Sends the helpers to the pool's own jobs until the result is dropped.
    fn give_way(&self) -> Guest<'_> {
        self.guests.fetch_add(1, SeqCst);
        Guest(self)
    }
}

/// A scope that needs the pool's threads.
struct Guest<'a>(&'a Board);

impl Drop for Guest<'_> {
    fn drop(&mut self) {
        self.0.guests.fetch_sub(1, SeqCst);
    }
}
