//! HIP graphs: a series of launches and copies that the runtime enqueues by one call.

use crate::{
    Hip,
    error::{DriverResult, check, failed},
    launch::Launch,
    stream::Stream,
    sys::{
        HipLibrary, hipDeviceptr_t, hipGraph_t, hipGraphExec_t, hipStream_t, hipStreamCaptureMode,
    },
};
use portax::{
    backend::{Command, Graphs, Step},
    error::{Error, Result},
};
use std::{any::Any, ptr, sync::Arc};

/// An instantiated graph, for one stream.
struct Graph {
    name: String,
    stream: Arc<Stream>,
    handle: hipGraphExec_t,
}

// SAFETY: the runtime's functions may be called with this handle from any thread; launches of one graph are ordered by
// the stream.
unsafe impl Send for Graph {}
// SAFETY: as above.
unsafe impl Sync for Graph {}

impl Command for Graph {
    #[inline]
    unsafe fn enqueue(&self) -> Result<()> {
        let hip = self.stream.hip();
        let enqueued = self.stream.bind().and_then(|stream| {
            // SAFETY: both handles live, and what the steps use is alive by the caller's promise.
            unsafe { (hip.hipGraphLaunch)(self.handle, stream) }.result()
        });
        enqueued.map_err(|code| failed(hip, &self.name, "launching a graph", code))
    }
}

impl Drop for Graph {
    fn drop(&mut self) {
        // A failed device returns its error from these calls too; it has been reported already.
        let _ = self.stream.fence();
        // SAFETY: owned by this, and its launches are done.
        let _ = unsafe { (self.stream.hip().hipGraphExecDestroy)(self.handle) };
    }
}

impl Graphs for Hip {
    /// Captures on a stream of its own, so that other work of this device goes on undisturbed.
    fn capture(&self, steps: &[Step<'_>]) -> Result<Box<dyn Command>> {
        let own = steps.iter().all(|step| match step {
            Step::Launch(command) => as_launch(*command).is_some(),
            _ => true,
        });
        if !own {
            let name = &self.name;
            return Err(Error::Invalid(format!(
                "{name}: a graph takes the launches of this device only"
            )));
        }
        let hip = self.stream.hip();
        let handle = Stream::new(self.stream.context()).and_then(|stream| {
            let stream = stream.bind()?;
            // SAFETY: the stream lives; its steps are captured, not run.
            let captured = unsafe { record(hip, stream, steps)? };
            instantiate(hip, captured)
        });
        Ok(Box::new(Graph {
            handle: check(hip, &self.name, "capturing a graph", handle)?,
            name: self.name.clone(),
            stream: Arc::clone(&self.stream),
        }))
    }
}

fn as_launch(command: &dyn Command) -> Option<&Launch> {
    let command: &dyn Any = command;
    command.downcast_ref()
}

/// # Safety
/// The stream lives and nobody else uses it.
unsafe fn record(
    hip: &HipLibrary,
    stream: hipStream_t,
    steps: &[Step<'_>],
) -> DriverResult<hipGraph_t> {
    let (mode, mut captured) = (
        hipStreamCaptureMode::hipStreamCaptureModeRelaxed,
        ptr::null_mut(),
    );
    // SAFETY: the caller's promise; a capture that was begun is ended, also after a failure.
    unsafe {
        (hip.hipStreamBeginCapture)(stream, mode).result()?;
        let taken = steps.iter().try_for_each(|step| enqueue(hip, stream, step));
        let ended = (hip.hipStreamEndCapture)(stream, &mut captured).result();
        match taken.and(ended) {
            Ok(()) => Ok(captured),
            Err(code) => {
                if !captured.is_null() {
                    (hip.hipGraphDestroy)(captured).result()?;
                }
                Err(code)
            }
        }
    }
}

/// # Safety
/// The stream is capturing.
unsafe fn enqueue(hip: &HipLibrary, stream: hipStream_t, step: &Step<'_>) -> DriverResult<()> {
    // SAFETY: nothing runs; sizes and buffers are right as for the calls that run.
    unsafe {
        match *step {
            Step::Launch(command) => {
                as_launch(command).map_or(Ok(()), |launch| launch.enqueue_on(hip, stream))
            }
            Step::Copy { bytes: 0, .. } => Ok(()),
            Step::Copy { from, to, bytes } => {
                let (from, to) = (from.handle as hipDeviceptr_t, to.handle as hipDeviceptr_t);
                (hip.hipMemcpyDtoDAsync)(to, from, bytes, stream).result()
            }
            Step::Zero(buffer) if buffer.bytes == 0 => Ok(()),
            Step::Zero(buffer) => {
                let address = buffer.handle as hipDeviceptr_t;
                (hip.hipMemsetD8Async)(address, 0, buffer.bytes, stream).result()
            }
        }
    }
}

fn instantiate(hip: &HipLibrary, captured: hipGraph_t) -> DriverResult<hipGraphExec_t> {
    let (mut handle, none) = (ptr::null_mut(), ptr::null_mut());
    // SAFETY: the graph was captured just now, and is not needed beside its executable form; the calls write one handle
    // and no log.
    unsafe {
        let made =
            (hip.hipGraphInstantiate)(&mut handle, captured, none, ptr::null_mut(), 0).result();
        (hip.hipGraphDestroy)(captured).result()?;
        made.map(|()| handle)
    }
}
