//! Accesses to memory, by pointers and through checks.

use super::{Machine, Run, Stop};
use crate::event::{Event, How, Touch};
use crate::memory::Memory;
use portax::ir::{AccessId, ArrayId, Id, Ty, Value, ViewPlace};
use portax::ops::Scope;

impl Machine<'_> {
    fn memory(&self, ptr: Id) -> Memory {
        match self.program.values[self.program.root(ptr) as usize].1 {
            Value::Buffer(k) => {
                let is_it = |place: &ViewPlace| *place == ViewPlace::Buffer(k);
                let view = self.program.views.iter().position(|v| is_it(&v.place));
                self.memories[view.expect("a buffer belongs to a view")]
            }
            Value::Scratch(0) => Memory::Scratch,
            _ => Memory::ScratchGrid,
        }
    }

    pub(super) fn address(&self, ptr: Id) -> i64 {
        match self.program.values[ptr as usize].1 {
            Value::Pointer(_) => self.pointers[ptr as usize],
            _ => 0,
        }
    }

    /// Does the access happen?
    fn enter(&mut self, access: AccessId) -> Run<bool> {
        let known = &self.program.accesses[access as usize];
        let guarded = self.options.guarded.get(access as usize) == Some(&true);
        if known.indices.is_empty() || !guarded && !self.options.recorded {
            return Ok(true);
        }
        let pairs = known.indices.iter().zip(&known.extents);
        let inside = pairs.clone().all(|(&i, &n)| self.is_inside(i, n));
        if inside {
            return Ok(true);
        }
        if guarded {
            self.history.events.push(Event::Fault);
            self.history.faults.push(access);
            return Ok(false);
        }
        self.history.broke_promise = true;
        let values: Vec<(i64, i64)> = pairs
            .map(|(&i, &n)| (self.integer(i), self.integer(n)))
            .collect();
        Err(Stop::Wrong(format!(
            "access {access} to `{}` is outside, (index, extent): {values:?}",
            self.program.views[known.view].field
        )))
    }

    /// The variable that is an element of a local array, if the access happens.
    pub(super) fn element(
        &mut self,
        array: ArrayId,
        index: Id,
        access: AccessId,
    ) -> Run<Option<Id>> {
        if !self.enter(access)? {
            return Ok(None);
        }
        let at = self.integer(index);
        let elements = &self.program.locals[array as usize];
        let element = usize::try_from(at).ok().and_then(|at| elements.get(at));
        match element {
            Some(&variable) => Ok(Some(variable)),
            None => Err(Stop::Wrong(format!("element {at} of an array is touched"))),
        }
    }

    fn is_inside(&self, i: Id, n: Id) -> bool {
        let [i, n] = [i, n].map(|id| self.fit(Ty::Index, self.integer(id)));
        match self.options.narrow {
            true => (i as u32) < n as u32,
            false => i < n,
        }
    }

    fn expect_inside(&self, memory: Memory, byte: i64, size: usize) -> Run<()> {
        let bytes = self.case.shape(memory).bytes;
        let end = byte.checked_add(size as i64);
        match byte >= 0 && end.is_some_and(|end| end <= bytes) {
            true => Ok(()),
            false => Err(Stop::Wrong(format!(
                "bytes {byte}.. of `{}`, which has {bytes}, are touched",
                memory.field()
            ))),
        }
    }

    fn touch(&mut self, memory: Memory, byte: i64, size: usize, how: How) -> Run<()> {
        self.expect_inside(memory, byte, size)?;
        let size = size as i64;
        self.history.events.push(Event::Touch(Touch {
            memory,
            byte,
            size,
            how,
        }));
        Ok(())
    }

    /// The address `offset` units behind a pointer.
    fn place(&self, (ptr, offset): (Id, Id), unit: Ty) -> i64 {
        let bytes = self.integer(offset).wrapping_mul(unit.bytes() as i64);
        self.address(ptr).wrapping_add(bytes)
    }

    pub(super) fn load(&mut self, id: Id, at: (Id, Id), unit: Ty, access: AccessId) -> Run<()> {
        let ty = self.ty(id);
        if !self.enter(access)? {
            self.scalars[id as usize] = 0;
            self.vectors[id as usize] = [0; 4];
            return Ok(());
        }
        let (memory, byte) = (self.memory(at.0), self.place(at, unit));
        self.touch(memory, byte, ty.bytes(), How::Read)?;
        let scalar = ty.scalar();
        let contents = self.case.contents;
        let part = |k: usize| {
            let byte = byte + (k * scalar.bytes()) as i64;
            contents.scalar(memory, byte, scalar)
        };
        self.vectors[id as usize] = std::array::from_fn(part);
        self.scalars[id as usize] = part(0);
        Ok(())
    }

    pub(super) fn store(&mut self, at: (Id, Id), values: &[Id], access: AccessId) -> Run<()> {
        if !self.enter(access)? {
            return Ok(());
        }
        let ty = self.ty(values[0]);
        let size = ty.bytes() * values.len();
        let unit = if values.len() == 2 { ty.pair() } else { ty };
        let (memory, byte) = (self.memory(at.0), self.place(at, unit));
        let value = |k: usize| values.get(k).map_or(0, |&v| self.get(v));
        self.touch(memory, byte, size, How::Write([value(0), value(1)]))
    }

    pub(super) fn atomic(
        &mut self,
        at: (Id, Id),
        value: Id,
        scope: Scope,
        old: Option<Id>,
        access: AccessId,
    ) -> Run<()> {
        let mut before = 0;
        if self.enter(access)? {
            let ty = self.ty(value);
            let (memory, byte) = (self.memory(at.0), self.place(at, ty));
            let how = How::Update(self.get(value), scope == Scope::Team);
            self.touch(memory, byte, ty.bytes(), how)?;
            before = self.case.contents.scalar(memory, byte, ty);
        }
        if let Some(old) = old {
            self.scalars[old as usize] = before;
            self.loaded[old as usize] = true;
        }
        Ok(())
    }

    /// The start of a walking pointer: a sum of indices, in 64 bits from the first literal on that has as many.
    pub(super) fn walk(&self, terms: &[(Id, i64)]) -> i64 {
        let is_long = |x: i64| !self.options.narrow || i32::try_from(x).is_err();
        let (mut sum, mut long) = (0i64, false);
        for &(id, factor) in terms.iter().filter(|t| t.1 != 0) {
            let x = self.integer(id);
            let long_term = is_long(x) || is_long(factor) || factor == i64::from(i32::MIN);
            let term = x.wrapping_mul(factor);
            let term = if long_term {
                term
            } else {
                i64::from(term as i32)
            };
            long |= long_term;
            sum = sum.wrapping_add(term);
            sum = if long { sum } else { i64::from(sum as i32) };
        }
        sum
    }

    /// A pointer to the rows of a segment. Where nothing checks it, they and those of the next one may be copied ahead.
    pub(super) fn segment(
        &mut self,
        pointer: Id,
        base: Id,
        at: i64,
        rows: usize,
        access: AccessId,
    ) -> Run<()> {
        let row = Ty::I32x4.bytes();
        let rows_before = self.fit(Ty::Index, at.wrapping_mul(rows as i64)) as i64;
        let byte = rows_before.wrapping_mul(row as i64);
        self.pointers[pointer as usize] = self.address(base).wrapping_add(byte);
        if self.options.guarded.get(access as usize) == Some(&true) {
            // what loads from it is checked itself
            let known = &self.program.accesses[access as usize];
            let mut pairs = known.indices.iter().zip(&known.extents);
            if self.options.recorded && !pairs.all(|(&i, &n)| self.is_inside(i, n)) {
                self.history.faults.push(access);
            }
            return Ok(());
        }
        self.enter(access)?;
        self.expect_inside(self.memory(base), byte, 2 * rows * row)
    }
}
