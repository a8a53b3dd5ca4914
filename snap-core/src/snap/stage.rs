//! One launch of a pipeline, with its time and its work.

use std::panic::resume_unwind;
use std::thread;
use std::time::Instant;

use portax::{Float, Prepared, Result, Space, TeamKernel, TeamPolicy};

use crate::work::Work;

/// Seconds and work of a stage.
#[derive(Clone, Debug, PartialEq)]
pub struct StageTime {
    /// Its name.
    pub name: &'static str,
    /// Seconds of the last computation.
    pub seconds: f64,
    /// What it does for an atom.
    pub work: Work,
}

/// Is told the name of a stage when it begins, and with `true` when it has ended.
pub type Watch<'a> = dyn FnMut(&'static str, bool) + 'a;

/// A stage over a batch, or over all atoms.
pub struct Stage {
    pub launch: Prepared,
    pub time: StageTime,
}

impl Stage {
    /// A stage that every space has.
    pub fn new<K: TeamKernel>(
        space: &Space,
        name: &'static str,
        policy: TeamPolicy,
        functor: &K,
        work: Work,
    ) -> Result<Self> {
        Ok(Self::of(name, space.prepare(name, policy, functor)?, work))
    }

    /// A stage that hosts have in f64 alone ([`Reason::HostsInF32`](crate::mapping::Reason::HostsInF32)): in f32 it is
    /// compiled for no executor of theirs.
    pub fn in_f64<T: Float, K: TeamKernel>(
        space: &Space,
        name: &'static str,
        policy: TeamPolicy,
        functor: &K,
        work: Work,
    ) -> Result<Self> {
        let launch = if const { is_f64::<T>() } {
            space.prepare(name, policy, functor)?
        } else {
            space.prepare_on_device(name, policy, functor)?
        };
        Ok(Self::of(name, launch, work))
    }

    /// A stage that no host has by default: they run it one lane at a time, to compare, and in f64 alone.
    pub fn of_gpus<T: Float, K: TeamKernel>(
        space: &Space,
        name: &'static str,
        policy: TeamPolicy,
        functor: &K,
        work: Work,
    ) -> Result<Self> {
        let launch = if const { is_f64::<T>() } {
            space.prepare_by_lane(name, policy, functor)?
        } else {
            space.prepare_on_device(name, policy, functor)?
        };
        Ok(Self::of(name, launch, work))
    }

    /// A launch as a stage.
    pub fn of(name: &'static str, launch: Prepared, work: Work) -> Self {
        let seconds = 0.0;
        Self {
            launch,
            time: StageTime {
                name,
                seconds,
                work,
            },
        }
    }

    /// Runs and measures it.
    pub fn run(&mut self, space: &Space, watch: &mut Watch<'_>) -> Result<()> {
        watch(self.time.name, false);
        let start = Instant::now();
        self.launch.launch()?;
        space.fence()?;
        self.time.seconds += start.elapsed().as_secs_f64();
        watch(self.time.name, true);
        Ok(())
    }
}

/// What makes a stage.
pub type Maker<'a> = Box<dyn Fn() -> Result<Stage> + Sync + 'a>;

/// The same stage for each density.
pub fn of_densities<'a, P: Sync>(
    parts: &'a P,
    densities: usize,
    stage: fn(&P, usize) -> Result<Stage>,
) -> impl Iterator<Item = Maker<'a>> {
    (0..densities).map(move |density| Box::new(move || stage(parts, density)) as Maker<'a>)
}

/// Makes stages. On a device most of the time is its compiler's, which runs on a thread for each: a cold start takes as long
/// as the longest stage instead of their sum (NVRTC, 2J=14: 9 s of 16).
pub fn make(space: &Space, stages: &[Maker<'_>]) -> Result<Vec<Stage>> {
    if space.is_host() {
        return stages.iter().map(|stage| stage()).collect();
    }
    thread::scope(|scope| {
        let making: Vec<_> = stages.iter().map(|stage| scope.spawn(stage)).collect();
        let made = making.into_iter().map(|stage| stage.join());
        made.map(|stage| stage.unwrap_or_else(|panic| resume_unwind(panic)))
            .collect()
    })
}

/// The policy with at most so many registers, 0 for as many as there are.
pub fn capped(policy: TeamPolicy, registers: usize) -> TeamPolicy {
    match registers {
        0 => policy,
        n => policy.registers(n as u32),
    }
}

/// Whether the type is f64.
pub const fn is_f64<T: Float>() -> bool {
    size_of::<T>() == size_of::<f64>()
}
