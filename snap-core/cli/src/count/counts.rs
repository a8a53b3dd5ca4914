//! Operations and bytes.

use std::ops::{Add, AddAssign, Mul, Sub};

use portax::ir::{Expr, Id, Program, Stmt, Ty};
use portax::ops::{AtomicOp, Bin, Un};
use serde::{Deserialize, Serialize};

use super::touched::New;

/// What launches do, of one or of an atom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Counts {
    /// Sums and differences of floats.
    pub add: f64,
    /// Products.
    pub mul: f64,
    /// Fused multiplications and additions.
    pub fma: f64,
    /// Quotients, roots and functions.
    pub special: f64,
    /// Bytes that registers load from memory.
    pub load_bytes: f64,
    /// Bytes that registers store to memory, updates included.
    pub store_bytes: f64,
    /// Bytes between registers and scratch.
    pub scratch_bytes: f64,
    /// Bytes of views that a group touches, each once, summed over the groups.
    pub group_bytes: f64,
    /// Bytes of views that a launch touches, each once.
    pub launch_bytes: f64,
}

/// A kind of operation on floats.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Kind {
    Add,
    Mul,
    Fma,
    Special,
}

impl Kind {
    /// That of a statement, if it is one.
    pub fn of(program: &Program, s: &Stmt) -> Option<Self> {
        match s {
            Stmt::Let(id, e) => {
                let ty = program.ty(*id);
                matches!(ty, Ty::F64 | Ty::F32).then(|| of_expression(e, ty, program))?
            }
            Stmt::Atomic {
                op: AtomicOp::Add,
                value,
                ..
            } => program.ty(*value).is_float().then_some(Kind::Add),
            _ => None,
        }
    }
}

fn of_expression(e: &Expr, ty: Ty, program: &Program) -> Option<Kind> {
    let is_same = |id: Id| program.ty(id) == ty;
    match *e {
        Expr::Binary(Bin::Add | Bin::Sub, ..) => Some(Kind::Add),
        Expr::Binary(Bin::Mul, ..) => Some(Kind::Mul),
        Expr::Binary(Bin::Min | Bin::Max | Bin::Copysign, ..) => None,
        Expr::Binary(..) => Some(Kind::Special),
        Expr::Fma(..) | Expr::NegFma(..) | Expr::FmaSub(..) => Some(Kind::Fma),
        Expr::Unary(Un::Neg | Un::Abs | Un::Bits | Un::Not, _) => None,
        Expr::Unary(_, a) => is_same(a).then_some(Kind::Special),
        _ => None,
    }
}

impl Counts {
    /// Adds so many operations.
    pub fn note(&mut self, kind: Kind, times: usize) {
        let sum = match kind {
            Kind::Add => &mut self.add,
            Kind::Mul => &mut self.mul,
            Kind::Fma => &mut self.fma,
            Kind::Special => &mut self.special,
        };
        *sum += times as f64;
    }

    /// Adds bytes that were touched for the first time.
    pub fn note_touched(&mut self, new: New) {
        self.group_bytes += new.group as f64;
        self.launch_bytes += new.launch as f64;
    }

    /// Operations, a fused one as two.
    pub fn flops(&self) -> f64 {
        self.add + self.mul + 2.0 * self.fma + self.special
    }

    /// Bytes between registers and anything.
    pub fn register_bytes(&self) -> f64 {
        self.load_bytes + self.store_bytes + self.scratch_bytes
    }

    fn with(self, other: Self, f: impl Fn(f64, f64) -> f64) -> Self {
        Self {
            add: f(self.add, other.add),
            mul: f(self.mul, other.mul),
            fma: f(self.fma, other.fma),
            special: f(self.special, other.special),
            load_bytes: f(self.load_bytes, other.load_bytes),
            store_bytes: f(self.store_bytes, other.store_bytes),
            scratch_bytes: f(self.scratch_bytes, other.scratch_bytes),
            group_bytes: f(self.group_bytes, other.group_bytes),
            launch_bytes: f(self.launch_bytes, other.launch_bytes),
        }
    }
}

impl Add for Counts {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        self.with(other, |a, b| a + b)
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Counts {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self.with(other, |a, b| a - b)
    }
}

impl Mul<f64> for Counts {
    type Output = Self;

    fn mul(self, by: f64) -> Self {
        self.with(self, |a, _| a * by)
    }
}
