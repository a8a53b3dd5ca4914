//! A queue of the device, and marks in it.

use crate::{
    Hip,
    context::Context,
    error::{DriverResult, check},
    sys::{HipLibrary, hipError_t, hipEvent_t, hipEventDefault, hipStream_t, hipStreamNonBlocking},
};
use portax::{
    backend::{Device, Event, Streams},
    error::{Error, Result},
};
use std::{any::Any, ptr, sync::Arc, time::Duration};

/// A stream of a device.
pub struct Stream {
    context: Arc<Context>,
    handle: hipStream_t,
}

// SAFETY: the runtime's functions may be called with this handle from any thread, also at once.
unsafe impl Send for Stream {}
// SAFETY: as above.
unsafe impl Sync for Stream {}

impl Stream {
    /// A stream that does not wait for the default stream.
    ///
    /// # Errors
    /// What the driver reports.
    pub fn new(context: &Arc<Context>) -> DriverResult<Arc<Stream>> {
        context.bind()?;
        let mut handle = ptr::null_mut();
        // SAFETY: the call writes one handle.
        unsafe { (context.hip.hipStreamCreateWithFlags)(&mut handle, hipStreamNonBlocking) }
            .result()?;
        Ok(Arc::new(Stream {
            handle,
            context: Arc::clone(context),
        }))
    }

    /// Its device.
    pub fn context(&self) -> &Arc<Context> {
        &self.context
    }

    /// The runtime.
    pub fn hip(&self) -> &'static HipLibrary {
        self.context.hip
    }

    /// Makes its device the calling thread's and returns the handle.
    ///
    /// # Errors
    /// What the driver reports.
    #[inline]
    pub fn bind(&self) -> DriverResult<hipStream_t> {
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
        unsafe { (self.hip().hipStreamSynchronize)(stream) }.result()
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        // A failed device returns its error from these calls too; it has been reported already.
        let _ = self.fence();
        // SAFETY: owned by this and used no more; work on it is done.
        let _ = unsafe { (self.hip().hipStreamDestroy)(self.handle) };
    }
}

/// A mark in a stream, with its time.
struct Mark {
    name: String,
    context: Arc<Context>,
    handle: hipEvent_t,
}

// SAFETY: as for streams.
unsafe impl Send for Mark {}
// SAFETY: as above.
unsafe impl Sync for Mark {}

impl Mark {
    /// An event that is recorded nowhere yet.
    fn new(name: &str, context: &Arc<Context>) -> DriverResult<Mark> {
        context.bind()?;
        let mut handle = ptr::null_mut();
        // SAFETY: the call writes one handle.
        unsafe { (context.hip.hipEventCreateWithFlags)(&mut handle, hipEventDefault) }.result()?;
        Ok(Mark {
            name: name.to_string(),
            context: Arc::clone(context),
            handle,
        })
    }

    fn check<T>(&self, call: impl FnOnce(&HipLibrary) -> DriverResult<T>) -> Result<T> {
        let hip = self.context.hip;
        let done = self.context.bind().and_then(|()| call(hip));
        check(hip, &self.name, "waiting for an event", done)
    }
}

impl Event for Mark {
    fn wait(&self) -> Result<()> {
        // SAFETY: the event lives as long as this.
        self.check(|hip| unsafe { (hip.hipEventSynchronize)(self.handle) }.result())
    }

    fn is_done(&self) -> Result<bool> {
        // SAFETY: as above.
        self.check(|hip| match unsafe { (hip.hipEventQuery)(self.handle) } {
            hipError_t::hipSuccess => Ok(true),
            hipError_t::hipErrorNotReady => Ok(false),
            code => Err(code),
        })
    }

    fn since(&self, earlier: &dyn Event) -> Result<Duration> {
        let (earlier, mut milliseconds) = (mark(&self.name, earlier)?, 0f32);
        self.check(|hip| {
            // SAFETY: both events live; the call writes one number.
            unsafe {
                (hip.hipEventElapsedTime)(&mut milliseconds, earlier.handle, self.handle).result()
            }
        })?;
        Ok(Duration::from_secs_f64(
            f64::from(milliseconds.max(0.0)) * 1e-3,
        ))
    }
}

impl Drop for Mark {
    fn drop(&mut self) {
        let _ = self.context.bind();
        // SAFETY: owned by this and used no more; the runtime keeps what queues still need.
        let _ = unsafe { (self.context.hip.hipEventDestroy)(self.handle) };
    }
}

/// The event as one of HIP's.
fn mark<'a>(name: &str, event: &'a dyn Event) -> Result<&'a Mark> {
    let event: &dyn Any = event;
    event
        .downcast_ref()
        .ok_or_else(|| Error::Invalid(format!("{name}: the event belongs to another backend")))
}

impl Streams for Hip {
    fn fork(&self) -> Result<Arc<dyn Device>> {
        let stream = Stream::new(self.stream.context());
        Ok(Arc::new(Hip {
            name: self.name.clone(),
            properties: self.properties.clone(),
            target: self.target.clone(),
            stream: check(self.stream.hip(), &self.name, "creating a stream", stream)?,
            cache: Arc::clone(&self.cache),
            compiler: self.compiler.clone(),
        }))
    }

    fn record(&self) -> Result<Arc<dyn Event>> {
        let mark = self.drive("recording an event", |hip, stream| {
            let mark = Mark::new(&self.name, self.stream.context())?;
            // SAFETY: both handles live.
            unsafe { (hip.hipEventRecord)(mark.handle, stream) }.result()?;
            Ok(mark)
        })?;
        Ok(Arc::new(mark))
    }

    fn wait(&self, event: &dyn Event) -> Result<()> {
        let handle = mark(&self.name, event)?.handle;
        self.drive("waiting for another stream", |hip, stream| {
            // SAFETY: both handles live; the runtime keeps what it needs of the event.
            unsafe { (hip.hipStreamWaitEvent)(stream, handle, 0) }.result()
        })
    }
}
