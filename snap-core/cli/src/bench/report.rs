//! What `snapx bench` prints, as text or JSON.

use std::fmt::Write;

use serde::Serialize;
use snap_core::{Chosen, Precision, StageTime, Work};

use super::check::Check;
use super::errors::Errors;
use super::measure::Timing;
use super::peaks::Peaks;
use crate::problem::Problem;
use crate::study::origin;

/// The report; its fields are the keys of the JSON object.
#[derive(Serialize)]
pub struct Report {
    /// Name of the device.
    backend: String,
    /// What it is.
    device: String,
    /// The host.
    machine: String,
    version: &'static str,
    commit: &'static str,
    command: String,
    date: String,
    pub natoms: usize,
    /// Mean number of neighbours within the cutoff.
    neighbors_per_atom: f64,
    twojmax: usize,
    precision: &'static str,
    /// Form of compute_yi.
    formulation: &'static str,
    /// Mapping of the stages, where it is from, and what was given up for it.
    mapping: String,
    /// Force evaluations of a repetition.
    steps: usize,
    /// Median time of a repetition.
    seconds: f64,
    /// Forces.
    katom_steps_per_s: f64,
    /// Whole MD steps.
    md_katom_steps_per_s: f64,
    /// Microseconds an atom and force evaluation.
    grind_us: f64,
    /// Memory of the engine.
    pub memory_bytes: usize,
    energy_per_atom_ev: f64,
    pub stages: Vec<Stage>,
    /// Of the device, where they were measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    peaks: Option<Peaks>,
    /// Against double precision, of the others.
    #[serde(skip_serializing_if = "Option::is_none")]
    errors: Option<Errors>,
    #[serde(skip)]
    drift: f64,
}

/// One stage of a force evaluation.
#[derive(Serialize)]
pub struct Stage {
    pub name: &'static str,
    /// Seconds an evaluation.
    seconds: f64,
    /// Of the sum over all stages.
    share: f64,
    #[serde(skip)]
    work: Work,
    /// FMA of the formulation in a second, of the peak's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fma_share: Option<f64>,
    /// Bytes of its arrays, each once, in a second, of the triad's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes_share: Option<f64>,
}

fn shares(times: &[StageTime]) -> Vec<Stage> {
    let total: f64 = times.iter().map(|time| time.seconds).sum();
    let stage = |time: &StageTime| Stage {
        name: time.name,
        seconds: time.seconds,
        share: time.seconds / total,
        work: time.work,
        fma_share: None,
        bytes_share: None,
    };
    times.iter().map(stage).collect()
}

/// What was measured.
pub struct Measured {
    pub mapping: Chosen,
    pub energy: f64,
    pub memory_bytes: usize,
    pub forces: Timing,
    pub md: Timing,
    pub stages: Vec<StageTime>,
    /// Change of the total energy during the MD steps, eV.
    pub drift: f64,
}

impl Report {
    /// The report of a problem.
    pub fn new(problem: &Problem, measured: Measured) -> Self {
        let natoms = problem.natoms();
        Self {
            backend: problem.space.name().into(),
            device: problem.space.description(),
            machine: origin::machine(),
            version: env!("CARGO_PKG_VERSION"),
            commit: env!("SNAPX_COMMIT"),
            command: origin::command(),
            date: origin::date(),
            natoms,
            neighbors_per_atom: problem.neighbors_per_atom(),
            twojmax: problem.twojmax(),
            precision: Precision::Double.name(),
            formulation: measured.mapping.yi().name(),
            mapping: measured.mapping.to_string(),
            steps: measured.forces.steps,
            seconds: measured.forces.seconds,
            katom_steps_per_s: measured.forces.katom_steps_per_second(natoms),
            md_katom_steps_per_s: measured.md.katom_steps_per_second(natoms),
            grind_us: measured.forces.grind_us(natoms),
            memory_bytes: measured.memory_bytes,
            energy_per_atom_ev: measured.energy / natoms as f64,
            stages: shares(&measured.stages),
            peaks: None,
            errors: None,
            drift: measured.drift,
        }
    }

    /// The same, its stages beside what the device does at most, for lists of so many neighbours an atom.
    pub fn with_peaks(mut self, peaks: Peaks, listed: f64) -> Self {
        for stage in &mut self.stages {
            let work = stage.work.of(self.neighbors_per_atom, listed);
            let per_s = self.natoms as f64 / stage.seconds;
            stage.fma_share = Some(work.fma * per_s / peaks.fma_per_s);
            stage.bytes_share = Some(work.bytes * per_s / peaks.bytes_per_s);
        }
        self.peaks = Some(peaks);
        self
    }

    /// The same in this precision, which costs these errors.
    pub fn with_precision(mut self, precision: Precision, errors: Option<Errors>) -> Self {
        self.precision = precision.name();
        self.errors = errors;
        self
    }

    /// What all sizes of a sweep have in common.
    pub fn head(&self) -> String {
        let (twojmax, neighbors, precision) =
            (self.twojmax, self.neighbors_per_atom, self.precision);
        let (backend, device) = (&self.backend, &self.device);
        format!(
            "problem    2J={twojmax}, {neighbors:.1} neighbours, {precision}\ndevice     {backend}: {device}"
        )
    }

    /// The line of a size in a sweep.
    pub fn row(&self) -> String {
        let Self {
            natoms,
            grind_us,
            katom_steps_per_s,
            md_katom_steps_per_s,
            formulation,
            ..
        } = self;
        let memory = self.memory_bytes as f64 / (1_u64 << 20) as f64;
        format!(
            "{natoms:9} {grind_us:9.4} {katom_steps_per_s:14.2} {md_katom_steps_per_s:17.2} {memory:9.1}  {formulation}"
        )
    }

    /// The report for people.
    pub fn text(&self, check: &Check) -> String {
        let mut text = String::new();
        for (label, line) in self.lines(check) {
            let _ = writeln!(text, "{label:10} {line}");
        }
        let _ = write!(text, "\n{:24} {:>9} {:>8}", "stage", "us/atom", "share");
        for stage in &self.stages {
            let grind = 1e6 * stage.seconds / self.natoms as f64;
            let share = 100.0 * stage.share;
            let _ = write!(text, "\n{:24} {grind:9.4} {share:6.1} %", stage.name);
        }
        text
    }

    fn lines(&self, check: &Check) -> Vec<(&'static str, String)> {
        let (natoms, twojmax, steps) = (self.natoms, self.twojmax, self.steps);
        let (neighbors, precision) = (self.neighbors_per_atom, self.precision);
        let (grind, drift) = (self.grind_us, self.drift / natoms as f64);
        let memory = self.memory_bytes as f64 / (1_u64 << 20) as f64;
        let mut lines = vec![
            (
                "problem",
                format!("2J={twojmax}, {natoms} atoms, {neighbors:.1} neighbours, {precision}"),
            ),
            (
                "device",
                format!(
                    "{}: {}, compute_yi {}",
                    self.backend, self.device, self.formulation
                ),
            ),
            ("mapping", self.mapping.clone()),
            ("check", check.to_string()),
            (
                "forces",
                format!(
                    "{:.2} Katom-steps/s, {grind:.3} us/atom, median of repetitions of {steps} steps",
                    self.katom_steps_per_s
                ),
            ),
            (
                "MD steps",
                format!(
                    "{:.2} Katom-steps/s, NVE at 300 K, 0.5 fs, total energy changed by {drift:.1e} eV/atom",
                    self.md_katom_steps_per_s
                ),
            ),
            ("energy", format!("{:.9} eV/atom", self.energy_per_atom_ev)),
            ("memory", format!("{memory:.1} MiB")),
        ];
        if let Some(errors) = &self.errors {
            let behind_check = 4;
            lines.insert(behind_check, ("errors", errors.to_string()));
        }
        lines
    }
}
