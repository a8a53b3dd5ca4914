//! What `snapx tune` prints, and the lines of the table.

use std::fmt::Write;

use jiff::{Timestamp, tz::TimeZone};
use portax::tune::{Parameter, Setting, Trial, Tuned};
use snap_core::TuningLine;

use crate::problem::Problem;

/// The problem in a few words.
pub fn size(problem: &Problem) -> String {
    format!("2J={}, {} atoms", problem.twojmax(), problem.natoms())
}

/// Default, best and worst mapping.
pub fn text(problem: &Problem, tuned: &Tuned) -> String {
    let space = &problem.space;
    let refused = tuned.trials.iter().filter(|t| t.seconds.is_err()).count();
    let mut text = format!(
        "{}, {}: {}; {} mappings, {refused} of them impossible\n",
        space.architecture(),
        space.description(),
        size(problem),
        tuned.trials.len()
    );
    let trials = [
        ("default", tuned.default()),
        ("best", tuned.best()),
        ("worst", tuned.worst()),
    ];
    for (name, trial) in trials {
        if let (Some(default), Some(trial)) = (tuned.default(), trial) {
            let _ = writeln!(text, "{name:8} {}", result(problem, default, trial));
        }
    }
    text
}

/// Time of a trial, its ratio to that of the default, and in what it differs from it.
fn result(problem: &Problem, default: &Trial, trial: &Trial) -> String {
    match (&default.seconds, &trial.seconds) {
        (Ok(default_seconds), Ok(seconds)) => {
            let grind = 1e6 * seconds / problem.natoms() as f64;
            let ratio = seconds / default_seconds;
            let changes = differences(&default.setting, &trial.setting);
            format!("{grind:9.4} us/atom, ratio {ratio:.3}  {changes}")
        }
        (Err(reason), _) | (_, Err(reason)) => reason.clone(),
    }
}

fn differences(from: &Setting, to: &Setting) -> Setting {
    let changed = |&(name, value): &(&str, &str)| from.get(name) != Some(value);
    to.iter().filter(changed).collect()
}

/// The line of the best mapping, with every parameter that it has.
pub fn line(problem: &Problem, parameters: &[Parameter], tuned: &Tuned) -> Option<TuningLine> {
    let (description, today) = (
        problem.space.description(),
        Timestamp::now().to_zoned(TimeZone::UTC).date(),
    );
    Some(TuningLine {
        architecture: problem.space.architecture().to_string(),
        twojmax: problem.twojmax(),
        natoms: problem.natoms(),
        changes: super::changes(parameters, &tuned.best()?.setting).ok()?,
        origin: format!("measured {description} {today}"),
    })
}
