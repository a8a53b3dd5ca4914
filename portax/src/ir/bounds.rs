//! Proof, for the numbers of one launch, that accesses are inside their views.
//!
//! Indices are kept as sums of atoms (ranks, loop variables, loaded values), each atom with an interval; branches narrow
//! the intervals of the atoms in their conditions. What cannot be proven is left to run-time checks. The same intervals tell
//! whether integers stay within 32 bits, and which ranks an index determines.

mod digits;
mod interval;
mod loops;
mod range;
#[cfg(test)]
mod tests;

use super::affine::Form;
use super::{
    AccessId, ArrayId, Builtin, Expr, Id, Param, Program, Shape, Stmt, Ty, Value, access_of,
};
use crate::ir::REDUCTION;
use crate::ops::{Bin, Cmp, Un};
pub(super) use digits::{Digit, Reach, Reaches, is_alone, reaches};
pub(super) use interval::Interval;
use loops::OpenLoop;
pub use range::Leaves;
use range::Source;
use std::collections::HashMap;

/// Numbers of one launch.
#[doc(hidden)]
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Launch {
    /// Value of each argument of the program; `None` for buffers and floats
    pub params: Vec<Option<i64>>,
    /// Teams
    pub league_size: i64,
    /// Threads of a team
    pub team_size: i64,
    /// Vector lanes of a thread
    pub vector_length: i64,
    /// Are these numbers bounds, and any between them and zero possible?
    pub rounded: bool,
}

impl Launch {
    /// This launch and others of about its size: numbers rounded to powers of two, away from zero.
    pub fn rounded(&self) -> Launch {
        let round = |n: i64| match n.unsigned_abs().checked_next_power_of_two() {
            Some(power) if power < 1 << 62 => n.signum() * power as i64,
            _ => n,
        };
        Launch {
            params: self.params.iter().map(|n| n.map(round)).collect(),
            league_size: round(self.league_size),
            team_size: round(self.team_size),
            vector_length: round(self.vector_length),
            rounded: true,
        }
    }
}

/// What is known of an access.
#[doc(hidden)]
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Inside its view whenever it happens
    Proven,
    /// To be checked when it happens
    Unknown,
    /// Certainly outside: some work item gets there with these indices
    Violated {
        /// The indices
        indices: Vec<i64>,
        /// Extents of the view
        extents: Vec<i64>,
    },
}

/// What the numbers of a launch say of a program.
#[doc(hidden)]
#[derive(Clone, Default, Debug)]
pub struct Judgement {
    /// Of each of [`Program::accesses`]
    pub verdicts: Vec<Verdict>,
    /// For each value: can its arithmetic leave 32 bits?
    pub leaves: Vec<Leaves>,
    /// For each value: may its arithmetic wrap, as its type does?
    pub wrapping: Vec<bool>,
    /// Do pointers that walk with a loop need 64 bits?
    far: bool,
}

/// Judges accesses and integers.
#[doc(hidden)]
pub fn check(program: &Program, launch: &Launch) -> Judgement {
    let mut walk = Walk::new(program, launch);
    if !runs_nothing(program, launch) {
        walk.block(&program.body, true);
    }
    Judgement {
        verdicts: walk.verdicts,
        leaves: walk.leaves,
        wrapping: walk.wrapping,
        far: walk.far,
    }
}

/// What is known of a value that is no sum.
#[derive(Clone, Copy)]
struct Atom {
    range: Interval,
    /// Takes both ends of the range, whatever other atoms do
    exact: bool,
}

struct Walk<'a> {
    program: &'a Program,
    /// By value
    atoms: Vec<Atom>,
    forms: Vec<Option<Form>>,
    conditions: Vec<Option<Expr>>,
    /// Minima of two integers
    smaller: HashMap<Id, [Id; 2]>,
    /// Variables that change
    assigned: Vec<bool>,
    /// Variables that change in a loop they are declared outside of
    carried: Vec<bool>,
    sources: Vec<Source>,
    leaves: Vec<Leaves>,
    wrapping: Vec<bool>,
    /// Loops around here
    loops: Vec<OpenLoop>,
    /// For each value: how far loops move it
    distance: Vec<i128>,
    /// Does a loop go so far that pointers that walk with it would leave 32 bits?
    far: bool,
    /// Ranges before the branches around here narrowed them
    undo: Vec<(Id, Interval)>,
    /// The conditions just assumed contradict each other
    unreachable: bool,
    verdicts: Vec<Verdict>,
    /// What accesses touch, if asked
    reaches: Option<Reaches>,
}

impl<'a> Walk<'a> {
    fn new(program: &'a Program, launch: &Launch) -> Walk<'a> {
        let n = program.values.len();
        let mut assigned = vec![false; n];
        super::visit(&program.body, &mut |s| {
            for &v in program.assigned(s) {
                assigned[v as usize] = true;
            }
        });
        let verdicts = program.accesses.iter().map(|a| {
            let view = &program.views[a.view];
            let is_lost = a.indices.is_empty() && view.rank > 0 && view.field != REDUCTION;
            if is_lost {
                Verdict::Unknown
            } else {
                Verdict::Proven
            }
        });
        Walk {
            program,
            atoms: program
                .values
                .iter()
                .map(|(ty, v)| Atom {
                    range: initial(program, launch, *ty, v),
                    exact: matches!(v, Value::Builtin(_)),
                })
                .collect(),
            forms: vec![None; n],
            conditions: vec![None; n],
            smaller: HashMap::new(),
            assigned,
            carried: range::carried(program),
            sources: Source::first(program),
            leaves: range::of_constants(program),
            wrapping: vec![false; n],
            loops: Vec::new(),
            distance: vec![0; n],
            far: false,
            undo: Vec::new(),
            unreachable: false,
            verdicts: verdicts.collect(),
            reaches: None,
        }
    }

    /// The value as a sum; atoms with one value only are constants.
    fn form(&self, id: Id) -> Form {
        if let Some(f) = &self.forms[id as usize] {
            return f.clone();
        }
        let range = self.atoms[id as usize].range;
        range
            .as_point()
            .map_or_else(|| Form::atom(id), Form::constant)
    }

    fn range(&self, form: &Form) -> Interval {
        let part = |(&id, &factor): (&Id, &i64)| self.atoms[id as usize].range.times(factor);
        form.terms
            .iter()
            .map(part)
            .fold(Interval::point(form.constant), Interval::plus)
    }

    fn range_of(&self, id: Id) -> Interval {
        self.range(&self.form(id))
    }

    // ---- statements
    /// `certain`: some work item gets here with every combination of the atoms' values.
    fn block(&mut self, block: &[Stmt], mut certain: bool) {
        let mark = self.undo.len();
        for s in block {
            match s {
                Stmt::Let(id, e) => {
                    if let Some(access) = access_of(s) {
                        self.access(access, certain);
                    }
                    if let Expr::Load { offset, .. } = e {
                        self.note_load(*offset);
                    }
                    self.define(*id, e);
                }
                Stmt::Store { access, .. }
                | Stmt::StorePair { access, .. }
                | Stmt::AssignElement { access, .. }
                | Stmt::Segment { access, .. } => self.access(*access, certain),
                Stmt::Atomic { access, old, .. } => {
                    self.access(*access, certain);
                    old.iter()
                        .for_each(|&id| self.sources[id as usize] = Source::Loaded);
                }
                Stmt::Declare(v, first) if !self.assigned[*v as usize] => {
                    self.forms[*v as usize] = Some(self.form(*first));
                    self.sources[*v as usize] = self.sources[*first as usize];
                }
                Stmt::Declare(v, first) => self.give(*v, *first, true),
                Stmt::Assign(v, next) => self.give(*v, *next, false),
                Stmt::For {
                    index,
                    begin,
                    end,
                    step,
                    body,
                } => self.run_loop([*index, *begin, *end, *step], body, certain),
                Stmt::Loop { body } => {
                    self.block(body, certain);
                    certain = false;
                }
                Stmt::Leave(cond) => {
                    certain = false;
                    self.unreachable = false;
                    self.assume(*cond, false);
                    if self.unreachable {
                        break;
                    }
                }
                Stmt::If { cond, then, other } => {
                    self.branch(*cond, true, then);
                    self.branch(*cond, false, other);
                }
                _ => {}
            }
        }
        self.forget(mark);
    }

    /// Undoes what conditions said since then.
    fn forget(&mut self, mark: usize) {
        for (id, range) in self.undo.drain(mark..).rev() {
            self.atoms[id as usize].range = range;
        }
    }

    fn define(&mut self, id: Id, e: &Expr) {
        let ty = self.program.ty(id);
        if ty == Ty::Bool {
            self.conditions[id as usize] = Some(*e);
        }
        if ty.is_float() || ty == Ty::Bool {
            return;
        }
        if let Expr::Binary(Bin::Min, a, b) = *e {
            self.smaller.insert(id, [a, b]);
        }
        let whole = Interval::of(ty);
        let sum = self.sum(e).filter(|f| whole.contains(self.range(f)));
        let exact = match &sum {
            Some(form) => self.range(form),
            None => self.evaluate(ty, e),
        };
        self.note_range(id, e, exact);
        self.note_distance(id, e);
        self.wrapping[id as usize] |= !whole.contains(exact);
        if sum.is_none() {
            let range = if whole.contains(exact) { exact } else { whole };
            self.atoms[id as usize] = Atom {
                range,
                exact: false,
            };
        }
        self.forms[id as usize] = sum;
        self.note_number(id);
    }

    /// The expression as a sum, before its type wraps it.
    fn sum(&self, e: &Expr) -> Option<Form> {
        let mut changes = false;
        e.operands(&mut |id| changes |= self.assigned[id as usize]);
        match *e {
            _ if changes => None,
            Expr::Read(v) => Some(self.form(v)),
            Expr::Cast(a) if !matches!(self.program.ty(a), Ty::F32 | Ty::F64 | Ty::Bool) => {
                Some(self.form(a))
            }
            Expr::Unary(Un::Neg, a) => self.form(a).times(-1),
            Expr::Binary(Bin::Add, a, b) => self.form(a).plus(&self.form(b), 1),
            Expr::Binary(Bin::Sub, a, b) => self.form(a).plus(&self.form(b), -1),
            Expr::Binary(Bin::Mul, a, b) => {
                match (self.form(a).as_constant(), self.form(b).as_constant()) {
                    (Some(x), _) => self.form(b).times(x),
                    (_, Some(y)) => self.form(a).times(y),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Range of the expression, before its type wraps it.
    fn evaluate(&self, ty: Ty, e: &Expr) -> Interval {
        match *e {
            Expr::Binary(op, a, b) => Interval::binary(op, ty, self.range_of(a), self.range_of(b)),
            Expr::Unary(Un::Neg, a) => self.range_of(a).times(-1),
            Expr::Select(_, a, b) => self.range_of(a).union(self.range_of(b)),
            Expr::Read(v) => self.atoms[v as usize].range,
            Expr::Element { array, .. } => {
                let ranges = self
                    .constants(array)
                    .map(|elements| elements.map(|v| self.range_of(v)));
                let any = ranges.and_then(|ranges| ranges.reduce(Interval::union));
                any.unwrap_or_else(|| Interval::of(ty))
            }
            Expr::Cast(a) => match self.program.ty(a) {
                Ty::Bool => Interval::new(0, 1),
                Ty::F32 | Ty::F64 if ty == Ty::Index => Interval::of(Ty::I32),
                Ty::F32 | Ty::F64 => Interval::of(ty),
                _ => self.range_of(a),
            },
            _ => Interval::of(ty),
        }
    }

    /// The elements of a local array that nothing assigns.
    fn constants(&self, array: ArrayId) -> Option<impl Iterator<Item = Id>> {
        let elements = &self.program.locals[array as usize];
        let is_constant = elements.iter().all(|&v| !self.assigned[v as usize]);
        is_constant.then(|| elements.iter().copied())
    }

    fn is_exact(&self, form: &Form) -> bool {
        form.terms.keys().all(|&id| self.atoms[id as usize].exact)
    }

    // ---- conditions
    fn branch(&mut self, cond: Id, holds: bool, block: &[Stmt]) {
        let mark = self.undo.len();
        self.unreachable = false;
        self.assume(cond, holds);
        if !self.unreachable {
            self.block(block, false);
        }
        self.forget(mark);
    }

    fn narrow(&mut self, id: Id, to: Interval) {
        let range = &mut self.atoms[id as usize].range;
        if self.assigned[id as usize] || to.contains(*range) {
            return;
        }
        self.undo.push((id, *range));
        *range = range.intersect(to);
        self.unreachable |= range.is_empty();
    }

    fn assume(&mut self, cond: Id, holds: bool) {
        match self.conditions[cond as usize] {
            Some(Expr::Unary(Un::Not, a)) => self.assume(a, !holds),
            Some(Expr::Binary(Bin::And, a, b)) if holds => {
                self.assume(a, true);
                self.assume(b, true);
            }
            Some(Expr::Binary(Bin::Or, a, b)) if !holds => {
                self.assume(a, false);
                self.assume(b, false);
            }
            Some(Expr::Compare(op, a, b)) if !self.program.ty(a).is_float() => {
                if let Some(difference) = self.form(a).plus(&self.form(b), -1) {
                    self.assume_compare(if holds { op } else { negated(op) }, &difference);
                }
            }
            _ => {}
        }
    }

    /// Narrows by `difference op 0`.
    fn assume_compare(&mut self, op: Cmp, difference: &Form) {
        let Some(opposite) = difference.times(-1) else {
            return;
        };
        match op {
            Cmp::Le => self.at_most(difference, 0),
            Cmp::Lt => self.at_most(difference, -1),
            Cmp::Ge => self.at_most(&opposite, 0),
            Cmp::Gt => self.at_most(&opposite, -1),
            Cmp::Eq => {
                self.at_most(difference, 0);
                self.at_most(&opposite, 0);
            }
            Cmp::Ne => self.differs(difference),
        }
    }

    /// Narrows by `form <= limit`.
    fn at_most(&mut self, form: &Form, limit: i128) {
        self.unreachable |= form.as_constant().is_some_and(|x| i128::from(x) > limit);
        for (&id, &factor) in &form.terms {
            let mut others = form.clone();
            others.terms.remove(&id);
            let Some(room) = limit.checked_sub(self.range(&others).lo) else {
                continue;
            };
            let factor = i128::from(factor);
            let bound = match factor {
                1.. => Interval::new(i128::MIN, room.div_euclid(factor)),
                // -f x <= room: x >= -room / f, rounded up
                _ => Interval::new(-room.div_euclid(-factor), i128::MAX),
            };
            self.narrow(id, bound);
        }
    }

    /// Narrows by `form != 0`: cuts off an end.
    fn differs(&mut self, form: &Form) {
        self.unreachable |= form.as_constant() == Some(0);
        if let (1, Some((&id, &factor))) = (form.terms.len(), form.terms.first_key_value())
            && form.constant % factor == 0
        {
            let hole = -i128::from(form.constant) / i128::from(factor);
            let range = self.atoms[id as usize].range;
            let (lo, hi) = (
                range.lo + i128::from(range.lo == hole),
                range.hi - i128::from(range.hi == hole),
            );
            self.narrow(id, Interval::new(lo, hi));
        }
    }

    // ---- accesses
    fn access(&mut self, access: AccessId, certain: bool) {
        self.note_reach(access);
        let known = &self.program.accesses[access as usize];
        if self.program.views[known.view].field == REDUCTION {
            return;
        }
        for (d, (&index, &extent)) in known.indices.iter().zip(&known.extents).enumerate() {
            let (form, extent) = (self.form(index), self.range_of(extent));
            let range = self.range(&form);
            if range.lo >= 0 && range.hi < extent.lo {
                continue;
            }
            let is_attained =
                form.terms.len() <= 1 && self.is_exact(&form) && extent.lo == extent.hi;
            if certain && is_attained && Interval::of(Ty::I32).contains(range) {
                let worst = if range.lo < 0 { range.lo } else { range.hi };
                self.verdicts[access as usize] = self.violated(access, d, worst);
                return;
            }
            if self.verdicts[access as usize] == Verdict::Proven {
                self.verdicts[access as usize] = Verdict::Unknown;
            }
        }
    }

    fn violated(&self, access: AccessId, dim: usize, worst: i128) -> Verdict {
        let known = &self.program.accesses[access as usize];
        let shown = |x: i128| x.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
        let least = |&id: &Id| shown(self.range_of(id).lo);
        let mut indices: Vec<i64> = known.indices.iter().map(least).collect();
        indices[dim] = shown(worst);
        Verdict::Violated {
            indices,
            extents: known.extents.iter().map(least).collect(),
        }
    }
}

fn negated(op: Cmp) -> Cmp {
    match op {
        Cmp::Lt => Cmp::Ge,
        Cmp::Le => Cmp::Gt,
        Cmp::Gt => Cmp::Le,
        Cmp::Ge => Cmp::Lt,
        Cmp::Eq => Cmp::Ne,
        Cmp::Ne => Cmp::Eq,
    }
}

/// Is the range or the league empty?
fn runs_nothing(program: &Program, launch: &Launch) -> bool {
    match program.shape {
        Shape::Team => launch.league_size <= 0,
        Shape::Range { rank, .. } => (0..rank as u8).any(|d| {
            initial(
                program,
                launch,
                Ty::Index,
                &Value::Builtin(Builtin::Work(d)),
            )
            .is_empty()
        }),
    }
}

/// The range of a value before the body runs.
fn initial(program: &Program, launch: &Launch, ty: Ty, value: &Value) -> Interval {
    let argument = |k: usize| launch.params.get(k).copied().flatten();
    let bound = |p: Param| {
        program
            .params
            .iter()
            .position(|q| *q == p)
            .and_then(argument)
    };
    let below = |n: i64| Interval::new(0, i128::from(n) - 1);
    let number = |n: i64| match launch.rounded {
        true => Interval::new(n.min(0), n.max(0)),
        false => Interval::point(n),
    };
    match value {
        Value::Const(bits) if ty == Ty::U64 => Interval::point(*bits),
        Value::Const(bits) if !ty.is_float() => Interval::point(*bits as i64),
        Value::Param(k) => argument(*k).map_or(Interval::of(ty), number),
        Value::Builtin(Builtin::Work(d)) => {
            let end = bound(Param::End(usize::from(*d))).unwrap_or(i64::MAX);
            let begin = bound(Param::Begin(usize::from(*d))).map_or(0, |n| number(n).lo);
            Interval::new(begin, i128::from(end) - 1)
        }
        Value::Builtin(Builtin::LeagueRank) => below(launch.league_size),
        Value::Builtin(Builtin::TeamRank) => below(launch.team_size),
        Value::Builtin(Builtin::LaneRank) => below(launch.vector_length),
        Value::Builtin(Builtin::LeagueSize) => number(launch.league_size),
        Value::Builtin(Builtin::TeamSize) => number(launch.team_size),
        Value::Builtin(Builtin::VectorLength) => number(launch.vector_length),
        _ => Interval::of(ty),
    }
}
