//! What portax checks before a launch: spaces, storage, races, bounds.

use crate::launch::bind::Argument;
use crate::launch::bind::ArgumentView;
use crate::launch::bind::Arguments;
use crate::{
    backend::{Arg, Buffer},
    error::{Error, Result},
    ir::{
        AccessKind, Param, Program, Ty, ViewPlace,
        bounds::{self, Judgement, Leaves, Verdict},
        summary::{self, Binding},
    },
    space::{On, Recorded, Space},
    view::Borrow,
};
use std::sync::{Arc, OnceLock};

/// A launch that passed every check.
pub(crate) struct Launch {
    pub label: String,
    pub recorded: Arc<Recorded>,
    pub arguments: Arguments,
    /// Which views it writes
    pub written: Vec<bool>,
    /// Which accesses are checked at run time
    pub guarded: Vec<bool>,
    /// Which views have such accesses
    pub checked: Vec<bool>,
    /// Ranges of the policy
    pub ranges: Ranges,
    /// Some index needs 64 bits on a device
    pub wide: bool,
    /// Some 32-bit arithmetic wraps, as far as the launch can tell
    pub wraps: bool,
}

/// Ranges of a policy.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ranges {
    /// Begin and end of each dimension of a range
    pub work: Vec<(i64, i64)>,
    pub league_size: i64,
    pub team_size: i64,
    pub vector_length: i64,
}

impl Ranges {
    /// Of a range.
    pub fn work(bounds: &[(usize, usize)]) -> Ranges {
        Ranges {
            work: bounds.iter().map(|&(b, e)| (b as i64, e as i64)).collect(),
            ..Ranges::default()
        }
    }

    /// Of a league.
    pub fn team(league_size: usize, team_size: usize, vector_length: usize) -> Ranges {
        let [league_size, team_size, vector_length] =
            [league_size, team_size, vector_length].map(|n| n as i64);
        Ranges {
            work: Vec::new(),
            league_size,
            team_size,
            vector_length,
        }
    }

    /// Upper bounds of what is counted.
    fn largest(&self) -> impl Iterator<Item = u64> {
        let items: i64 = self.work.iter().map(|(b, e)| e - b).product();
        let ends = self.work.iter().map(|w| w.1 as u64);
        ends.chain([
            items as u64,
            (self.league_size * self.team_size * self.vector_length) as u64,
        ])
    }
}

/// Is every access to be checked (`PORTAX_CHECK=1`)?
pub(crate) fn check_everything() -> bool {
    static CHECK: OnceLock<bool> = OnceLock::new();
    *CHECK.get_or_init(|| std::env::var("PORTAX_CHECK").is_ok_and(|v| v != "0" && !v.is_empty()))
}

/// Checks a launch.
pub(crate) fn validate(
    space: &Space,
    label: &str,
    recorded: Arc<Recorded>,
    arguments: Arguments,
    ranges: Ranges,
) -> Result<Launch> {
    let program = recorded.program();
    check_views(space, label, &arguments)?;
    let numbers = numbers(program, &arguments, &ranges);
    let judgement = match promises_enough(&recorded, space, &numbers) {
        true => Judgement::default(),
        false => bounds::check(program, &numbers),
    };
    if !program.promised {
        let bindings = bindings(program, &arguments);
        summary::prove(program, &bindings, judgement.exact()).map_err(|reason| {
            Error::NotProvenSafe {
                launch: label.to_string(),
                reason,
            }
        })?;
    }
    program
        .check_barriers()
        .map_err(|reason| Error::Invalid(format!("launch `{label}`: {reason}")))?;
    let guarded = guarded(program, label, &arguments, &judgement)?;
    let mut checked = vec![false; arguments.views.len()];
    let mut written = vec![false; arguments.views.len()];
    for (k, access) in program.accesses.iter().enumerate() {
        if access.view < arguments.views.len() {
            checked[access.view] |= guarded[k];
            written[access.view] |= access.kind != AccessKind::Read;
        }
    }
    let (index, small) = doubts(program);
    let wide =
        is_wide(program, &arguments, &ranges) || judgement.needs_64_bits(program, &guarded, index);
    let wraps = judgement.wraps(program, small);
    Ok(Launch {
        label: label.to_string(),
        recorded,
        arguments,
        written,
        guarded,
        checked,
        ranges,
        wide,
        wraps,
    })
}

/// Every view lives where the launch runs, stored as its executor expects.
fn check_views(space: &Space, label: &str, arguments: &Arguments) -> Result<()> {
    let storage = space.storage();
    for view in &arguments.views {
        let allocation = &view.allocation;
        let fits = view
            .natural_width
            .is_none_or(|w| w == storage.natural_width)
            && view
                .split_complex
                .is_none_or(|split| split == storage.split_complex);
        if !allocation.is_accessible_from(space) || !fits {
            let how = if fits {
                String::new()
            } else {
                ", stored for another executor".to_string()
            };
            return Err(Error::WrongSpace {
                view: allocation.label().to_string(),
                found: allocation.space_name() + &how,
                launch: label.to_string(),
                expected: space.name().to_string(),
            });
        }
    }
    Ok(())
}

/// Have sizes alone more than 31 bits? Ranges leave room for what a launch rounds up to: whole groups, and a group's part
/// of a reduction.
fn is_wide(program: &Program, arguments: &Arguments, ranges: &Ranges) -> bool {
    const LIMIT: u64 = 1 << 31;
    const ROOM: u64 = 1 << 24;
    let is_byte = |k: usize| {
        let bytes = |p: &Param| matches!(p, Param::Buffer { ty: Ty::Bool, view } if *view == k);
        program.params.iter().any(bytes)
    };
    let span = |(k, v): (usize, &ArgumentView)| {
        v.allocation.bytes() as u64 / if is_byte(k) { 1 } else { 4 }
    };
    let number = |a: &Argument| match a {
        Argument::Index(x) => *x as u64,
        _ => 0,
    };
    let mut sizes = arguments.views.iter().enumerate().map(span);
    sizes.any(|n| n >= LIMIT)
        || arguments.values.iter().map(number).any(|n| n >= LIMIT)
        || ranges.largest().any(|n| n >= LIMIT - ROOM)
}

/// From which doubt on an index counts as one that needs 64 bits, and a smaller integer as one that wraps. The promise
/// of `unsafe` covers loaded integers, and what 32-bit variables count to; `PORTAX_CHECK=1` trusts neither.
fn doubts(program: &Program) -> (Leaves, Leaves) {
    match program.promised && !check_everything() {
        true => (Leaves::IfCarried, Leaves::ByNumbers),
        false => (Leaves::IfLoaded, Leaves::IfLoaded),
    }
}

fn bindings(program: &Program, arguments: &Arguments) -> Vec<Binding> {
    let of = |k: usize| match &program.views[k].place {
        ViewPlace::Buffer(_) => Binding {
            allocation: arguments.views[k].allocation.id(),
            unique: arguments.views[k].unique,
        },
        ViewPlace::Scratch(..) => Binding {
            allocation: 0,
            unique: true,
        },
    };
    (0..program.views.len()).map(of).collect()
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

/// Need the numbers of a launch not be judged? Accesses of promised kernels are not, and their integers once for all
/// launches of about one size: lists of neighbours change theirs all the time. Hosts compute with 64 bits.
fn promises_enough(recorded: &Recorded, space: &Space, numbers: &bounds::Launch) -> bool {
    let program = recorded.program();
    let fits = |numbers: &bounds::Launch| {
        let judgement = bounds::check(program, numbers);
        let (index, small) = doubts(program);
        !judgement.needs_64_bits(program, &[], index) && !judgement.wraps(program, small)
    };
    program.promised
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
    if program.promised {
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

/// Label of a view, or the field's name of scratch.
pub(crate) fn view_label(program: &Program, arguments: &Arguments, view: usize) -> String {
    match arguments.views.get(view) {
        Some(v) => v.allocation.label().to_string(),
        None => program.views[view].field.clone(),
    }
}

/// Values of the program's parameters that are integers.
fn integers(program: &Program, arguments: &Arguments, ranges: &Ranges) -> Vec<Option<i64>> {
    let mut next = arguments.values.iter();
    let value = |p: &Param| match p {
        Param::Begin(d) => Some(ranges.work[*d].0),
        Param::End(d) => Some(ranges.work[*d].1),
        _ => next.next().and_then(|a| a.integer()),
    };
    program.params.iter().map(value).collect()
}

impl Launch {
    /// Takes the views in host memory for the launch.
    pub fn borrow(&self) -> Result<Vec<Borrow>> {
        crate::launch::prepared::uses(&self.arguments.views, &self.written, |a| a.host().is_some())
            .iter()
            .map(|(a, write)| a.borrow(*write))
            .collect()
    }

    /// The arguments as a device takes them.
    pub fn device_arguments(&self) -> Result<Vec<Arg>> {
        let index = |x: i64| {
            if self.wide {
                Arg::I64(x)
            } else {
                Arg::I32(x as i32)
            }
        };
        let mut next = self.arguments.values.iter();
        let mut one = |p: &Param| {
            Ok(match p {
                Param::Begin(d) => index(self.ranges.work[*d].0),
                Param::End(d) => index(self.ranges.work[*d].1),
                _ => match next.next() {
                    Some(Argument::View(k)) => Arg::Buffer(self.buffer(*k)?),
                    Some(Argument::Index(x)) => index(*x),
                    Some(Argument::F32(x)) => Arg::F32(*x),
                    Some(Argument::F64(x)) => Arg::F64(*x),
                    Some(Argument::I32(x)) => Arg::I32(*x),
                    Some(Argument::U32(x)) => Arg::U32(*x),
                    None => {
                        return Err(Error::Invalid(format!(
                            "launch `{}`: the functor binds fewer fields than when it was recorded",
                            self.label
                        )));
                    }
                },
            })
        };
        self.recorded
            .program()
            .params
            .iter()
            .map(&mut one)
            .collect()
    }

    fn buffer(&self, view: usize) -> Result<Buffer> {
        let allocation = &self.arguments.views[view].allocation;
        allocation
            .device()
            .map(|(_, buffer)| buffer)
            .ok_or_else(|| {
                Error::Invalid(format!("view `{}` is not on a device", allocation.label()))
            })
    }

    /// For each parameter: can its memory be reached through another one?
    pub fn aliased(&self) -> Vec<bool> {
        let id = |k: usize| self.arguments.views[k].allocation.id();
        let shared = |k: usize| (0..self.arguments.views.len()).any(|j| j != k && id(j) == id(k));
        let aliased = |p: &Param| matches!(p, Param::Buffer { view, .. } if *view < self.arguments.views.len() && shared(*view));
        self.recorded.program().params.iter().map(aliased).collect()
    }
}
