//! `snapx ladder`: the published steps of optimising SNAP, each on one device, beside the pipeline that users have.

mod groups;
mod measure;
pub mod picture;
pub mod record;
pub mod table;

use std::process::ExitCode;

use portax::Space;
use snap_core::standard::{RUNGS, Rung};

use crate::args::LadderArgs;
use crate::error::Error;
use crate::problem::{Problem, cells};
use crate::space;
use crate::study::{self, Entry as _, Outcome, Session, Shown};
use measure::{FAST, Reference};
use record::{Entry, Measured, Record};

/// Measures what the record does not have yet, and shows all of it.
///
/// # Errors
/// A build without studies; options that make no sense, files of other devices, what the device says before there is
/// anything to show.
pub fn run(args: &LadderArgs) -> Result<ExitCode, Error> {
    study::require_compiled()?;
    let rungs = chosen(&args.rungs)?;
    let space = space::open(&args.study.device)?;
    let mut ladder = Ladder {
        args,
        session: Session::new(&space, &args.study)?,
    };
    for &twojmax in &args.study.twojmax {
        if let Err(error) = ladder.climb(&space, twojmax as usize, &rungs) {
            ladder.session.fail(error);
        }
    }
    let asked = |e: &&Entry| rungs.iter().any(|step| step.name() == e.rung);
    let complete = |record: &Record| record.entries.iter().filter(asked).all(Entry::is_final);
    ladder.session.finish(show, complete)
}

/// A record's tables and picture.
///
/// # Errors
/// What the picture's library says.
pub fn show(record: &Record) -> Result<Shown, Error> {
    Ok(Shown {
        text: table::text(record),
        csv: table::csv(record),
        svg: picture::svg(record)?,
    })
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
    session: Session<'a, Entry>,
}

impl Ladder<'_> {
    /// Measures the steps of a problem that are missing.
    fn climb(&mut self, space: &Space, twojmax: usize, steps: &[Step]) -> Result<(), Error> {
        let cells = cells(self.args.study.atoms);
        let natoms = 2 * (cells as usize).pow(3);
        let entries = &self.session.record.entries;
        let is_missing = |step: &&Step| {
            let mut known = entries.iter();
            !known.any(|e| e.is_of(step.name(), twojmax, natoms) && e.is_final())
        };
        let missing: Vec<Step> = steps.iter().filter(is_missing).copied().collect();
        if missing.is_empty() || !self.session.goes_on() {
            return Ok(());
        }
        let size = format!("2J={twojmax}, {natoms} atoms");
        let progress = &self.session.progress;
        progress.say(&format!("{size}: {FAST} and the host reference"));
        let reference = Reference::new(Problem::of_study(space, twojmax, cells)?)?;
        for step in missing {
            if !self.session.goes_on() {
                return Ok(());
            }
            let progress = &self.session.progress;
            progress.say(&format!("{size}: {}", step.name()));
            let found = measured(&reference, step, self.args.seconds);
            let outcome = self.session.outcome(found);
            self.session
                .add(Entry::new(step.name(), &reference.problem, outcome))?;
        }
        Ok(())
    }
}

fn measured(reference: &Reference, step: Step, seconds: f64) -> Result<Outcome<Measured>, Error> {
    match step {
        Step::Rung(rung) => measure::rung(reference, rung, seconds),
        Step::Fast => measure::fast(reference, seconds),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
