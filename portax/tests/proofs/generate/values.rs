//! Random integers and conditions.

use super::{Generator, Names, binary};
use crate::body::{Cond, Index, Int, Name, Part, Place, Word};
use crate::memory::Memory;
use portax::ir::Ty;
use portax::ops::{Bin, Cmp};

impl Generator<'_> {
    pub(super) fn some(&mut self, names: impl Fn(&Self) -> &Names) -> Option<Name> {
        let n = names(self).len();
        let k = self.r.below(n.max(1));
        names(self).get(k).copied()
    }

    pub(super) fn extent(&mut self) -> Int {
        let k = self.r.below(self.case.views.len());
        let memory = self.case.views[k].0;
        Int::Extent(memory, self.r.below(memory.rank()))
    }

    fn constant(&mut self) -> i64 {
        if self.case.large && self.r.chance(15) {
            let all = [
                i32::MAX,
                i32::MIN,
                65536,
                -65536,
                1 << 30,
                4096,
                46341,
                1_000_000,
            ];
            return i64::from(self.r.pick(&all));
        }
        if self.case.large && self.r.chance(4) {
            return self
                .r
                .pick(&[1 << 40, -(1 << 33), i64::MAX, i64::MIN, 3_000_000_000]);
        }
        self.r
            .pick(&[0, 1, 1, 2, 3, 4, 5, 7, 8, 15, 16, 31, -1, -2, -7])
    }

    /// An integer without arithmetic.
    pub(super) fn simple(&mut self) -> Int {
        let ranks = self.case.ranks().len();
        let (a_loop, var, row) = (
            self.some(|g| &g.loops),
            self.some(|g| &g.ints),
            self.some(|g| &g.rows),
        );
        match (self.r.below(12), a_loop, var, row) {
            (0, ..) => Int::Const(self.constant()),
            (1, ..) => Int::Field(self.r.below(2)),
            (2, ..) => self.extent(),
            (3 | 4, _, Some(v), _) => Int::Var(v),
            (5..=7, Some(k), ..) => Int::Loop(k),
            (8, .., Some(row)) => Int::Row(row, self.r.below(4)),
            _ => Int::Rank(self.r.below(ranks)),
        }
    }

    fn operation(&mut self, bits: bool) -> Bin {
        let all = [
            Bin::Add,
            Bin::Add,
            Bin::Add,
            Bin::Sub,
            Bin::Sub,
            Bin::Mul,
            Bin::Mul,
            Bin::Div,
            Bin::Rem,
            Bin::Min,
            Bin::Max,
            Bin::And,
            Bin::Or,
            Bin::Xor,
            Bin::Shl,
            Bin::Shr,
        ];
        let n = if bits { all.len() } else { 11 };
        self.r.pick(&all[..n])
    }

    pub(super) fn int(&mut self, depth: usize) -> Int {
        if depth == 0 || self.r.chance(25) {
            return self.simple();
        }
        match self.r.below(14) {
            0 => match self.i32_place() {
                Some(place) => Int::Load(place),
                None => self.simple(),
            },
            1 => Int::Of(Box::new(self.word(depth - 1))),
            2 if self.r.chance(30) => Int::OfUnsigned(Box::new(self.word(depth - 1))),
            3 => {
                let c = self.cond(depth - 1);
                let (a, b) = (self.int(depth - 1), self.int(depth - 1));
                Int::Select(Box::new(c), Box::new(a), Box::new(b))
            }
            _ => {
                let bits = self.case.large || self.r.chance(20);
                let op = self.operation(bits);
                binary(op, self.int(depth - 1), self.int(depth - 1))
            }
        }
    }

    fn i32_place(&mut self) -> Option<Place> {
        let fits = |m: &Memory| m.scalars() == (Ty::I32, 1);
        let memory = self.memory(fits)?;
        Some(self.small_place(memory))
    }

    /// A place with short indices, inside of expressions.
    fn small_place(&mut self, memory: Memory) -> Place {
        let at = (0..memory.rank()).map(|_| match self.r.chance(30) {
            true => Index::Word(Word::Of(Box::new(self.simple()))),
            false => Index::Int(self.simple()),
        });
        let at = at.collect();
        Place {
            memory,
            part: Part::Whole,
            at,
        }
    }

    pub(super) fn word(&mut self, depth: usize) -> Word {
        let var = self.some(|g| &g.words);
        if depth == 0 || self.r.chance(25) {
            return match (self.r.below(5), var) {
                (0, _) => Word::Const(self.constant() as i32),
                (1 | 2, Some(name)) => Word::Var(name),
                _ => Word::Of(Box::new(self.simple())),
            };
        }
        let deeper = depth - 1;
        match self.r.below(16) {
            0..=3 => self.loaded(),
            4 => Word::Negated(Box::new(self.word(deeper))),
            5 => Word::Size(Box::new(self.word(deeper))),
            6 => Word::Rounded(Box::new(self.word(deeper))),
            7 => {
                let (c, a, b) = (self.cond(deeper), self.word(deeper), self.word(deeper));
                Word::Select(Box::new(c), Box::new(a), Box::new(b))
            }
            8 => {
                let op = self.operation(true);
                let (a, b) = (self.word(deeper), self.word(deeper));
                Word::Unsigned(op, Box::new(a), Box::new(b))
            }
            9 => Word::Of(Box::new(self.int(deeper))),
            10 | 11 if !self.arrays.is_empty() => {
                let name = self.some(|g| &g.arrays).unwrap_or_default();
                Word::Element(name, Box::new(self.array_index()))
            }
            _ => {
                let op = self.operation(true);
                let (a, b) = (self.word(deeper), self.word(deeper));
                Word::Binary(op, Box::new(a), Box::new(b))
            }
        }
    }

    fn loaded(&mut self) -> Word {
        if self.memories.contains(&Memory::Floats) && self.r.chance(25) {
            let start = Box::new(self.index(Memory::Floats, 0));
            return Word::Float(Memory::Floats, start, self.r.below(4));
        }
        let fits = |m: &Memory| !matches!(m, Memory::Rows | Memory::Flags);
        match self.memory(fits) {
            Some(memory) if self.r.chance(60) => Word::Load(self.place(memory)),
            Some(memory) => Word::Load(self.small_place(memory)),
            None => Word::Of(Box::new(self.simple())),
        }
    }

    pub(super) fn cond(&mut self, depth: usize) -> Cond {
        let op = self
            .r
            .pick(&[Cmp::Lt, Cmp::Le, Cmp::Gt, Cmp::Ge, Cmp::Eq, Cmp::Ne]);
        let deeper = depth.saturating_sub(1);
        match self.r.below(if depth == 0 { 9 } else { 14 }) {
            0 | 1 => Cond::Int(op, self.simple(), self.extent()),
            2 => Cond::Int(op, self.simple(), Int::Const(self.r.between(0, 8))),
            3 | 4 => Cond::Int(op, self.int(deeper), self.int(deeper)),
            5 | 6 => Cond::Word(op, self.word(deeper), self.word(deeper)),
            7 => Cond::Unsigned(op, self.word(deeper), self.word(deeper)),
            8 => match self.memories.contains(&Memory::Flags) {
                true => Cond::Load(self.small_place(Memory::Flags)),
                false => Cond::Real(op, self.int(deeper), self.int(deeper)),
            },
            9 | 10 => Cond::Both(Box::new(self.cond(deeper)), Box::new(self.cond(deeper))),
            11 => Cond::Either(Box::new(self.cond(deeper)), Box::new(self.cond(deeper))),
            12 => self.inside(),
            _ => Cond::Not(Box::new(self.cond(deeper))),
        }
    }

    /// `0 <= x && x < extent`
    fn inside(&mut self) -> Cond {
        let (x, extent) = (self.int(1), self.extent());
        let lower = Cond::Int(Cmp::Ge, x.clone(), Int::Const(0));
        let upper = Cond::Int(Cmp::Lt, x, extent);
        Cond::Both(Box::new(lower), Box::new(upper))
    }
}
