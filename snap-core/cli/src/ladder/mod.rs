//! `snapx ladder`: the published steps of optimising SNAP, each on one device, beside the pipeline that users have.

mod groups;
mod measure;
mod picture;
mod record;
mod scale;
mod table;

use std::process::ExitCode;

use portax::Space;
use snap_core::standard::{RUNGS, Rung};

use crate::args::{BuiltIn, LadderArgs};
use crate::error::{Error, FAILED};
use crate::model::Model;
use crate::problem::Problem;
use crate::progress::Progress;
use crate::run::stop::Stop;
use crate::{file, output, potential, space};
use measure::{FAST, Reference};
use record::{Entry, Outcome, Record};

/// Measures what the record does not have yet, and shows all of it.
///
/// # Errors
/// Options that make no sense, files of other devices, what the device says before there is anything to show.
pub fn run(args: &LadderArgs) -> Result<ExitCode, Error> {
    let rungs = chosen(&args.rungs)?;
    let space = space::open(&args.device)?;
    for path in [&args.csv, &args.json, &args.svg].into_iter().flatten() {
        file::require_writable(path)?;
    }
    let stop = Stop::new().map_err(Error::Output)?;
    let mut ladder = Ladder {
        args,
        record: Record::of(&space, args.json.as_deref())?,
        stop,
        progress: Progress::new(),
        failed: None,
    };
    for &twojmax in &args.twojmax {
        if let Err(error) = ladder.climb(&space, twojmax as usize, &rungs) {
            ladder.failed = Some(error);
            break;
        }
    }
    ladder.show(&rungs)
}

/// A rung, or the pipeline that users have.
#[derive(Clone, Copy)]
enum Step {
    Rung(&'static Rung),
    Fast,
}

impl Step {
    fn name(self) -> &'static str {
        match self {
            Self::Rung(rung) => rung.name,
            Self::Fast => FAST,
        }
    }
}

/// All steps from the bottom up.
fn steps() -> impl Iterator<Item = Step> {
    RUNGS.iter().map(Step::Rung).chain([Step::Fast])
}

/// Those of these names, or all.
fn chosen(names: &[String]) -> Result<Vec<Step>, Error> {
    if let Some(wrong) = names.iter().find(|n| steps().all(|s| s.name() != **n)) {
        let all: Vec<_> = steps().map(Step::name).collect();
        return Err(Error::Usage(format!(
            "there is no rung `{wrong}`; the rungs are {}",
            all.join(", ")
        )));
    }
    let is_named = |step: &Step| names.is_empty() || names.iter().any(|n| n == step.name());
    Ok(steps().filter(is_named).collect())
}

/// A study under way.
struct Ladder<'a> {
    args: &'a LadderArgs,
    record: Record,
    stop: Stop,
    progress: Progress,
    failed: Option<Error>,
}

impl Ladder<'_> {
    /// Measures the steps of a problem that are missing.
    fn climb(&mut self, space: &Space, twojmax: usize, steps: &[Step]) -> Result<(), Error> {
        let cells = cells(self.args.atoms);
        let natoms = 2 * (cells as usize).pow(3);
        let missing = |step: &&Step| {
            let known = self.record.find(step.name(), twojmax, natoms);
            !known.is_some_and(Entry::is_final)
        };
        let missing: Vec<Step> = steps.iter().filter(missing).copied().collect();
        if missing.is_empty() || self.stop.status().is_some() {
            return Ok(());
        }
        let size = format!("2J={twojmax}, {natoms} atoms");
        self.progress
            .say(&format!("{size}: {FAST} and the host reference"));
        let reference = Reference::new(problem(space, twojmax, cells)?)?;
        for step in missing {
            if self.stop.status().is_some() {
                return Ok(());
            }
            self.progress.say(&format!("{size}: {}", step.name()));
            let outcome = outcome(&reference, step, self.args.seconds);
            let entry = Entry::new(step.name(), &reference.problem, outcome);
            self.record.add(entry);
            if let Some(path) = &self.args.json {
                self.record.write(path)?;
            }
        }
        Ok(())
    }

    /// Prints the tables, writes the other files, and says how it ended.
    fn show(self, steps: &[Step]) -> Result<ExitCode, Error> {
        self.progress.clear();
        if !self.record.entries.is_empty() {
            output::print(&table::text(&self.record))?;
            if let Some(path) = &self.args.csv {
                file::replace(path, &table::csv(&self.record))?;
            }
            if let Some(path) = &self.args.svg {
                picture::write(&self.record, path)?;
            }
        }
        if let Some(error) = self.failed {
            return Err(error);
        }
        if let Some(status) = self.stop.status() {
            output::note("stopped; the same --json goes on from here");
            return Ok(status.into());
        }
        let asked = |e: &&Entry| steps.iter().any(|step| step.name() == e.rung);
        let mut entries = self.record.entries.iter().filter(asked);
        match entries.all(Entry::is_final) {
            true => Ok(ExitCode::SUCCESS),
            false => Ok(FAILED.into()),
        }
    }
}

/// What becomes of a step: too little memory and other faults are outcomes, too.
fn outcome(reference: &Reference, step: Step, seconds: f64) -> Outcome {
    let found = match step {
        Step::Rung(rung) => measure::rung(reference, rung, seconds),
        Step::Fast => measure::fast(reference, seconds),
    };
    found.unwrap_or_else(|error| match error.portax() {
        Some(portax::Error::OutOfMemory { .. }) => Outcome::OutOfMemory(error.to_string()),
        _ => Outcome::Failed(error.to_string()),
    })
}

/// Cells along the edge of the cube that has about so many atoms, two a cell.
fn cells(atoms: u32) -> u32 {
    (f64::from(atoms) / 2.0).cbrt().round().max(1.0) as u32
}

/// The crystal of the benchmark with a potential of this program.
fn problem(space: &Space, twojmax: usize, cells: u32) -> Result<Problem, Error> {
    let of = match twojmax {
        14 => BuiltIn::W2J14Dense,
        _ => BuiltIn::W2J8,
    };
    let mut problem = Problem::cube(space, &Model::built_in(of)?, cells)?;
    problem.potential = potential::cut_to(&problem.potential, twojmax)?;
    Ok(problem)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cubes_have_about_as_many_atoms_as_asked_for() {
        assert_eq!([2000, 250, 16, 1, 54].map(cells), [10, 5, 2, 1, 3]);
    }

    #[test]
    fn unknown_rungs_are_refused_by_name() {
        let names = |names: &[&str]| names.iter().map(|n| n.to_string()).collect::<Vec<_>>();
        assert_eq!(chosen(&[]).unwrap().len(), RUNGS.len() + 1);
        let two = chosen(&names(&["fast", "V4"])).unwrap();
        assert_eq!(
            two.iter().map(|s| s.name()).collect::<Vec<_>>(),
            ["V4", "fast"]
        );
        let error = chosen(&names(&["V9"])).err().unwrap().to_string();
        assert!(error.contains("`V9`") && error.contains("VI-a"), "{error}");
    }
}
