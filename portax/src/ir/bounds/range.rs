//! Do integers stay within 32 bits?
//!
//! Indices are 64-bit integers on the host. A device computes them with 32 bits where nothing can tell the difference: the
//! numbers of the launch keep what is compared, counted, converted or checked within 32 bits. Addresses need no such
//! proof, since whatever wraps on the way, an element of a view of less than 2^31 elements is found: sums and products
//! that wrap are right modulo 2^32.

use super::{Interval, Judgement, Walk};
use crate::ir::{Expr, Id, Program, Stmt, Ty, Value, access_of, low_bits::low_bits, visit};
use crate::ops::{Bin, Un};

/// Can the arithmetic of a value leave 32 bits? From what is left to trust to what is known.
#[doc(hidden)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Leaves {
    /// Not with the numbers of the launch
    Never,
    /// If loaded values are large enough
    IfLoaded,
    /// If a loop makes a variable large enough
    IfCarried,
    /// By the numbers of the launch
    ByNumbers,
}

/// What a value is computed from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Source {
    /// Numbers of the launch
    Numbers,
    /// A variable that one iteration of a loop hands to the next
    Carried,
    /// Loaded values
    Loaded,
}

impl Source {
    /// Of each value before the body runs.
    pub(super) fn first(program: &Program) -> Vec<Source> {
        let first = |v: &Value| match v {
            Value::Component(..) => Source::Loaded,
            _ => Source::Numbers,
        };
        program.values.iter().map(|(_, v)| first(v)).collect()
    }
}

/// Literals of indices may have more than 32 bits.
pub(super) fn of_constants(program: &Program) -> Vec<Leaves> {
    let leaves = |(ty, value): &(Ty, Value)| match (ty, value) {
        (Ty::Index, Value::Const(bits)) if i32::try_from(*bits as i64).is_err() => {
            Leaves::ByNumbers
        }
        _ => Leaves::Never,
    };
    program.values.iter().map(leaves).collect()
}

/// Variables that are assigned in a loop that they are declared outside of, or at an index: one value leads to the next.
pub(super) fn carried(program: &Program) -> Vec<bool> {
    let mut found = Carried {
        program,
        declared: vec![0; program.values.len()],
        carried: vec![false; program.values.len()],
        loops: 0,
    };
    found.block(&program.body, 0);
    found.carried
}

struct Carried<'a> {
    program: &'a Program,
    /// Number of the loop around the declaration
    declared: Vec<usize>,
    carried: Vec<bool>,
    loops: usize,
}

impl Carried<'_> {
    fn block(&mut self, block: &[Stmt], around: usize) {
        for s in block {
            match s {
                Stmt::Declare(v, _) => self.declared[*v as usize] = around,
                Stmt::Assign(v, _) => {
                    self.carried[*v as usize] |= self.declared[*v as usize] != around
                }
                Stmt::AssignElement { .. } => {
                    for &v in self.program.assigned(s) {
                        self.carried[v as usize] = true;
                    }
                }
                Stmt::For { body, .. } | Stmt::Loop { body } => {
                    self.loops += 1;
                    self.block(body, self.loops);
                }
                Stmt::If { then, other, .. } => {
                    self.block(then, around);
                    self.block(other, around);
                }
                _ => {}
            }
        }
    }
}

impl Walk<'_> {
    /// Notes whether a definition can leave 32 bits, by its range before its type wraps it.
    pub(super) fn note_range(&mut self, id: Id, e: &Expr, exact: Interval) {
        let mut source = match *e {
            Expr::Load { .. } | Expr::VectorReduce(..) => Source::Loaded,
            Expr::Element { array, .. } => match self.constants(array) {
                Some(elements) => elements
                    .map(|v| self.source(v))
                    .max()
                    .unwrap_or(Source::Loaded),
                None => Source::Loaded,
            },
            _ => Source::Numbers,
        };
        e.operands(&mut |a| source = source.max(self.source(a)));
        self.sources[id as usize] = source;
        let asked_by = match self.cuts(id, e) {
            true => Source::Numbers,
            false => source,
        };
        self.note(id, exact, asked_by);
    }

    /// Is it a conversion from 64 bits to fewer, which an author asks for where numbers may be large?
    fn cuts(&self, id: Id, e: &Expr) -> bool {
        let is_long = |id: Id| self.program.ty(id).is_long();
        matches!(*e, Expr::Cast(a) if is_long(a) && !is_long(id))
    }

    /// Notes a loop, whose variable goes up to `last` before the loop ends. Loaded ends are not asked whether they are
    /// less than the step of a team's threads away from 2^31: all loops over loaded numbers would need 64 bits. Those whose step the
    /// author writes are: past the end of its type a variable would begin again.
    pub(super) fn note_loop(&mut self, index: Id, numbers: [Id; 3], last: i128) {
        let may_step_past = self
            .program
            .as_constant(numbers[2])
            .is_some_and(|by| by > 1);
        let source = numbers.map(|id| self.source(id)).into_iter().max();
        self.sources[index as usize] = source.unwrap_or(Source::Numbers);
        let range = self.atoms[index as usize].range;
        let last = match source {
            Some(Source::Numbers) => last,
            _ if may_step_past => last,
            _ => range.hi,
        };
        self.note(
            index,
            Interval::new(range.lo, last),
            self.sources[index as usize],
        );
    }

    /// Notes whether a value computed from `source` can leave 32 bits, or the 64 of its type.
    fn note(&mut self, id: Id, exact: Interval, source: Source) {
        let limits = match self.program.ty(id) {
            ty @ (Ty::U32 | Ty::I64 | Ty::U64) => Interval::of(ty),
            _ => Interval::of(Ty::I32),
        };
        if !limits.contains(exact) {
            self.leaves[id as usize] = match source {
                Source::Loaded => Leaves::IfLoaded,
                Source::Carried => Leaves::IfCarried,
                Source::Numbers => Leaves::ByNumbers,
            };
        }
    }

    /// Floats that become integers are data like loaded ones.
    fn source(&self, id: Id) -> Source {
        match self.program.ty(id).is_float() {
            true => Source::Loaded,
            false => self.sources[id as usize],
        }
    }

    /// A variable that has this value, or one more, from here on.
    pub(super) fn give(&mut self, v: Id, value: Id, is_first: bool) {
        let (source, range) = (self.source(value), self.range_of(value));
        let known = &mut self.sources[v as usize];
        *known = source.max(*known);
        if self.carried[v as usize] {
            *known = Source::Carried.max(*known);
            return;
        }
        let known = &mut self.atoms[v as usize].range;
        *known = match is_first {
            true => range,
            false => known.union(range),
        };
    }
}

impl Judgement {
    /// Whether an index that must be exact leaves 32 bits. `guarded`: which accesses are checked at run time; `from`: from
    /// which doubt on it counts.
    pub fn needs_64_bits(&self, program: &Program, guarded: &[bool], from: Leaves) -> bool {
        if self.far || self.leaves.iter().all(|&leaves| leaves < from) {
            return self.far;
        }
        let needs = Needs::of(program, guarded);
        let mut pairs = program.values.iter().zip(&self.leaves).zip(needs.exact);
        pairs.any(|((value, &leaves), exact)| value.0 == Ty::Index && exact && leaves >= from)
    }

    /// Whether an index of which the low bits are asked for leaves 32 bits.
    pub fn cuts(&self, program: &Program) -> bool {
        let mut pairs = self.leaves.iter().zip(low_bits(program));
        pairs.any(|(&leaves, is_low)| is_low && leaves != Leaves::Never)
    }

    /// Whether arithmetic of a 32-bit integer wraps.
    pub fn wraps(&self, program: &Program, from: Leaves) -> bool {
        let mut pairs = program.values.iter().zip(&self.leaves);
        let counts = |ty: Ty| !(ty == Ty::Index || ty.is_long() || ty.is_small());
        pairs.any(|(value, &leaves)| counts(value.0) && leaves >= from)
    }

    /// For each value: is its arithmetic exact, and its conversion between integer types?
    pub fn exact(&self, program: &Program) -> Vec<bool> {
        let types = program.values.iter().map(|value| value.0);
        let known = types.zip(&self.leaves).zip(&self.wrapping);
        known
            .map(|((ty, &leaves), &wraps)| match ty {
                Ty::Index => !wraps,
                _ => leaves == Leaves::Never,
            })
            .collect()
    }
}

/// Indices of which all bits matter, not only the low 32.
struct Needs<'a> {
    program: &'a Program,
    guarded: &'a [bool],
    exact: Vec<bool>,
    changed: bool,
}

impl<'a> Needs<'a> {
    fn of(program: &'a Program, guarded: &'a [bool]) -> Needs<'a> {
        let mut needs = Needs {
            program,
            guarded,
            exact: vec![false; program.values.len()],
            changed: true,
        };
        while std::mem::take(&mut needs.changed) {
            visit(&program.body, &mut |s| needs.statement(s));
        }
        needs
    }

    fn need(&mut self, id: Id) {
        self.changed |= !std::mem::replace(&mut self.exact[id as usize], true);
    }

    fn is_exact(&self, id: Id) -> bool {
        self.exact[id as usize]
    }

    fn statement(&mut self, s: &Stmt) {
        if let Some(access) = access_of(s)
            && self.guarded.get(access as usize) == Some(&true)
        {
            let program = self.program;
            let known = &program.accesses[access as usize].indices;
            known.iter().for_each(|&index| self.need(index));
        }
        match s {
            Stmt::Let(id, e) => self.expression(*id, e),
            Stmt::Declare(v, x) | Stmt::Assign(v, x) if self.is_exact(*v) => self.need(*x),
            Stmt::For {
                index,
                begin,
                end,
                step,
                ..
            } => [index, begin, end, step]
                .into_iter()
                .for_each(|&id| self.need(id)),
            Stmt::Segment { at, .. } => self.need(*at),
            _ => {}
        }
    }

    fn expression(&mut self, id: Id, e: &Expr) {
        let from = |a: Id| self.program.ty(a);
        match *e {
            // what wraps modulo 2^32 stays right modulo 2^32
            Expr::Binary(Bin::Add | Bin::Sub | Bin::Mul, a, b) | Expr::Select(_, a, b)
                if self.is_exact(id) =>
            {
                self.need(a);
                self.need(b);
            }
            Expr::Read(v) if self.is_exact(id) => self.need(v),
            Expr::Binary(Bin::Div | Bin::Rem | Bin::Min | Bin::Max, a, b) => {
                self.need(a);
                self.need(b);
            }
            Expr::Compare(_, a, b) => {
                self.need(a);
                self.need(b);
            }
            Expr::Cast(a) if from(a) == Ty::Index && !self.program.ty(id).is_32_bits() => {
                self.need(a)
            }
            Expr::Unary(Un::Abs, a) => self.need(a),
            _ => {}
        }
    }
}
