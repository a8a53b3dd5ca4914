//! Graphs: a series of launches and copies that the driver enqueues by one call.

use crate::{Driver, Gpu, Outcome, context::Context, launch::Launch, stream::Stream};
use portax::{
    backend::{Command, Graphs, Step},
    error::{Error, Result},
};
use std::{any::Any, mem::replace, sync::Arc};

/// An instantiated graph, for one stream.
struct Graph<D: Driver> {
    name: String,
    stream: Arc<Stream<D>>,
    handle: D::Executable,
}

// SAFETY: handles of a driver may go to any thread, by the contract of `Driver`; launches of one graph are ordered by the
// stream.
unsafe impl<D: Driver> Send for Graph<D> {}
// SAFETY: as above.
unsafe impl<D: Driver> Sync for Graph<D> {}

impl<D: Driver> Command for Graph<D> {
    #[inline]
    unsafe fn enqueue(&self) -> Result<()> {
        let enqueued = self.stream.bind().and_then(|stream| {
            // SAFETY: both handles live, and what the steps use is alive by the caller's promise.
            unsafe { self.stream.driver().launch_graph(self.handle, stream) }
        });
        let context = self.stream.context();
        context.check(&self.name, "launching a graph", enqueued)
    }
}

impl<D: Driver> Drop for Graph<D> {
    fn drop(&mut self) {
        // A failed device returns its error from these calls too; it has been reported already.
        let _ = self.stream.fence();
        // SAFETY: owned by this, and its launches are done.
        let _ = unsafe { self.stream.driver().destroy_executable(self.handle) };
    }
}

impl<D: Driver> Graphs for Gpu<D> {
    /// Captures on a stream of its own, so that other work of this device goes on undisturbed.
    fn capture(&self, steps: &[Step<'_>]) -> Result<Box<dyn Command>> {
        let own = steps.iter().all(|step| match step {
            Step::Launch(command) => as_launch::<D>(*command).is_some(),
            _ => true,
        });
        if !own {
            let name = &self.name;
            return Err(Error::Invalid(format!(
                "{name}: a graph takes the launches of this device only"
            )));
        }
        let driver = self.stream.driver();
        let handle = Stream::new(self.context()).and_then(|own| {
            let stream = own.bind()?;
            // SAFETY: the stream lives; its steps are captured, not run.
            let captured = unsafe { record(driver, stream, steps)? };
            instantiate(driver, captured)
        });
        Ok(Box::new(Graph {
            handle: self.check("capturing a graph", handle)?,
            name: self.name.clone(),
            stream: Arc::clone(&self.stream),
        }))
    }
}

fn as_launch<D: Driver>(command: &dyn Command) -> Option<&Launch<D>> {
    let command: &dyn Any = command;
    command.downcast_ref()
}

/// # Safety
/// The stream lives, its context is current, and nobody else uses it.
unsafe fn record<D: Driver>(
    driver: &D,
    stream: D::Stream,
    steps: &[Step<'_>],
) -> Outcome<D, D::Graph> {
    let _no_wait = Context::<D>::capturing();
    // SAFETY: the caller's promise; a capture that was begun is ended, also after a failure.
    unsafe {
        driver.begin_capture(stream)?;
        let mut after_launch = false;
        let taken = steps.iter().try_for_each(|step| {
            let after = replace(&mut after_launch, matches!(step, Step::Launch(_)));
            enqueue(driver, stream, step, after)
        });
        let captured = driver.end_capture(stream);
        match taken {
            Ok(()) => captured,
            Err(code) => {
                if let Ok(captured) = captured {
                    driver.destroy_graph(captured)?;
                }
                Err(code)
            }
        }
    }
}

/// # Safety
/// The stream is capturing; `after_launch`: its last step was a launch.
unsafe fn enqueue<D: Driver>(
    driver: &D,
    stream: D::Stream,
    step: &Step<'_>,
    after_launch: bool,
) -> Outcome<D> {
    // SAFETY: nothing runs; sizes and buffers are right as for the calls that run.
    unsafe {
        match *step {
            Step::Launch(command) => match as_launch::<D>(command) {
                Some(launch) if after_launch => driver.launch_after_launch(launch, stream),
                Some(launch) => driver.launch(launch, stream),
                None => Ok(()),
            },
            Step::Copy { bytes: 0, .. } => Ok(()),
            Step::Copy { from, to, bytes } => driver.copy(to.handle, from.handle, bytes, stream),
            Step::Zero(buffer) if buffer.bytes == 0 => Ok(()),
            Step::Zero(buffer) => driver.zero(buffer.handle, buffer.bytes, stream),
        }
    }
}

fn instantiate<D: Driver>(driver: &D, captured: D::Graph) -> Outcome<D, D::Executable> {
    // SAFETY: the graph was captured just now, and is not needed beside its executable form.
    unsafe {
        let handle = driver.instantiate(captured);
        driver.destroy_graph(captured)?;
        handle
    }
}
