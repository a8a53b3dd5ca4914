//! Where the threads come from, and how many there are by default.

use crate::{call::Work, fork::join, helpers::Helpers};
use portax::{
    config::{self, MAX_THREADS},
    error::{Error, Result},
};
use rayon::ThreadPool;
use std::{num::NonZeroUsize, sync::Arc, thread};

/// A source of threads.
#[derive(Clone)]
pub enum Threads {
    /// The calling thread alone.
    Caller,
    /// The calling thread and one helper fewer.
    Own(Arc<Helpers>),
    /// The workers of a pool that belongs to the program.
    Shared(Arc<ThreadPool>),
    /// The workers of the pool that the calling thread is in, else of rayon's global pool.
    Current,
}

impl Threads {
    /// `count` threads, the caller included.
    ///
    /// # Errors
    /// The system gives no more threads.
    pub fn own(count: usize) -> Result<Threads> {
        match count {
            0 => Err(Error::Invalid(
                "0 threads cannot run anything; Rayon::from_env() chooses a number".into(),
            )),
            1 => Ok(Threads::Caller),
            _ if count > MAX_THREADS => Err(Error::Invalid(format!(
                "{count} threads are too many; give at most {MAX_THREADS}"
            ))),
            _ => Ok(Threads::Own(Arc::new(Helpers::new(count - 1)?))),
        }
    }

    /// How many work at the same time.
    pub fn count(&self) -> usize {
        match self {
            Threads::Caller => 1,
            Threads::Own(helpers) => helpers.count() + 1,
            Threads::Shared(pool) => pool.current_num_threads(),
            Threads::Current => rayon::current_num_threads(),
        }
    }

    /// Number of the calling thread in `0..count`, the same whenever it calls.
    pub fn index(&self) -> usize {
        match self {
            Threads::Caller => 0,
            Threads::Own(helpers) => helpers.index().map_or(0, |k| k + 1),
            Threads::Shared(pool) => pool.current_thread_index().unwrap_or(0),
            Threads::Current => rayon::current_thread_index().unwrap_or(0),
        }
    }

    /// Calls `work` on up to `workers` of the threads at once and returns when all calls have returned.
    ///
    /// # Panics
    /// Passes on a panic of `work`.
    pub fn fork(&self, workers: usize, work: Work) {
        match self {
            Threads::Caller => work(),
            Threads::Own(helpers) => helpers.fork(workers, work),
            Threads::Shared(pool) => pool.install(|| join(workers, work)),
            Threads::Current => join(workers, work),
        }
    }
}

/// Number of threads that the user wants: `PORTAX_NUM_THREADS`, else `RAYON_NUM_THREADS`, else one a core.
///
/// # Errors
/// A variable that is no number of threads.
pub fn default_count() -> Result<usize> {
    if let Some(count) = config::num_threads()? {
        return Ok(count);
    }
    let cores = || thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let count = config::rayon_num_threads().unwrap_or_else(cores);
    Ok(count.min(MAX_THREADS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zero_threads_are_an_error_that_names_the_remedy() {
        let error = Threads::own(0)
            .err()
            .map(|e| e.to_string())
            .unwrap_or_default();
        assert!(error.contains("from_env"), "{error}");
    }

    #[test]
    fn too_many_threads_are_refused_before_one_starts() {
        let error = Threads::own(MAX_THREADS + 1).err().map(|e| e.to_string());
        let expected = "4097 threads are too many; give at most 4096";
        assert_eq!(error.as_deref(), Some(expected));
    }
}
