//! The work items of a group in lock step: each statement by all of them before the next, so that barriers have nothing left
//! to do. What is frequent is done here, the rest by [`Evaluator`].

use portax::ir::evaluate::{Bits, Evaluator, Items};
use portax::ir::{AccessId, Expr, Id, Program, Stmt, Ty, Value, access_of};
use portax::ops::{AtomicOp, Bin, Cmp};
use portax::{Error, Result};

use super::Kernel;
use super::counts::Kind;
use super::run::Memory;

/// The memory behind an address.
#[derive(Clone, Copy)]
enum Root {
    /// By handle.
    Buffer(u64),
    Scratch(usize),
}

/// Where an operand is: bits of a row of values.
#[derive(Clone, Copy)]
struct Operand {
    row: usize,
    shift: u32,
}

/// The values of a group's items.
pub struct Group<'a> {
    kernel: &'a Kernel,
    program: &'a Program,
    args: &'a [u64],
    size: usize,
    operands: Vec<Operand>,
    /// By id and item.
    values: Vec<Bits>,
    scratch: Vec<Vec<u8>>,
    /// Number of the group, from 1.
    number: u32,
    /// Values of one item, for the evaluator.
    one: Vec<Bits>,
}

impl<'a> Group<'a> {
    pub fn new(kernel: &'a Kernel, args: &'a [u64], group_size: [usize; 2]) -> Self {
        let (program, size) = (&kernel.program, group_size[0] * group_size[1]);
        let operand = |(id, (ty, value)): (usize, &(Ty, Value))| match value {
            Value::Component(vector, k) => Operand {
                row: *vector as usize,
                shift: 8 * ty.bytes() as u32 * u32::from(*k),
            },
            _ => Operand { row: id, shift: 0 },
        };
        let scratch = program.scratch.iter();
        let bytes = scratch.map(|s| s.elements(group_size) * s.ty.bytes());
        Self {
            kernel,
            program,
            args,
            size,
            operands: program.values.iter().enumerate().map(operand).collect(),
            values: vec![0; program.values.len() * size],
            scratch: bytes.map(|bytes| vec![0; bytes]).collect(),
            number: 0,
            one: vec![0; program.values.len()],
        }
    }

    /// Runs a group.
    pub fn run(&mut self, items: &Items<'_>, rank: usize, memory: &mut Memory<'_>) -> Result<()> {
        self.number = rank as u32 + 1;
        let mut all = vec![];
        for item in 0..self.size {
            let Some(start) = items.start(self.program, rank, item) else {
                continue;
            };
            let work = Evaluator::new(self.program, &start);
            for (id, (ty, value)) in self.program.values.iter().enumerate() {
                self.values[id * self.size + item] = match value {
                    Value::Const(bits) if ty.is_float() => (*bits).into(),
                    Value::Const(_) => to_bits(*ty, work.integer(id as Id)),
                    _ => start[id],
                };
            }
            all.push(item);
        }
        let program = self.program;
        self.block(&program.body, all, memory)?;
        Ok(())
    }

    /// Runs a block by some of the items, and gives those that did not leave the loop around it.
    fn block(
        &mut self,
        block: &'a [Stmt],
        mut items: Vec<usize>,
        memory: &mut Memory<'_>,
    ) -> Result<Vec<usize>> {
        for s in block {
            if items.is_empty() {
                break;
            }
            match s {
                Stmt::If { cond, then, other } => {
                    let holds = |item: &usize| self.int(*item, *cond) != 0;
                    let (yes, no) = items.iter().partition(|item| holds(item));
                    self.block(then, yes, memory)?;
                    self.block(other, no, memory)?;
                }
                Stmt::Loop { body } => {
                    let mut on = items.clone();
                    while !on.is_empty() {
                        on = self.block(body, on, memory)?;
                    }
                }
                Stmt::Leave(cond) => items.retain(|&item| self.int(item, *cond) == 0),
                Stmt::For {
                    index,
                    begin,
                    end,
                    step,
                    body,
                } => {
                    let mut on = items.clone();
                    for &item in &on {
                        self.set(*index, item, self.get(item, *begin));
                    }
                    loop {
                        on.retain(|&item| self.int(item, *index) < self.int(item, *end));
                        if on.is_empty() {
                            break;
                        }
                        on = self.block(body, on, memory)?;
                        for &item in &on {
                            let next = self.int(item, *index).wrapping_add(self.int(item, *step));
                            self.set_int(*index, item, next);
                        }
                    }
                }
                Stmt::Barrier | Stmt::VectorBarrier => {}
                _ => self.all(s, &items, memory)?,
            }
        }
        Ok(items)
    }

    fn all(&mut self, s: &Stmt, items: &[usize], memory: &mut Memory<'_>) -> Result<()> {
        if let Some(kind) = Kind::of(self.program, s) {
            memory.counts.note(kind, items.len());
        }
        if let Some(access) = access_of(s).filter(|&a| self.kernel.options.is_guarded(a)) {
            items
                .iter()
                .try_for_each(|&item| self.inside(item, access))?;
        }
        match s {
            Stmt::Let(
                id,
                Expr::Load {
                    ptr, offset, unit, ..
                },
            ) => {
                let bytes = self.program.ty(*id).bytes();
                let at = (*ptr, *offset, unit.bytes());
                items.iter().try_for_each(|&item| {
                    let bits = self.load(item, at, bytes, memory)?;
                    self.set(*id, item, bits);
                    Ok(())
                })
            }
            Stmt::Let(id, e) => {
                items.iter().for_each(|&item| self.expression(*id, e, item));
                Ok(())
            }
            Stmt::Declare(id, value) | Stmt::Assign(id, value) => {
                for &item in items {
                    self.set(*id, item, self.get(item, *value));
                }
                Ok(())
            }
            Stmt::AssignElement {
                array,
                index,
                value,
                ..
            } => {
                for &item in items {
                    let elements = &self.program.locals[*array as usize];
                    let variable = elements[self.int(item, *index) as usize];
                    self.set(variable, item, self.get(item, *value));
                }
                Ok(())
            }
            Stmt::Store {
                ptr, offset, value, ..
            } => {
                let bytes = self.program.ty(*value).bytes();
                items.iter().try_for_each(|&item| {
                    let at = (*ptr, *offset, bytes);
                    self.store(item, at, bytes, self.get(item, *value), memory)
                })
            }
            Stmt::StorePair {
                ptr, offset, value, ..
            } => {
                let bytes = self.program.ty(value[0]).bytes();
                items.iter().try_for_each(|&item| {
                    let [first, second] = value.map(|id| self.get(item, id));
                    let both = first | second << (8 * bytes);
                    self.store(item, (*ptr, *offset, 2 * bytes), 2 * bytes, both, memory)
                })
            }
            Stmt::Atomic { .. } => items
                .iter()
                .try_for_each(|&item| self.atomic(item, s, memory)),
            _ => {
                items.iter().for_each(|&item| self.pointer(s, item));
                Ok(())
            }
        }
    }

    // ---- values
    fn get(&self, item: usize, id: Id) -> Bits {
        let Operand { row, shift } = self.operands[id as usize];
        let bits = self.values[row * self.size + item] >> shift;
        match self.program.ty(id).bytes() {
            16 => bits,
            bytes => bits & (Bits::MAX >> (Bits::BITS - 8 * bytes as u32)),
        }
    }

    fn real(&self, item: usize, id: Id) -> f64 {
        let Operand { row, shift } = self.operands[id as usize];
        f64::from_bits((self.values[row * self.size + item] >> shift) as u64)
    }

    fn int(&self, item: usize, id: Id) -> i64 {
        let bits = self.get(item, id);
        match self.program.ty(id) {
            Ty::I32 => i64::from(bits as i32),
            Ty::I8 => i64::from(bits as i8),
            Ty::I16 => i64::from(bits as i16),
            _ => bits as i64,
        }
    }

    fn set(&mut self, id: Id, item: usize, bits: Bits) {
        self.values[id as usize * self.size + item] = bits;
    }

    fn set_int(&mut self, id: Id, item: usize, value: i64) {
        self.set(id, item, to_bits(self.program.ty(id), value));
    }

    fn expression(&mut self, id: Id, e: &Expr, item: usize) {
        let ty = self.program.ty(id);
        let is_int = matches!(ty, Ty::Index | Ty::I32);
        let real = |id: Id| self.real(item, id);
        let int = |id: Id| self.int(item, id);
        let bits = match *e {
            Expr::Read(a) => self.get(item, a),
            Expr::Select(c, a, b) => self.get(item, if int(c) != 0 { a } else { b }),
            Expr::Element { array, index, .. } => {
                let elements = &self.program.locals[array as usize];
                self.get(item, elements[int(index) as usize])
            }
            Expr::Fma(a, b, c) if ty == Ty::F64 => of_real(real(a).mul_add(real(b), real(c))),
            Expr::NegFma(a, b, c) if ty == Ty::F64 => of_real((-real(a)).mul_add(real(b), real(c))),
            Expr::FmaSub(a, b, c) if ty == Ty::F64 => of_real(real(a).mul_add(real(b), -real(c))),
            Expr::Binary(Bin::Add, a, b) if ty == Ty::F64 => of_real(real(a) + real(b)),
            Expr::Binary(Bin::Sub, a, b) if ty == Ty::F64 => of_real(real(a) - real(b)),
            Expr::Binary(Bin::Mul, a, b) if ty == Ty::F64 => of_real(real(a) * real(b)),
            Expr::Binary(Bin::Add, a, b) if is_int => to_bits(ty, int(a).wrapping_add(int(b))),
            Expr::Binary(Bin::Sub, a, b) if is_int => to_bits(ty, int(a).wrapping_sub(int(b))),
            Expr::Binary(Bin::Mul, a, b) if is_int => to_bits(ty, int(a).wrapping_mul(int(b))),
            Expr::Compare(op, a, b) if matches!(self.program.ty(a), Ty::Index | Ty::I32) => {
                compared(op, int(a), int(b)).into()
            }
            Expr::Cast(a) if is_int && matches!(self.program.ty(a), Ty::Index | Ty::I32) => {
                to_bits(ty, int(a))
            }
            _ => return self.rare(id, e, item),
        };
        self.set(id, item, bits);
    }

    /// What the evaluator does.
    fn rare(&mut self, id: Id, e: &Expr, item: usize) {
        let (one, values) = (&mut self.one, &self.values);
        e.operands(&mut |operand| {
            let row = self.operands[operand as usize].row;
            one[row] = values[row * self.size + item];
        });
        let defined = Evaluator::new(self.program, one).define(&Stmt::Let(id, *e));
        if let Some((id, bits)) = defined {
            self.set(id, item, bits);
        }
    }

    fn pointer(&mut self, s: &Stmt, item: usize) {
        let int = |id: &Id| self.int(item, *id);
        let (pointer, base, elements) = match s {
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
                let terms = terms.iter().map(|(id, by)| int(id).wrapping_mul(*by));
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
            _ => return,
        };
        let bytes = elements.wrapping_mul(self.program.ty(pointer).bytes() as i64);
        let from = self.address(item, base);
        self.set(pointer, item, Bits::from(from.wrapping_add(bytes) as u64));
    }

    // ---- memory
    /// Bytes between the beginning of its memory and a pointer.
    fn address(&self, item: usize, ptr: Id) -> i64 {
        self.values[ptr as usize * self.size + item] as i64
    }

    fn root(&self, ptr: Id) -> Result<Root> {
        match self.program.values[self.program.root(ptr) as usize].1 {
            Value::Buffer(k) => Ok(Root::Buffer(self.args[k])),
            Value::Scratch(k) => Ok(Root::Scratch(k)),
            _ => Err(self.fault("an address of nothing")),
        }
    }

    fn place(&self, item: usize, (ptr, offset, unit): (Id, Id, usize)) -> Result<(Root, usize)> {
        let before = self.int(item, offset).wrapping_mul(unit as i64);
        let start = self.address(item, ptr).wrapping_add(before);
        let start = usize::try_from(start).map_err(|_| self.fault("an access before its view"))?;
        Ok((self.root(ptr)?, start))
    }

    fn load(
        &mut self,
        item: usize,
        at: (Id, Id, usize),
        bytes: usize,
        memory: &mut Memory<'_>,
    ) -> Result<Bits> {
        let (root, start) = self.place(item, at)?;
        match root {
            Root::Buffer(handle) => {
                memory.counts.load_bytes += bytes as f64;
                self.touch(handle, start, bytes, false, memory);
            }
            Root::Scratch(_) => memory.counts.scratch_bytes += bytes as f64,
        }
        let mut word = [0; 16];
        let from = self.slice(root, start, bytes, memory)?;
        word[..bytes].copy_from_slice(from);
        Ok(Bits::from_le_bytes(word))
    }

    fn store(
        &mut self,
        item: usize,
        at: (Id, Id, usize),
        bytes: usize,
        bits: Bits,
        memory: &mut Memory<'_>,
    ) -> Result<()> {
        let (root, start) = self.place(item, at)?;
        match root {
            Root::Buffer(handle) => {
                memory.counts.store_bytes += bytes as f64;
                self.touch(handle, start, bytes, true, memory);
            }
            Root::Scratch(_) => memory.counts.scratch_bytes += bytes as f64,
        }
        let to = self.slice(root, start, bytes, memory)?;
        to.copy_from_slice(&bits.to_le_bytes()[..bytes]);
        Ok(())
    }

    fn atomic(&mut self, item: usize, s: &Stmt, memory: &mut Memory<'_>) -> Result<()> {
        let Stmt::Atomic {
            op,
            ptr,
            offset,
            value,
            expected,
            old,
            ..
        } = s
        else {
            return Ok(());
        };
        let bytes = self.program.ty(*value).bytes();
        let at = (*ptr, *offset, bytes);
        let before = self.load(item, at, bytes, memory)?;
        for id in [Some(*value), *expected].into_iter().flatten() {
            let row = self.operands[id as usize].row;
            self.one[row] = self.values[row * self.size + item];
        }
        let after = Evaluator::new(self.program, &self.one).update(s, before);
        if !matches!(op, AtomicOp::Load) {
            self.store(item, at, bytes, after, memory)?;
        }
        if matches!(op, AtomicOp::Add) && self.program.ty(*value).is_float() {
            memory.counts.note(Kind::Add, 1);
        }
        if let Some(old) = old {
            self.set(*old, item, before);
        }
        Ok(())
    }

    fn touch(
        &self,
        handle: u64,
        start: usize,
        bytes: usize,
        is_write: bool,
        memory: &mut Memory<'_>,
    ) {
        let inside = memory.buffers[handle as usize].len() >= start + bytes;
        if let Some(touched) = memory.touched.get_mut(&handle).filter(|_| inside) {
            let new = match is_write {
                true => touched.write(self.number, start, bytes),
                false => touched.read(self.number, start, bytes),
            };
            memory.counts.group_bytes += new.group as f64;
            memory.counts.launch_bytes += new.launch as f64;
        }
    }

    fn slice<'m>(
        &'m mut self,
        root: Root,
        start: usize,
        bytes: usize,
        memory: &'m mut Memory<'_>,
    ) -> Result<&'m mut [u8]> {
        let program = self.program;
        let all = match root {
            Root::Buffer(handle) => memory.buffers.get_mut(handle as usize),
            Root::Scratch(k) => self.scratch.get_mut(k),
        };
        let found = all.and_then(|all| all.get_mut(start..start + bytes));
        found.ok_or_else(|| fault(program, "an access behind its view"))
    }

    /// A checked access is inside its view: stages that work have no others.
    fn inside(&self, item: usize, access: AccessId) -> Result<()> {
        let known = &self.program.accesses[access as usize];
        let mut pairs = known.indices.iter().zip(&known.extents);
        let inside = pairs.all(|(&i, &n)| (0..self.int(item, n)).contains(&self.int(item, i)));
        match inside {
            true => Ok(()),
            false => Err(self.fault(&format!("an index outside its view ({})", known.location))),
        }
    }

    fn fault(&self, reason: &str) -> Error {
        fault(self.program, reason)
    }
}

fn fault(program: &Program, reason: &str) -> Error {
    Error::Device {
        space: "counter".into(),
        operation: format!("`{}`", program.name),
        reason: reason.into(),
    }
}

fn of_real(x: f64) -> Bits {
    x.to_bits().into()
}

fn to_bits(ty: Ty, x: i64) -> Bits {
    match ty.bytes() {
        1 => Bits::from(x as u8),
        2 => Bits::from(x as u16),
        4 => Bits::from(x as u32),
        _ => Bits::from(x as u64),
    }
}

fn compared(op: Cmp, a: i64, b: i64) -> bool {
    match op {
        Cmp::Eq => a == b,
        Cmp::Ne => a != b,
        Cmp::Lt => a < b,
        Cmp::Le => a <= b,
        Cmp::Gt => a > b,
        Cmp::Ge => a >= b,
    }
}
