//! Loops: what their variables reach, and how far pointers go that walk with them.

use super::range::Source;
use super::{Atom, Interval, Walk};
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
        let [first, end, step] = numbers.map(|id| self.range_of(id));
        let range = Interval::new(first.lo, end.hi - 1);
        if range.is_empty() {
            return;
        }
        // ranks that deal out a range reach all of it; a loop of one step reaches both ends
        let deals = first.hi - first.lo == step.lo - 1 && self.is_exact(&self.form(begin));
        let exact = end.lo == end.hi && step.lo == step.hi && deals;
        let all_enter = first.hi < end.lo;
        let starts: Vec<Id> = self.form(begin).terms.into_keys().collect();
        let left_out = match all_enter {
            true => Vec::new(),
            false => self.exact_with(&starts),
        };
        self.mark_exact(&left_out, false);
        self.atoms[index as usize] = Atom { range, exact };
        self.note_loop(index, numbers, range.hi + step.hi);
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
