//! Indices of which the low 32 bits alone are asked for: by operations on bits, and by integers that are made of them.
//!
//! Where indices have 32 bits, their sums and products wrap there, which signed integers of device languages must not do.

use super::{Expr, Id, Program, Stmt, Ty, visit};
use crate::ops::{Bin, Un};

/// For each value: is it an index of which somebody asks for the low bits, or a part of one?
pub(super) fn low_bits(program: &Program) -> Vec<bool> {
    let mut asked = Asked {
        program,
        low: vec![false; program.values.len()],
        changed: true,
    };
    while std::mem::take(&mut asked.changed) {
        visit(&program.body, &mut |s| match s {
            Stmt::Let(id, e) => asked.expression(*id, e),
            Stmt::Declare(v, x) | Stmt::Assign(v, x) if asked.is_asked(*v) => asked.ask(*x),
            _ => {}
        });
    }
    asked.low
}

struct Asked<'a> {
    program: &'a Program,
    low: Vec<bool>,
    changed: bool,
}

impl Asked<'_> {
    fn ask(&mut self, id: Id) {
        if self.program.ty(id) == Ty::Index {
            self.changed |= !std::mem::replace(&mut self.low[id as usize], true);
        }
    }

    fn is_asked(&self, id: Id) -> bool {
        self.low[id as usize]
    }

    fn expression(&mut self, id: Id, e: &Expr) {
        let (to, is_asked) = (self.program.ty(id), self.is_asked(id));
        match *e {
            Expr::Binary(Bin::And | Bin::Or | Bin::Xor | Bin::Shl | Bin::Shr, a, b) => {
                self.ask(a);
                self.ask(b);
            }
            Expr::Unary(Un::Not, a) => self.ask(a),
            Expr::Cast(a) if to.is_32_bits() => self.ask(a),
            Expr::Binary(Bin::Add | Bin::Sub | Bin::Mul, a, b) | Expr::Select(_, a, b)
                if is_asked =>
            {
                self.ask(a);
                self.ask(b);
            }
            Expr::Unary(Un::Neg, a) | Expr::Read(a) | Expr::Cast(a) if is_asked => self.ask(a),
            _ => {}
        }
    }
}
