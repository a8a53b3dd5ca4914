//! CUDA graphs: a series of launches and copies that the driver enqueues by one call.

use crate::{
    Cuda,
    error::{DriverResult, check, failed},
    launch::Launch,
    stream::Stream,
};
use cudarc::driver::{
    result::{graph, memcpy_dtod_async, memset_d8_async, stream},
    sys::{CUgraph, CUgraphExec, CUgraphInstantiate_flags, CUstream, CUstreamCaptureMode},
};
use portax::{
    backend::{Command, Graphs, Step},
    error::{Error, Result},
};
use std::{any::Any, mem::replace, sync::Arc};

/// An instantiated graph, for one stream.
struct Graph {
    name: String,
    stream: Arc<Stream>,
    handle: CUgraphExec,
}

// SAFETY: the driver's functions may be called with this handle from any thread; launches of one graph are ordered by
// the stream.
unsafe impl Send for Graph {}
// SAFETY: as above.
unsafe impl Sync for Graph {}

impl Command for Graph {
    #[inline]
    unsafe fn enqueue(&self) -> Result<()> {
        let enqueued = self.stream.bind().and_then(|stream| {
            // SAFETY: both handles live, and what the steps use is alive by the caller's promise.
            unsafe { graph::launch(self.handle, stream) }
        });
        enqueued.map_err(|code| failed(&self.name, "launching a graph", code))
    }
}

impl Drop for Graph {
    fn drop(&mut self) {
        // A failed device returns its error from these calls too; it has been reported already.
        let _ = self.stream.fence();
        // SAFETY: owned by this, and its launches are done.
        let _ = unsafe { graph::exec_destroy(self.handle) };
    }
}

impl Graphs for Cuda {
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
        let handle = Stream::new(self.stream.context()).and_then(|stream| {
            let stream = stream.bind()?;
            // SAFETY: the stream lives; its steps are captured, not run.
            let captured = unsafe { record(stream, steps)? };
            instantiate(captured)
        });
        Ok(Box::new(Graph {
            handle: check(&self.name, "capturing a graph", handle)?,
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
unsafe fn record(stream: CUstream, steps: &[Step<'_>]) -> DriverResult<CUgraph> {
    let mode = CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED;
    // SAFETY: the caller's promise; a capture that was begun is ended, also after a failure.
    unsafe {
        stream::begin_capture(stream, mode)?;
        let mut after_launch = false;
        let taken = steps.iter().try_for_each(|step| {
            let after = replace(&mut after_launch, matches!(step, Step::Launch(_)));
            enqueue(stream, step, after)
        });
        let captured = stream::end_capture(stream);
        match taken {
            Ok(()) => captured,
            Err(code) => {
                if let Ok(captured) = captured {
                    graph::destroy(captured)?;
                }
                Err(code)
            }
        }
    }
}

/// # Safety
/// The stream is capturing; `after_launch`: its last step was a launch.
unsafe fn enqueue(stream: CUstream, step: &Step<'_>, after_launch: bool) -> DriverResult<()> {
    // SAFETY: nothing runs; sizes and buffers are right as for the calls that run.
    unsafe {
        match *step {
            Step::Launch(command) => match as_launch(command) {
                Some(launch) if after_launch => launch.enqueue_after_launch(stream),
                Some(launch) => launch.enqueue_on(stream),
                None => Ok(()),
            },
            Step::Copy { bytes: 0, .. } => Ok(()),
            Step::Copy { from, to, bytes } => {
                memcpy_dtod_async(to.handle, from.handle, bytes, stream)
            }
            Step::Zero(buffer) if buffer.bytes == 0 => Ok(()),
            Step::Zero(buffer) => memset_d8_async(buffer.handle, 0, buffer.bytes, stream),
        }
    }
}

fn instantiate(captured: CUgraph) -> DriverResult<CUgraphExec> {
    // SAFETY: the graph was captured just now, and is not needed beside its executable form.
    unsafe {
        let handle = graph::instantiate(captured, CUgraphInstantiate_flags(0));
        graph::destroy(captured)?;
        handle
    }
}
