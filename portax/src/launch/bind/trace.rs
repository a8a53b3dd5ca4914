//! Binding to record: fields become parameters of the program.

use crate::{
    ir::Id,
    kernel::{
        exec::Scalar,
        functor::{Binder, BoundView},
        trace::{self, Trace},
        view::PartPath,
    },
};

/// Makes the parameters of a program while it is recorded.
#[derive(Default)]
pub(crate) struct TraceBinder {
    view: usize,
}

impl Binder<Trace> for TraceBinder {
    fn view(&mut self, view: BoundView<'_>) -> (Id, usize, bool) {
        let (ptr, number) = trace::buffer(view.field, view.extents.len(), view.ty);
        self.view = number;
        (ptr, number, true)
    }
    fn extent(&mut self, dim: usize, _: usize) -> Id {
        trace::extent(self.view, dim)
    }
    fn stride(&mut self, dim: usize, _: usize) -> Id {
        trace::stride(self.view, dim)
    }
    fn part(&mut self, path: PartPath<'_>, ptr: Id) -> (usize, bool) {
        (trace::part(self.view, &path.to_string(), ptr), true)
    }
    fn scalar<T: Scalar>(&mut self, field: &'static str, _: T) -> Id {
        trace::scalar::<T>(field)
    }
}
