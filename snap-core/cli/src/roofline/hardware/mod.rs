//! What the hardware counts in each stage, beside what is counted from its program.

mod ncu;
mod perf;

use portax::Space;
use serde::{Deserialize, Serialize};

use super::ceilings::Reach;
use crate::engine::Engine;
use crate::error::Error;
pub use perf::Events;

/// What a stage does in an evaluation, as the hardware counts it; nothing where that has no counter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Hardware {
    /// Operations on floats, a fused one as two.
    pub flops: Option<f64>,
    /// Bytes between registers and anything.
    pub register_bytes: Option<f64>,
    /// Bytes between the nearest caches and what is behind them.
    pub middle_bytes: f64,
    /// Bytes from memory to the last cache, and on devices back.
    pub memory_bytes: f64,
}

impl Hardware {
    /// Bytes that come from a level.
    pub fn bytes(&self, reach: Reach) -> Option<f64> {
        match reach {
            Reach::Near => self.register_bytes,
            Reach::Middle => Some(self.middle_bytes),
            Reach::Memory => Some(self.memory_bytes),
            Reach::Last | Reach::Scratch => None,
        }
    }

    fn add(&mut self, other: Self) {
        let sum = |a: Option<f64>, b: Option<f64>| a.zip(b).map(|(a, b)| a + b).or(a).or(b);
        self.flops = sum(self.flops, other.flops);
        self.register_bytes = sum(self.register_bytes, other.register_bytes);
        self.middle_bytes += other.middle_bytes;
        self.memory_bytes += other.memory_bytes;
    }
}

/// Stages, and what they do.
#[derive(Debug, Default, PartialEq)]
pub struct Stages(Vec<(String, Hardware)>);

impl Stages {
    /// What a stage does, if it was seen.
    pub fn of(&self, name: &str) -> Option<Hardware> {
        let found = self.0.iter().find(|(known, _)| known == name);
        found.map(|&(_, hardware)| hardware)
    }

    fn add(&mut self, name: &str, more: Hardware) {
        match self.0.iter_mut().find(|(known, _)| known == name) {
            Some((_, all)) => all.add(more),
            None => self.0.push((name.into(), more)),
        }
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Where the counters of a device are read.
pub enum Counters {
    /// By Nsight Compute.
    Ncu,
    /// Events of this process.
    Perf(Events),
}

impl Counters {
    /// Those of a space, for which events were opened before it had threads.
    ///
    /// # Errors
    /// [`Error::Usage`] where there are none.
    pub fn of(space: &Space, events: Result<Events, String>) -> Result<Self, Error> {
        let counters = match (space.is_host(), space.name().starts_with("cuda")) {
            (true, _) => events.map(Self::Perf),
            (_, true) => ncu::require().map(|()| Self::Ncu),
            _ => Err(
                "counters are read of CPU threads and of NVIDIA's GPUs through CUDA; choose one by --backend rayon or cuda:0"
                    .into(),
            ),
        };
        counters.map_err(refused)
    }

    /// What the hardware counts of each stage while the forces of `twojmax` are evaluated once.
    ///
    /// # Errors
    /// [`Error::Usage`] for counters that cannot be read; those of the evaluation.
    pub fn stages(&mut self, engine: &mut Engine, twojmax: usize) -> Result<Stages, Error> {
        match self {
            Self::Ncu => ncu::stages(twojmax).map_err(refused),
            Self::Perf(events) => events.stages(engine),
        }
    }
}

fn refused(why: String) -> Error {
    Error::Usage(format!("--counters: {why}"))
}
