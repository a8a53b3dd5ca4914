//! What `snapx bench` prints, as text or JSON.

use std::fmt::Write;

use serde::Serialize;
use snap_core::StageTime;

use super::Problem;
use super::check::Check;
use super::measure::Timing;

/// The report; its fields are the keys of the JSON object.
#[derive(Serialize)]
pub struct Report {
    /// Name of the device.
    backend: String,
    /// What it is.
    device: String,
    natoms: usize,
    /// Mean number of neighbours within the cutoff.
    neighbors_per_atom: f64,
    twojmax: usize,
    precision: &'static str,
    /// Form of compute_yi.
    formulation: &'static str,
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
    memory_bytes: usize,
    energy_per_atom_ev: f64,
    stages: Vec<Stage>,
    #[serde(skip)]
    drift: f64,
}

/// One stage of a force evaluation.
#[derive(Serialize)]
struct Stage {
    name: &'static str,
    /// Seconds an evaluation.
    seconds: f64,
    /// Of the sum over all stages.
    share: f64,
}

fn shares(times: &[StageTime]) -> Vec<Stage> {
    let total: f64 = times.iter().map(|time| time.seconds).sum();
    let stage = |time: &StageTime| Stage {
        name: time.name,
        seconds: time.seconds,
        share: time.seconds / total,
    };
    times.iter().map(stage).collect()
}

/// What was measured.
pub struct Measured {
    pub formulation: &'static str,
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
        let natoms = problem.system.positions.len();
        Self {
            backend: problem.space.name().into(),
            device: problem.space.description(),
            natoms,
            neighbors_per_atom: problem.neighbors_per_atom(),
            twojmax: problem.potential.params().twojmax,
            precision: "double",
            formulation: measured.formulation,
            steps: measured.forces.steps,
            seconds: measured.forces.seconds,
            katom_steps_per_s: measured.forces.katom_steps_per_second(natoms),
            md_katom_steps_per_s: measured.md.katom_steps_per_second(natoms),
            grind_us: measured.forces.grind_us(natoms),
            memory_bytes: measured.memory_bytes,
            energy_per_atom_ev: measured.energy / natoms as f64,
            stages: shares(&measured.stages),
            drift: measured.drift,
        }
    }

    /// The report for people.
    pub fn text(&self, check: &Check) -> String {
        let mut text = self.head(check);
        for Stage {
            name,
            seconds,
            share,
        } in &self.stages
        {
            let grind = 1e6 * seconds / self.natoms as f64;
            let _ = write!(text, "\n{name:24} {grind:9.4} {:6.1} %", 100.0 * share);
        }
        text
    }

    fn head(&self, check: &Check) -> String {
        let Self {
            backend,
            device,
            natoms,
            neighbors_per_atom,
            twojmax,
            precision,
            formulation,
            ..
        } = self;
        let Check {
            forces,
            energies,
            atoms,
            differences,
        } = check;
        let (force_rate, md_rate) = (self.katom_steps_per_s, self.md_katom_steps_per_s);
        let (grind, energy) = (self.grind_us, self.energy_per_atom_ev);
        let mebibytes = self.memory_bytes as f64 / (1_u64 << 20) as f64;
        format!(
            "\
problem      2J={twojmax}, {natoms} atoms, {neighbors_per_atom:.1} neighbours, {precision} precision, compute_yi {formulation}
device       {backend}: {device}
check        forces {forces:.1e} and energies {energies:.1e} from the host reference ({atoms} atoms), {differences:.1e} from finite differences
forces       {force_rate:.2} Katom-steps/s, {grind:.3} us an atom (median of repetitions of {steps} steps)
MD steps     {md_rate:.2} Katom-steps/s (NVE, 0.5 fs, 300 K, lists rebuilt every 50 steps; total energy changed by {drift:.1e} eV an atom)
energy       {energy:.9} eV an atom
memory       {mebibytes:.1} MiB

stage                      us/atom    share",
            steps = self.steps,
            drift = self.drift / self.natoms as f64,
        )
    }
}
