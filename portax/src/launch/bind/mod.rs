//! The three ways to bind a functor: to record it, to run it natively, and to collect its arguments.

use crate::{
    ir::Id,
    kernel::{
        exec::{
            Exec, Lane, Scalar,
            native::{FaultSink, NativeInfo, NativePtr},
        },
        functor::{Binder, BoundView, Functor},
        trace,
        trace::Trace,
    },
    view::Allocation,
};
use std::sync::Arc;

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
    fn scalar<T: Scalar>(&mut self, field: &'static str, _: T) -> Id {
        trace::scalar::<T>(field)
    }
}

/// One argument of a launch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Argument {
    /// View number
    View(usize),
    /// An index
    Index(i64),
    /// A scalar
    F32(f32),
    F64(f64),
    I32(i32),
    U32(u32),
}

impl Argument {
    /// The value as an integer, for proofs.
    pub fn integer(self) -> Option<i64> {
        match self {
            Argument::Index(x) => Some(x),
            Argument::I32(x) => Some(i64::from(x)),
            Argument::U32(x) => Some(i64::from(x)),
            _ => None,
        }
    }
}

/// A view of a launch.
#[derive(Clone)]
pub(crate) struct ArgumentView {
    pub allocation: Arc<Allocation>,
    pub extents: Vec<usize>,
    pub unique: bool,
    pub natural_width: Option<usize>,
    pub split_complex: Option<bool>,
}

impl ArgumentView {
    /// A plain array of `n` scalars.
    pub fn plain(allocation: Arc<Allocation>, n: usize) -> Self {
        ArgumentView {
            allocation,
            extents: vec![n],
            unique: true,
            natural_width: None,
            split_complex: None,
        }
    }
}

/// Collects the arguments of a launch in the order of the program's parameters.
#[derive(Clone, Default)]
pub(crate) struct Arguments {
    pub views: Vec<ArgumentView>,
    pub values: Vec<Argument>,
}

impl Arguments {
    pub fn of<K: Functor>(functor: &K) -> Self {
        let mut arguments = Arguments::default();
        functor.bind::<Lane>(&mut Collector(&mut arguments));
        arguments
    }
}

/// Binds to one lane, for the values alone: nothing runs on the result.
struct Collector<'a>(&'a mut Arguments);

/// A view of which only the numbers are asked for.
pub(crate) fn nowhere() -> (NativePtr, NativeInfo, bool) {
    static SILENT: FaultSink = FaultSink::new();
    // SAFETY: both are static.
    let info = unsafe { NativeInfo::new("", &SILENT) };
    (NativePtr(std::ptr::null_mut()), info, false)
}

impl Binder<Lane> for Collector<'_> {
    fn view(&mut self, view: BoundView<'_>) -> (NativePtr, NativeInfo, bool) {
        self.0.values.push(Argument::View(self.0.views.len()));
        self.0.views.push(ArgumentView {
            allocation: view.allocation.clone(),
            extents: view.extents.to_vec(),
            unique: view.unique,
            natural_width: view.natural_tiles.then_some(view.natural_width),
            split_complex: view.complex.then_some(view.split_complex),
        });
        nowhere()
    }
    fn extent(&mut self, _: usize, n: usize) -> i64 {
        self.0.values.push(Argument::Index(n as i64));
        n as i64
    }
    fn stride(&mut self, _: usize, n: usize) -> i64 {
        self.0.values.push(Argument::Index(n as i64));
        n as i64
    }
    fn scalar<T: Scalar>(&mut self, _: &'static str, x: T) -> T {
        self.0.values.push(match T::TY {
            crate::ir::Ty::F32 => Argument::F32(x.to_f64() as f32),
            crate::ir::Ty::F64 => Argument::F64(x.to_f64()),
            crate::ir::Ty::U32 => Argument::U32(x.to_i64() as u32),
            _ => Argument::I32(x.to_i64() as i32),
        });
        x
    }
}

/// Binds to host memory for a native executor.
pub(crate) struct NativeBinder<'a> {
    pub views: &'a [ArgumentView],
    /// Which views are checked at each access
    pub checked: &'a [bool],
    pub sink: &'a FaultSink,
    next: usize,
}

impl<'a> NativeBinder<'a> {
    pub fn new(views: &'a [ArgumentView], checked: &'a [bool], sink: &'a FaultSink) -> Self {
        NativeBinder {
            views,
            checked,
            sink,
            next: 0,
        }
    }
}

impl<E> Binder<E> for NativeBinder<'_>
where
    E: Exec<Ptr = NativePtr, Info = NativeInfo, Int = i64>,
{
    fn view(&mut self, view: BoundView<'_>) -> (NativePtr, NativeInfo, bool) {
        let number = self.next;
        self.next += 1;
        let memory = view
            .allocation
            .host()
            .map_or(std::ptr::null_mut(), |p| p.as_ptr());
        // SAFETY: the launch keeps the allocations and the sink alive beyond every use of the bound functor.
        let info = unsafe { NativeInfo::new(self.views[number].allocation.label(), self.sink) };
        (NativePtr(memory), info, self.checked[number])
    }
    fn extent(&mut self, _: usize, n: usize) -> i64 {
        n as i64
    }
    fn stride(&mut self, _: usize, n: usize) -> i64 {
        n as i64
    }
    fn scalar<T: Scalar>(&mut self, _: &'static str, x: T) -> E::Uni<T> {
        E::lit(x)
    }
}
