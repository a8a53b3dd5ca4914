//! Binding to recognise: everything that a launch depends on, as words, without memory of its own.

use super::nowhere;
use crate::{
    ir::Ty,
    kernel::{
        exec::{
            Lane, Scalar, Values,
            native::{NativeInfo, NativePtr},
        },
        functor::{Binder, BoundView},
        view::PartPath,
    },
    layout::Order,
};

/// Binds to one lane; nothing runs on the result.
pub(crate) struct Signature<'a>(pub &'a mut Vec<u64>);

impl Binder<Lane> for Signature<'_> {
    fn view(&mut self, view: BoundView<'_>) -> (NativePtr, NativeInfo, bool) {
        let flags = u64::from(view.unique)
            | u64::from(view.split_complex) << 1
            | u64::from(view.order == Order::Tiled(0)) << 2
            | (view.natural_width as u64) << 3;
        self.0.extend([view.allocation.id(), flags]);
        nowhere()
    }
    fn extent(&mut self, _: usize, n: usize) -> i64 {
        self.0.push(n as u64);
        n as i64
    }
    fn stride(&mut self, _: usize, n: usize) -> i64 {
        self.0.push(n as u64);
        n as i64
    }
    fn part(&mut self, _: PartPath<'_>, _: NativePtr) -> (NativeInfo, bool) {
        let (_, info, check) = nowhere();
        (info, check)
    }
    fn scalar<T: Scalar>(&mut self, _: &'static str, x: T) -> <Lane as Values>::Uni<T> {
        self.0.push(match T::TY {
            Ty::F32 | Ty::F64 => x.to_f64().to_bits(),
            _ => x.to_i64() as u64,
        });
        x
    }
}
