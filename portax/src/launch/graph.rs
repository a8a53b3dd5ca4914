//! Graphs: series of prepared launches, repeated by one call.

use crate::{
    backend::{Command, Step},
    error::{Error, Result},
    launch::{device::DeviceLaunch, prepared::Prepared},
    space::{Guarded, Instance, On, Space},
    tools,
};
use std::sync::Arc;

/// Prepared launches that run in order at each [`launch`](Graph::launch).
///
/// A device with graphs enqueues them by one call of its driver; elsewhere they are launched one by one. The graph keeps
/// their views alive and takes them as the launches would.
///
/// ```
/// # use portax::{Graph, Prepared, Space};
/// # fn f(space: &Space, first: Prepared, second: Prepared) -> portax::Result<()> {
/// let graph = Graph::new(space, [&first, &second])?;
/// for _ in 0..1000 {
///     graph.launch()?;
/// }
/// # Ok(()) }
/// ```
pub struct Graph {
    launches: Vec<Prepared>,
    captured: Option<Captured>,
}

/// The launches as one command.
struct Captured {
    instance: Arc<Instance>,
    command: Box<dyn Command>,
    guarded: Vec<Arc<Guarded>>,
}

impl Graph {
    /// The graph of launches that were prepared on this space.
    ///
    /// # Errors
    /// A launch that was prepared on another space or instance, by its label; what the device refuses.
    pub fn new<'a>(
        space: &Space,
        launches: impl IntoIterator<Item = &'a Prepared>,
    ) -> Result<Graph> {
        let launches: Vec<Prepared> = launches.into_iter().cloned().collect();
        for launch in &launches {
            check_space(space, launch)?;
        }
        let captured = match space.on() {
            On::Host(_) => None,
            // Tools hear of every launch.
            On::Device(_) if tools::is_active() => None,
            On::Device(instance) => capture(instance, &launches)?,
        };
        Ok(Graph { launches, captured })
    }

    /// Launches.
    ///
    /// # Errors
    /// As for [`Prepared::launch`].
    pub fn launch(&self) -> Result<()> {
        match &self.captured {
            None => self.launches.iter().try_for_each(Prepared::launch),
            Some(captured) => captured.launch(&self.launches),
        }
    }
}

fn check_space(space: &Space, launch: &Prepared) -> Result<()> {
    let fits = match (space.on(), launch.device_launch()) {
        (On::Host(_), None) => true,
        (On::Device(instance), Some(launch)) => Arc::ptr_eq(instance, &launch.instance),
        _ => false,
    };
    if fits {
        return Ok(());
    }
    Err(Error::Invalid(format!(
        "launch `{}` cannot be part of a graph of {}: it was prepared on another space or instance; prepare it on this one",
        launch.label(),
        space.name()
    )))
}

/// One command for the launches, where the device has graphs and lays all of them out.
fn capture(instance: &Arc<Instance>, launches: &[Prepared]) -> Result<Option<Captured>> {
    let Some(graphs) = instance.device().graphs() else {
        return Ok(None);
    };
    let launches: Vec<_> = on_device(launches).filter(|l| !l.is_nothing()).collect();
    let steps: Option<Vec<Step<'_>>> = launches.iter().map(|l| l.step()).collect();
    let Some(steps) = steps else {
        return Ok(None);
    };
    let guarded = launches.iter().flat_map(|l| l.guarded()).cloned();
    Ok(Some(Captured {
        command: graphs.capture(&steps)?,
        guarded: guarded.collect(),
        instance: instance.clone(),
    }))
}

/// All launches of a device, in order.
fn on_device(launches: &[Prepared]) -> impl Iterator<Item = &DeviceLaunch> {
    let each = launches.iter().filter_map(Prepared::device_launch);
    each.flat_map(|on_device| on_device.launches.iter().map(|launch| &**launch))
}

impl Captured {
    fn launch(&self, launches: &[Prepared]) -> Result<()> {
        self.instance.enqueue(
            |device| on_device(launches).try_for_each(|launch| launch.order(device)),
            || {
                self.instance.faults().during(&self.guarded, || {
                    // SAFETY: the launches keep their views alive.
                    unsafe { self.command.enqueue() }
                })
            },
        )
    }
}
