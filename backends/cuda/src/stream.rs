//! A queue of the device, and marks in it.

use crate::{
    Cuda,
    context::Context,
    error::{DriverResult, check},
};
use cudarc::driver::{
    DriverError,
    result::{event, stream},
    sys::{self, CUevent, CUevent_flags, CUevent_wait_flags, CUresult, CUstream},
};
use portax::{
    backend::{Device, Event, Streams},
    error::{Error, Result},
};
use std::{any::Any, sync::Arc, time::Duration};

/// A stream of a context.
pub struct Stream {
    context: Arc<Context>,
    handle: CUstream,
}

// SAFETY: the driver's functions may be called with this handle from any thread, also at once.
unsafe impl Send for Stream {}
// SAFETY: as above.
unsafe impl Sync for Stream {}

impl Stream {
    /// A stream that does not wait for the legacy default stream.
    ///
    /// # Errors
    /// What the driver reports.
    pub fn new(context: &Arc<Context>) -> DriverResult<Arc<Stream>> {
        context.bind()?;
        Ok(Arc::new(Stream {
            handle: stream::create(stream::StreamKind::NonBlocking)?,
            context: Arc::clone(context),
        }))
    }

    /// Its context.
    pub fn context(&self) -> &Arc<Context> {
        &self.context
    }

    /// Makes its context the calling thread's and returns the handle.
    ///
    /// # Errors
    /// What the driver reports.
    #[inline]
    pub fn bind(&self) -> DriverResult<CUstream> {
        self.context.bind()?;
        Ok(self.handle)
    }

    /// Waits for everything on it.
    ///
    /// # Errors
    /// What the driver reports.
    pub fn fence(&self) -> DriverResult<()> {
        let stream = self.bind()?;
        // SAFETY: the stream lives as long as this.
        unsafe { stream::synchronize(stream) }
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        // A failed device returns its error from these calls too; it has been reported already.
        let _ = self.fence();
        // SAFETY: owned by this and used no more; work on it is done.
        let _ = unsafe { stream::destroy(self.handle) };
    }
}

/// A mark in a stream, with its time.
struct Mark {
    name: String,
    context: Arc<Context>,
    handle: CUevent,
}

// SAFETY: as for streams.
unsafe impl Send for Mark {}
// SAFETY: as above.
unsafe impl Sync for Mark {}

impl Mark {
    fn check<T>(&self, call: impl FnOnce() -> DriverResult<T>) -> Result<T> {
        let done = self.context.bind().and_then(|()| call());
        check(&self.name, "waiting for an event", done)
    }
}

impl Event for Mark {
    fn wait(&self) -> Result<()> {
        // SAFETY: the event lives as long as this.
        self.check(|| unsafe { event::synchronize(self.handle) })
    }

    fn is_done(&self) -> Result<bool> {
        // SAFETY: as above.
        self.check(|| match unsafe { event::query(self.handle) } {
            Ok(()) => Ok(true),
            Err(DriverError(CUresult::CUDA_ERROR_NOT_READY)) => Ok(false),
            Err(code) => Err(code),
        })
    }

    fn since(&self, earlier: &dyn Event) -> Result<Duration> {
        let earlier = mark(&self.name, earlier)?;
        // SAFETY: both events live.
        let milliseconds = self.check(|| unsafe { elapsed(earlier.handle, self.handle) })?;
        Ok(Duration::from_secs_f64(
            f64::from(milliseconds.max(0.0)) * 1e-3,
        ))
    }
}

impl Drop for Mark {
    fn drop(&mut self) {
        let _ = self.context.bind();
        // SAFETY: owned by this and used no more; the driver keeps what queues still need.
        let _ = unsafe { event::destroy(self.handle) };
    }
}

/// Milliseconds between two events.
///
/// # Safety
/// Both live.
unsafe fn elapsed(start: CUevent, end: CUevent) -> DriverResult<f32> {
    type Elapsed = unsafe extern "C" fn(*mut f32, CUevent, CUevent) -> CUresult;
    let mut milliseconds = 0.0;
    // SAFETY: the name and the type belong together in every driver; `_v2`, which cudarc calls, came with CUDA 12.8.
    unsafe {
        let function = sys::culib().get::<Elapsed>(b"cuEventElapsedTime\0");
        match function {
            Ok(function) => function(&mut milliseconds, start, end).result()?,
            Err(_) => milliseconds = event::elapsed(start, end)?,
        }
    }
    Ok(milliseconds)
}

/// The event as one of CUDA's.
fn mark<'a>(name: &str, event: &'a dyn Event) -> Result<&'a Mark> {
    let event: &dyn Any = event;
    event
        .downcast_ref()
        .ok_or_else(|| Error::Invalid(format!("{name}: the event belongs to another backend")))
}

impl Streams for Cuda {
    fn fork(&self) -> Result<Arc<dyn Device>> {
        let stream = Stream::new(self.stream.context());
        Ok(Arc::new(Cuda {
            name: self.name.clone(),
            properties: self.properties.clone(),
            target: self.target,
            ordinal: self.ordinal,
            stream: check(&self.name, "creating a stream", stream)?,
            cache: Arc::clone(&self.cache),
            compiler: self.compiler.clone(),
        }))
    }

    fn record(&self) -> Result<Arc<dyn Event>> {
        let handle = self.drive("recording an event", |stream| {
            let handle = event::create(CUevent_flags::CU_EVENT_DEFAULT)?;
            // SAFETY: both handles live.
            unsafe { event::record(handle, stream) }.map(|()| handle)
        })?;
        Ok(Arc::new(Mark {
            name: self.name.clone(),
            context: Arc::clone(self.stream.context()),
            handle,
        }))
    }

    fn wait(&self, event: &dyn Event) -> Result<()> {
        let handle = mark(&self.name, event)?.handle;
        let flags = CUevent_wait_flags::CU_EVENT_WAIT_DEFAULT;
        self.drive("waiting for another stream", |stream| {
            // SAFETY: both handles live; the driver keeps what it needs of the event.
            unsafe { stream::wait_event(stream, handle, flags) }
        })
    }
}
