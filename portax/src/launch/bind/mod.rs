//! The ways to bind a functor: to record it, to collect its arguments, to recognise a launch, to run it natively.

mod arguments;
mod native;
mod signature;
mod trace;

pub(crate) use arguments::{Argument, ArgumentView, Arguments};
pub(crate) use native::NativeBinder;
pub(crate) use signature::Signature;
pub(crate) use trace::TraceBinder;

use crate::kernel::exec::native::{FaultSink, NativeInfo, NativePtr};

/// A view of which only the numbers are asked for.
fn nowhere() -> (NativePtr, NativeInfo, bool) {
    static SILENT: FaultSink = FaultSink::new(false);
    // SAFETY: both are static.
    let info = unsafe { NativeInfo::new("", &SILENT) };
    (NativePtr(std::ptr::null_mut()), info, false)
}
