//! A program that climbs the ladder on the spaces of a registry.

use crate::{
    environment,
    ladder::{self, Place},
};
use clap::Parser;
use libtest_mimic::{Conclusion, Trial};
use portax::{Error, Result, Space, registry::Registry};
use std::{collections::BTreeSet, process::ExitCode};

/// Spaces, each with the name that its tests have. Spaces of one name, one behind the other, share its tests: devices that are
/// alike but run one test at a time.
pub type Spaces = fn(&'static Registry) -> Result<Vec<(String, Space)>>;

/// Who climbs.
pub struct Climb {
    /// Where names are looked up.
    pub registry: &'static Registry,
    /// The spaces to test where the command line names none.
    pub spaces: Spaces,
    /// What is promised of them, if anything.
    pub promise: Option<Promise>,
}

/// How far spaces get: rungs above are left out, and of those below a test that skips fails as well.
#[derive(Clone, Copy)]
pub struct Promise {
    /// The highest rung.
    pub rung: &'static str,
    /// Tests that skip all the same, with their reasons.
    pub skips: &'static [&'static str],
}

/// The command line.
#[derive(Parser)]
#[command(about = "Tests what every execution space of portax must do")]
struct Cli {
    /// Space to test, may be repeated; `all` is every one present [default: all]
    #[arg(long, value_name = "NAME")]
    backend: Vec<String>,
    /// Filters and the other options of Rust's test programs
    #[command(flatten)]
    libtest: libtest_mimic::Arguments,
}

impl Climb {
    /// Reads the command line and climbs; the last line says how many tests passed, failed and were skipped. The exit status
    /// is 1 where one failed, a space does not open, or there is none.
    pub fn run(self) -> ExitCode {
        environment::remember();
        let cli = Cli::parse();
        let spaces = match self.spaces(&cli.backend) {
            Ok(spaces) => spaces,
            Err(error) => {
                eprintln!("error: {error}");
                return ExitCode::FAILURE;
            }
        };
        let mut backends = BTreeSet::new();
        let alike = spaces.chunk_by(|(a, _), (b, _)| a == b);
        let trials = alike.map(|alike| {
            let (name, space) = &alike[0];
            let is_asked_for = cli.backend.contains(name) || space.is_host();
            // Where rungs are promised, the backend is an example, for which one type of key and one mapping are enough.
            let is_first = self.promise.is_none() && backends.insert(name.split(':').next());
            let places: Vec<_> = alike.iter().map(|(_, space)| Place::of(space)).collect();
            self.trials(name, &places, is_first || is_asked_for)
        });
        let conclusion = libtest_mimic::run(&cli.libtest, in_turn(trials.collect()));
        if !cli.libtest.list {
            println!("{}", summary(&conclusion));
        }
        match conclusion.has_failed() {
            true => ExitCode::FAILURE,
            false => ExitCode::SUCCESS,
        }
    }

    /// The spaces of these names, or all.
    ///
    /// # Errors
    /// One does not open, or there is none: the ladder would pass without a test.
    fn spaces(&self, names: &[String]) -> Result<Vec<(String, Space)>> {
        let is_all = names.is_empty() || names.iter().any(|name| name == "all");
        let spaces = match is_all {
            true => (self.spaces)(self.registry)?,
            false => {
                let open = |name: &String| Ok((name.clone(), self.registry.open(name)?));
                names.iter().map(open).collect::<Result<_>>()?
            }
        };
        match spaces.is_empty() {
            true => Err(Error::Invalid(
                "no space is present, so none is tested".into(),
            )),
            false => Ok(spaces),
        }
    }

    /// The tests of some places; those of a backend where they are on its first device, or were asked for by name.
    fn trials(&self, name: &str, places: &[Place], with_those_of_backend: bool) -> Vec<Trial> {
        let promised =
            |rung: &ladder::Rung| self.promise.is_none_or(|promise| rung.name <= promise.rung);
        let rungs = crate::ladder(self.registry).into_iter().filter(promised);
        rungs
            .flat_map(|rung| rung.tests.into_iter().map(move |test| (rung.name, test)))
            .filter(|(_, test)| with_those_of_backend || !test.is_of_backend)
            .zip(places.iter().cycle())
            .map(|((rung, test), place)| {
                let skips = |promise: Promise| promise.skips.contains(&test.name());
                let must_run = self.promise.is_some_and(|promise| !skips(promise));
                test.on(&format!("{name}/{rung}"), place, must_run)
            })
            .collect()
    }
}

/// Each test on one space after the other: where a driver compiles one kernel at a time, another compiles beside it. Neighbours
/// in the list, which may compile the same for the same processor, are kept apart, so that the second finds what the first
/// compiled.
fn in_turn(spaces: Vec<Vec<Trial>>) -> Vec<Trial> {
    let half = spaces.len().div_ceil(2);
    let numbered = spaces.into_iter().enumerate().flat_map(|(space, trials)| {
        let place = move |(test, trial)| ((test, space % half, space), trial);
        trials.into_iter().enumerate().map(place)
    });
    let mut trials: Vec<_> = numbered.collect();
    trials.sort_by_key(|(place, _)| *place);
    trials.into_iter().map(|(_, trial)| trial).collect()
}

fn summary(conclusion: &Conclusion) -> String {
    let Conclusion {
        num_passed,
        num_failed,
        num_ignored,
        ..
    } = conclusion;
    format!("{num_passed} passed, {num_failed} failed, {num_ignored} skipped")
}
