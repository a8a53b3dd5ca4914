//! Which values an expression or a statement reads and defines.

use super::{Expr, Id, Stmt};

impl Expr {
    /// Calls `f` for each operand.
    pub fn operands(&self, f: &mut impl FnMut(Id)) {
        let mut copy = *self;
        copy.operands_mut(&mut |id| f(*id));
    }

    /// Calls `f` for each operand, which it may replace.
    pub(crate) fn operands_mut(&mut self, f: &mut impl FnMut(&mut Id)) {
        match self {
            Expr::Unary(_, a) | Expr::Cast(a) | Expr::Read(a) | Expr::VectorReduce(_, a) => f(a),
            Expr::Binary(_, a, b) | Expr::Flip(a, b) | Expr::Compare(_, a, b) => {
                f(a);
                f(b);
            }
            Expr::Fma(a, b, c)
            | Expr::NegFma(a, b, c)
            | Expr::FmaSub(a, b, c)
            | Expr::Select(a, b, c) => {
                f(a);
                f(b);
                f(c);
            }
            Expr::Load { ptr, offset, .. } => {
                f(ptr);
                f(offset);
            }
            Expr::Element { index, .. } => f(index),
        }
    }
}

impl Stmt {
    /// Calls `f` for each value that the statement itself reads, not those of the blocks inside it.
    pub(crate) fn operands(&self, f: &mut impl FnMut(Id)) {
        match self {
            Stmt::Let(_, e) => e.operands(f),
            Stmt::Declare(_, v) => f(*v),
            Stmt::Assign(a, v) => [*a, *v].into_iter().for_each(f),
            Stmt::AssignElement { index, value, .. } => [*index, *value].into_iter().for_each(f),
            Stmt::Store {
                ptr, offset, value, ..
            } => [*ptr, *offset, *value].into_iter().for_each(f),
            Stmt::Atomic {
                ptr,
                offset,
                value,
                expected,
                ..
            } => {
                [*ptr, *offset, *value].into_iter().for_each(&mut *f);
                expected.iter().for_each(|&id| f(id));
            }
            Stmt::StorePair {
                ptr, offset, value, ..
            } => [*ptr, *offset, value[0], value[1]].into_iter().for_each(f),
            Stmt::Advance {
                base, count, size, ..
            } => [*base, *count, *size].into_iter().for_each(f),
            Stmt::Walk { base, terms, .. } => {
                f(*base);
                terms.iter().for_each(|t| f(t.0));
            }
            Stmt::Bump(pointer, _) => f(*pointer),
            Stmt::Segment { base, at, .. } => [*base, *at].into_iter().for_each(f),
            Stmt::For {
                begin, end, step, ..
            } => [*begin, *end, *step].into_iter().for_each(f),
            Stmt::If { cond, .. } | Stmt::Leave(cond) => f(*cond),
            Stmt::Loop { .. } | Stmt::Barrier | Stmt::VectorBarrier { .. } => {}
        }
    }

    /// The value that the statement defines.
    pub fn defines(&self) -> Option<Id> {
        match self {
            Stmt::Let(id, _) | Stmt::Declare(id, _) => Some(*id),
            Stmt::Atomic { old, .. } => *old,
            Stmt::Advance { pointer, .. }
            | Stmt::Walk { pointer, .. }
            | Stmt::Segment { pointer, .. } => Some(*pointer),
            Stmt::For { index, .. } => Some(*index),
            _ => None,
        }
    }
}
