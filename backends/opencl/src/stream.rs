//! Queues beside the first, and marks in them.

use crate::{
    OpenCl,
    device::open_queue,
    error::{check, reason},
};
use opencl3::{
    command_queue::{enqueue_barrier_with_wait_list, enqueue_marker_with_wait_list},
    error_codes::ClError,
    event::{
        CL_COMPLETE, CL_EVENT_COMMAND_EXECUTION_STATUS, CL_PROFILING_COMMAND_END, get_event_info,
        get_event_profiling_info, release_event, wait_for_events,
    },
    types::{cl_event, cl_int, cl_ulong},
};
use portax::{
    backend::{Device, Event, Streams},
    error::{Error, Result},
};
use std::{
    any::Any,
    ptr,
    sync::{Arc, OnceLock},
    time::Duration,
};

/// A marker of a queue.
struct Mark {
    name: String,
    event: cl_event,
}

// SAFETY: OpenCL's functions may be called with an event from any thread, also at once.
unsafe impl Send for Mark {}
// SAFETY: as above.
unsafe impl Sync for Mark {}

impl Mark {
    /// When it was reached, in nanoseconds of the device.
    fn time(&self) -> Result<cl_ulong> {
        let time = get_event_profiling_info(self.event, CL_PROFILING_COMMAND_END);
        check(&self.name, "reading the time of an event", time).map(cl_ulong::from)
    }
}

impl Event for Mark {
    fn wait(&self) -> Result<()> {
        let done = wait_for_events(&[self.event]);
        check(&self.name, "waiting for an event", done)
    }

    fn is_done(&self) -> Result<bool> {
        let status = get_event_info(self.event, CL_EVENT_COMMAND_EXECUTION_STATUS);
        let status: cl_int = check(&self.name, "asking for an event", status)?.into();
        match status {
            code if code < 0 => Err(Error::Device {
                space: self.name.clone(),
                operation: "waiting for an event".to_string(),
                reason: reason(ClError(code)),
            }),
            status => Ok(status == CL_COMPLETE),
        }
    }

    fn since(&self, earlier: &dyn Event) -> Result<Duration> {
        let start = mark(&self.name, earlier)?.time()?;
        Ok(Duration::from_nanos(self.time()?.saturating_sub(start)))
    }
}

impl Drop for Mark {
    fn drop(&mut self) {
        // SAFETY: owned by this and released once; commands that wait for it hold references of their own.
        let released = unsafe { release_event(self.event) };
        debug_assert!(released.is_ok(), "{}: {released:?}", self.name);
    }
}

/// The event as one of OpenCL's.
fn mark<'a>(name: &str, event: &'a dyn Event) -> Result<&'a Mark> {
    let event: &dyn Any = event;
    event
        .downcast_ref()
        .ok_or_else(|| Error::Invalid(format!("{name}: the event belongs to another backend")))
}

impl Streams for OpenCl {
    fn fork(&self) -> Result<Arc<dyn Device>> {
        Ok(Arc::new(OpenCl {
            name: self.name.clone(),
            id: self.id,
            properties: self.properties.clone(),
            max_alloc_bytes: self.max_alloc_bytes,
            compiler: self.compiler,
            queue: open_queue(&self.name, &self.context, self.id)?,
            context: Arc::clone(&self.context),
            programs: Arc::clone(&self.programs),
            zero: OnceLock::new(),
            pinned: Arc::clone(&self.pinned),
            cache: Arc::clone(&self.cache),
            driver: self.driver.clone(),
        }))
    }

    /// Flushes as well: another queue that waits for the event relies on the device having it.
    fn record(&self) -> Result<Arc<dyn Event>> {
        // SAFETY: the queue lives, and the list is empty.
        let event = unsafe { enqueue_marker_with_wait_list(self.queue.get(), 0, ptr::null()) };
        let mark = Mark {
            event: check(&self.name, "recording an event", event)?,
            name: self.name.clone(),
        };
        check(&self.name, "starting launches", self.queue.flush())?;
        Ok(Arc::new(mark))
    }

    fn wait(&self, event: &dyn Event) -> Result<()> {
        let event = mark(&self.name, event)?.event;
        // SAFETY: queue and event live, and the list has one event.
        let barrier = unsafe { enqueue_barrier_with_wait_list(self.queue.get(), 1, &event) };
        self.done("waiting for another queue", barrier)
    }
}
