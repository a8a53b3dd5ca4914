//! `snapx roofline`: what a device does at most, and how near each stage of a force evaluation comes to it.

mod ceilings;
mod counted;
mod hardware;
mod kernels;
pub mod picture;
pub mod record;
pub mod table;

use std::process::ExitCode;

use portax::Space;
use snap_core::StageTime;

use crate::args::RooflineArgs;
use crate::bench::{check, measure};
use crate::engine::Engine;
use crate::error::Error;
use crate::problem::{self, SKIN, cells};
use crate::space;
use crate::study::origin::date;
use crate::study::{Session, Shown};
use ceilings::Ceilings;
use counted::Work;
use hardware::{Counters, Events, Stages};
use record::{Entry, Measured, Problem, Record, Stage};

/// Evaluations in which stages are timed, at most.
const STAGE_STEPS: usize = 20;

/// Measures what the record does not have yet, and shows all of it.
///
/// # Errors
/// Options that make no sense, files of other devices, what the device says before there is anything to show.
pub fn run(args: &RooflineArgs) -> Result<ExitCode, Error> {
    let events = args.counters.then(Events::open);
    let space = space::open(&args.study.device)?;
    if let Some(twojmax) = args.only_evaluate {
        evaluate(args, &space, twojmax as usize)?;
        return Ok(ExitCode::SUCCESS);
    }
    let counters = events.map(|events| Counters::of(&space, events));
    let mut counters = counters.transpose()?;
    let mut session = Session::new(&space, &args.study)?;
    if let Err(error) = measure_all(args, &space, &mut session, counters.as_mut()) {
        session.fail(error);
    }
    session.finish(show, |_| true)
}

/// One force evaluation, for a profiler.
fn evaluate(args: &RooflineArgs, space: &Space, twojmax: usize) -> Result<(), Error> {
    let problem = problem::Problem::of_study(space, twojmax, cells(args.study.atoms))?;
    problem.engine(args.mapping.options(SKIN))?.evaluate()?;
    Ok(())
}

/// A record's table and picture.
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

fn measure_all(
    args: &RooflineArgs,
    space: &Space,
    session: &mut Session<'_, Entry>,
    mut counters: Option<&mut Counters>,
) -> Result<(), Error> {
    if record::parts(&session.record).0.is_none() {
        session.progress.say("measuring ceilings");
        let memory = space::memory(space) / 8;
        let found = Ceilings::measure(space, memory, args.seconds)?;
        let date = date();
        session.add(Entry::Ceilings(Measured { date, found }))?;
    }
    for &twojmax in &args.study.twojmax {
        if !session.goes_on() {
            break;
        }
        let (twojmax, cells) = (twojmax as usize, cells(args.study.atoms));
        let natoms = 2 * (cells as usize).pow(3);
        let precision = snap_core::Precision::from(args.mapping.precision).name();
        let (_, known) = record::parts(&session.record);
        let is_known = |p: &&Problem| {
            p.key() == (twojmax, natoms, precision) && (p.has_hardware() || !args.counters)
        };
        if known.iter().any(is_known) {
            continue;
        }
        let say = |what: &str| session.progress.say(&format!("2J={twojmax}: {what}"));
        let size = [twojmax, cells as usize];
        let found = problem(args, space, size, counters.as_deref_mut(), &say)?;
        let date = date();
        session.add(Entry::Problem(Measured { date, found }))?;
    }
    Ok(())
}

/// Checks, times and counts a problem.
fn problem(
    args: &RooflineArgs,
    space: &Space,
    [twojmax, cells]: [usize; 2],
    counters: Option<&mut Counters>,
    say: &dyn Fn(&str),
) -> Result<Problem, Error> {
    say("checking forces against the host reference");
    let problem = problem::Problem::of_study(space, twojmax, cells as u32)?;
    let options = args.mapping.options(SKIN);
    let mut engine = problem.engine(options.clone())?;
    let found = engine.evaluate()?;
    check::run(&problem, options.precision, &found)?;
    // Before anything that takes long: it is here that a driver refuses them.
    let mut hardware = Stages::default();
    if let Some(counters) = counters {
        say("reading the hardware's counters");
        hardware = counters.stages(&mut engine, twojmax)?;
    }
    say("measuring");
    let timing = measure::repeat_for(args.seconds / measure::REPETITIONS as f64, None, |n| {
        engine.run(n)
    })?;
    let times = shortest(&mut engine, timing.steps.clamp(1, STAGE_STEPS))?;
    say("counting");
    let mapping = engine.mapping().mapping.to_string();
    let work = counted::stages(space, twojmax, &mapping, &options)?;
    let natoms = problem.natoms();
    let stage = |time: &StageTime| Stage {
        name: time.name.into(),
        seconds: time.seconds,
        counts: of_stage(&work, time.name, natoms),
        hardware: hardware.of(time.name),
    };
    Ok(Problem {
        twojmax,
        natoms,
        neighbors_per_atom: problem.neighbors_per_atom(),
        precision: options.precision.name().into(),
        mapping,
        seconds: timing.least_seconds / timing.steps as f64,
        stages: times.iter().map(stage).collect(),
    })
}

/// The shortest time of each stage in some evaluations: ceilings are the highest that were seen.
fn shortest(engine: &mut Engine, steps: usize) -> Result<Vec<StageTime>, Error> {
    let mut least = engine.stage_times(1)?;
    for _ in 1..steps {
        for (least, time) in least.iter_mut().zip(engine.stage_times(1)?) {
            least.seconds = least.seconds.min(time.seconds);
        }
    }
    Ok(least)
}

fn of_stage(work: &[Work], name: &str, natoms: usize) -> crate::count::Counts {
    let found = work.iter().find(|work| work.name == name);
    found.map(|work| work.of(natoms)).unwrap_or_default()
}
