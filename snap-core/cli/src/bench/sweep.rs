//! `snapx bench --sweep`: one report a size, and how far each stage is from what the device does at most.

use std::fmt::Write;
use std::process::ExitCode;

use super::peaks::Peaks;
use super::report::Report;
use super::{Problem, check};
use crate::args::{BenchArgs, Precision};
use crate::error::Error;
use crate::model::Model;
use crate::problem::SKIN;
use crate::progress::Progress;
use crate::{neighbors, output, space};

/// Cells along the edge of the cube: from 432 atoms, about twice as many each time, to 986 078.
const CELLS: [u32; 12] = [6, 8, 10, 13, 16, 20, 25, 32, 40, 50, 63, 79];
/// Of the memory that there is, what a size may take by the use of the one before.
const MEMORY_SHARE: f64 = 0.7;
const GIB: f64 = (1_u64 << 30) as f64;

/// The reports, and why there are no more.
struct Sweep {
    peaks: Peaks,
    reports: Vec<Report>,
    ended: Option<String>,
}

/// Measures the peaks, then each size up to the options' number of atoms or the end of memory.
///
/// # Errors
/// As for a single size.
pub fn run(args: &BenchArgs) -> Result<ExitCode, Error> {
    if args.mapping.precision != Precision::Double {
        return Err(Error::Usage(
            "--sweep sets stages beside peaks of f64: leave --precision out".into(),
        ));
    }
    let model = Model::of(&args.model)?;
    let progress = Progress::new();
    progress.say("measuring peaks");
    let space = space::open(&args.device)?;
    let memory = space::memory(&space);
    let mut sweep = Sweep {
        peaks: Peaks::measure(&space, memory / 8)?,
        reports: vec![],
        ended: None,
    };
    let sizes = CELLS
        .into_iter()
        .filter(|&cells| natoms(cells) <= args.max_atoms as usize);
    for cells in sizes {
        sweep.ended = sweep.lacks_memory(natoms(cells), memory);
        if sweep.ended.is_some() {
            break;
        }
        let problem = Problem::cube(&space, &model, cells);
        match problem.and_then(|problem| size(args, &problem, sweep.peaks, &progress)) {
            Ok(report) => sweep.reports.push(report),
            Err(error) if is_out_of_memory(&error) && !sweep.reports.is_empty() => {
                sweep.ended = Some(format!("{} atoms: {error}", natoms(cells)));
                break;
            }
            Err(error) => return Err(error),
        }
    }
    progress.clear();
    if args.json {
        output::print_json(&sweep.reports)?;
    } else {
        output::print(&sweep.text())?;
    }
    Ok(ExitCode::SUCCESS)
}

fn natoms(cells: u32) -> usize {
    2 * (cells as usize).pow(3)
}

/// Checks and measures one size.
fn size(
    args: &BenchArgs,
    problem: &Problem,
    peaks: Peaks,
    progress: &Progress,
) -> Result<Report, Error> {
    let size = format!("{} atoms: ", problem.natoms());
    progress.say(&format!("{size}checking forces against the host reference"));
    let mut engine = problem.engine(args.mapping.options(SKIN))?;
    let found = engine.evaluate()?;
    check::run(problem, args.mapping.precision.into(), &found)?;
    let measured = super::measure(problem, engine, found.energy, args.steps, &|what| {
        progress.say(&format!("{size}{what}"));
    })?;
    let cutoff = problem.potential.rcut_max();
    let listed = neighbors::per_atom(&problem.system, cutoff + SKIN, 1);
    Ok(Report::new(problem, measured).with_peaks(peaks, listed))
}

fn is_out_of_memory(error: &Error) -> bool {
    let of_portax = matches!(error.portax(), Some(portax::Error::OutOfMemory { .. }));
    of_portax || matches!(error, Error::Memory { .. })
}

impl Sweep {
    /// What so many atoms need by the use of the last size, if that is too much.
    fn lacks_memory(&self, natoms: usize, memory: u64) -> Option<String> {
        let last = self.reports.last()?;
        let needed = last.memory_bytes as f64 / last.natoms as f64 * natoms as f64;
        let share = MEMORY_SHARE * memory as f64;
        (needed > share).then(|| {
            let (needed, memory) = (needed / GIB, memory as f64 / GIB);
            format!("{natoms} atoms need about {needed:.1} GiB, and there are {memory:.1}")
        })
    }

    fn text(&self) -> String {
        let mut text = String::new();
        if let Some(report) = self.reports.first() {
            let _ = writeln!(text, "{}", report.head());
        }
        let (fma, bytes) = (self.peaks.fma_per_s / 1e9, self.peaks.bytes_per_s / 1e9);
        let _ = writeln!(
            text,
            "peaks      {fma:.1} GFMA/s in independent chains, {bytes:.1} GB/s in a triad"
        );
        let _ = write!(
            text,
            "\n{:>9} {:>9} {:>14} {:>17} {:>9}  compute_yi",
            "atoms", "us/atom", "Katom-steps/s", "MD Katom-steps/s", "MiB"
        );
        self.reports.iter().for_each(|report| {
            let _ = write!(text, "\n{}", report.row());
        });
        self.shares(
            &mut text,
            "FMA of the formulation, % of the peak",
            |stage| stage.fma_share,
        );
        self.shares(
            &mut text,
            "bytes of a stage's arrays, each once, % of the triad's",
            |stage| stage.bytes_share,
        );
        if let Some(reason) = &self.ended {
            let _ = write!(text, "\n\nended: {reason}");
        }
        text
    }

    /// A table of a share of each stage.
    fn shares(
        &self,
        text: &mut String,
        title: &str,
        share: impl Fn(&super::report::Stage) -> Option<f64>,
    ) {
        let Some(first) = self.reports.first() else {
            return;
        };
        let _ = write!(text, "\n\n{title}\n{:>9}", "atoms");
        for stage in &first.stages {
            let _ = write!(text, "  {}", stage.name);
        }
        for report in &self.reports {
            let _ = write!(text, "\n{:9}", report.natoms);
            for (stage, column) in report.stages.iter().zip(&first.stages) {
                let (percent, width) = (100.0 * share(stage).unwrap_or(0.0), column.name.len());
                let _ = write!(text, "  {percent:width$.1}");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_go_from_500_to_a_million_by_about_two() {
        let sizes = CELLS.map(natoms);
        assert!((400..600).contains(&sizes[0]));
        assert!((900_000..=1_000_000).contains(&sizes[CELLS.len() - 1]));
        assert!(
            sizes
                .windows(2)
                .all(|w| (1.8..2.4).contains(&(w[1] as f64 / w[0] as f64)))
        );
    }
}
