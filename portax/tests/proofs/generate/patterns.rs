//! Patterns at the edge of what proofs accept, which random trees seldom hit.

use super::{Generator, binary};
use crate::body::{Cond, Index, Int, Part, Place, Statement, Stored, Word};
use crate::memory::Memory;
use portax::ops::{Bin, Cmp};

impl Generator<'_> {
    /// `x + field * factor - n`, where the launch makes the last two equal.
    pub(super) fn shifted(&mut self) -> Int {
        let k = self.r.below(2);
        let factor = self.r.pick(&[1, 50_000, 1_000_000, 3_000_000_000]);
        let product = binary(Bin::Mul, Int::Field(k), Int::Const(factor));
        let minus = Int::Const(-self.case.fields[k] * factor);
        let x = self.simple();
        binary(Bin::Add, binary(Bin::Add, x, product), minus)
    }

    /// A loop that reads where its variable is `k`, at `(variable - k) * factor`.
    pub(super) fn far_loop(&mut self) -> Statement {
        let (k, factor) = (self.r.between(0, 90), self.r.pick(&[3, 50_000, 50_000_000]));
        let name = self.name();
        let Some(memory) = self.memory(|m| matches!(m, Memory::Table | Memory::Line)) else {
            return self.store();
        };
        let place = |at| Place {
            memory,
            part: Part::Whole,
            at: vec![Index::Int(at)],
        };
        let distance = binary(Bin::Sub, Int::Loop(name), Int::Const(k));
        let at = binary(Bin::Mul, distance, Int::Const(factor));
        let read = Stored::Word(Word::Load(place(at)));
        let own = Int::Rank(self.r.below(self.case.ranks().len()));
        let here = Cond::Int(Cmp::Eq, Int::Loop(name), Int::Const(k));
        let copy = Statement::Store(place(own), read);
        let body = vec![Statement::If(here, vec![copy], Vec::new())];
        Statement::For(name, Int::Const(0), Int::Const(k + 5), body)
    }

    /// A loop that stores at `rank * factor + variable`, where factors less than the loop's length make ranks meet.
    pub(super) fn digits(&mut self) -> Statement {
        let Some(memory) = self.memory(|m| matches!(m, Memory::Line | Memory::Floats)) else {
            return self.store();
        };
        let n = self.r.between(2, 4);
        let (name, rank) = (self.name(), self.r.below(self.case.ranks().len().min(3)));
        let factor = Int::Const(n + self.r.between(-1, 1));
        let at = binary(Bin::Mul, Int::Rank(rank), factor);
        let place = Place {
            memory,
            part: Part::Whole,
            at: vec![Index::Int(binary(Bin::Add, at, Int::Loop(name)))],
        };
        let store = Statement::Store(place, Stored::Int(Int::Loop(name)));
        Statement::For(name, Int::Const(0), Int::Const(n), vec![store])
    }
}
