//! What a device does at most, by kernels of its own: fused multiplications and additions, and bytes from each level of memory.

use std::fs;

use portax::{Space, TeamPolicy, View};
use serde::{Deserialize, Serialize};

use super::kernels::{ROWS, Reads, ScratchReads};
use crate::bench::measure::REPETITIONS;
use crate::bench::peaks::{fma_per_s, rate};
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
    /// Bytes that were read over and over, of a team or of all.
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
    /// None: shown beside the others.
    Aside,
}

impl Ceilings {
    /// Measures each for so many seconds, in views of at most `memory` bytes.
    ///
    /// # Errors
    /// Those of the space.
    pub fn measure(space: &Space, memory: u64, seconds: f64) -> Result<Self, Error> {
        let bench = Bench {
            space,
            seconds: seconds / REPETITIONS as f64,
            largest: LARGE.min(memory as usize),
        };
        Ok(Self {
            fma_f64_per_s: fma_per_s(space, [1e-3, 0.5], bench.seconds)?,
            fma_f32_per_s: fma_per_s(space, [1e-3_f32, 0.5], bench.seconds)?,
            levels: match space.is_host() {
                true => bench.of_host()?,
                false => bench.of_device()?,
            },
        })
    }

    /// Bytes in a second from a level.
    pub fn bytes_per_s(&self, reach: Reach) -> Option<f64> {
        let mut levels = self.levels.iter();
        levels.find(|l| l.reach == reach).map(|l| l.bytes_per_s)
    }
}

/// Measures levels.
struct Bench<'a> {
    space: &'a Space,
    /// Of a repetition.
    seconds: f64,
    /// Bytes of a view, at most.
    largest: usize,
}

impl Bench<'_> {
    fn level(&self, name: &str, reach: Reach, set: Set) -> Result<Level, Error> {
        let (Set::Own(working_set) | Set::Shared(working_set)) = set;
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
            let reach = [Reach::Near, Reach::Middle, Reach::Aside][n.min(2)];
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
    match space.is_host() {
        true => [space.concurrency(), 1],
        false => [TEAMS * space.concurrency(), THREADS],
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
        Ok(bytes * rate(space, &launch, self.seconds)?)
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
            reach: Reach::Aside,
            working_set: threads * bytes,
            bytes_per_s: read * rate(space, &launch, self.seconds)?,
        })
    }
}
