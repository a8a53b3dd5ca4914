//! Which values an index determines, by the numbers of one launch: `4 * rank + row` with `row` in `0..4` tells ranks and rows
//! apart.

use super::{Interval, Launch, Walk, initial, runs_nothing};
use crate::ir::affine::Form;
use crate::ir::{AccessId, Builtin, Id, Program, Ty, Value};
use std::collections::HashSet;

/// A term `factor * atom` of a sum, with the range of what is left of the sum without it. Two equal sums, which have this term
/// and whose rests differ by less than the factor, have equal atoms and equal rests.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::ir) struct Digit {
    pub atom: Id,
    pub factor: i64,
    pub rest: Interval,
}

impl Digit {
    /// The digit of two sums, if it is told apart from their rests.
    pub(in crate::ir) fn joined(&self, other: &Digit) -> Option<Digit> {
        let rest = self.rest.union(other.rest);
        let is_apart = self.factor == other.factor && rest.is_narrower_than(self.factor);
        is_apart.then(|| Digit {
            rest,
            ..self.clone()
        })
    }
}

/// What an access touches.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(in crate::ir) struct Reach {
    /// Of each index, that of the largest factor first
    pub digits: Vec<Vec<Digit>>,
    /// Variables of the loops around it that take one value, and that value
    pub alone: Vec<(Id, i64)>,
    /// Of each index, what it may be; nothing if that is not known
    pub ranges: Vec<Interval>,
}

/// What the numbers of a launch say of its accesses and integers.
#[derive(Default)]
pub(in crate::ir) struct Reaches {
    /// What each access touches; `None` if it never happens
    pub of_access: Vec<Option<Reach>>,
    /// The number that an integer always is, by id
    pub numbers: Vec<Option<i64>>,
    /// Loops of whose variables the digits name the turn, not the value
    pub turns: HashSet<Id>,
}

/// Walks through a program for what its accesses touch.
pub(in crate::ir) fn reaches(program: &Program, launch: &Launch) -> Reaches {
    let mut walk = Walk::new(program, launch);
    let is_argument = |v: &Value| matches!(v, Value::Const(_) | Value::Param(_));
    let number = |id: usize| walk.atoms[id].range.as_point();
    let values = program.values.iter().enumerate();
    walk.reaches = Some(Reaches {
        of_access: vec![None; program.accesses.len()],
        numbers: values
            .map(|(id, (_, v))| number(id).filter(|_| is_argument(v)))
            .collect(),
        turns: HashSet::new(),
    });
    if !runs_nothing(program, launch) {
        walk.block(&program.body, true);
    }
    walk.reaches.unwrap_or_default()
}

/// Whether a rank takes one value.
pub(in crate::ir) fn is_alone(program: &Program, launch: &Launch, rank: Builtin) -> bool {
    let range = initial(program, launch, Ty::Index, &Value::Builtin(rank));
    range.as_point().is_some()
}

impl Walk<'_> {
    /// Notes what an access touches, if that is asked.
    pub(super) fn note_reach(&mut self, access: AccessId) {
        if self.reaches.is_none() {
            return;
        }
        let indices = &self.program.accesses[access as usize].indices;
        let digits = indices.iter().map(|&index| self.digits(self.form(index)));
        let ranges = indices.iter().map(|&index| self.range_of(index));
        let value = |id: Id| Some((id, self.atoms[id as usize].range.as_point()?));
        let reach = Reach {
            digits: digits.collect(),
            alone: self.loops.iter().filter_map(|l| value(l.index)).collect(),
            ranges: ranges.collect(),
        };
        if let Some(reaches) = &mut self.reaches {
            let known = &mut reaches.of_access[access as usize];
            // an access of several statements, under other conditions: nothing is known of all
            *known = Some(match known.take() {
                Some(other) if other != reach => Reach::default(),
                _ => reach,
            });
        }
    }

    /// Notes the only value of a definition, if that is asked and no condition around it says so.
    pub(super) fn note_number(&mut self, id: Id) {
        let number = self.form(id).as_constant();
        if let Some(reaches) = &mut self.reaches
            && self.undo.is_empty()
        {
            reaches.numbers[id as usize] = number;
        }
    }

    /// The terms of a sum that its value determines.
    fn digits(&self, mut rest: Form) -> Vec<Digit> {
        let mut digits = Vec::new();
        while let Some((&atom, &factor)) = rest.terms.iter().max_by_key(|(_, c)| c.unsigned_abs()) {
            rest.terms.remove(&atom);
            let digit = Digit {
                atom,
                factor,
                rest: self.range(&rest),
            };
            if !digit.rest.is_narrower_than(factor) {
                break;
            }
            digits.push(digit);
        }
        digits
    }
}
