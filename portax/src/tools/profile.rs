//! The built-in table: calls and time of each kernel.

use super::{Kind, Timing};
use std::{
    collections::{BTreeMap, VecDeque},
    fmt::Write,
    time::Instant,
};

/// Space, label and kind.
type Kernel = (String, String, Kind);

/// Time of the kernels so far.
pub(super) struct Profile {
    start: Instant,
    kernels: BTreeMap<Kernel, Time>,
    /// Launches that may still run
    pending: VecDeque<(Kernel, Box<dyn Timing>)>,
}

/// Of one kernel.
#[derive(Clone, Copy, Default)]
struct Time {
    calls: u64,
    seconds: f64,
}

impl Profile {
    /// Of a run that begins now.
    pub(super) fn new() -> Profile {
        Profile {
            start: Instant::now(),
            kernels: BTreeMap::new(),
            pending: VecDeque::new(),
        }
    }

    /// Counts one launch, which may still run.
    pub(super) fn add(&mut self, kernel: Kernel, timing: Box<dyn Timing>) {
        self.pending.push_back((kernel, timing));
        self.read(false);
    }

    /// Reads the times of launches that are done, in order; waits for the others if told so. A device that has failed
    /// has no time.
    fn read(&mut self, wait: bool) {
        while let Some((_, timing)) = self.pending.front()
            && (wait || timing.is_done())
        {
            if let Some((kernel, timing)) = self.pending.pop_front() {
                self.count(kernel, timing.elapsed().as_secs_f64());
            }
        }
    }

    fn count(&mut self, kernel: Kernel, seconds: f64) {
        let time = self.kernels.entry(kernel).or_default();
        time.calls += 1;
        time.seconds += seconds;
    }

    /// One line a kernel, those with the most time first.
    pub(super) fn table(mut self) -> String {
        self.read(true);
        let run = self.start.elapsed().as_secs_f64();
        let all: f64 = self.kernels.values().map(|t| t.seconds).sum();
        let mut rows: Vec<_> = self.kernels.iter().collect();
        rows.sort_by(|a, b| b.1.seconds.total_cmp(&a.1.seconds));
        let mut text = format!(
            "\nPORTAX_PROFILE: {all:.6} s in kernels, {run:.6} s since the first space\n\
             {:>12} {:>10} {:>12} {:>7}  {:6}  {:16}  kernel\n",
            "total s", "calls", "mean us", "share %", "kind", "space"
        );
        for ((space, label, kind), Time { calls, seconds }) in rows {
            let (mean, share) = (
                1e6 * seconds / *calls as f64,
                100.0 * seconds / all.max(1e-300),
            );
            let kind = format!("{kind:?}").to_lowercase();
            let _ = writeln!(
                text,
                "{seconds:12.6} {calls:10} {mean:12.3} {share:7.2}  {kind:6}  {space:16}  {label}"
            );
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_sorted_and_shares_add_up() {
        let mut profile = Profile::new();
        for (label, seconds) in [("axpy", 0.25), ("dot", 0.5), ("axpy", 0.75)] {
            profile.count(("abacus".into(), label.into(), Kind::For), seconds);
        }
        profile.count(("abacus".into(), "dot".into(), Kind::Reduce), 0.5);
        let table = profile.table();
        let rows: Vec<Vec<&str>> = table
            .lines()
            .skip(3)
            .map(|l| l.split_whitespace().collect())
            .collect();
        assert_eq!(
            rows[0],
            [
                "1.000000",
                "2",
                "500000.000",
                "50.00",
                "for",
                "abacus",
                "axpy"
            ]
        );
        assert_eq!(
            rows[1],
            [
                "0.500000",
                "1",
                "500000.000",
                "25.00",
                "for",
                "abacus",
                "dot"
            ]
        );
        assert_eq!(rows[2][4], "reduce");
    }
}
