//! Binding to run on a host: fields become addresses and numbers.

use crate::{
    kernel::{
        exec::{
            Exec, Scalar,
            native::{FaultSink, NativeInfo, NativePtr},
        },
        functor::{Binder, BoundView},
        view::PartPath,
    },
    launch::check::CheckedLaunch,
};

/// Binds to host memory for a native executor.
pub(crate) struct NativeBinder<'a> {
    launch: &'a CheckedLaunch,
    sink: &'a FaultSink,
    next: usize,
}

impl<'a> NativeBinder<'a> {
    /// For a launch whose views, like the sink, outlive what is bound.
    pub(crate) fn new(launch: &'a CheckedLaunch, sink: &'a FaultSink) -> Self {
        NativeBinder {
            launch,
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
        let info = unsafe { NativeInfo::new(view.allocation.label(), self.sink) };
        (
            NativePtr(memory),
            info,
            self.launch.findings.checked[number],
        )
    }
    fn part(&mut self, _: PartPath<'_>, _: NativePtr) -> (NativeInfo, bool) {
        let (number, findings) = (self.next, &self.launch.findings);
        self.next += 1;
        // SAFETY: the launch keeps its findings and the sink alive beyond every use of the bound functor.
        let info = unsafe { NativeInfo::new(&findings.labels[number], self.sink) };
        (info, findings.checked[number])
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
