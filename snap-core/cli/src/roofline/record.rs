//! Ceilings, and stages below them.

use serde::{Deserialize, Serialize};

use super::ceilings::{Ceilings, Level, Reach};
use super::hardware::Hardware;
use crate::count::Counts;
use crate::study;

/// The ceilings of a device and its stages.
pub type Record = study::Record<Entry>;

/// Ceilings, or the stages of a problem.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Entry {
    Ceilings(Measured<Ceilings>),
    Problem(Measured<Problem>),
}

/// What was measured, and when.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measured<T> {
    pub date: String,
    #[serde(flatten)]
    pub found: T,
}

/// A force evaluation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Problem {
    pub twojmax: usize,
    pub natoms: usize,
    pub neighbors_per_atom: f64,
    /// `double`, or another.
    pub precision: String,
    pub mapping: String,
    /// The shortest repetition of evaluations, of each, without waits between the stages.
    pub seconds: f64,
    pub stages: Vec<Stage>,
}

/// A stage of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stage {
    pub name: String,
    /// The shortest, waited for.
    pub seconds: f64,
    /// What it does for an evaluation.
    pub counts: Counts,
    /// What the hardware's counters say of one, where they were asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hardware: Option<Hardware>,
}

impl study::Entry for Entry {
    const STUDY: &'static str = "roofline";

    fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Ceilings(_), Self::Ceilings(_)) => true,
            (Self::Problem(a), Self::Problem(b)) => a.found.key() == b.found.key(),
            _ => false,
        }
    }
}

impl Entry {
    /// When it was measured.
    pub fn date(&self) -> &str {
        match self {
            Self::Ceilings(measured) => &measured.date,
            Self::Problem(measured) => &measured.date,
        }
    }
}

impl Problem {
    /// What tells problems apart.
    pub fn key(&self) -> (usize, usize, &str) {
        (self.twojmax, self.natoms, &self.precision)
    }

    /// As titles have it.
    pub fn title(&self) -> String {
        let (twojmax, natoms, precision) = self.key();
        format!("2J = {twojmax}, {natoms} atoms, {precision} precision")
    }

    /// Seconds that the ceilings leave for all stages.
    pub fn least_seconds(&self, ceilings: &Ceilings) -> f64 {
        let stages = self.stages.iter();
        stages.map(|s| s.bound(ceilings, self.is_double()).1).sum()
    }

    /// Whether it has what the hardware's counters say.
    pub fn has_hardware(&self) -> bool {
        self.stages.iter().any(|stage| stage.hardware.is_some())
    }

    /// Whether the arithmetic is that of f64.
    pub fn is_double(&self) -> bool {
        self.precision == "double"
    }
}

/// What limits a stage: operations, or a level's bytes.
pub type Bound<'a> = Option<&'a Level>;

/// What bytes are counted between.
const REACHES: [Reach; 3] = [Reach::Near, Reach::Middle, Reach::Memory];

/// The highest of the least times of operations and of the bytes of levels.
fn highest<'a>(operations: f64, levels: [(Bound<'a>, f64); 3]) -> (Bound<'a>, f64) {
    let mut worst = (None, operations);
    for (level, bytes) in levels {
        let seconds = level.map_or(0.0, |level| bytes / level.bytes_per_s);
        if seconds > worst.1 {
            worst = (level, seconds);
        }
    }
    worst
}

impl Stage {
    /// The highest of its least times by what is counted from its program, and what it is from.
    pub fn bound<'a>(&self, ceilings: &'a Ceilings, is_double: bool) -> (Bound<'a>, f64) {
        let levels = REACHES.map(|reach| {
            let bytes = self.bytes(reach);
            (ceilings.level(reach, bytes), bytes)
        });
        let least = self.counts.flops() / flops_per_s(ceilings, is_double);
        highest(least, levels)
    }

    /// The same by the hardware's counters, and where there are none by what is counted from the program.
    pub fn hardware_bound<'a>(
        &self,
        ceilings: &'a Ceilings,
        is_double: bool,
    ) -> Option<(Bound<'a>, f64)> {
        let hardware = self.hardware.as_ref()?;
        let of = |reach| ceilings.levels.iter().find(|l| l.reach == reach);
        let bytes = |reach| hardware.bytes(reach).unwrap_or(self.bytes(reach));
        let levels = REACHES.map(|reach| (of(reach), bytes(reach)));
        let operations = hardware.flops.unwrap_or(self.counts.flops());
        let least = operations / flops_per_s(ceilings, is_double);
        Some(highest(least, levels))
    }

    /// Bytes that come from a level.
    pub fn bytes(&self, reach: Reach) -> f64 {
        match reach {
            Reach::Near => self.counts.register_bytes(),
            Reach::Middle => self.counts.group_bytes,
            Reach::Memory => self.counts.launch_bytes,
            Reach::Last | Reach::Scratch => 0.0,
        }
    }

    /// Operations for a byte of a level.
    pub fn intensity(&self, reach: Reach) -> f64 {
        self.counts.flops() / self.bytes(reach)
    }

    /// The same by the hardware's counters, and operations in a second, where operations and bytes were seen.
    pub fn hardware_point(&self, reach: Reach) -> Option<[f64; 2]> {
        let hardware = self.hardware.as_ref()?;
        let operations = hardware.flops.unwrap_or(self.counts.flops());
        let bytes = hardware.bytes(reach)?;
        let is_seen = operations > 0.0 && bytes > 0.0;
        is_seen.then(|| [operations / bytes, operations / self.seconds])
    }

    pub fn flops_per_s(&self) -> f64 {
        self.counts.flops() / self.seconds
    }
}

/// Operations in a second at most, a fused one as two.
pub fn flops_per_s(ceilings: &Ceilings, is_double: bool) -> f64 {
    2.0 * match is_double {
        true => ceilings.fma_f64_per_s,
        false => ceilings.fma_f32_per_s,
    }
}

/// The ceilings of a record, and its problems.
pub fn parts(record: &Record) -> (Option<&Ceilings>, Vec<&Problem>) {
    let (mut ceilings, mut problems) = (None, vec![]);
    for entry in &record.entries {
        match entry {
            Entry::Ceilings(measured) => ceilings = Some(&measured.found),
            Entry::Problem(measured) => problems.push(&measured.found),
        }
    }
    problems.sort_by_key(|problem| (problem.twojmax, problem.natoms));
    (ceilings, problems)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_least_time_is_the_bound() {
        let level = |name: &str, reach, working_set, bytes_per_s| Level {
            name: name.into(),
            reach,
            working_set,
            bytes_per_s,
        };
        let ceilings = Ceilings {
            fma_f64_per_s: 50.0,
            fma_f32_per_s: 100.0,
            levels: vec![
                level("L1", Reach::Near, 5, 1000.0),
                level("L2", Reach::Middle, 20, 100.0),
                level("memory", Reach::Memory, 1000, 10.0),
            ],
        };
        let stage = |fma, launch_bytes| Stage {
            name: "compute_yi".into(),
            seconds: 4.0,
            counts: Counts {
                fma,
                load_bytes: 100.0,
                group_bytes: 100.0,
                launch_bytes,
                ..Counts::default()
            },
            hardware: None,
        };
        let bound = |stage: Stage, is_double| {
            let (bound, seconds) = stage.bound(&ceilings, is_double);
            (bound.map(|level| level.name.clone()), seconds)
        };
        assert_eq!(bound(stage(100.0, 10.0), true), (None, 2.0));
        assert_eq!(bound(stage(200.0, 10.0), false), (None, 2.0));
        assert_eq!(bound(stage(10.0, 30.0), true), (Some("memory".into()), 3.0));
        // A cache holds what the launch touches.
        assert_eq!(bound(stage(10.0, 20.0), true), (Some("L2".into()), 1.0));
        // The hardware's counters tell what came from memory.
        let hardware = Hardware {
            flops: Some(20.0),
            register_bytes: Some(100.0),
            middle_bytes: 150.0,
            memory_bytes: 10.0,
        };
        let by = |hardware| Stage {
            hardware: Some(hardware),
            ..stage(300.0, 10.0)
        };
        let stage_of_device = by(hardware);
        let (bound, seconds) = stage_of_device.hardware_bound(&ceilings, true).unwrap();
        assert_eq!((bound.unwrap().name.as_str(), seconds), ("L2", 1.5));
        let point = stage_of_device.hardware_point(Reach::Memory);
        assert_eq!(point, Some([2.0, 5.0]));
        // A CPU counts no operations: those of the program are the bound.
        let of_cpu = by(Hardware {
            middle_bytes: 150.0,
            ..Hardware::default()
        });
        assert_eq!(of_cpu.hardware_bound(&ceilings, true), Some((None, 6.0)));
        assert_eq!(of_cpu.hardware_point(Reach::Memory), None);
        let slow = stage(10.0, 30.0);
        assert_eq!(
            (slow.flops_per_s(), slow.intensity(Reach::Near)),
            (5.0, 0.2)
        );
    }
}
