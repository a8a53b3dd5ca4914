//! What statements do, one at a time, for devices that interpret programs: [`Evaluator`] for a work item, [`LockStep`] for
//! loops and branches of a group. Who calls them has the memory.
//!
//! Addresses wrap where an index is far outside its view: whoever checks accesses asks [`Evaluator::indices_outside`].
//!
//! Values are the bytes that they have in memory, in the low bits of 128: the scalars of short vectors side by side,
//! addresses as bytes from the beginning of their buffer or scratch array.

mod lock_step;
mod number;
#[cfg(test)]
mod tests;
mod values;

pub use lock_step::LockStep;
pub(crate) use number::{Number, compare, integer};
pub use values::Values;

use super::{AccessId, ArrayId, Builtin, Expr, Id, Param, Program, Shape, Stmt, Ty, Value};
use crate::ops::{AtomicOp, Un};
use number::{binary, fused, unary};

/// A value's bytes.
pub type Bits = u128;

/// The bytes that a statement reads or writes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Place {
    /// What is touched
    pub access: AccessId,
    /// The buffer or scratch array
    pub memory: Memory,
    /// First byte in it
    pub start: i64,
    /// Number of bytes
    pub bytes: usize,
}

impl Place {
    /// Its bytes of the memory that it is in; `None` outside.
    pub fn of<'a>(&self, memory: &'a mut [u8]) -> Option<&'a mut [u8]> {
        let start = usize::try_from(self.start).ok()?;
        memory.get_mut(start..start.checked_add(self.bytes)?)
    }
}

/// What addresses point into.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Memory {
    /// That of a buffer argument, by number
    Buffer(usize),
    /// A scratch array, by number
    Scratch(usize),
}

/// The work items of a launch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Items<'a> {
    /// Groups
    pub groups: usize,
    /// Lanes and threads of a group
    pub group_size: [usize; 2],
    /// [`RenderOptions::tile`](crate::ir::render::RenderOptions::tile)
    pub tile: &'a [usize],
    /// Bytes of the arguments
    pub args: &'a [u64],
}

impl Items<'_> {
    /// A value with which items of group `group` start: an argument, or what the machine supplies. `work` are the item's indices.
    fn start(&self, value: &Value, group: usize, item: usize, work: &[u64; 6]) -> Bits {
        let [lanes, threads] = self.group_size;
        match value {
            Value::Param(k) => self.args[*k].into(),
            Value::Builtin(Builtin::Work(dim)) => work[usize::from(*dim)].into(),
            Value::Builtin(Builtin::LeagueRank) => group as Bits,
            Value::Builtin(Builtin::LeagueSize) => self.groups as Bits,
            Value::Builtin(Builtin::TeamRank) => (item / lanes) as Bits,
            Value::Builtin(Builtin::TeamSize) => threads as Bits,
            Value::Builtin(Builtin::LaneRank) => (item % lanes) as Bits,
            Value::Builtin(Builtin::VectorLength) => lanes as Bits,
            _ => 0,
        }
    }

    /// The indices of a range's item, the first running fastest, or the last; `None` beyond the range.
    fn indices(&self, program: &Program, group: usize, item: usize) -> Option<[u64; 6]> {
        let mut work = [0; 6];
        let Shape::Range { rank, right } = program.shape else {
            return Some(work);
        };
        let bound = |bound: Param| {
            let known = program.params.iter().position(|p| *p == bound);
            known.map_or(0, |k| self.args[k])
        };
        let is_tiled = !self.tile.is_empty();
        let line = (group * self.group_size[0] + item) as u64;
        let (mut rest, mut inside) = match is_tiled {
            true => (group as u64, item as u64),
            false => (line, 0),
        };
        for k in 0..rank {
            let dim = if right { rank - 1 - k } else { k };
            let (begin, end) = (bound(Param::Begin(dim)), bound(Param::End(dim)));
            let tile = if is_tiled { self.tile[dim] as u64 } else { 1 };
            let tiles = (end - begin).div_ceil(tile);
            work[dim] = begin + rest.checked_rem(tiles)? * tile + inside % tile;
            if work[dim] >= end {
                return None;
            }
            rest /= tiles;
            inside /= tile;
        }
        (rest == 0).then_some(work)
    }
}

/// What a statement does for one work item.
#[derive(Clone, Copy)]
pub struct Evaluator<'a> {
    program: &'a Program,
    values: &'a Values,
    item: usize,
}

impl<'a> Evaluator<'a> {
    /// For an item with these values: those that it started with, and what [`define`](Self::define) and memory gave since.
    pub fn new(program: &'a Program, values: &'a Values, item: usize) -> Self {
        Evaluator {
            program,
            values,
            item,
        }
    }

    /// An operand.
    pub(crate) fn operand(&self, id: Id) -> Bits {
        match self.program.values[id as usize] {
            (ty, Value::Const(x)) if !ty.is_float() => Number::Int((x as i64).into()).to_bits(ty),
            (_, Value::Const(x)) => x.into(),
            (ty, Value::Component(vector, k)) => {
                let bits = 8 * ty.bytes() as u32;
                let rest = self.operand(vector) >> (bits * u32::from(k));
                rest & (Bits::MAX >> (Bits::BITS - bits))
            }
            _ => self.values.get(self.item, id),
        }
    }

    /// An operand of an integer type.
    pub fn integer(&self, id: Id) -> i64 {
        match Number::from_bits(self.program.ty(id), self.operand(id)) {
            Number::Int(x) => x as i64,
            Number::Float(x) => x as i64,
        }
    }

    /// The value that a statement gives to an id without reading memory or other lanes.
    pub fn define(&self, s: &Stmt) -> Option<(Id, Bits)> {
        let int = |id: &Id| self.integer(*id);
        let (pointer, base, elements) = match s {
            Stmt::Let(id, e) => return Some((*id, self.expression_bits(self.program.ty(*id), e)?)),
            Stmt::Declare(id, value) | Stmt::Assign(id, value) => {
                return Some((*id, self.operand(*value)));
            }
            Stmt::AssignElement {
                array,
                index,
                value,
                ..
            } => return Some((self.variable(*array, *index)?, self.operand(*value))),
            Stmt::Advance {
                pointer,
                base,
                count,
                size,
            } => (*pointer, *base, int(count).wrapping_mul(int(size))),
            Stmt::Walk {
                pointer,
                base,
                terms,
            } => {
                let terms = terms
                    .iter()
                    .map(|(id, factor)| int(id).wrapping_mul(*factor));
                (*pointer, *base, terms.fold(0, i64::wrapping_add))
            }
            Stmt::Segment {
                pointer,
                base,
                at,
                rows,
                ..
            } => (*pointer, *base, int(at).wrapping_mul(*rows as i64)),
            Stmt::Bump(pointer, elements) => (*pointer, *pointer, *elements),
            _ => return None,
        };
        let bytes = elements.wrapping_mul(self.program.ty(pointer).bytes() as i64);
        let from = self.values.get(self.item, base) as i64;
        let to = Number::Int(from.wrapping_add(bytes).into());
        Some((pointer, to.to_bits(Ty::Index)))
    }

    /// The variable that is element `index` of a local array.
    fn variable(&self, array: ArrayId, index: Id) -> Option<Id> {
        let index = usize::try_from(self.integer(index)).ok()?;
        self.program.locals[array as usize].get(index).copied()
    }

    fn expression_bits(&self, ty: Ty, e: &Expr) -> Option<Bits> {
        let bits = |id: Id| self.operand(id);
        let number = |id: Id| Number::from_bits(self.program.ty(id), bits(id));
        let minus = |id: Id| unary(ty, Un::Neg, number(id));
        Some(match *e {
            Expr::Read(a) => bits(a),
            Expr::Element { array, index, .. } => bits(self.variable(array, index)?),
            Expr::Select(c, a, b) => bits(if bits(c) != 0 { a } else { b }),
            Expr::Flip(a, s) => bits(a) ^ (((bits(s) >> 31) & 1) << (8 * ty.bytes() - 1)),
            Expr::Cast(a) => number(a).to_bits(ty),
            Expr::Unary(Un::Bits, a) => bits(a),
            Expr::Unary(op, a) => unary(ty, op, number(a)).to_bits(ty),
            Expr::Binary(op, a, b) => binary(ty, op, number(a), number(b)).to_bits(ty),
            Expr::Compare(op, a, b) => compare(op, number(a), number(b)).into(),
            Expr::Fma(a, b, c) => fused(ty, number(a), number(b), number(c)).to_bits(ty),
            Expr::NegFma(a, b, c) => fused(ty, minus(a), number(b), number(c)).to_bits(ty),
            Expr::FmaSub(a, b, c) => fused(ty, number(a), number(b), minus(c)).to_bits(ty),
            Expr::VectorReduce(..) | Expr::Load { .. } => return None,
        })
    }

    /// Where a statement itself reads or writes memory; what it reads, it defines ([`Stmt::defines`]).
    pub fn place(&self, s: &Stmt) -> Option<Place> {
        let (access, ptr, offset, unit, bytes) = match *s {
            Stmt::Let(
                id,
                Expr::Load {
                    ptr,
                    offset,
                    unit,
                    access,
                },
            ) => (
                access,
                ptr,
                offset,
                unit.bytes(),
                self.program.ty(id).bytes(),
            ),
            Stmt::Store {
                ptr,
                offset,
                value,
                access,
            }
            | Stmt::Atomic {
                ptr,
                offset,
                value,
                access,
                ..
            } => {
                let bytes = self.program.ty(value).bytes();
                (access, ptr, offset, bytes, bytes)
            }
            Stmt::StorePair {
                ptr,
                offset,
                value: [value, _],
                access,
            } => {
                let bytes = 2 * self.program.ty(value).bytes();
                (access, ptr, offset, bytes, bytes)
            }
            _ => return None,
        };
        let memory = match self.program.values[self.program.root(ptr) as usize].1 {
            Value::Scratch(k) => Memory::Scratch(k),
            Value::Buffer(k) => Memory::Buffer(k),
            _ => return None,
        };
        let before = self.integer(offset).wrapping_mul(unit as i64);
        let start = (self.values.get(self.item, ptr) as i64).wrapping_add(before);
        Some(Place {
            access,
            memory,
            start,
            bytes,
        })
    }

    /// What a statement leaves at its place, where `old` was.
    pub(crate) fn update(&self, s: &Stmt, old: Bits) -> Bits {
        match *s {
            Stmt::Store { value, .. } => self.operand(value),
            Stmt::StorePair {
                value: [first, second],
                ..
            } => {
                let half = 8 * self.program.ty(first).bytes();
                self.operand(first) | (self.operand(second) << half)
            }
            Stmt::Atomic {
                op: AtomicOp::Load, ..
            } => old,
            Stmt::Atomic {
                expected: Some(expected),
                ..
            } if self.operand(expected) != old => old,
            Stmt::Atomic { op, value, .. } => {
                let ty = self.program.ty(value);
                let number = |bits| Number::from_bits(ty, bits);
                let new = self.operand(value);
                let joined = |bin| binary(ty, bin, number(old), number(new)).to_bits(ty);
                op.bin().map_or(new, joined)
            }
            _ => old,
        }
    }

    /// Does to the bytes at its place what a statement does, and gives what was there.
    pub fn perform(&self, s: &Stmt, bytes: &mut [u8]) -> Bits {
        let mut word = [0; size_of::<Bits>()];
        word[..bytes.len()].copy_from_slice(bytes);
        let old = Bits::from_le_bytes(word);
        let new = self.update(s, old).to_le_bytes();
        bytes.copy_from_slice(&new[..bytes.len()]);
        old
    }

    /// The indices of an access.
    pub fn indices(&self, access: AccessId) -> Vec<i64> {
        let known = &self.program.accesses[access as usize];
        known.indices.iter().map(|&id| self.integer(id)).collect()
    }

    /// The indices of an access, if one of them is outside the view.
    pub fn indices_outside(&self, access: AccessId) -> Option<Vec<i64>> {
        let known = &self.program.accesses[access as usize];
        let int = |id: &Id| self.integer(*id);
        let mut pairs = known.indices.iter().zip(&known.extents);
        let inside = pairs.all(|(i, n)| (0..int(n)).contains(&int(i)));
        (!inside).then(|| self.indices(access))
    }

    /// Whether a statement writes NaN to memory.
    pub fn writes_nan(&self, s: &Stmt) -> bool {
        let written: &[Id] = match s {
            Stmt::Store { value, .. } => &[*value],
            Stmt::StorePair { value, .. } => value,
            Stmt::Atomic {
                op: AtomicOp::Load, ..
            } => &[],
            Stmt::Atomic { value, .. } => &[*value],
            _ => &[],
        };
        written.iter().any(|&id| {
            let number = Number::from_bits(self.program.ty(id), self.operand(id));
            matches!(number, Number::Float(x) if x.is_nan())
        })
    }
}
