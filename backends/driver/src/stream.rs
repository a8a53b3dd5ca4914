//! A queue of the device, and marks in it.

use crate::{Context, Driver, Gpu, Outcome};
use portax::{
    backend::{Device, Event, Streams},
    error::{Error, Result},
};
use std::{any::Any, sync::Arc, time::Duration};

/// A stream of a context.
pub struct Stream<D: Driver> {
    context: Arc<Context<D>>,
    handle: D::Stream,
}

// SAFETY: handles of a driver may go to any thread, by the contract of `Driver`.
unsafe impl<D: Driver> Send for Stream<D> {}
// SAFETY: as above.
unsafe impl<D: Driver> Sync for Stream<D> {}

impl<D: Driver> Stream<D> {
    /// A stream that does not wait for the default one.
    ///
    /// # Errors
    /// What the driver reports.
    pub fn new(context: &Arc<Context<D>>) -> Outcome<D, Arc<Stream<D>>> {
        context.bind()?;
        Ok(Arc::new(Stream {
            // SAFETY: the context is current.
            handle: unsafe { context.driver().create_stream()? },
            context: Arc::clone(context),
        }))
    }

    /// Its context.
    #[inline]
    pub fn context(&self) -> &Arc<Context<D>> {
        &self.context
    }

    /// The device in its driver's terms.
    #[inline]
    pub fn driver(&self) -> &D {
        self.context.driver()
    }

    /// Makes its context the calling thread's and returns the handle.
    ///
    /// # Errors
    /// What the driver reports.
    #[inline]
    pub fn bind(&self) -> Outcome<D, D::Stream> {
        self.context.bind()?;
        Ok(self.handle)
    }

    /// Waits for everything on it.
    ///
    /// # Errors
    /// What the driver reports.
    pub fn fence(&self) -> Outcome<D> {
        let stream = self.bind()?;
        // SAFETY: the stream lives as long as this.
        unsafe { self.driver().synchronize_stream(stream) }
    }
}

impl<D: Driver> Drop for Stream<D> {
    fn drop(&mut self) {
        // A failed device returns its error from these calls too; it has been reported already.
        let _ = self.fence();
        // SAFETY: owned by this and used no more; work on it is done.
        let _ = unsafe { self.driver().destroy_stream(self.handle) };
    }
}

/// A mark in a stream, with its time.
struct Mark<D: Driver> {
    name: String,
    context: Arc<Context<D>>,
    handle: D::Event,
}

// SAFETY: as for streams.
unsafe impl<D: Driver> Send for Mark<D> {}
// SAFETY: as above.
unsafe impl<D: Driver> Sync for Mark<D> {}

impl<D: Driver> Mark<D> {
    fn check<T>(&self, call: impl FnOnce(&D) -> Outcome<D, T>) -> Result<T> {
        let done = self
            .context
            .bind()
            .and_then(|()| call(self.context.driver()));
        self.context.check(&self.name, "waiting for an event", done)
    }
}

impl<D: Driver> Event for Mark<D> {
    fn wait(&self) -> Result<()> {
        // SAFETY: the event lives as long as this.
        self.check(|driver| unsafe { driver.synchronize_event(self.handle) })
    }

    fn is_done(&self) -> Result<bool> {
        // SAFETY: as above.
        self.check(|driver| unsafe { driver.query_event(self.handle) })
    }

    fn since(&self, earlier: &dyn Event) -> Result<Duration> {
        let earlier = mark::<D>(&self.name, earlier)?;
        // SAFETY: both events live.
        let milliseconds = self.check(|d| unsafe { d.elapsed(earlier.handle, self.handle) })?;
        Ok(Duration::from_secs_f64(
            f64::from(milliseconds.max(0.0)) * 1e-3,
        ))
    }
}

impl<D: Driver> Drop for Mark<D> {
    fn drop(&mut self) {
        let _ = self.context.bind();
        // SAFETY: owned by this and used no more; the driver keeps what queues still need.
        let _ = unsafe { self.context.driver().destroy_event(self.handle) };
    }
}

/// The event as one of this driver's.
fn mark<'a, D: Driver>(name: &str, event: &'a dyn Event) -> Result<&'a Mark<D>> {
    let event: &dyn Any = event;
    event
        .downcast_ref()
        .ok_or_else(|| Error::Invalid(format!("{name}: the event belongs to another backend")))
}

impl<D: Driver> Streams for Gpu<D> {
    fn fork(&self) -> Result<Arc<dyn Device>> {
        let stream = Stream::new(self.context());
        Ok(Arc::new(Gpu {
            name: self.name.clone(),
            properties: self.properties.clone(),
            stream: self.check("creating a stream", stream)?,
            cache: Arc::clone(&self.cache),
            compiler: self.compiler.clone(),
        }))
    }

    fn record(&self) -> Result<Arc<dyn Event>> {
        let mark = self.drive("recording an event", |driver, stream| {
            let mark = Mark {
                name: self.name.clone(),
                context: Arc::clone(self.context()),
                // SAFETY: the context is current.
                handle: unsafe { driver.create_event()? },
            };
            // SAFETY: both handles live.
            unsafe { driver.record_event(mark.handle, stream) }.map(|()| mark)
        })?;
        Ok(Arc::new(mark))
    }

    fn wait(&self, event: &dyn Event) -> Result<()> {
        let handle = mark::<D>(&self.name, event)?.handle;
        self.drive("waiting for another stream", |driver, stream| {
            // SAFETY: both handles live; the driver keeps what it needs of the event.
            unsafe { driver.wait_event(stream, handle) }
        })
    }
}
