//! Copies that the host does not wait for, and the page-locked memory for them.

use super::{Allocation, HostView, View, ViewElement, deep_copy};
use crate::{
    backend,
    error::Result,
    layout::Layout,
    space::{Instance, On, Space},
    tools,
};
use std::{
    any::TypeId,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// The last copy of an instance, or of what it wrote.
type LastCopy = (Arc<Instance>, Arc<dyn backend::Event>);

/// Copies of page-locked memory that may still run: the last one of each instance.
#[derive(Default)]
pub(super) struct Pending(Mutex<Vec<LastCopy>>);

impl Pending {
    fn list(&self) -> MutexGuard<'_, Vec<LastCopy>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, instance: &Arc<Instance>, event: Arc<dyn backend::Event>) {
        let mut list = self.list();
        list.retain(|(i, _)| !Arc::ptr_eq(i, instance));
        list.push((instance.clone(), event));
    }

    /// Waits for all.
    pub fn wait(&self) -> Result<Vec<LastCopy>> {
        let pending = std::mem::take(&mut *self.list());
        pending.iter().try_for_each(|(_, event)| event.wait())?;
        Ok(pending)
    }

    /// Waits for all; faults of launches before them are errors here.
    pub fn settle(&self) -> Result<()> {
        let done = self.wait()?;
        done.iter().try_for_each(|(i, _)| i.faults().check())
    }
}

impl<T: ViewElement, const R: usize, L: Layout> View<T, R, L> {
    /// As [`create_mirror`](View::create_mirror), in page-locked memory: [`Space::deep_copy_async`] between the two returns
    /// at once. Ordinary memory where the view's space has none.
    ///
    /// # Errors
    /// Too little memory.
    pub fn create_pinned_mirror(&self) -> Result<HostView<T, R, L>> {
        let allocation = match self.allocation().instance() {
            Some((instance, _)) if can_copy(instance) => {
                Allocation::pinned(instance, self.label(), self.bytes())?
            }
            _ => Allocation::on_host(self.label(), self.bytes())?,
        };
        Ok(HostView::of(self.with_allocation(allocation)))
    }
}

fn can_copy(instance: &Instance) -> bool {
    let device = instance.device();
    device.pinned().is_some() && device.streams().is_some()
}

impl Space {
    /// [`deep_copy`] on this instance. It returns at once where both views are in the device's memory, or one is and the
    /// other is a pinned mirror of the same layout: guards of the mirror then wait for the copy. Any other copy is done
    /// when this returns.
    ///
    /// # Errors
    /// As for [`deep_copy`].
    pub fn deep_copy_async<T: ViewElement, const R: usize, A: Layout, B: Layout>(
        &self,
        to: &View<T, R, A>,
        from: &View<T, R, B>,
    ) -> Result<()> {
        let alike = TypeId::of::<A>() == TypeId::of::<B>() && to.mapping() == from.mapping();
        match self.on() {
            On::Device(instance) if alike && can_copy(instance) => {
                match enqueue(instance, to.allocation(), from.allocation()) {
                    Some(done) => done,
                    None => deep_copy(to, from),
                }
            }
            _ => deep_copy(to, from),
        }
    }
}

/// Enqueues the copy; nothing where the host must wait.
fn enqueue(
    instance: &Arc<Instance>,
    to: &Arc<Allocation>,
    from: &Arc<Allocation>,
) -> Option<Result<()>> {
    let own = |a: &Allocation| {
        a.instance()
            .is_some_and(|(other, _)| other.shares_memory(instance))
    };
    let fits = |a: &Allocation| own(a) || a.is_pinned();
    if to.id() == from.id() || !(own(to) || own(from)) || !fits(to) || !fits(from) {
        return None;
    }
    Some(tools::copy(to, from, || copy(instance, to, from)))
}

fn copy(instance: &Arc<Instance>, to: &Arc<Allocation>, from: &Arc<Allocation>) -> Result<()> {
    let _reading = from.borrow_unsettled(false)?;
    let _writing = to.borrow_unsettled(true)?;
    let device = instance.device();
    let (Some(pinned), Some(streams)) = (device.pinned(), device.streams()) else {
        return Ok(());
    };
    let bytes = to.bytes().min(from.bytes());
    instance.enqueue(
        |device| {
            from.order().next(device, false)?;
            to.order().next(device, true)
        },
        // SAFETY: both are alive and hold `bytes`; device memory is freed after the copy, and guards, launches and the
        // drop of page-locked memory wait for the event recorded below.
        || unsafe {
            match (to.device(), from.device(), to.host(), from.host()) {
                (Some((_, to)), Some((_, from)), ..) => device.copy_within(from, to, bytes),
                (Some((_, to)), _, _, Some(from)) => pinned.copy_in_async(to, from, bytes),
                (_, Some((_, from)), Some(to), _) => pinned.copy_out_async(from, to, bytes),
                _ => Ok(()),
            }
        },
    )?;
    for host in [to, from] {
        if let Some(pending) = host.pending() {
            match streams.record() {
                Ok(event) => {
                    let last = from.order().writer();
                    let writers = instance.writers(last);
                    writers.iter().for_each(|w| pending.add(w, event.clone()));
                }
                // Without a mark the copy must be done before anybody touches the memory.
                Err(error) => return device.fence().and(Err(error)),
            }
        }
    }
    Ok(())
}
