//! What portax checks before a launch: spaces, storage, races, bounds.
//!
//! A launch like one of the last ones, by its arguments and ranges, is not judged again.

mod limits;
mod ranges;
mod views;
mod width;

pub(crate) use limits::{check_group, check_limits, check_scratch, check_tiles};
pub(crate) use ranges::Ranges;
pub(crate) use views::{check_uses, view_label};

use super::bind::Arguments;
use crate::{
    config::{self, Check},
    error::{Error, Result},
    ir::{
        AccessKind, Id, Param, Program, Shape, ViewPlace,
        bounds::{self, Judgement, Leaves, Verdict},
        message::Says,
        summary::{self, Binding},
    },
    kernel::exec::native::FaultSink,
    space::{Findings, On, Recorded, Space},
};
use limits::check_arrays;
use std::sync::Arc;
use views::{bindings, check_views};
use width::{doubts, is_wide};

/// A launch that passed every check: the only thing that runs.
pub(crate) struct CheckedLaunch {
    pub label: String,
    pub recorded: Arc<Recorded>,
    pub arguments: Arguments,
    /// Ranges of the policy
    pub ranges: Ranges,
    pub findings: Arc<Findings>,
}

/// Whether every access is to be checked (`PORTAX_CHECK=1`). Where the variable makes no sense, [`check()`] refuses the
/// launch.
pub(crate) fn check_everything() -> bool {
    config::check() != Ok(Check::Off)
}

/// Checks a launch.
///
/// # Errors
/// Views of another space, races that cannot be excluded, an index that is certainly out of range.
pub(crate) fn check(
    space: &Space,
    label: &str,
    recorded: Arc<Recorded>,
    arguments: Arguments,
    ranges: Ranges,
) -> Result<CheckedLaunch> {
    let signature = arguments.signature(&ranges);
    let findings = match recorded.findings().get(&signature) {
        Some(known) => known,
        None => {
            let found = Arc::new(judge(space, label, &recorded, &arguments, &ranges)?);
            recorded.findings().put(&signature, found.clone());
            found
        }
    };
    Ok(CheckedLaunch {
        label: label.to_string(),
        recorded,
        arguments,
        ranges,
        findings,
    })
}

fn judge(
    space: &Space,
    label: &str,
    recorded: &Recorded,
    arguments: &Arguments,
    ranges: &Ranges,
) -> Result<Findings> {
    config::check()?;
    let program = recorded.program();
    check_views(space, label, arguments)?;
    check_arrays(space, label, program)?;
    let numbers = numbers(program, arguments, ranges);
    let judgement = match promises_enough(recorded, space, &numbers) {
        true => Judgement::default(),
        false => bounds::check(program, &numbers),
    };
    check_indices(program, label, &judgement)?;
    if !program.promise.is_disjoint() {
        let (bindings, exact) = (bindings(program, arguments), judgement.exact(program));
        let words: Vec<u64> = words(&bindings, &exact).collect();
        let proven = recorded.proven(&words, || summary::prove(program, &bindings, &exact));
        proven
            .or_else(|_| prove_numbers(program, &bindings, &exact, &numbers, ranges))
            .map_err(|reason| Error::NotProvenSafe {
                launch: label.to_string(),
                reason,
            })?;
    }
    recorded
        .check_team_code()
        .map_err(|reason| Error::Invalid(format!("launch `{label}`: {reason}")))?;
    let guarded = guarded(program, label, arguments, &judgement)?;
    let (index, small) = doubts(program);
    let wide =
        is_wide(program, arguments, ranges) || judgement.needs_64_bits(program, &guarded, index);
    Ok(Findings {
        wide,
        wraps: judgement.wraps(program, small),
        cuts: !wide && judgement.cuts(program),
        ..findings(program, arguments, guarded)
    })
}

/// Integers that are made of indices fit their 32 bits, as far as the numbers of the launch say.
fn check_indices(program: &Program, label: &str, judgement: &Judgement) -> Result<()> {
    let leaves = |id: Id| judgement.leaves.get(id as usize) == Some(&Leaves::ByNumbers);
    match program.made_of_indices.iter().find(|(id, _)| leaves(*id)) {
        None => Ok(()),
        Some((_, at)) => Err(Error::Invalid(format!(
            "launch `{label}`: what {}:{} makes of indices is an `i32`, which may be too small for this launch: convert an index \
             first, `i as i64 * j as i64`",
            at.file(),
            at.line()
        ))),
    }
}

/// By the numbers of the launch, and of one with as many threads and lanes as the policy asks for, two where it leaves that
/// open: what hosts run by one thread should run on devices, too, which prove it by their own numbers.
fn prove_numbers(
    program: &Program,
    bindings: &[Binding],
    exact: &[bool],
    numbers: &bounds::Launch,
    ranges: &Ranges,
) -> std::result::Result<(), String> {
    summary::prove_numbers(program, bindings, exact, numbers)?;
    let [team_size, vector_length] = ranges.elsewhere();
    let elsewhere = bounds::Launch {
        team_size,
        vector_length,
        ..numbers.clone()
    };
    match program.shape {
        Shape::Team if elsewhere != *numbers => {
            summary::prove_numbers(program, bindings, exact, &elsewhere)
        }
        _ => Ok(()),
    }
}

/// What a proof that a launch is free of races is made from, beside the program.
fn words<'a>(bindings: &'a [Binding], exact: &'a [bool]) -> impl Iterator<Item = u64> + 'a {
    let bound = bindings
        .iter()
        .flat_map(|b| [b.allocation, b.whole as u64, u64::from(b.unique)]);
    let bits = |bools: &[bool]| bools.iter().fold(0, |word, &b| word << 1 | u64::from(b));
    bound.chain(exact.chunks(64).map(bits))
}

fn findings(program: &Program, arguments: &Arguments, guarded: Vec<bool>) -> Findings {
    let views = arguments.views.len();
    let (mut checked, mut written) = (vec![false; views], vec![false; views]);
    let mut checks_scratch = false;
    for (access, &guarded) in program.accesses.iter().zip(&guarded) {
        if access.view < views {
            let writes = access.kind != AccessKind::Read;
            for view in [access.view, arguments.whole(access.view)] {
                checked[view] |= guarded;
                written[view] |= writes;
            }
        }
        let is_scratch = matches!(program.views[access.view].place, ViewPlace::Scratch(..));
        checks_scratch |= guarded && is_scratch;
    }
    let label = |view: usize| match arguments.views[view].part_of {
        Some(_) => view_label(program, arguments, view),
        None => String::new(),
    };
    Findings {
        written,
        guarded,
        checked,
        checks_scratch,
        labels: (0..views).map(label).collect(),
        ..Findings::default()
    }
}

fn numbers(program: &Program, arguments: &Arguments, ranges: &Ranges) -> bounds::Launch {
    bounds::Launch {
        params: integers(program, arguments, ranges),
        league_size: ranges.league_size,
        team_size: ranges.team_size,
        vector_length: ranges.vector_length,
        rounded: false,
    }
}

/// Whether a launch runs without a judgement of its numbers. Accesses of unchecked kernels are not judged, and their
/// integers once for all launches of about one size: lists of neighbours change theirs all the time. Hosts compute with
/// 64 bits.
fn promises_enough(recorded: &Recorded, space: &Space, numbers: &bounds::Launch) -> bool {
    let program = recorded.program();
    let fits = |numbers: &bounds::Launch| {
        let judgement = bounds::check(program, numbers);
        let (index, small) = doubts(program);
        !judgement.needs_64_bits(program, &[], index) && !judgement.wraps(program, small)
    };
    program.promise.is_unchecked()
        && (matches!(space.on(), On::Host(_))
            || !check_everything() && recorded.fits(numbers.rounded(), fits))
}

/// Which accesses need a check at run time; an error where one is certainly outside.
fn guarded(
    program: &Program,
    label: &str,
    arguments: &Arguments,
    judgement: &Judgement,
) -> Result<Vec<bool>> {
    if program.promise.is_unchecked() {
        return Ok(vec![check_everything(); program.accesses.len()]);
    }
    let verdicts = &judgement.verdicts;
    let mut guarded = Vec::with_capacity(verdicts.len());
    for (access, verdict) in program.accesses.iter().zip(verdicts) {
        guarded.push(match verdict {
            Verdict::Proven => check_everything(),
            Verdict::Unknown => true,
            Verdict::Violated { indices, extents } => {
                return Err(Error::OutOfBounds {
                    launch: label.to_string(),
                    view: view_label(program, arguments, access.view),
                    indices: indices.clone(),
                    extents: extents.iter().map(|&n| n as usize).collect(),
                    location: access.location.to_string(),
                });
            }
        });
    }
    Ok(guarded)
}

/// Values of the program's parameters that are integers.
fn integers(program: &Program, arguments: &Arguments, ranges: &Ranges) -> Vec<Option<i64>> {
    let mut next = arguments.values.iter();
    let value = |p: &Param| match p {
        Param::Begin(d) => Some(ranges.work[*d].0),
        Param::End(d) => Some(ranges.work[*d].1),
        Param::Scratch { .. } | Param::Report { .. } | Param::LaunchNumber => None,
        _ => next.next().and_then(|a| a.integer()),
    };
    program.params.iter().map(value).collect()
}

impl CheckedLaunch {
    /// Where a host's tasks report what must not happen.
    pub(crate) fn sink(&self) -> FaultSink {
        let mut messages = self.recorded.program().messages.iter();
        let asserts = messages.any(|said| said.message.says == Says::Assertion);
        FaultSink::new(asserts).watching(config::watches_nan())
    }

    /// Whether an access is checked at run time.
    pub(crate) fn is_guarded(&self) -> bool {
        self.findings.guarded.contains(&true)
    }
}
