//! Random bodies, with a liking for what proofs accept: own elements, guards, remainders.

use crate::body::{Cond, Index, Int, Name, Part, Place, Share, Statement, Stored, Word};
use crate::case::Case;
use crate::memory::{Memory, TILE};
use crate::random::Random;
use portax::ir::Ty;
use portax::ops::{Bin, Cmp};

/// Names of one kind that are visible here.
type Names = Vec<Name>;

/// Writes a body.
pub struct Generator<'a> {
    r: &'a mut Random,
    case: &'a Case,
    memories: Vec<Memory>,
    loops: Names,
    ints: Names,
    words: Names,
    rows: Names,
    parts: Vec<(Name, Memory)>,
    next: Name,
}

/// A body for a launch.
pub fn body(r: &mut Random, case: &Case) -> Vec<Statement> {
    let mut memories: Vec<Memory> = case.views.iter().map(|v| v.0).collect();
    if case.scratch {
        memories.extend([Memory::Scratch, Memory::ScratchGrid]);
    }
    let mut generator = Generator {
        r,
        case,
        memories,
        loops: Vec::new(),
        ints: Vec::new(),
        words: Vec::new(),
        rows: Vec::new(),
        parts: Vec::new(),
        next: 0,
    };
    generator.block(3, 4)
}

impl Generator<'_> {
    fn name(&mut self) -> Name {
        self.next += 1;
        self.next
    }

    // ---- statements
    fn block(&mut self, depth: usize, most: usize) -> Vec<Statement> {
        let visible = [&self.loops, &self.ints, &self.words, &self.rows].map(Vec::len);
        let parts = self.parts.len();
        let n = 1 + self.r.below(most);
        let all = (0..n).map(|_| self.statement(depth)).collect();
        let names = [
            &mut self.loops,
            &mut self.ints,
            &mut self.words,
            &mut self.rows,
        ];
        for (names, n) in names.into_iter().zip(visible) {
            names.truncate(n);
        }
        self.parts.truncate(parts);
        all
    }

    fn statement(&mut self, depth: usize) -> Statement {
        match self.r.below(if depth == 0 { 11 } else { 20 }) {
            0..=3 => self.store(),
            4 => self.atomic(),
            5 => {
                let x = self.int(2);
                let name = self.name();
                self.ints.push(name);
                Statement::DeclareInt(name, x)
            }
            6 | 7 => {
                let x = self.word(2);
                let name = self.name();
                self.words.push(name);
                Statement::DeclareWord(name, x)
            }
            8 => self.assignment(),
            9 => self.control_data(),
            10 if self.case.team && self.r.chance(70) => Statement::Barrier,
            10 => self.store(),
            11..=14 => self.branch(depth),
            15 | 16 => {
                let (lo, hi) = (self.first(), self.count());
                let (name, body) = self.with_loop(depth);
                Statement::For(name, lo, hi, body)
            }
            17 | 18 if self.case.team => {
                let share = self
                    .r
                    .pick(&[Share::Threads, Share::Lanes, Share::ThreadsAndLanes]);
                let n = self.count();
                let (name, body) = self.with_loop(depth);
                Statement::Nested(share, name, n, body)
            }
            19 if self.case.team => Statement::Single(self.r.chance(50), self.block(depth - 1, 2)),
            _ => self.branch(depth),
        }
    }

    fn first(&mut self) -> Int {
        match self.r.chance(70) {
            true => Int::Const(0),
            false => self.int(1),
        }
    }

    fn count(&mut self) -> Int {
        match self.r.below(10) {
            0..=4 => Int::Const(self.r.between(1, 6)),
            5..=7 => self.extent(),
            _ => self.int(2),
        }
    }

    fn with_loop(&mut self, depth: usize) -> (Name, Vec<Statement>) {
        let name = self.name();
        self.loops.push(name);
        let body = self.block(depth - 1, 3);
        self.loops.pop();
        (name, body)
    }

    fn branch(&mut self, depth: usize) -> Statement {
        let c = self.cond(2);
        let then = self.block(depth - 1, 3);
        let other = match self.r.chance(35) {
            true => self.block(depth - 1, 2),
            false => Vec::new(),
        };
        Statement::If(c, then, other)
    }

    fn assignment(&mut self) -> Statement {
        let (int, word) = (self.some(|g| &g.ints), self.some(|g| &g.words));
        match (int, word) {
            (Some(name), _) if self.r.chance(50) => Statement::SetInt(name, self.int(2)),
            (_, Some(name)) => Statement::SetWord(name, self.word(2)),
            (Some(name), None) => Statement::SetInt(name, self.int(2)),
            (None, None) => self.store(),
        }
    }

    fn store(&mut self) -> Statement {
        let writable = |m: &Memory| !matches!(m, Memory::Rows | Memory::Table);
        match self.memory(writable) {
            Some(memory) => Statement::Store(self.place(memory), self.stored()),
            None => Statement::DeclareWord(self.name(), self.word(2)),
        }
    }

    fn stored(&mut self) -> Stored {
        match self.r.chance(50) {
            true => Stored::Int(self.int(2)),
            false => Stored::Word(self.word(2)),
        }
    }

    fn atomic(&mut self) -> Statement {
        let writable = |m: &Memory| m.scalars().0 == Ty::I32 && *m != Memory::Rows;
        let Some(memory) = self.memory(writable) else {
            return self.store();
        };
        let (place, x, of_team) = (self.place(memory), self.stored(), self.r.chance(30));
        let old = self.r.chance(40).then(|| self.name());
        self.words.extend(old);
        Statement::Atomic(place, x, of_team, old)
    }

    /// Rows, segments and parts of views.
    fn control_data(&mut self) -> Statement {
        let has_rows = self.memories.contains(&Memory::Rows);
        match self.r.below(3) {
            0 if has_rows => {
                let at = self.index(Memory::Rows, 0);
                let name = self.name();
                self.rows.push(name);
                Statement::Row(name, at)
            }
            1 if has_rows && self.case.team => {
                let (lo, hi) = (self.first(), self.count());
                let row = Int::Const(self.r.between(0, 2));
                let name = self.name();
                self.rows.push(name);
                let body = self.block(0, 2);
                self.rows.pop();
                Statement::Segments(name, row, lo, hi, body)
            }
            _ => self.narrow(),
        }
    }

    fn narrow(&mut self) -> Statement {
        let Some(memory) = self.memory(|m| m.fixed_dimension().is_some()) else {
            return self.store();
        };
        let at = self.part_index(memory);
        let name = self.name();
        self.parts.push((name, memory));
        Statement::Narrow(name, memory, at)
    }

    // ---- places
    fn memory(&mut self, fits: impl Fn(&Memory) -> bool) -> Option<Memory> {
        let all: Vec<Memory> = self.memories.iter().copied().filter(fits).collect();
        (!all.is_empty()).then(|| self.r.pick(&all))
    }

    fn place(&mut self, memory: Memory) -> Place {
        let named = self.parts.iter().rev().find(|p| p.1 == memory).copied();
        let part = match named {
            Some((name, _)) if self.r.chance(60) => Part::Named(name),
            _ if memory.fixed_dimension().is_some() && self.r.chance(30) => {
                Part::At(Box::new(self.part_index(memory)))
            }
            _ => Part::Whole,
        };
        let fixed = match part {
            Part::Whole => None,
            _ => memory.fixed_dimension(),
        };
        let is_tile = fixed.is_some() && memory == Memory::Tiles;
        let at = (0..memory.rank()).filter(|d| is_tile || fixed != Some(*d));
        let at: Vec<usize> = at.collect();
        let at = at.into_iter().map(|d| match (d, is_tile) {
            (0, true) => Index::Int(self.in_tile()),
            _ => self.access_index(memory, d),
        });
        let at = at.collect();
        Place { memory, part, at }
    }

    fn in_tile(&mut self) -> Int {
        let x = self.simple();
        match self.r.below(4) {
            0 => Int::Const(self.r.between(0, TILE as i64)),
            1 => self.int(1),
            2 => binary(Bin::Rem, x, Int::Const(TILE as i64)),
            _ => binary(Bin::And, x, Int::Const(TILE as i64 - 1)),
        }
    }

    fn part_index(&mut self, memory: Memory) -> Int {
        let d = memory.fixed_dimension().unwrap_or(0);
        let at = self.index(memory, d);
        match memory == Memory::Tiles && self.r.chance(70) {
            true => binary(Bin::Div, at, Int::Const(TILE as i64)),
            false => at,
        }
    }

    fn access_index(&mut self, memory: Memory, d: usize) -> Index {
        match self.r.below(10) {
            0 | 1 => Index::Word(self.word(2)),
            2..=4 => Index::Lane(self.index(memory, d)),
            5 => Index::Word(Word::Of(Box::new(self.index(memory, d)))),
            _ => Index::Int(self.index(memory, d)),
        }
    }

    /// An index of a dimension, often one inside.
    fn index(&mut self, memory: Memory, d: usize) -> Int {
        let extent = match memory {
            Memory::Scratch => Int::Const(12),
            Memory::ScratchGrid => Int::Const(4 - d as i64),
            _ => Int::Extent(memory, d),
        };
        match self.r.below(12) {
            0..=2 => self.simple(),
            3 => {
                let (x, k) = (self.simple(), self.r.between(-2, 3));
                binary(Bin::Add, x, Int::Const(k))
            }
            4 | 5 => {
                let (x, k) = (self.simple(), self.r.between(2, 9));
                let y = self.simple();
                binary(Bin::Add, binary(Bin::Mul, x, Int::Const(k)), y)
            }
            6 => binary(Bin::Rem, self.simple(), extent),
            7 => {
                let last = binary(Bin::Sub, extent, Int::Const(1));
                let x = binary(Bin::Min, self.int(1), last);
                binary(Bin::Max, x, Int::Const(0))
            }
            8 => binary(
                Bin::And,
                self.int(1),
                Int::Const(self.r.pick(&[1, 3, 7, 15])),
            ),
            9 => Int::Const(self.r.between(0, 3)),
            _ => self.int(2),
        }
    }

    // ---- integers
    fn some(&mut self, names: impl Fn(&Self) -> &Names) -> Option<Name> {
        let n = names(self).len();
        let k = self.r.below(n.max(1));
        names(self).get(k).copied()
    }

    fn extent(&mut self) -> Int {
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
    fn simple(&mut self) -> Int {
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

    fn int(&mut self, depth: usize) -> Int {
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

    fn word(&mut self, depth: usize) -> Word {
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

    fn cond(&mut self, depth: usize) -> Cond {
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

fn binary(op: Bin, a: Int, b: Int) -> Int {
    Int::Binary(op, Box::new(a), Box::new(b))
}
