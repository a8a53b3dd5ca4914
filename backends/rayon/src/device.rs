//! The space: threads and the executor that their launches use.

use crate::{
    fork::halves,
    launch,
    threads::{self, Threads},
};
use portax::{
    backend::{Host, HostExecutor},
    error::{Error, Result},
    space::Space,
};
use rayon::ThreadPool;
use std::sync::Arc;

/// CPU threads, with the widest executor that the CPU supports unless told otherwise.
#[derive(Clone)]
pub struct Rayon {
    name: String,
    executor: HostExecutor,
    threads: Threads,
}

impl Rayon {
    /// `threads` threads: the one that launches and `threads - 1` others, kept until the last clone is dropped.
    ///
    /// # Errors
    /// Zero threads, more than [`MAX_THREADS`](portax::config::MAX_THREADS), threads that the system does not start; a CPU that
    /// supports no executor.
    pub fn new(threads: usize) -> Result<Rayon> {
        Ok(Rayon::with_threads(Threads::own(threads)?, widest()?))
    }

    /// As many threads as `PORTAX_NUM_THREADS` says, else `RAYON_NUM_THREADS`, else one a core.
    ///
    /// # Errors
    /// `PORTAX_NUM_THREADS` makes no sense, or the system does not start the threads.
    pub fn from_env() -> Result<Rayon> {
        Rayon::new(threads::default_count()?)
    }

    /// The threads of a pool. A launch from outside the pool enters it, which takes 7 to 25 us.
    ///
    /// # Errors
    /// A CPU that supports no executor.
    pub fn with_pool(pool: Arc<ThreadPool>) -> Result<Rayon> {
        Ok(Rayon::with_threads(Threads::Shared(pool), widest()?))
    }

    /// The threads of the pool in which a launch happens, outside of pools those of rayon's global pool.
    ///
    /// # Errors
    /// As for [`with_pool`](Self::with_pool).
    pub fn global() -> Result<Rayon> {
        Ok(Rayon::with_threads(Threads::Current, widest()?))
    }

    fn with_threads(threads: Threads, executor: HostExecutor) -> Rayon {
        Rayon {
            name: "rayon".to_string(),
            executor,
            threads,
        }
    }

    /// The same threads with another executor; the name becomes `rayon:avx512`, `rayon:avx2` or `rayon:lane`.
    ///
    /// # Errors
    /// A CPU that does not support the executor.
    pub fn with_executor(self, executor: HostExecutor) -> Result<Rayon> {
        let name = format!("rayon:{}", executor.name());
        if executor.is_supported() {
            return Ok(Rayon {
                name,
                executor,
                ..self
            });
        }
        let best = widest()?.name();
        let reason = format!(
            "this CPU does not support {}; the widest that it runs is rayon:{best}",
            executor.name()
        );
        Err(Error::Unavailable {
            backend: name,
            reason,
        })
    }

    /// The space to launch on.
    pub fn space(self) -> Space {
        Space::host(Arc::new(self))
    }
}

/// The widest executor that the CPU supports.
pub fn widest() -> Result<HostExecutor> {
    HostExecutor::best().ok_or_else(|| Error::Unavailable {
        backend: "rayon".into(),
        reason: "this CPU has no fused multiply-add (FMA), which native code of x86-64 needs"
            .into(),
    })
}

// SAFETY: `run` forks over blocks of tasks that cover all of them once, with scratch of each worker, and joins.
unsafe impl Host for Rayon {
    fn name(&self) -> &str {
        &self.name
    }

    fn executor(&self) -> HostExecutor {
        self.executor
    }

    fn concurrency(&self) -> usize {
        self.threads.count()
    }

    /// # Panics
    /// Passes on the panic of a task after all threads have left the launch.
    fn run(&self, tasks: usize, scratch_bytes: usize, task: &(dyn Fn(usize, &mut [u8]) + Sync)) {
        launch::run(&self.threads, tasks, scratch_bytes, task);
    }

    /// # Panics
    /// As `run`.
    fn run_short(&self, tasks: usize, task: &(dyn Fn(usize, &mut [u8]) + Sync)) {
        match &self.threads {
            Threads::Shared(pool) => pool.install(|| halves(0..tasks, task)),
            Threads::Current => halves(0..tasks, task),
            Threads::Caller | Threads::Own(_) => self.run(tasks, 0, task),
        }
    }
}
