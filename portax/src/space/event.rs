//! Events: marks in what a space runs, to wait for and to measure time.

use super::{Instance, On, Space};
use crate::{
    backend::{self, Device},
    error::{Error, Result},
};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};

/// A mark behind everything launched on an instance before it. Cloning gives another handle of it.
///
/// ```
/// # fn f(space: &portax::Space) -> portax::Result<()> {
/// let start = space.event()?;
/// // launches
/// let end = space.event()?;
/// end.wait()?;
/// println!("{:?}", end.since(&start)?);
/// # Ok(()) }
/// ```
#[derive(Clone)]
pub struct Event {
    mark: Mark,
}

#[derive(Clone)]
enum Mark {
    /// Launches were done then
    Done(Instant),
    Device(Arc<dyn Device>, Arc<dyn backend::Event>),
}

impl Space {
    /// A mark behind everything launched on this instance so far. A device without events is waited for.
    ///
    /// # Errors
    /// What the device reports.
    pub fn event(&self) -> Result<Event> {
        let mark = match self.on() {
            On::Host(_) => Mark::Done(Instant::now()),
            On::Device(instance) => mark(instance)?,
        };
        Ok(Event { mark })
    }

    /// What is launched on this instance from now on starts after the event. Launches that use the same views wait for
    /// each other without it.
    ///
    /// # Errors
    /// What the device reports.
    pub fn wait(&self, event: &Event) -> Result<()> {
        match (self.on(), &event.mark) {
            (On::Device(instance), Mark::Device(device, mark)) => match instance.device().streams()
            {
                Some(streams) if instance.has_member(device) => streams.wait(&**mark),
                _ => mark.wait(),
            },
            _ => event.wait(),
        }
    }
}

fn mark(instance: &Instance) -> Result<Mark> {
    let device = instance.device();
    Ok(match device.streams() {
        Some(streams) => Mark::Device(device.clone(), streams.record()?),
        None => {
            device.fence()?;
            Mark::Done(Instant::now())
        }
    })
}

impl Event {
    /// Returns when everything before it is done. Accesses out of bounds surface at [`Space::fence`], not here.
    ///
    /// # Errors
    /// A device that failed.
    pub fn wait(&self) -> Result<()> {
        match &self.mark {
            Mark::Done(_) => Ok(()),
            Mark::Device(_, mark) => mark.wait(),
        }
    }

    /// Whether everything before it is done.
    ///
    /// # Errors
    /// As for [`wait`](Self::wait).
    pub fn is_done(&self) -> Result<bool> {
        match &self.mark {
            Mark::Done(_) => Ok(true),
            Mark::Device(_, mark) => mark.is_done(),
        }
    }

    /// Time from an earlier event of the same device, by the device's clock; waits for this one.
    ///
    /// # Errors
    /// An event of another device, or as for [`wait`](Self::wait).
    pub fn since(&self, earlier: &Event) -> Result<Duration> {
        self.wait()?;
        earlier.wait()?;
        match (&self.mark, &earlier.mark) {
            (Mark::Done(end), Mark::Done(start)) => Ok(end.saturating_duration_since(*start)),
            (Mark::Device(_, end), Mark::Device(_, start)) => end.since(&**start),
            _ => Err(Error::Invalid(
                "the time between events of different devices is not known; use events of one space"
                    .to_string(),
            )),
        }
    }
}
