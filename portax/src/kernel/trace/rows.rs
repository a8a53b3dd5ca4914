//! Loads of rows: short vectors of a view whose parts are used one by one.

use super::Trace;
use super::builder::with;
use crate::ir::{AccessKind, Expr, Id, Stmt, Ty, Value};
use crate::kernel::exec::{Scalar, Values};

/// Row `at` of `N` integers, four to a load.
pub(super) fn ints<const N: usize>(p: Id, at: Id) -> [Id; N] {
    let mut row = [at; N];
    let first = Trace::imul(at, Trace::int((N / 4) as i64));
    let access = with(|r| r.consume_row(p, at, at));
    for (k, four) in row.chunks_mut(4).enumerate() {
        let offset = Trace::iadd(first, Trace::int(k as i64));
        with(|r| {
            let v = r.emit(
                Ty::I32x4,
                Expr::Load {
                    ptr: p,
                    offset,
                    unit: Ty::I32x4,
                    access,
                },
            );
            for (c, x) in four.iter_mut().enumerate() {
                let part = r.component(v, c);
                *x = r.cast(Ty::Index, part);
            }
        });
    }
    row
}

/// Element `k` of the row of scalars that starts at `at`, two floats to a load.
pub(super) fn element<T: Scalar>(p: Id, at: Id, k: usize) -> Id {
    let pair = T::TY.pair();
    let length = if pair == T::TY { 1 } else { 2 };
    let first = Trace::iadd(at, Trace::int((k / length * length) as i64));
    let last = Trace::iadd(first, Trace::int(length as i64 - 1));
    with(|r| {
        let access = r.consume_row(p, first, last);
        let v = r.emit(
            pair,
            Expr::Load {
                ptr: p,
                offset: first,
                unit: T::TY,
                access,
            },
        );
        if length == 1 {
            v
        } else {
            r.component(v, k % 2)
        }
    })
}

/// The pointer to segment `at` of a table, after its announcement.
pub(super) fn segment(base: Id, at: Id, rows: usize) -> Id {
    with(|r| {
        let access = r.consume(base, AccessKind::Read);
        let pointer = r.program().value(Ty::I32x4, Value::Pointer(base));
        r.push(Stmt::Segment {
            pointer,
            base,
            at,
            rows,
            access,
        });
        pointer
    })
}
