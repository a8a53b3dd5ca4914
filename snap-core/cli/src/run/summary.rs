//! What is said at the start and in the end, and how fast it goes.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use portax::Space;

use super::dynamics::Dynamics;
use super::state::Matter;
use crate::progress::Progress;

/// Time between two messages.
const PAUSE: Duration = Duration::from_millis(200);

/// The line before the table: how many atoms of what, on which device.
pub fn opening(dynamics: &Dynamics, space: &Space) -> String {
    let species = &dynamics.matter().frame.species;
    let mut counts = BTreeMap::new();
    for &kind in &species.of_atom {
        *counts.entry(kind).or_insert(0_usize) += 1;
    }
    let kinds: Vec<String> = counts
        .iter()
        .map(|(&kind, count)| {
            let label = species.kinds[kind as usize].label();
            format!("{} {count}", portax::error::printable(&label))
        })
        .collect();
    let (kinds, space) = (kinds.join(", "), space.name());
    format!("{} ({kinds}) on {space}", atoms(dynamics.matter()))
}

/// How many atoms move.
fn atoms(matter: &Matter) -> String {
    let natoms = matter.natoms();
    match matter.replicas {
        1 => format!("{natoms} atoms"),
        replicas => format!("{replicas} replicas of {natoms} atoms"),
    }
}

/// Measures a run.
pub struct Clock {
    start: Instant,
    first_step: u64,
    said: Cell<Instant>,
}

impl Clock {
    /// Starts at a step.
    pub fn new(first_step: u64) -> Self {
        let start = Instant::now();
        Self {
            start,
            first_step,
            said: Cell::new(start),
        }
    }

    /// Says now and then how far the run is.
    pub fn say(&self, progress: &Progress, step: u64, steps: u64) {
        if self.said.get().elapsed() < PAUSE {
            return;
        }
        self.said.set(Instant::now());
        let rate = (step - self.first_step) as f64 / self.start.elapsed().as_secs_f64();
        let left = (steps - step) as f64 / rate;
        progress.say(&format!(
            "step {step} of {steps}, {rate:.1} steps/s, {} left",
            time(left)
        ));
    }

    /// The lines after the table.
    pub fn summary(&self, dynamics: &Dynamics) -> String {
        let seconds = self.start.elapsed().as_secs_f64();
        let steps = dynamics.last_step() - self.first_step;
        if steps == 0 {
            return "no steps".to_string();
        }
        let (matter, builds) = (dynamics.matter(), dynamics.builds());
        let natoms = matter.replicas * matter.natoms();
        let rate = steps as f64 / seconds;
        format!(
            "{steps} steps of {} in {}: {:.4} ms/step, {rate:.2} steps/s, {:.4} Matom-steps/s\n\
             neighbour lists built anew {builds} times",
            atoms(matter),
            time(seconds),
            1e3 / rate,
            1e-6 * rate * natoms as f64,
        )
    }
}

/// Seconds in words: 12.3 s, 4:05, 1:02:03.
fn time(seconds: f64) -> String {
    if seconds < 100.0 {
        return format!("{seconds:.1} s");
    }
    let whole = seconds.round() as u64;
    let (hours, minutes, seconds) = (whole / 3600, whole / 60 % 60, whole % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_short() {
        for (seconds, expected) in [(12.34, "12.3 s"), (245.0, "4:05"), (3723.4, "1:02:03")] {
            assert_eq!(time(seconds), expected);
        }
    }
}
