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

    /// A loop over a block of its rank, `rank * factor..rank * factor + n` or up to the next rank's, that stores at its variable,
    /// or one further.
    pub(super) fn rows(&mut self) -> Statement {
        let Some(memory) = self.memory(|m| matches!(m, Memory::Line | Memory::Floats)) else {
            return self.store();
        };
        let n = self.r.between(1, 4);
        let (name, rank) = (self.name(), self.r.below(self.case.ranks().len().min(3)));
        let factor = match self.r.chance(30) {
            true => Int::Field(self.r.below(2)),
            false => Int::Const(n + self.r.between(-1, 1)),
        };
        let row = |rank: Int| binary(Bin::Mul, rank, factor.clone());
        let begin = row(Int::Rank(rank));
        let mut end = match self.r.chance(50) {
            true => binary(Bin::Add, begin.clone(), Int::Const(n)),
            false => row(binary(Bin::Add, Int::Rank(rank), Int::Const(1))),
        };
        if self.r.chance(30) {
            end = binary(Bin::Min, end, Int::Const(self.r.between(0, 40)));
        }
        let mut body = Vec::new();
        for _ in 0..1 + self.r.below(2) {
            let shift = Int::Const(self.r.pick(&[0, 0, 0, 1, 20]));
            let place = Place {
                memory,
                part: Part::Whole,
                at: vec![Index::Int(binary(Bin::Add, Int::Loop(name), shift))],
            };
            body.push(Statement::Store(place, Stored::Int(Int::Loop(name))));
        }
        if self.r.chance(30) {
            let limit = Int::Const(self.r.between(0, 40));
            let here = Cond::Int(Cmp::Lt, Int::Loop(name), limit);
            body = vec![Statement::If(here, body, Vec::new())];
        }
        Statement::For(name, begin, end, body)
    }
}
