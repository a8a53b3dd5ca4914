//! Loops: what their variables reach, and how far pointers go that walk with them.

use super::range::Source;
use super::{Atom, Interval, Walk};
use crate::ir::affine::Form;
use crate::ir::{Expr, Id, Stmt};
use crate::ops::Bin;

/// A loop that is open.
pub(super) struct OpenLoop {
    pub index: Id,
    /// The values that its first index is a sum of
    starts: Vec<Id>,
}

/// A pointer that walks so far from an element of a view may stand outside of 32 bits.
const FAR: i128 = 1 << 30;

impl Walk<'_> {
    pub(super) fn run_loop(
        &mut self,
        [index, begin, end, step]: [Id; 4],
        body: &[Stmt],
        certain: bool,
    ) {
        let numbers = [begin, end, step];
        let [first, last, by] = numbers.map(|id| self.range_of(id));
        let range = Interval::new(first.lo, last.hi - 1);
        if range.is_empty() {
            return;
        }
        // ranks that deal out a range reach all of it; a loop of one step reaches both ends
        let deals = first.hi - first.lo == by.lo - 1 && self.is_exact(&self.form(begin));
        let exact = last.lo == last.hi && by.lo == by.hi && deals;
        let all_enter = first.hi < last.lo;
        let starts: Vec<Id> = self.form(begin).terms.into_keys().collect();
        let left_out = match all_enter {
            true => Vec::new(),
            false => self.exact_with(&starts),
        };
        self.mark_exact(&left_out, false);
        self.atoms[index as usize] = match self.turns(begin, end, by) {
            Some(turns) => self.count(index, begin, turns),
            None => Atom { range, exact },
        };
        self.note_loop(index, numbers, range.hi + by.hi);
        self.distance[index as usize] = match self.sources[index as usize] {
            Source::Numbers => range.hi.saturating_sub(range.lo),
            _ => 0,
        };
        let runs_to_its_end = !body.iter().any(|s| matches!(s, Stmt::Leave(_)));
        self.loops.push(OpenLoop { index, starts });
        self.block(body, certain && runs_to_its_end && (exact || all_enter));
        self.loops.pop();
        self.mark_exact(&left_out, true);
    }

    /// Of a loop over a block of a size that is a number, such as `n * rank..n * rank + n`: which turns it takes, if touched
    /// elements are asked for. What is known of the variable itself is more where conditions are around accesses.
    fn turns(&self, begin: Id, end: Id, step: Interval) -> Option<Interval> {
        self.reaches.as_ref()?;
        let begin = self.form(begin);
        let length = self.most_after(&begin, &self.form(end))?;
        let moves = step.as_point() == Some(1) && begin.as_constant().is_none();
        moves.then(|| Interval::new(0, i128::from(length) - 1))
    }

    /// How far `end` is behind `begin` at most, if that is a number: `n * rank + n`, or the smaller of that and something.
    fn most_after(&self, begin: &Form, end: &Form) -> Option<i64> {
        if let Some(length) = end.plus(begin, -1)?.as_constant() {
            return Some(length);
        }
        let (atom, 1) = end.terms.first_key_value()? else {
            return None;
        };
        let smaller = self.smaller.get(atom).filter(|_| end.terms.len() == 1)?;
        let after = |id: Id| {
            let end = self.form(id).plus(&Form::constant(end.constant), 1)?;
            end.plus(begin, -1)?.as_constant()
        };
        smaller.iter().filter_map(|&id| after(id)).min()
    }

    /// Makes the variable of a loop the sum of where it begins and of a turn, which its atom stands for.
    fn count(&mut self, index: Id, begin: Id, turns: Interval) -> Atom {
        let atom = match turns.as_point() {
            Some(_) => Form::default(),
            None => Form::atom(index),
        };
        self.forms[index as usize] = self.form(begin).plus(&atom, 1);
        if let Some(reaches) = &mut self.reaches {
            reaches.turns.insert(index);
        }
        Atom {
            range: turns,
            exact: false,
        }
    }

    /// Which of these values are exact, and loops around here that start at them: a loop that only some of them enter says
    /// nothing of the others.
    fn exact_with(&self, starts: &[Id]) -> Vec<Id> {
        let starts_there = |l: &&OpenLoop| l.starts.iter().any(|id| starts.contains(id));
        let loops = self.loops.iter().filter(starts_there).map(|l| l.index);
        let all = starts.iter().copied().chain(loops);
        all.filter(|&id| self.atoms[id as usize].exact).collect()
    }

    fn mark_exact(&mut self, values: &[Id], exact: bool) {
        for &id in values {
            self.atoms[id as usize].exact = exact;
        }
    }

    /// Notes how far loops move the result of an operation, whatever branches say: where they skip the first elements, a
    /// pointer that walks with the loop starts outside of the view. As with [`note_loop`](Walk::note_loop), loaded ends are
    /// not asked.
    pub(super) fn note_distance(&mut self, id: Id, e: &Expr) {
        let distance = |a: Id| self.distance[a as usize];
        let times = |a: Id, b: Id| match self.range_of(b).as_point() {
            Some(factor) => distance(a).saturating_mul(i128::from(factor).abs()),
            None => 0,
        };
        self.distance[id as usize] = match *e {
            Expr::Read(a) | Expr::Cast(a) | Expr::Unary(_, a) => distance(a),
            Expr::Binary(Bin::Add | Bin::Sub, a, b) => distance(a).saturating_add(distance(b)),
            Expr::Binary(Bin::Mul, a, b) => times(a, b).max(times(b, a)),
            _ => 0,
        };
    }

    /// Notes a load that a pointer may walk to.
    pub(super) fn note_load(&mut self, offset: Id) {
        self.far |= self.distance[offset as usize] >= FAR;
    }
}
