//! Runs a recorded program, one work item at a time, with indices of 64 bits or of 32 as a device's compiler has them.

mod access;

use crate::case::{Case, Item};
use crate::event::{Event, History};
use crate::memory::Memory;
use portax::ir::{Builtin, Expr, Id, Program, Stmt, Ty, Value, ViewPlace};
use portax::kernel::exec::{Lane, Scalar, Values};
use portax::ops::{Bin, Cmp, Un};

/// Steps of loops that an item may make.
const BUDGET: u32 = 300;

/// How a program is run.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// Indices have 32 bits
    pub narrow: bool,
    /// Accesses that are checked
    pub guarded: &'a [bool],
    /// The program is as recorded, and accesses that are not checked are to be inside
    pub recorded: bool,
}

/// Why an item ends early.
enum Stop {
    Cut,
    /// It leaves the loop around it
    Left,
    Wrong(String),
}

type Run<T> = Result<T, Stop>;

/// Runs items of one program.
pub struct Machine<'a> {
    program: &'a Program,
    case: &'a Case,
    options: Options<'a>,
    memories: Vec<Memory>,
    /// Variables that one step of a loop hands to the next
    kept: Vec<bool>,
    /// Scalars by value, sign-extended or bits of a float
    scalars: Vec<u64>,
    vectors: Vec<[u64; 4]>,
    /// Bytes between the start of its memory and each pointer
    pointers: Vec<i64>,
    /// Values that memory has a part in
    loaded: Vec<bool>,
    history: History,
    budget: u32,
}

impl<'a> Machine<'a> {
    pub fn new(program: &'a Program, case: &'a Case, options: Options<'a>) -> Machine<'a> {
        let n = program.values.len();
        let scratch = [Memory::Scratch, Memory::ScratchGrid];
        let memory = |(k, place): (usize, &ViewPlace)| match place {
            ViewPlace::Buffer(_) => case.views[k].0,
            ViewPlace::Scratch(number, _) => scratch[*number],
            // no memory
            ViewPlace::Local(_) | ViewPlace::Report(_) => Memory::Scratch,
        };
        let places = program.views.iter().map(|v| &v.place).enumerate();
        let mut machine = Machine {
            program,
            case,
            options,
            memories: places.map(memory).collect(),
            kept: kept(program),
            scalars: vec![0; n],
            vectors: vec![[0; 4]; n],
            pointers: vec![0; n],
            loaded: vec![false; n],
            history: History::default(),
            budget: 0,
        };
        for (id, (_, value)) in program.values.iter().enumerate() {
            machine.scalars[id] = match value {
                Value::Const(bits) => *bits,
                Value::Param(k) => case.argument(&program.params[*k]).unwrap_or(0) as u64,
                _ => 0,
            };
        }
        machine
    }

    /// What a work item does; an error where an access touches what it must not.
    pub fn run(&mut self, item: &Item) -> Result<History, String> {
        for (id, (_, value)) in self.program.values.iter().enumerate() {
            if let Value::Builtin(which) = value {
                self.scalars[id] = self.builtin(*which, item) as u64;
            }
        }
        self.loaded.fill(false);
        self.history = History::default();
        self.budget = BUDGET;
        let program = self.program;
        match self.block(&program.body) {
            Err(Stop::Wrong(what)) => return Err(what),
            Err(Stop::Cut) => self.history.cut = true,
            Err(Stop::Left) | Ok(()) => {}
        }
        Ok(std::mem::take(&mut self.history))
    }

    fn builtin(&self, which: Builtin, item: &Item) -> i64 {
        self.case.builtin(which, item)
    }

    // ---- values
    fn ty(&self, id: Id) -> Ty {
        self.program.ty(id)
    }

    fn get(&self, id: Id) -> u64 {
        match self.program.values[id as usize].1 {
            Value::Component(vector, k) => self.vectors[vector as usize][usize::from(k)],
            _ => self.scalars[id as usize],
        }
    }

    fn integer(&self, id: Id) -> i64 {
        self.get(id) as i64
    }

    fn is_loaded(&self, id: Id) -> bool {
        match self.program.values[id as usize].1 {
            Value::Component(..) => true,
            _ => self.loaded[id as usize],
        }
    }

    /// An integer as a variable of its type holds it.
    fn fit(&self, ty: Ty, x: i64) -> u64 {
        match ty {
            Ty::I32 => x as i32 as i64 as u64,
            Ty::U32 => u64::from(x as u32),
            Ty::Index if self.options.narrow => x as i32 as i64 as u64,
            _ => x as u64,
        }
    }

    fn define(&mut self, id: Id, x: u64) {
        self.scalars[id as usize] = self.fit(self.ty(id), x as i64);
    }

    fn expression(&mut self, id: Id, e: &Expr) -> Run<()> {
        let ty = self.ty(id);
        let mut loaded = matches!(e, Expr::Load { .. } | Expr::Element { .. });
        e.operands(&mut |a| loaded |= self.is_loaded(a) || self.ty(a).is_float());
        if let Expr::Read(v) = e {
            loaded |= self.kept[*v as usize] && ty != Ty::Index;
        }
        self.loaded[id as usize] = loaded;
        let x = match *e {
            Expr::Load {
                ptr,
                offset,
                unit,
                access,
            } => return self.load(id, (ptr, offset), unit, access),
            Expr::Element {
                array,
                index,
                access,
            } => match self.element(array, index, access)? {
                Some(variable) => self.get(variable),
                None => 0,
            },
            Expr::Read(a) => self.get(a),
            Expr::Select(c, a, b) => self.get(if self.get(c) != 0 { a } else { b }),
            Expr::Compare(op, a, b) => u64::from(self.compare(op, a, b)),
            Expr::Cast(a) => self.cast(ty, a),
            Expr::Unary(op, a) => self.unary(ty, op, a),
            Expr::Binary(op, a, b) => self.binary(ty, op, a, b),
            _ => unreachable!("bodies have no {e:?}"),
        };
        if loaded && !ty.is_float() && is_arithmetic(e) {
            self.note_promise(ty, e);
        }
        self.define(id, x);
        Ok(())
    }

    /// Loaded integers are promised to stay within 32 bits.
    fn note_promise(&mut self, ty: Ty, e: &Expr) {
        let exact = match *e {
            Expr::Binary(op, a, b) => {
                let (a, b) = (i128::from(self.integer(a)), i128::from(self.integer(b)));
                match op {
                    Bin::Add => a + b,
                    Bin::Sub => a - b,
                    Bin::Mul => a * b,
                    Bin::Shl => a << (b & 31),
                    _ => a.max(b),
                }
            }
            Expr::Unary(Un::Neg, a) => -i128::from(self.integer(a)),
            Expr::Unary(_, a) => i128::from(self.integer(a)).abs(),
            Expr::Cast(a) if self.ty(a).is_float() => 0,
            Expr::Cast(a) | Expr::Read(a) => i128::from(self.integer(a)),
            _ => 0,
        };
        let limits = match ty {
            Ty::U32 => 0..=i128::from(u32::MAX),
            _ => i128::from(i32::MIN)..=i128::from(i32::MAX),
        };
        self.history.broke_promise |= !limits.contains(&exact);
    }

    fn compare(&self, op: Cmp, a: Id, b: Id) -> bool {
        match self.ty(a) {
            Ty::F64 => f64::cmp(op, self.real(a), self.real(b)),
            _ => Lane::icmp(op, self.integer(a), self.integer(b)),
        }
    }

    fn real(&self, id: Id) -> f64 {
        f64::from_bits(self.get(id))
    }

    fn cast(&self, to: Ty, a: Id) -> u64 {
        match (self.ty(a), to) {
            (Ty::F64, Ty::U32) => u64::from(self.real(a) as u32),
            (Ty::F64, _) => i64::from(self.real(a) as i32) as u64,
            (_, Ty::F64) => (self.integer(a) as f64).to_bits(),
            (_, Ty::Bool) => u64::from(self.get(a) != 0),
            _ => self.get(a),
        }
    }

    fn unary(&self, ty: Ty, op: Un, a: Id) -> u64 {
        let x = self.integer(a);
        match (op, ty) {
            (Un::Not, Ty::Bool) => u64::from(x == 0),
            (Un::Neg, _) => x.wrapping_neg() as u64,
            (Un::Abs, Ty::I32) => i64::from((x as i32).wrapping_abs()) as u64,
            _ => unreachable!("bodies have no {op:?} of {ty:?}"),
        }
    }

    fn binary(&self, ty: Ty, op: Bin, a: Id, b: Id) -> u64 {
        let (x, y) = (self.integer(a), self.integer(b));
        match ty {
            Ty::F64 => f64::bin(op, self.real(a), self.real(b)).to_bits(),
            Ty::I32 => i64::from(i32::bin(op, x as i32, y as i32)) as u64,
            Ty::U32 => u64::from(u32::bin(op, x as u32, y as u32)),
            Ty::Bool => u64::from(match op {
                Bin::And => x != 0 && y != 0,
                Bin::Or => x != 0 || y != 0,
                _ => x != y,
            }),
            _ if matches!(op, Bin::Div | Bin::Rem) && !self.divides_plainly(b) => {
                let [x, y] = [x, y].map(|x| self.fit(Ty::Index, x) as i64);
                Lane::ibin(op, x, y) as u64
            }
            _ => Lane::ibin(op, x, y) as u64,
        }
    }

    /// Is the divisor a literal that needs no helper? Arguments of helpers are indices.
    fn divides_plainly(&self, b: Id) -> bool {
        let literal = self.program.as_constant(b);
        literal.is_some_and(|c| c != 0 && c != -1)
    }

    // ---- statements
    fn block(&mut self, block: &[Stmt]) -> Run<()> {
        block.iter().try_for_each(|s| self.statement(s))
    }

    fn statement(&mut self, s: &Stmt) -> Run<()> {
        match s {
            Stmt::Let(id, e) => self.expression(*id, e)?,
            Stmt::Declare(v, x) | Stmt::Assign(v, x) => {
                self.loaded[*v as usize] |= self.is_loaded(*x);
                self.define(*v, self.get(*x));
            }
            Stmt::AssignElement {
                array,
                index,
                value,
                access,
            } => {
                if let Some(variable) = self.element(*array, *index, *access)? {
                    self.loaded[variable as usize] = true;
                    self.define(variable, self.get(*value));
                }
            }
            Stmt::Store {
                ptr,
                offset,
                value,
                access,
            } => self.store((*ptr, *offset), &[*value], *access)?,
            Stmt::StorePair {
                ptr,
                offset,
                value,
                access,
            } => self.store((*ptr, *offset), value, *access)?,
            Stmt::Atomic {
                scope,
                ptr,
                offset,
                value,
                old,
                access,
                ..
            } => self.atomic((*ptr, *offset), *value, *scope, *old, *access)?,
            Stmt::If { cond, then, other } => {
                let holds = self.get(*cond) != 0;
                self.history.events.push(Event::Branch(holds));
                self.block(if holds { then } else { other })?;
            }
            Stmt::For {
                index,
                begin,
                end,
                step,
                body,
            } => self.repeat(*index, [*begin, *end, *step], body)?,
            Stmt::Loop { body } => while self.turn(body)? {},
            Stmt::Leave(cond) => {
                let leaves = self.get(*cond) != 0;
                self.history.events.push(Event::Branch(leaves));
                if leaves {
                    return Err(Stop::Left);
                }
            }
            Stmt::Barrier => self.history.events.push(Event::Barrier),
            pointers => self.pointer(pointers)?,
        }
        Ok(())
    }

    fn pointer(&mut self, s: &Stmt) -> Run<()> {
        match s {
            Stmt::Advance {
                pointer,
                base,
                count,
                size,
            } => {
                let elements = self.integer(*count).wrapping_mul(self.integer(*size));
                self.point(*pointer, self.address(*base), elements);
            }
            Stmt::Walk {
                pointer,
                base,
                terms,
            } => self.point(*pointer, self.address(*base), self.walk(terms)),
            Stmt::Bump(pointer, step) => self.point(*pointer, self.address(*pointer), *step),
            Stmt::Segment {
                pointer,
                base,
                at,
                rows,
                access,
            } => self.segment(*pointer, *base, self.integer(*at), *rows, *access)?,
            _ => unreachable!("bodies have no {s:?}"),
        }
        Ok(())
    }

    /// Lets a pointer point so many of its elements behind an address.
    fn point(&mut self, pointer: Id, from: i64, elements: i64) {
        let bytes = elements.wrapping_mul(self.ty(pointer).bytes() as i64);
        self.pointers[pointer as usize] = from.wrapping_add(bytes);
    }

    fn repeat(&mut self, index: Id, [begin, end, step]: [Id; 3], body: &[Stmt]) -> Run<()> {
        let loaded = [begin, end, step].into_iter().any(|id| self.is_loaded(id));
        let step = self.integer(step);
        self.define(index, self.get(begin));
        while self.integer(index) < self.integer(end) {
            self.loaded[index as usize] = loaded;
            if !self.turn(body)? {
                break;
            }
            self.define(index, self.integer(index).wrapping_add(step) as u64);
        }
        Ok(())
    }
}

impl Machine<'_> {
    /// A turn of a loop; false where it leaves.
    fn turn(&mut self, body: &[Stmt]) -> Run<bool> {
        self.budget = self.budget.checked_sub(1).ok_or(Stop::Cut)?;
        match self.block(body) {
            Err(Stop::Left) => Ok(false),
            other => other.map(|()| true),
        }
    }
}

fn is_arithmetic(e: &Expr) -> bool {
    matches!(
        e,
        Expr::Binary(Bin::Add | Bin::Sub | Bin::Mul | Bin::Shl, ..)
            | Expr::Unary(..)
            | Expr::Cast(_)
            | Expr::Read(_)
    )
}

/// Variables that are assigned somewhere.
fn kept(program: &Program) -> Vec<bool> {
    let mut kept = vec![false; program.values.len()];
    portax::ir::visit(&program.body, &mut |s| match s {
        Stmt::Assign(v, _) => kept[*v as usize] = true,
        Stmt::AssignElement { array, .. } => {
            let elements = &program.locals[*array as usize];
            elements.iter().for_each(|&v| kept[v as usize] = true);
        }
        _ => {}
    });
    kept
}
