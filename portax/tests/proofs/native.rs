//! Runs a body itself, one work item at a time, as the one-lane executor of hosts would: the first access outside ends it.

use crate::body::{ARRAY, Cond, Index, Int, Name, Part, Place, Share, Statement, Stored, Word};
use crate::case::{Case, Item};
use crate::event::{Event, History, How, Touch};
use crate::memory::{Memory, SEGMENT, TILE};
use crate::views::is_real;
use portax::ir::{Builtin, Ty};
use portax::kernel::exec::{Lane, Scalar, Values};
use portax::ops::Cmp;
use std::collections::HashMap;

/// Steps of loops that an item may make.
const BUDGET: u32 = 300;

/// The item ends early: it faults, or has run long enough.
enum Stop {
    /// It faulted, or had run long enough
    Ended,
    /// It leaves the loop around it
    Left,
}

type Run<T> = Result<T, Stop>;

/// Runs one item.
pub struct Native<'a> {
    case: &'a Case,
    ranks: Vec<Builtin>,
    item: Item,
    numbers: HashMap<Name, i64>,
    rows: HashMap<Name, [i64; 4]>,
    parts: HashMap<Name, i64>,
    arrays: HashMap<Name, [i32; ARRAY]>,
    history: History,
    budget: u32,
}

/// What a work item does.
pub fn run(case: &Case, body: &[Statement], item: &Item) -> History {
    let mut native = Native {
        case,
        ranks: case.ranks(),
        item: *item,
        numbers: HashMap::new(),
        rows: HashMap::new(),
        parts: HashMap::new(),
        arrays: HashMap::new(),
        history: History::default(),
        budget: BUDGET,
    };
    let faulted = |events: &[Event]| events.last() == Some(&Event::Fault);
    if native.block(body).is_err() && !faulted(&native.history.events) {
        native.history.cut = true;
    }
    native.history
}

impl Native<'_> {
    fn number(&self, name: Name) -> i64 {
        self.numbers.get(&name).copied().unwrap_or(0)
    }

    fn int(&mut self, x: &Int) -> Run<i64> {
        Ok(match x {
            Int::Const(c) => *c,
            Int::Rank(k) => self.case.builtin(self.ranks[*k], &self.item),
            Int::Field(k) => self.case.fields[*k],
            Int::Extent(memory, d) => self.case.shape(*memory).extents[*d],
            Int::Loop(name) | Int::Var(name) => self.number(*name),
            Int::Row(name, k) => self.rows.get(name).map_or(0, |row| row[*k]),
            Int::Load(place) => self.load(place)? as i64,
            Int::Of(x) => i64::from(self.word(x)?),
            Int::OfUnsigned(x) => i64::from(self.word(x)? as u32),
            Int::Binary(op, a, b) => {
                let (a, b) = (self.int(a)?, self.int(b)?);
                Lane::ibin(*op, a, b)
            }
            Int::Select(c, a, b) => {
                let c = self.cond(c)?;
                let (a, b) = (self.int(a)?, self.int(b)?);
                if c { a } else { b }
            }
        })
    }

    fn word(&mut self, x: &Word) -> Run<i32> {
        Ok(match x {
            Word::Const(c) => *c,
            Word::Of(x) => self.int(x)? as i32,
            Word::Var(name) => self.number(*name) as i32,
            Word::Load(place) => self.loaded_word(place)?,
            Word::Binary(op, a, b) => {
                let (a, b) = (self.word(a)?, self.word(b)?);
                i32::bin(*op, a, b)
            }
            Word::Unsigned(op, a, b) => {
                let (a, b) = (self.word(a)?, self.word(b)?);
                u32::bin(*op, a as u32, b as u32) as i32
            }
            Word::Negated(a) => self.word(a)?.wrapping_neg(),
            Word::Size(a) => self.word(a)?.wrapping_abs(),
            Word::Rounded(a) => f64::from(self.word(a)?) as i32,
            Word::Select(c, a, b) => {
                let c = self.cond(c)?;
                let (a, b) = (self.word(a)?, self.word(b)?);
                if c { a } else { b }
            }
            Word::Element(name, at) => {
                let at = self.index(at)?;
                match self.arrays.get(name).copied() {
                    Some(array) => array[self.in_array(at)?],
                    None => 0,
                }
            }
            Word::Float(memory, start, k) => {
                let first = self.int(start)?.wrapping_add((k / 2 * 2) as i64);
                let byte = self.element(*memory, &[first], 2)?;
                self.touch(*memory, byte, 16, How::Read);
                let byte = byte + (k % 2 * 8) as i64;
                f64::from_bits(self.case.contents.scalar(*memory, byte, Ty::F64)) as i32
            }
        })
    }

    fn loaded_word(&mut self, place: &Place) -> Run<i32> {
        let bits = self.load(place)?;
        if !is_real(place.memory) {
            return Ok(bits as i32);
        }
        let real = f64::from_bits(bits);
        if place.memory != Memory::Pairs {
            return Ok(real as i32);
        }
        let last = self.history.touches().last().map_or(0, |t| t.byte);
        let imaginary = self.case.contents.scalar(Memory::Pairs, last + 8, Ty::F64);
        Ok((real + f64::from_bits(imaginary)) as i32)
    }

    fn cond(&mut self, c: &Cond) -> Run<bool> {
        Ok(match c {
            Cond::Int(op, a, b) => {
                let (a, b) = (self.int(a)?, self.int(b)?);
                Lane::icmp(*op, a, b)
            }
            Cond::Word(op, a, b) => {
                let (a, b) = (self.word(a)?, self.word(b)?);
                <i32 as Scalar>::cmp(*op, a, b)
            }
            Cond::Unsigned(op, a, b) => {
                let (a, b) = (self.word(a)?, self.word(b)?);
                <u32 as Scalar>::cmp(*op, a as u32, b as u32)
            }
            Cond::Real(op, a, b) => {
                let (a, b) = (self.int(a)?, self.int(b)?);
                f64::cmp(*op, a as f64, b as f64)
            }
            Cond::Load(place) => self.load(place)? != 0,
            Cond::Both(a, b) => self.cond(a)? & self.cond(b)?,
            Cond::Either(a, b) => self.cond(a)? | self.cond(b)?,
            Cond::Not(a) => !self.cond(a)?,
        })
    }

    fn in_array(&mut self, at: i64) -> Run<usize> {
        self.check(&[at], &[ARRAY as i64])?;
        Ok(at as usize)
    }

    // ---- memory
    /// The index that a part of a view fixes.
    fn part(&mut self, place: &Place) -> Run<Option<i64>> {
        Ok(match &place.part {
            Part::Whole => None,
            Part::At(at) => Some(self.int(at)?),
            Part::Named(name) => Some(self.parts.get(name).copied().unwrap_or(0)),
        })
    }

    fn index(&mut self, index: &Index) -> Run<i64> {
        match index {
            Index::Int(x) | Index::Lane(x) => self.int(x),
            Index::Word(x) => Ok(i64::from(self.word(x)?)),
        }
    }

    /// The first byte of an element.
    fn place(&mut self, place: &Place) -> Run<i64> {
        let part = self.part(place)?;
        let mut at = Vec::with_capacity(3);
        for index in &place.at {
            at.push(self.index(index)?);
        }
        match part {
            Some(tile) if place.memory == Memory::Tiles => return self.in_tile(tile, &at),
            Some(part) => at.insert(place.memory.fixed_dimension().unwrap_or(0), part),
            None => {}
        }
        self.element(place.memory, &at, 1)
    }

    fn in_tile(&mut self, tile: i64, at: &[i64]) -> Run<i64> {
        let shape = self.case.shape(Memory::Tiles);
        let width = TILE as i64;
        let tiles = shape.extents[0].wrapping_add(width - 1) / width;
        let limits = [tiles, width, shape.extents[1]];
        let all = [tile, at[0], at[1]];
        self.check(&all, &limits)?;
        let offset = shape.offset(&[tile * width + at[0], at[1]]);
        Ok(offset * Memory::Tiles.bytes())
    }

    /// The first byte of so many elements, which are inside.
    fn element(&mut self, memory: Memory, at: &[i64], n: i64) -> Run<i64> {
        let shape = self.case.shape(memory);
        let mut last = at.to_vec();
        last[0] = last[0].wrapping_add(n - 1);
        self.check(at, &shape.extents)?;
        self.check(&last, &shape.extents)?;
        Ok(shape.offset(at) * memory.bytes())
    }

    fn check(&mut self, at: &[i64], extents: &[i64]) -> Run<()> {
        let inside = at.iter().zip(extents).all(|(i, n)| (0..*n).contains(i));
        if inside {
            return Ok(());
        }
        self.history.events.push(Event::Fault);
        Err(Stop::Ended)
    }

    fn touch(&mut self, memory: Memory, byte: i64, size: i64, how: How) {
        self.history.events.push(Event::Touch(Touch {
            memory,
            byte,
            size,
            how,
        }));
    }

    /// The first scalar of an element.
    fn load(&mut self, place: &Place) -> Run<u64> {
        let (memory, byte) = (place.memory, self.place(place)?);
        self.touch(memory, byte, memory.bytes(), How::Read);
        Ok(self.case.contents.scalar(memory, byte, memory.scalars().0))
    }

    fn stored(&mut self, memory: Memory, x: &Stored) -> Run<u64> {
        let (x, is_int) = match x {
            Stored::Int(x) => (self.int(x)?, true),
            Stored::Word(x) => (i64::from(self.word(x)?), false),
        };
        Ok(match memory.scalars().0 {
            Ty::Bool => u64::from(Lane::icmp(Cmp::Ne, x, 0)),
            Ty::F64 => (x as f64).to_bits(),
            _ if is_int => i64::from(x as i32) as u64,
            _ => x as u64,
        })
    }

    // ---- statements
    fn block(&mut self, all: &[Statement]) -> Run<()> {
        all.iter().try_for_each(|s| self.statement(s))
    }

    fn statement(&mut self, s: &Statement) -> Run<()> {
        match s {
            Statement::Store(place, x) => {
                let x = self.stored(place.memory, x)?;
                let byte = self.place(place)?;
                let second = if place.memory == Memory::Pairs { x } else { 0 };
                self.touch(
                    place.memory,
                    byte,
                    place.memory.bytes(),
                    How::Write([x, second]),
                );
            }
            Statement::Atomic(place, x, of_team, old) => {
                let x = self.stored(place.memory, x)?;
                let byte = self.place(place)?;
                let how = How::Update(x, *of_team);
                self.touch(place.memory, byte, place.memory.bytes(), how);
                let before = self.case.contents.scalar(place.memory, byte, Ty::I32);
                self.numbers.extend(old.map(|name| (name, before as i64)));
            }
            Statement::If(c, then, other) => {
                let holds = self.cond(c)?;
                self.block(if holds { then } else { other })?;
            }
            Statement::For(name, lo, hi, body) => {
                let (lo, hi) = (self.int(lo)?, self.int(hi)?);
                self.repeat(*name, [lo, hi, 1], body)?;
            }
            Statement::Repeat(name, n, body) => {
                let n = self.int(n)?;
                self.numbers.insert(*name, 0);
                while self.numbers[name] < n && self.turn(body)? {
                    let count = self.numbers.get_mut(name).expect("it counts");
                    *count = count.wrapping_add(1);
                }
            }
            Statement::Leave(c) => {
                if self.cond(c)? {
                    return Err(Stop::Left);
                }
            }
            Statement::Nested(share, name, n, body) => {
                let n = self.int(n)?;
                let (first, step) = self.share(*share);
                self.repeat(*name, [first, n, step], body)?;
            }
            Statement::Single(per_team, body) => {
                if self.item[2] == 0 && (!per_team || self.item[1] == 0) {
                    self.block(body)?;
                }
            }
            Statement::Barrier => self.history.events.push(Event::Barrier),
            Statement::Segments(name, row, lo, hi, body) => {
                let (lo, hi) = (self.int(lo)?, self.int(hi)?);
                self.segments(*name, row, [lo, hi], body)?;
            }
            named => self.define(named)?,
        }
        Ok(())
    }

    fn define(&mut self, s: &Statement) -> Run<()> {
        match s {
            Statement::DeclareInt(name, x) => {
                let x = self.int(x)?;
                self.numbers.insert(*name, x);
            }
            Statement::DeclareWord(name, x) => {
                let x = self.word(x)?;
                self.numbers.insert(*name, i64::from(x));
            }
            Statement::SetInt(name, x) => {
                let x = self.int(x)?;
                self.numbers.entry(*name).and_modify(|known| *known = x);
            }
            Statement::SetWord(name, x) => {
                let x = i64::from(self.word(x)?);
                self.numbers.entry(*name).and_modify(|known| *known = x);
            }
            Statement::DeclareArray(name, first) => {
                let mut array = [0; ARRAY];
                for (to, x) in array.iter_mut().zip(first) {
                    *to = self.word(x)?;
                }
                self.arrays.insert(*name, array);
            }
            Statement::SetElement(name, at, x) => {
                let (x, at) = (self.word(x)?, self.index(at)?);
                if self.arrays.contains_key(name) {
                    let at = self.in_array(at)?;
                    self.arrays.entry(*name).and_modify(|array| array[at] = x);
                }
            }
            Statement::Narrow(name, _, at) => {
                let at = self.int(at)?;
                self.parts.insert(*name, at);
            }
            Statement::Row(name, at) => {
                let at = self.int(at)?;
                self.row(*name, at)?;
            }
            _ => unreachable!("it defines no name"),
        }
        Ok(())
    }

    fn row(&mut self, name: Name, at: i64) -> Run<()> {
        let byte = self.element(Memory::Rows, &[at], 1)?;
        self.touch(Memory::Rows, byte, 16, How::Read);
        let part = |k: i64| {
            self.case
                .contents
                .scalar(Memory::Rows, byte + 4 * k, Ty::I32)
        };
        self.rows.insert(name, [0, 1, 2, 3].map(|k| part(k) as i64));
        Ok(())
    }

    /// First index and step of a share of `0..n`.
    fn share(&self, share: Share) -> (i64, i64) {
        let [_, thread, lane] = self.item;
        let (threads, lanes) = (self.case.threads, self.case.lanes);
        match share {
            Share::Threads => (thread, threads),
            Share::Lanes => (lane, lanes),
            Share::ThreadsAndLanes => (thread * lanes + lane, threads * lanes),
        }
    }

    fn repeat(&mut self, name: Name, [lo, hi, step]: [i64; 3], body: &[Statement]) -> Run<()> {
        let mut k = lo;
        while k < hi {
            self.numbers.insert(name, k);
            if !self.turn(body)? {
                break;
            }
            k = k.wrapping_add(step);
        }
        Ok(())
    }

    /// A turn of a loop; false where it leaves.
    fn turn(&mut self, body: &[Statement]) -> Run<bool> {
        self.budget = self.budget.checked_sub(1).ok_or(Stop::Ended)?;
        match self.block(body) {
            Err(Stop::Left) => Ok(false),
            other => other.map(|()| true),
        }
    }

    fn segments(
        &mut self,
        name: Name,
        row: &Int,
        [lo, hi]: [i64; 2],
        body: &[Statement],
    ) -> Run<()> {
        let rows = SEGMENT as i64;
        for k in lo..hi {
            self.budget = self.budget.checked_sub(1).ok_or(Stop::Ended)?;
            let first = k.wrapping_mul(rows);
            self.element(Memory::Rows, &[first], 2 * rows)?;
            let row = self.int(row)?;
            self.check(&[row], &[rows])?;
            self.row(name, first + row)?;
            self.block(body)?;
        }
        Ok(())
    }
}
