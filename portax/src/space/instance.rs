//! Instances: the queues of one device, and how they keep out of each other's way.
//!
//! Work of one instance is in order by itself. Where a device has several, each allocation remembers who wrote it last
//! and who has read it since ([`Order`]); an instance that comes next waits for an event which it records in the other
//! one's queue at that moment. So nothing is recorded in advance, and a device with one instance pays a shared lock of a
//! launch, some nanoseconds.

use super::{Programs, faults::Faults, results::Results};
use crate::{
    backend::Device,
    error::{Error, Result},
};
use std::sync::{
    Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard, Weak,
    atomic::{AtomicU64, Ordering},
};

/// A queue of a device with what portax keeps beside it.
pub(crate) struct Instance {
    id: u64,
    device: Arc<dyn Device>,
    family: Arc<Family>,
    faults: Faults,
    results: Results,
}

/// What the instances of a device share.
#[derive(Default)]
struct Family {
    /// Shared: the only instance enqueues. Exclusive: one of several does, or an instance comes or goes.
    members: RwLock<Vec<Weak<Instance>>>,
    live: Mutex<Vec<(u64, String, usize)>>,
    /// Those of its spaces, which compiled kernels belong to
    programs: Mutex<Weak<Programs>>,
}

static NEXT_ID: AtomicU64 = AtomicU64::new(1);

impl Instance {
    /// The first instance of a device.
    pub(crate) fn first(device: Arc<dyn Device>) -> Arc<Self> {
        let family = Arc::<Family>::default();
        let first = Self::member(device, &family);
        family.enter(&first);
        first
    }

    fn member(device: Arc<dyn Device>, family: &Arc<Family>) -> Arc<Self> {
        Arc::new(Instance {
            id: NEXT_ID.fetch_add(1, Ordering::Relaxed),
            faults: Faults::new(device.clone()),
            results: Results::new(device.clone()),
            device,
            family: family.clone(),
        })
    }

    /// Another instance; what was enqueued here comes before what is enqueued there.
    pub(crate) fn another(&self) -> Result<Arc<Self>> {
        let streams = self.device.streams().ok_or_else(|| {
            Error::Invalid(format!(
                "{} has one queue and no further instances; use the space itself",
                self.device.name()
            ))
        })?;
        let mut members = write(&self.family.members);
        let forked = streams.fork()?;
        if let Some(new) = forked.streams() {
            new.wait(&*streams.record()?)?;
        }
        let new = Self::member(forked, &self.family);
        members.push(Arc::downgrade(&new));
        Ok(new)
    }

    /// Number that no other instance has.
    pub(crate) fn id(&self) -> u64 {
        self.id
    }

    /// The device with this queue.
    pub(crate) fn device(&self) -> &Arc<dyn Device> {
        &self.device
    }

    /// What guarded accesses of its launches report.
    pub(crate) fn faults(&self) -> &Faults {
        &self.faults
    }

    /// Memory for what its kernels leave for the host.
    pub(crate) fn results(&self) -> &Results {
        &self.results
    }

    /// The programs of the device's spaces, for launches that copies make; new ones where no space is left.
    pub(crate) fn programs(&self) -> Arc<Programs> {
        let known = self.family.programs.lock();
        let mut known = known.unwrap_or_else(PoisonError::into_inner);
        known.upgrade().unwrap_or_else(|| {
            let new = Arc::default();
            *known = Arc::downgrade(&new);
            new
        })
    }

    /// Whether both use the same memory.
    pub(crate) fn shares_memory(&self, other: &Instance) -> bool {
        Arc::ptr_eq(&self.family, &other.family)
    }

    /// Whether it is the device of an instance that uses the same memory.
    pub(crate) fn has_member(&self, device: &Arc<dyn Device>) -> bool {
        let members = self.family.present();
        members.iter().any(|m| Arc::ptr_eq(&m.device, device))
    }

    /// Enqueues. Where the device has other instances, `order` first waits for what they do with the same memory, by
    /// [`Order::next`].
    #[inline]
    pub(crate) fn enqueue<V>(
        &self,
        order: impl FnOnce(&Arc<dyn Device>) -> Result<()>,
        enqueue: impl FnOnce() -> Result<V>,
    ) -> Result<V> {
        let members = read(&self.family.members);
        if members.len() <= 1 {
            return enqueue();
        }
        drop(members);
        let _exclusive = write(&self.family.members);
        order(&self.device)?;
        enqueue()
    }

    /// Waits for everything enqueued here; the first fault since the last check is the error.
    pub(crate) fn fence(&self) -> Result<()> {
        self.device.fence()?;
        self.faults.check()
    }

    /// The instances whose launches the contents of an allocation depend on: this one, and the last to write it. Nobody
    /// holds an [`Order`] meanwhile: who enqueues takes the lock of the instances first.
    pub(crate) fn writers(self: &Arc<Self>, last: Option<Arc<dyn Device>>) -> Vec<Arc<Instance>> {
        let Some(last) = last else {
            return vec![self.clone()];
        };
        let mut writers = self.family.present();
        writers.retain(|m| Arc::ptr_eq(m, self) || Arc::ptr_eq(&m.device, &last));
        writers
    }

    /// Notes an allocation, for the error of one that does not fit.
    pub(crate) fn note(&self, id: u64, label: &str, bytes: usize) {
        self.family.live().push((id, label.to_string(), bytes));
    }

    /// Forgets a freed allocation.
    pub(crate) fn forget(&self, id: u64) {
        let mut live = self.family.live();
        if let Some(k) = live.iter().rposition(|l| l.0 == id) {
            live.swap_remove(k);
        }
    }

    /// What holds the memory of the device, the largest first.
    pub(crate) fn holders(&self) -> String {
        const SHOWN: usize = 5;
        let mut live = self.family.live();
        live.sort_by_key(|l| std::cmp::Reverse(l.2));
        let total: usize = live.iter().map(|l| l.2).sum();
        let mut text = format!("{} views hold {total} bytes", live.len());
        for (k, (_, label, bytes)) in live.iter().take(SHOWN).enumerate() {
            let separator = if k == 0 { ": " } else { ", " };
            text.push_str(&format!("{separator}`{label}` {bytes}"));
        }
        if live.len() > SHOWN {
            text.push_str(", ...");
        }
        text
    }
}

impl Drop for Instance {
    /// The instances that stay rely on what was enqueued here being done.
    fn drop(&mut self) {
        // A failed device reports itself to whoever uses it next.
        let _ = self.device.fence();
        self.family.leave(self);
    }
}

impl Family {
    fn enter(&self, instance: &Arc<Instance>) {
        write(&self.members).push(Arc::downgrade(instance));
    }

    /// The instances now. The lock is free again when they are dropped, which one of them may wait for.
    fn present(&self) -> Vec<Arc<Instance>> {
        read(&self.members)
            .iter()
            .filter_map(Weak::upgrade)
            .collect()
    }

    fn leave(&self, instance: &Instance) {
        write(&self.members).retain(|m| !std::ptr::eq(m.as_ptr(), instance));
    }

    fn live(&self) -> MutexGuard<'_, Vec<(u64, String, usize)>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn read<T>(lock: &RwLock<T>) -> RwLockReadGuard<'_, T> {
    lock.read().unwrap_or_else(PoisonError::into_inner)
}

fn write<T>(lock: &RwLock<T>) -> RwLockWriteGuard<'_, T> {
    lock.write().unwrap_or_else(PoisonError::into_inner)
}

/// Which queues an allocation must be waited for in, kept while a device has several instances.
#[derive(Default)]
pub(crate) struct Order {
    /// Whose write is the last
    writer: Option<Arc<dyn Device>>,
    /// Who has read since, and thus waited for that write
    readers: Vec<Arc<dyn Device>>,
}

impl Order {
    /// Whose write is the last, as far as several instances needed to know.
    pub(crate) fn writer(&self) -> Option<Arc<dyn Device>> {
        self.writer.clone()
    }

    /// Makes `device` wait for whom it must, and remembers its use.
    pub(crate) fn next(&mut self, device: &Arc<dyn Device>, writes: bool) -> Result<()> {
        let has_read = self.readers.iter().any(|r| Arc::ptr_eq(r, device));
        if !has_read && let Some(writer) = &self.writer {
            wait_for(device, writer)?;
        }
        if writes {
            self.readers.iter().try_for_each(|r| wait_for(device, r))?;
            self.readers.clear();
            self.writer = Some(device.clone());
        } else if !has_read {
            self.readers.push(device.clone());
        }
        Ok(())
    }
}

/// What `device` enqueues from now on comes after what `other` has enqueued.
fn wait_for(device: &Arc<dyn Device>, other: &Arc<dyn Device>) -> Result<()> {
    if Arc::ptr_eq(device, other) {
        return Ok(());
    }
    match (device.streams(), other.streams()) {
        (Some(own), Some(theirs)) => own.wait(&*theirs.record()?),
        _ => other.fence(),
    }
}
