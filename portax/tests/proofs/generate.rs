//! Random bodies, with a liking for what proofs accept: own elements, guards, remainders.

mod patterns;
mod values;

use crate::body::{ARRAY, Index, Int, Name, Part, Place, Share, Statement, Stored, Word};
use crate::case::Case;
use crate::memory::{Memory, TILE};
use crate::random::Random;
use portax::ir::Ty;
use portax::ops::Bin;

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
    arrays: Names,
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
        arrays: Vec::new(),
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
        let visible = [
            &self.loops,
            &self.ints,
            &self.words,
            &self.rows,
            &self.arrays,
        ];
        let visible = visible.map(Vec::len);
        let parts = self.parts.len();
        let n = 1 + self.r.below(most);
        let all = (0..n).map(|_| self.statement(depth)).collect();
        let names = [
            &mut self.loops,
            &mut self.ints,
            &mut self.words,
            &mut self.rows,
            &mut self.arrays,
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
            9 if self.r.chance(40) => self.array(),
            9 => self.control_data(),
            10 if self.case.team && self.r.chance(70) => Statement::Barrier,
            10 => self.store(),
            11 if self.case.large && self.r.chance(30) => self.far_loop(),
            12 | 13 if self.case.rows && self.r.chance(60) => self.rows(),
            12 if self.r.chance(20) => self.digits(),
            13 if self.r.chance(40) => self.repeat(depth),
            11..=14 => self.branch(depth),
            15 | 16 => {
                let (lo, hi) = (self.first(), self.count());
                let (name, mut body) = self.with_loop(depth);
                self.leave_somewhere(&mut body);
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

    /// A loop that ends where its body leaves it.
    fn repeat(&mut self, depth: usize) -> Statement {
        let (n, name) = (self.count(), self.name());
        self.ints.push(name);
        let mut body = self.block(depth - 1, 3);
        self.ints.retain(|known| *known != name);
        self.leave_somewhere(&mut body);
        Statement::Repeat(name, n, body)
    }

    /// Lets some turns of a loop end early.
    fn leave_somewhere(&mut self, body: &mut Vec<Statement>) {
        if self.r.chance(30) {
            let at = self.r.below(body.len() + 1);
            body.insert(at, Statement::Leave(self.cond(2)));
        }
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

    /// A local array, or a new element of one.
    fn array(&mut self) -> Statement {
        match self.some(|g| &g.arrays) {
            Some(name) if self.r.chance(70) => {
                Statement::SetElement(name, self.array_index(), self.word(2))
            }
            _ => {
                let first = [0; ARRAY].map(|_| self.word(1));
                let name = self.name();
                self.arrays.push(name);
                Statement::DeclareArray(name, first)
            }
        }
    }

    /// An index of a local array, often one inside.
    fn array_index(&mut self) -> Index {
        let x = match self.r.below(4) {
            0 => Int::Const(self.r.between(-1, ARRAY as i64)),
            1 => self.simple(),
            _ => binary(Bin::Rem, self.simple(), Int::Const(ARRAY as i64)),
        };
        match self.r.below(3) {
            0 => Index::Int(x),
            1 => Index::Word(Word::Of(Box::new(x))),
            _ => Index::Word(self.word(1)),
        }
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
        if self.case.blocks && self.r.chance(60) {
            return self.in_block();
        }
        let extent = match memory {
            Memory::Scratch => Int::Const(12),
            Memory::ScratchGrid => Int::Const(4 - d as i64),
            _ => Int::Extent(memory, d),
        };
        match self.r.below(12) {
            0 if self.case.large => self.shifted(),
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

    /// `size * rank + rest`, where the rest is often less than the size; or the same of a part of a rank.
    fn in_block(&mut self) -> Int {
        if self.r.chance(30) {
            return self.in_tile_of_rank();
        }
        let size = match self.r.below(4) {
            0 => self.extent(),
            1 => Int::Field(self.r.below(2)),
            _ => Int::Const(self.r.between(1, 4)),
        };
        let rank = match self.r.chance(70) {
            true => Int::Rank(0),
            false => self.simple(),
        };
        let rest = match (self.r.below(4), self.some(|g| &g.loops)) {
            (0, _) => self.simple(),
            (1, Some(k)) => Int::Loop(k),
            (2, Some(k)) => binary(Bin::Div, Int::Loop(k), Int::Const(self.r.between(1, 4))),
            _ => binary(Bin::Rem, self.simple(), size.clone()),
        };
        let all = binary(Bin::Add, binary(Bin::Mul, rank, size), rest);
        match self.r.chance(20) {
            true => binary(Bin::Add, all, Int::Const(self.r.between(-2, 3))),
            false => all,
        }
    }

    /// `size * (rank / n) + rest`, or with the remainder by `n`, of which bodies have two.
    fn in_tile_of_rank(&mut self) -> Int {
        let n = match self.r.chance(50) {
            true => Int::Const(2),
            false => Int::Field(0),
        };
        let part = binary(self.r.pick(&[Bin::Div, Bin::Rem]), Int::Rank(0), n);
        let size = Int::Const(self.r.between(1, 3));
        let rest = binary(Bin::Rem, self.simple(), size.clone());
        binary(Bin::Add, binary(Bin::Mul, part, size), rest)
    }
}

fn binary(op: Bin, a: Int, b: Int) -> Int {
    Int::Binary(op, Box::new(a), Box::new(b))
}
