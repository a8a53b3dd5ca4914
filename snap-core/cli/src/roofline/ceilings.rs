//! What a device does at most, by kernels of its own: fused multiplications and additions, and bytes from each level of memory.

use std::fs;

use portax::{Prepared, Space, TeamPolicy, View};
use serde::{Deserialize, Serialize};

use super::kernels::{ROWS, Reads, ScratchReads};
use crate::bench::measure::many_for;
use crate::bench::peaks::chains;
use crate::error::Error;

/// Bytes that a team reads in a launch, about.
const TEAM_BYTES: usize = 8 << 20;
/// Threads of a device's team.
const THREADS: usize = 8;
/// Teams of a device for each compute unit.
const TEAMS: usize = 8;
/// Bytes of a team's own working set that the nearest cache of a device holds for all teams of a compute unit.
const NEAR: usize = 4 << 10;
/// Working sets that all teams share: too large for a compute unit's own cache, small enough for the one that all share.
const SHARED: [usize; 3] = [4 << 20, 8 << 20, 16 << 20];
/// A working set that no cache holds.
const LARGE: usize = 1 << 30;
/// What is read from memory on hosts, in sizes of the last cache, and at least.
const CACHES: usize = 4;
const LEAST: usize = 1 << 28;
/// Values of a lane in scratch.
const SCRATCH_VALUES: usize = 16;

/// Ceilings of a device.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ceilings {
    /// Fused multiplications and additions of f64 in a second.
    pub fma_f64_per_s: f64,
    /// The same of f32.
    pub fma_f32_per_s: f64,
    /// From the nearest on.
    pub levels: Vec<Level>,
}

/// A level of memory.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Level {
    pub name: String,
    pub reach: Reach,
    /// Bytes that were read over and over, of all teams.
    pub working_set: usize,
    pub bytes_per_s: f64,
}

/// What traffic has a level for its ceiling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reach {
    /// That of registers.
    Near,
    /// That of groups.
    Middle,
    /// That of launches.
    Memory,
    /// That of launches whose bytes it holds.
    Last,
    /// None: shown beside the others.
    Scratch,
}

impl Ceilings {
    /// Measures each for so many seconds, in views of at most `memory` bytes.
    ///
    /// # Errors
    /// Those of the space.
    pub fn measure(space: &Space, memory: u64, seconds: f64) -> Result<Self, Error> {
        let bench = Bench {
            space,
            seconds,
            largest: LARGE.min(memory as usize),
        };
        Ok(Self {
            fma_f64_per_s: bench.highest(chains(space, [1e-3, 0.5])?)?,
            fma_f32_per_s: bench.highest(chains(space, [1e-3_f32, 0.5])?)?,
            levels: match space.is_host() {
                true => bench.of_host()?,
                false => bench.of_device()?,
            },
        })
    }

    /// The level that is the ceiling of so many bytes. Those of a launch come from the nearest cache behind those of groups that
    /// holds them all.
    pub fn level(&self, reach: Reach, bytes: f64) -> Option<&Level> {
        let of = |reach: Reach| self.levels.iter().find(move |l| l.reach == reach);
        let holds = |level: &&Level| level.working_set as f64 >= bytes;
        match reach {
            Reach::Memory => {
                let caches = [Reach::Middle, Reach::Last].into_iter().filter_map(of);
                caches.into_iter().find(holds).or_else(|| of(Reach::Memory))
            }
            reach => of(reach),
        }
    }
}

/// Measures levels.
struct Bench<'a> {
    space: &'a Space,
    /// Of a ceiling.
    seconds: f64,
    /// Bytes of a view, at most.
    largest: usize,
}

impl Bench<'_> {
    /// The highest rate of a launch that does so much.
    fn highest(&self, (launch, work): (Prepared, f64)) -> Result<f64, Error> {
        let timing = many_for(self.seconds, |n| {
            for _ in 0..n {
                launch.launch()?;
            }
            Ok(self.space.fence()?)
        })?;
        Ok(work * timing.steps as f64 / timing.least_seconds)
    }

    fn level(&self, name: &str, reach: Reach, set: Set) -> Result<Level, Error> {
        let working_set = match set {
            Set::Own(bytes) => bytes * teams(self.space)[0],
            Set::Shared(bytes) => bytes,
        };
        Ok(Level {
            name: name.into(),
            reach,
            working_set,
            bytes_per_s: self.read(set)?,
        })
    }

    fn of_host(&self) -> Result<Vec<Level>, Error> {
        let (caches, threads) = (caches(), self.space.concurrency());
        let mut levels = vec![];
        for (n, &(name, bytes)) in caches.iter().enumerate() {
            // The third is shared by the threads.
            let own = if n > 1 { bytes / threads } else { bytes };
            let reach = [Reach::Near, Reach::Middle, Reach::Last][n.min(2)];
            levels.push(self.level(name, reach, Set::Own(own / 2))?);
        }
        let last = caches.last().map_or(0, |&(_, bytes)| bytes);
        let all = (CACHES * last).max(LEAST).min(self.largest);
        levels.push(self.level("memory", Reach::Memory, Set::Own(all / threads))?);
        Ok(levels)
    }

    fn of_device(&self) -> Result<Vec<Level>, Error> {
        let league = teams(self.space)[0];
        let mut shared = vec![];
        for bytes in SHARED.into_iter().filter(|&bytes| bytes <= self.largest) {
            shared.push(self.level("shared cache", Reach::Middle, Set::Shared(bytes))?);
        }
        let best = shared
            .into_iter()
            .max_by(|a, b| a.bytes_per_s.total_cmp(&b.bytes_per_s));
        let mut levels = vec![
            self.scratch()?,
            self.level("near cache", Reach::Near, Set::Own(NEAR))?,
        ];
        levels.extend(best);
        levels.push(self.level("memory", Reach::Memory, Set::Own(self.largest / league))?);
        Ok(levels)
    }
}

/// Names and bytes of the first processor's data caches, as Linux has them; elsewhere usual ones.
fn caches() -> Vec<(&'static str, usize)> {
    let of = |index: usize| {
        let folder = format!("/sys/devices/system/cpu/cpu0/cache/index{index}");
        let text = |name: &str| fs::read_to_string(format!("{folder}/{name}")).ok();
        let (level, kind, size) = (text("level")?, text("type")?, text("size")?);
        let kib: usize = size.trim().strip_suffix('K')?.parse().ok()?;
        let name = ["L1", "L2", "L3"].get(level.trim().parse::<usize>().ok()?.checked_sub(1)?)?;
        (kind.trim() != "Instruction").then_some((*name, kib << 10))
    };
    let found: Vec<_> = (0..8).filter_map(of).collect();
    match found.len() {
        0 | 1 => vec![("L1", 32 << 10), ("L2", 1 << 20)],
        _ => found,
    }
}

/// Teams, and threads of a team.
fn teams(space: &Space) -> [usize; 2] {
    match space.is_gpu() {
        true => [TEAMS * space.concurrency(), THREADS],
        false => [space.concurrency(), 1],
    }
}

/// What teams read over and over.
#[derive(Clone, Copy)]
enum Set {
    /// So many bytes, each team its own.
    Own(usize),
    /// So many bytes, all teams the same.
    Shared(usize),
}

impl Bench<'_> {
    /// Bytes in a second.
    fn read(&self, set: Set) -> Result<f64, Error> {
        let (space, [league, threads]) = (self.space, teams(self.space));
        let width = space.natural_width();
        let block = ROWS * threads * width;
        let (Set::Own(bytes) | Set::Shared(bytes)) = set;
        let blocks = (bytes / 8 / block).max(1);
        let passes = (TEAM_BYTES / 8 / block / blocks).max(1);
        let (stride, skip, elements) = match set {
            Set::Own(_) => (blocks * block, 0, league * blocks * block),
            Set::Shared(_) => (0, blocks.div_ceil(league), blocks * block),
        };
        let x = View::new(space, "x", [elements])?;
        x.fill(1.0)?;
        let functor = Reads {
            x,
            sums: View::new(space, "sums", [league * threads * width])?,
            stride: stride as i32,
            skip: skip as i32,
            blocks: blocks as i32,
            passes: passes as i32,
            threads,
            width,
        };
        let policy = TeamPolicy::new(league, threads).vector_length(width);
        let launch = space.prepare("reads", policy, &functor)?;
        let bytes = (8 * league * passes * blocks * block) as f64;
        self.highest((launch, bytes))
    }

    fn scratch(&self) -> Result<Level, Error> {
        let (space, league) = (self.space, teams(self.space)[0]);
        let width = space.natural_width();
        let bytes = 8 * SCRATCH_VALUES * width;
        let threads = THREADS.min(space.scratch_limit() / bytes).max(1);
        let passes = 4 * TEAM_BYTES / bytes / threads;
        let functor = ScratchReads {
            sums: View::new(space, "sums", [league * threads * width])?,
            passes: passes as i32,
            count: SCRATCH_VALUES as i32,
            values: SCRATCH_VALUES,
            threads,
            width,
        };
        let policy = TeamPolicy::new(league, threads).vector_length(width);
        let launch = space.prepare_on_device("scratch reads", policy, &functor)?;
        let read = (league * threads * passes * bytes) as f64;
        Ok(Level {
            name: "scratch".into(),
            reach: Reach::Scratch,
            working_set: league * threads * bytes,
            bytes_per_s: self.highest((launch, read))?,
        })
    }
}
