//! Indices as sums `constant + coefficient * atom + ...`, where an atom is a value that is no such sum itself.

use super::{Builtin, Expr, Id, Program, Stmt, Ty, Value, visit};
use crate::ops::Bin;
use std::collections::{BTreeMap, HashMap};

/// `constant + sum of coefficient * atom`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub(crate) struct Form {
    pub terms: BTreeMap<Id, i64>,
    pub constant: i64,
}

impl Form {
    pub(super) fn constant(x: i64) -> Form {
        Form {
            terms: BTreeMap::new(),
            constant: x,
        }
    }

    pub(super) fn atom(id: Id) -> Form {
        Form {
            terms: BTreeMap::from([(id, 1)]),
            constant: 0,
        }
    }

    /// `self + factor * other`; `None` where coefficients overflow.
    pub(super) fn plus(&self, other: &Form, factor: i64) -> Option<Form> {
        let mut sum = self.clone();
        sum.constant = sum
            .constant
            .checked_add(other.constant.checked_mul(factor)?)?;
        for (&id, &c) in &other.terms {
            let entry = sum.terms.entry(id).or_insert(0);
            *entry = entry.checked_add(c.checked_mul(factor)?)?;
        }
        sum.terms.retain(|_, c| *c != 0);
        Some(sum)
    }

    pub(super) fn times(&self, factor: i64) -> Option<Form> {
        Form::default().plus(self, factor)
    }

    pub(super) fn as_constant(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }
}

/// A run-time loop.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LoopInfo {
    pub begin: Id,
    pub end: Id,
    pub step: Id,
}

/// What is known of each value of a program.
pub(crate) struct Values<'a> {
    program: &'a Program,
    /// Values whose arithmetic, or conversion between integer types, does not wrap
    exact: Vec<bool>,
    /// Integers that a launch knows, by id
    known: &'a [Option<i64>],
    /// Equal pure expressions are one atom, wherever they stand
    numbers: bool,
    forms: Vec<Option<Form>>,
    /// Expression of each temporary
    pub definitions: HashMap<Id, Expr>,
    /// Loop of each loop variable
    pub loops: HashMap<Id, LoopInfo>,
    /// Depends on nothing but arguments and sizes: the same for all work items of a launch
    uniform: Vec<bool>,
    /// First value equal to each pure expression of atoms
    numbered: HashMap<(Ty, Expr), Id>,
    /// Variables that change
    assigned: Vec<bool>,
}

impl<'a> Values<'a> {
    /// Analyses the body once. `exact`: values, by id, whose arithmetic does not wrap.
    pub(super) fn new(program: &'a Program, exact: Vec<bool>) -> Values<'a> {
        Values::analyse(program, exact, &[], true)
    }

    /// As [`new`](Values::new), for programs that are rewritten and not proven: sums of indices that wrap are the same in
    /// any order, and those of other integers where all of them are `exact`. A launch knows some values (by id) as numbers;
    /// atoms are visible wherever the sums are that contain them.
    pub(super) fn visible(
        program: &'a Program,
        exact: bool,
        known: &'a [Option<i64>],
    ) -> Values<'a> {
        let types = program.values.iter().map(|value| value.0);
        let exact = types.map(|ty| exact || ty == Ty::Index).collect();
        Values::analyse(program, exact, known, false)
    }

    fn analyse(
        program: &'a Program,
        exact: Vec<bool>,
        known: &'a [Option<i64>],
        numbers: bool,
    ) -> Values<'a> {
        let n = program.values.len();
        let mut values = Values {
            program,
            exact,
            known,
            numbers,
            forms: vec![None; n],
            definitions: HashMap::new(),
            loops: HashMap::new(),
            uniform: program.values.iter().map(|v| is_uniform(&v.1)).collect(),
            numbered: HashMap::new(),
            assigned: vec![false; n],
        };
        visit(&program.body, &mut |s| {
            for &v in program.assigned(s) {
                values.assigned[v as usize] = true;
            }
        });
        visit(&program.body, &mut |s| values.enter(s));
        values
    }

    fn enter(&mut self, s: &Stmt) {
        match s {
            Stmt::Let(id, e) => self.define(*id, e),
            Stmt::Declare(v, first) if !self.assigned[*v as usize] => {
                self.forms[*v as usize] = Some(self.form(*first));
                self.uniform[*v as usize] = self.uniform[*first as usize];
            }
            Stmt::For {
                index,
                begin,
                end,
                step,
                ..
            } => {
                self.loops.insert(
                    *index,
                    LoopInfo {
                        begin: *begin,
                        end: *end,
                        step: *step,
                    },
                );
            }
            _ => {}
        }
    }

    fn define(&mut self, id: Id, e: &Expr) {
        self.definitions.insert(id, *e);
        let ty = self.program.ty(id);
        let mut uniform = !matches!(e, Expr::Load { .. } | Expr::Element { .. } | Expr::Read(_));
        e.operands(&mut |a| uniform &= self.uniform[a as usize]);
        self.uniform[id as usize] = uniform;
        let mut changes = false;
        e.operands(&mut |a| changes |= self.assigned[a as usize]);
        if !ty.is_float() && !changes {
            self.forms[id as usize] = self
                .combine(id, e)
                .or_else(|| Some(Form::atom(self.number(id, ty, e))));
        }
    }

    /// The expression as a sum, if it is one.
    fn combine(&self, id: Id, e: &Expr) -> Option<Form> {
        let is_exact = self.exact[id as usize];
        match *e {
            Expr::Read(v) => self.forms[v as usize].clone(),
            Expr::Cast(a)
                if is_exact
                    && !self.program.ty(a).is_float()
                    && self.program.ty(a) != Ty::Bool
                    && !self.program.ty(id).is_small() =>
            {
                Some(self.form(a))
            }
            Expr::Binary(Bin::Add, a, b) if is_exact => self.form(a).plus(&self.form(b), 1),
            Expr::Binary(Bin::Sub, a, b) if is_exact => self.form(a).plus(&self.form(b), -1),
            Expr::Binary(Bin::Mul, a, b) if is_exact => {
                match (self.form(a).as_constant(), self.form(b).as_constant()) {
                    (Some(x), _) => self.form(b).times(x),
                    (_, Some(y)) => self.form(a).times(y),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// One id for all pure expressions of equal operands.
    fn number(&mut self, id: Id, ty: Ty, e: &Expr) -> Id {
        if !self.numbers || matches!(e, Expr::Load { .. } | Expr::Element { .. }) {
            return id;
        }
        let mut key = *e;
        key.operands_mut(&mut |a| *a = self.atom_of(*a));
        *self.numbered.entry((ty, key)).or_insert(id)
    }

    /// The atom that a value equals, or the value itself.
    pub(super) fn atom_of(&self, id: Id) -> Id {
        match &self.forms[id as usize] {
            Some(f) if f.constant == 0 && f.terms.len() == 1 => match f.terms.first_key_value() {
                Some((&atom, 1)) => atom,
                _ => id,
            },
            _ => id,
        }
    }

    /// The value as a sum.
    pub(super) fn form(&self, id: Id) -> Form {
        let known = self.known.get(id as usize).copied().flatten();
        if let Some(x) = known.or_else(|| self.program.as_constant(id)) {
            return Form::constant(x);
        }
        self.forms
            .get(id as usize)
            .cloned()
            .flatten()
            .unwrap_or_else(|| Form::atom(id))
    }

    /// Whether the value is the same for all work items of a launch.
    pub(super) fn is_uniform(&self, id: Id) -> bool {
        self.uniform[id as usize]
    }

    /// Whether every atom of the sum is the same for all work items of a launch.
    pub(super) fn is_uniform_form(&self, form: &Form) -> bool {
        form.terms.keys().all(|&id| self.is_uniform(id))
    }

    /// The builtin that an atom is.
    pub(super) fn builtin(&self, id: Id) -> Option<Builtin> {
        match self.program.values[id as usize].1 {
            Value::Builtin(b) => Some(b),
            _ => None,
        }
    }
}

fn is_uniform(value: &Value) -> bool {
    match value {
        Value::Const(_) | Value::Param(_) => true,
        Value::Builtin(b) => matches!(
            b,
            Builtin::LeagueSize | Builtin::TeamSize | Builtin::VectorLength
        ),
        _ => false,
    }
}
