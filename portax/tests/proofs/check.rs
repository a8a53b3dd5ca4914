//! What must hold of a program and what the proofs say of it.

use crate::body::Statement;
use crate::case::{Case, Item};
use crate::event::{Event, History};
use crate::interpret::{Machine, Options};
use crate::record::record;
use crate::{native, races};
use portax::ir::bounds::{self, Judgement, Leaves, Verdict};
use portax::ir::render::RenderOptions;
use portax::ir::{Program, simplify, summary};
use std::ops::AddAssign;

/// What the proofs found, to see that both of their answers are tried.
#[derive(Clone, Copy, Default, Debug)]
pub struct Findings {
    pub programs: usize,
    pub accesses: usize,
    pub proven: usize,
    pub violated: usize,
    pub free_of_races: usize,
    /// Free of races by the numbers of the launch alone
    pub by_numbers: usize,
    pub narrow: usize,
    /// Narrow though something leaves 32 bits
    pub nearly_wide: usize,
    pub promised: usize,
}

impl AddAssign for Findings {
    fn add_assign(&mut self, o: Findings) {
        self.programs += o.programs;
        self.accesses += o.accesses;
        self.proven += o.proven;
        self.violated += o.violated;
        self.free_of_races += o.free_of_races;
        self.by_numbers += o.by_numbers;
        self.narrow += o.narrow;
        self.nearly_wide += o.nearly_wide;
        self.promised += o.promised;
    }
}

/// Runs what the proofs accept and finds what they should not have.
///
/// # Errors
/// What is wrong, in words.
pub fn check(case: &Case, body: &[Statement]) -> Result<Findings, String> {
    let program = record(case, body);
    let launch = case.launch(&program);
    let judgement = bounds::check(&program, &launch);
    let (bindings, exact) = (case.bindings(&program), judgement.exact(&program));
    let always = summary::prove(&program, &bindings, &exact).is_ok();
    let by_numbers =
        !always && summary::prove_numbers(&program, &bindings, &exact, &launch).is_ok();
    if program.promise.is_unchecked() {
        return promised(case, &program, &launch);
    }
    let found = proven(case, body, &program, &judgement, always || by_numbers)?;
    Ok(Findings {
        by_numbers: usize::from(by_numbers),
        ..found
    })
}

/// A program whose accesses are proven or checked.
fn proven(
    case: &Case,
    body: &[Statement],
    program: &Program,
    judgement: &Judgement,
    free_of_races: bool,
) -> Result<Findings, String> {
    let verdicts = &judgement.verdicts;
    let guarded: Vec<bool> = verdicts.iter().map(|v| *v != Verdict::Proven).collect();
    let (items, complete) = case.items();
    let exact = Options {
        narrow: false,
        guarded: &guarded,
        recorded: true,
    };
    let histories = run(case, program, exact, &items)?;
    for (item, history) in &histories {
        let native = native::run(case, body, item);
        expect(item, "recorded", history.differs_from_body(&native))?;
    }
    if complete {
        violations(verdicts, &histories)?;
    }
    if program.check_barriers().is_ok() {
        barriers(&histories)?;
        if free_of_races && let Some(race) = races::find(case, &histories) {
            return Err(format!("no race was found, but {race}"));
        }
    }
    let narrow =
        !case.is_wide(program) && !judgement.needs_64_bits(program, &guarded, Leaves::IfLoaded);
    let wraps = judgement.wraps(program, Leaves::IfLoaded);
    device(case, program, &guarded, (narrow, wraps), &histories)?;
    let leaves = |l: &Leaves| *l != Leaves::Never;
    let is = |verdict: fn(&Verdict) -> bool| verdicts.iter().filter(|v| verdict(v)).count();
    Ok(Findings {
        programs: 1,
        accesses: verdicts.len(),
        proven: is(|v| *v == Verdict::Proven),
        violated: is(|v| matches!(v, Verdict::Violated { .. })),
        free_of_races: usize::from(free_of_races),
        by_numbers: 0,
        narrow: usize::from(narrow),
        nearly_wide: usize::from(narrow && judgement.leaves.iter().any(leaves)),
        promised: 0,
    })
}

/// A program of whose accesses nothing is proven: where its author is right, 32 bits do if the proofs say so.
fn promised(case: &Case, program: &Program, launch: &bounds::Launch) -> Result<Findings, String> {
    let exact = Options {
        narrow: false,
        guarded: &[],
        recorded: true,
    };
    let mut findings = Findings {
        programs: 1,
        ..Findings::default()
    };
    let Ok(histories) = run(case, program, exact, &case.items().0) else {
        return Ok(findings);
    };
    if histories.iter().any(|(_, h)| h.broke_promise || h.cut) {
        return Ok(findings);
    }
    findings.promised = 1;
    for numbers in [launch.clone(), launch.rounded()] {
        let judgement = bounds::check(program, &numbers);
        let narrow =
            !case.is_wide(program) && !judgement.needs_64_bits(program, &[], Leaves::IfCarried);
        let wraps = judgement.wraps(program, Leaves::ByNumbers);
        device(case, program, &[], (narrow, wraps), &histories)?;
    }
    Ok(findings)
}

/// Runs the program as devices run it: with 32 bits if the proofs say so, and simplified.
fn device(
    case: &Case,
    program: &Program,
    guarded: &[bool],
    (narrow, wraps): (bool, bool),
    histories: &[(Item, History)],
) -> Result<(), String> {
    let items: Vec<Item> = histories.iter().map(|(item, _)| *item).collect();
    if narrow {
        let options = Options {
            narrow,
            guarded,
            recorded: false,
        };
        let others = run(case, program, options, &items).map_err(|e| format!("in 32 bits: {e}"))?;
        for ((item, history), (_, other)) in histories.iter().zip(&others) {
            expect(item, "with 32 bits", history.differs(other))?;
        }
    }
    let narrow = narrow && !case.wide;
    let render = render_options(case, program, guarded, (narrow, wraps));
    let simplified = simplify::simplify(program, &render);
    let options = Options {
        narrow,
        guarded,
        recorded: false,
    };
    let others = run(case, &simplified, options, &items)
        .map_err(|e| format!("simplified, {render:?}: {e}\n{simplified}"))?;
    for ((item, history), (_, other)) in histories.iter().zip(&others) {
        let found = history.differs_from_simplified(other);
        expect(item, "simplified", found)
            .map_err(|e| format!("{e} (narrow: {narrow})\n{simplified}"))?;
    }
    Ok(())
}

fn render_options(
    case: &Case,
    program: &Program,
    guarded: &[bool],
    (narrow, wraps): (bool, bool),
) -> RenderOptions {
    let is_known = |k: usize| case.known >> (k % 64) & 1 == 1;
    let value = |(k, p)| case.argument(p).filter(|_| is_known(k));
    let sizes = [case.lanes as usize, case.threads as usize];
    RenderOptions {
        wide: !narrow,
        wraps,
        guarded: guarded.to_vec(),
        values: program.params.iter().enumerate().map(value).collect(),
        group_size: (case.team && is_known(63)).then_some(sizes),
        ..RenderOptions::default()
    }
}

fn run(
    case: &Case,
    program: &Program,
    options: Options<'_>,
    items: &[Item],
) -> Result<Vec<(Item, History)>, String> {
    let mut machine = Machine::new(program, case, options);
    let mut one = |item: &Item| {
        let history = machine.run(item);
        history
            .map(|history| (*item, history))
            .map_err(|e| format!("item {item:?}: {e}"))
    };
    items.iter().map(&mut one).collect()
}

fn expect(item: &Item, what: &str, found: Option<String>) -> Result<(), String> {
    match found {
        Some(difference) => Err(format!("item {item:?}, {what}: {difference}")),
        None => Ok(()),
    }
}

/// An access that is said to be outside is outside for some item.
fn violations(verdicts: &[Verdict], histories: &[(Item, History)]) -> Result<(), String> {
    if histories.iter().any(|(_, history)| history.cut) {
        return Ok(());
    }
    for (access, verdict) in verdicts.iter().enumerate() {
        let faults = |h: &History| h.faults.contains(&(access as u32));
        if matches!(verdict, Verdict::Violated { .. }) && !histories.iter().any(|h| faults(&h.1)) {
            return Err(format!("access {access} is never outside: {verdict:?}"));
        }
    }
    Ok(())
}

/// All work items of a team come to each of its barriers.
fn barriers(histories: &[(Item, History)]) -> Result<(), String> {
    let count = |h: &History| h.events.iter().filter(|e| **e == Event::Barrier).count();
    for (item, history) in histories {
        let team = |h: &&(Item, History)| h.0[0] == item[0] && !h.1.cut && !history.cut;
        let other = histories
            .iter()
            .filter(team)
            .find(|h| count(&h.1) != count(history));
        if let Some((other, _)) = other {
            return Err(format!("{item:?} and {other:?} meet at no barrier"));
        }
    }
    Ok(())
}
