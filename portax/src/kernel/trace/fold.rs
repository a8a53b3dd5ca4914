//! Constant folding and sharing of integer arithmetic and conditions, while it is recorded.

use super::builder::Builder;
use crate::ir::evaluate::{Number, compare, integer};
use crate::ir::{Expr, Id, Ty};
use crate::ops::{Bin, Cmp, Un};

impl Builder {
    fn known(&mut self, id: Id) -> Option<i64> {
        self.program().as_constant(id)
    }

    pub(super) fn integer(&mut self, ty: Ty, x: i64) -> Id {
        self.constant(ty, x as u64)
    }

    /// `x op y` as a constant.
    fn folded(&mut self, ty: Ty, op: Bin, x: i64, y: i64) -> Id {
        let value = integer(op, ty, x.into(), y.into());
        self.integer(ty, value as i64)
    }

    /// `a op b` of any type.
    pub(super) fn binary(&mut self, ty: Ty, op: Bin, a: Id, b: Id) -> Id {
        if ty.is_float() {
            return self.emit(ty, Expr::Binary(op, a, b));
        }
        match (self.known(a), self.known(b)) {
            (Some(x), Some(y)) => self.folded(ty, op, x, y),
            (Some(x), None)
                if matches!(op, Bin::Add | Bin::Mul | Bin::And | Bin::Or | Bin::Xor) =>
            {
                self.with_constant(ty, op, b, a, x)
            }
            (_, Some(y)) => self.with_constant(ty, op, a, b, y),
            _ => self.without_constant(ty, op, a, b),
        }
    }

    /// `a op y` where `y` is the constant `b`.
    fn with_constant(&mut self, ty: Ty, op: Bin, a: Id, b: Id, y: i64) -> Id {
        let truth = ty == Ty::Bool;
        match (op, y) {
            (Bin::Add | Bin::Sub, 0) | (Bin::Mul | Bin::Div, 1) => a,
            (Bin::Shl | Bin::Shr, 0) if ty != Ty::Index => a,
            (Bin::Or | Bin::Xor, 0) if truth => a,
            (Bin::And, 1) if truth => a,
            (Bin::Or, 1) | (Bin::And, 0) if truth => b,
            (Bin::Xor, 1) if truth => self.not(a),
            (Bin::Mul | Bin::Div | Bin::Rem | Bin::And, 0) => self.integer(ty, 0),
            (Bin::Rem, 1) => self.integer(ty, 0),
            (Bin::Sub, _) => {
                let minus = self.folded(ty, Bin::Sub, 0, y);
                self.binary(ty, Bin::Add, a, minus)
            }
            (Bin::Add | Bin::Mul, _) => self.reassociate(ty, op, a, y),
            _ => self.share(ty, Expr::Binary(op, a, b)),
        }
    }

    /// `(x op c) op y` as `x op (c op y)`.
    fn reassociate(&mut self, ty: Ty, op: Bin, a: Id, y: i64) -> Id {
        if let Some(Expr::Binary(inner, x, c)) = self.definition(a)
            && inner == op
            && let Some(c) = self.known(c)
        {
            let sum = self.folded(ty, op, c, y);
            return self.binary(ty, op, x, sum);
        }
        let b = self.integer(ty, y);
        self.share(ty, Expr::Binary(op, a, b))
    }

    fn without_constant(&mut self, ty: Ty, op: Bin, a: Id, b: Id) -> Id {
        if a == b && !self.is_variable(a) {
            match op {
                Bin::Sub | Bin::Xor => return self.integer(ty, 0),
                Bin::Min | Bin::Max => return a,
                Bin::And | Bin::Or if ty == Ty::Bool => return a,
                _ => {}
            }
        }
        let commutes = matches!(
            op,
            Bin::Add | Bin::Mul | Bin::Min | Bin::Max | Bin::And | Bin::Or | Bin::Xor
        );
        let (a, b) = if commutes && a > b { (b, a) } else { (a, b) };
        self.share(ty, Expr::Binary(op, a, b))
    }

    /// `a * b + c`; integers in two steps.
    pub(super) fn fused(&mut self, ty: Ty, e: Expr) -> Id {
        if ty.is_float() {
            return self.emit(ty, e);
        }
        match e {
            Expr::Fma(a, b, c) => {
                let p = self.binary(ty, Bin::Mul, a, b);
                self.binary(ty, Bin::Add, p, c)
            }
            Expr::NegFma(a, b, c) => {
                let p = self.binary(ty, Bin::Mul, a, b);
                self.binary(ty, Bin::Sub, c, p)
            }
            Expr::FmaSub(a, b, c) => {
                let p = self.binary(ty, Bin::Mul, a, b);
                self.binary(ty, Bin::Sub, p, c)
            }
            other => self.emit(ty, other),
        }
    }

    pub(super) fn unary(&mut self, ty: Ty, op: Un, a: Id) -> Id {
        match (self.known(a), op, ty) {
            (Some(x), Un::Not, Ty::Bool) => self.integer(ty, i64::from(x == 0)),
            (Some(x), Un::Not, Ty::U32) => self.integer(ty, i64::from(!(x as u32))),
            (Some(x), Un::Not, _) => self.integer(ty, !x),
            (Some(x), Un::Abs, _) if x >= 0 => a,
            (Some(x), Un::Neg | Un::Abs, _) => self.folded(ty, Bin::Sub, 0, x),
            _ => self.emit(ty, Expr::Unary(op, a)),
        }
    }

    pub(super) fn not(&mut self, a: Id) -> Id {
        self.unary(Ty::Bool, Un::Not, a)
    }

    pub(super) fn compare(&mut self, op: Cmp, a: Id, b: Id) -> Id {
        if let (Some(x), Some(y)) = (self.known(a), self.known(b)) {
            return self.integer(
                Ty::Bool,
                i64::from(compare(op, Number::Int(x.into()), Number::Int(y.into()))),
            );
        }
        if let Some(folded) = self.compare_minimum(op, a, b) {
            return folded;
        }
        let e = Expr::Compare(op, a, b);
        if self.ty(a).is_float() {
            self.emit(Ty::Bool, e)
        } else {
            self.share(Ty::Bool, e)
        }
    }

    /// `min(x, limit) == y`: where `y` is larger it is known, otherwise it asks for `x` alone.
    fn compare_minimum(&mut self, op: Cmp, a: Id, b: Id) -> Option<Id> {
        let y = self.known(b)?;
        let Some(Expr::Binary(Bin::Min, x, limit)) = self.definition(a) else {
            return None;
        };
        let limit = self.known(limit)?;
        Some(match op {
            Cmp::Eq if y > limit => self.integer(Ty::Bool, 0),
            Cmp::Eq if y < limit => self.compare(Cmp::Eq, x, b),
            Cmp::Eq => self.compare(Cmp::Ge, x, b),
            _ => return None,
        })
    }

    pub(super) fn select(&mut self, ty: Ty, c: Id, a: Id, b: Id) -> Id {
        match self.known(c) {
            Some(0) => b,
            Some(_) => a,
            None if a == b => a,
            None => self.emit(ty, Expr::Select(c, a, b)),
        }
    }

    /// Conversion by value.
    pub(super) fn cast(&mut self, to: Ty, a: Id) -> Id {
        let from = self.ty(a);
        if from == to {
            return a;
        }
        match (self.known(a), to) {
            (Some(x), Ty::I8) => self.integer(to, x as i8 as i64),
            (Some(x), Ty::U8) => self.integer(to, x as u8 as i64),
            (Some(x), Ty::I16) => self.integer(to, x as i16 as i64),
            (Some(x), Ty::U16) => self.integer(to, x as u16 as i64),
            (Some(x), Ty::I32) => self.integer(to, x as i32 as i64),
            (Some(x), Ty::U32) => self.integer(to, x as u32 as i64),
            (Some(x), Ty::Index | Ty::I64 | Ty::U64) => self.integer(to, x),
            (Some(x), Ty::Bool) => self.integer(to, i64::from(x != 0)),
            (Some(x), Ty::F64) => self.constant(to, (x as f64).to_bits()),
            (Some(x), Ty::F32) => self.constant(to, u64::from((x as f32).to_bits())),
            _ => self.share(to, Expr::Cast(a)),
        }
    }
}
