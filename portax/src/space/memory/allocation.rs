//! The memory behind views.

use super::{host, pending::Pending};
use crate::{
    backend::{Buffer, Device, Host, ToolDevice},
    error::{Error, Result},
    space::{BLOCK, Block, Instance, On, Order, Space},
    tools,
};
use std::{
    ptr::NonNull,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError, Weak,
        atomic::{AtomicIsize, AtomicU64, Ordering},
    },
};

/// Alignment of host memory: a cache line and the widest pack.
pub const ALIGNMENT: usize = 64;

/// Where the memory is.
enum Place {
    Host {
        memory: NonNull<u8>,
        owner: Owner,
    },
    Device {
        /// Whose queue allocated it
        instance: Arc<Instance>,
        buffer: Buffer,
        /// Somebody else frees it
        is_foreign: bool,
    },
    /// Lent by the instance, for results or as zeros
    Lent {
        instance: Arc<Instance>,
        block: Block,
    },
}

/// Whose host memory is it?
enum Owner {
    /// This allocation's
    Own,
    /// This allocation's, allocated by a host
    Of(Weak<dyn Host>),
    /// Somebody else's
    Foreign,
    /// This allocation's, page-locked by a device, with the copies that may still run
    Pinned(Arc<Instance>, Pending),
}

impl Owner {
    /// Owner of new memory beside one's.
    fn of_new(&self) -> Owner {
        match self {
            Owner::Of(host) => Owner::Of(host.clone()),
            _ => Owner::Own,
        }
    }
}

/// Reference-counted memory of one view and its subviews.
///
/// Host memory keeps account of who uses it: launches and guards of [`HostView`](crate::HostView) take it shared to read
/// and alone to write. Memory of a device remembers which of its instances come first.
pub struct Allocation {
    id: u64,
    label: String,
    bytes: usize,
    place: Place,
    /// -1: one writer, n > 0: n readers.
    users: AtomicIsize,
    order: Mutex<Order>,
}

// SAFETY: the pointer is only dereferenced by launches and guards that hold the borrow in `users`, or through raw
// access whose callers promise the same.
unsafe impl Send for Allocation {}
// SAFETY: as above.
unsafe impl Sync for Allocation {}

static NEXT_ID: AtomicU64 = AtomicU64::new(1);

impl Allocation {
    /// Zeroed memory in a space.
    ///
    /// # Errors
    /// Out of memory.
    pub(crate) fn new(space: &Space, label: &str, bytes: usize) -> Result<Arc<Self>> {
        match space.on() {
            On::Host(host) => Self::of_owner(label, bytes, Owner::Of(Arc::downgrade(host))),
            On::Device(instance) => Self::on_device(instance, label, bytes),
        }
    }

    /// Zeroed memory where this one is.
    ///
    /// # Errors
    /// Out of memory.
    pub(crate) fn beside(&self, label: &str, bytes: usize) -> Result<Arc<Self>> {
        match &self.place {
            Place::Host { owner, .. } => Self::of_owner(label, bytes, owner.of_new()),
            Place::Device { instance, .. } | Place::Lent { instance, .. } => {
                Self::on_device(instance, label, bytes)
            }
        }
    }

    /// Zeroed memory of a device.
    ///
    /// # Errors
    /// Out of memory.
    pub(crate) fn on_device(
        instance: &Arc<Instance>,
        label: &str,
        bytes: usize,
    ) -> Result<Arc<Self>> {
        let place = Place::Device {
            instance: instance.clone(),
            buffer: device_memory(instance, label, bytes)?,
            is_foreign: false,
        };
        let allocation = Self::with_place(label, bytes, place);
        // Drivers may find out at first use that there is no memory.
        let zeroed = allocation.zero();
        zeroed.map_err(|error| for_label(instance, label, bytes, error))?;
        instance.note(allocation.id, label, bytes);
        Ok(allocation)
    }

    /// Zeros for memory of a device.
    fn zero(&self) -> Result<()> {
        match &self.place {
            Place::Host { .. } | Place::Lent { .. } => Ok(()),
            Place::Device {
                instance, buffer, ..
            } => instance.enqueue(
                |device| self.order().next(device, true),
                // SAFETY: the buffer lives as long as this.
                || unsafe { instance.device().zero(*buffer) },
            ),
        }
    }

    /// Memory for results that kernels of an instance leave for the host, contents undefined: lent if it is small.
    ///
    /// # Errors
    /// Out of memory.
    pub(crate) fn for_results(
        instance: &Arc<Instance>,
        label: &str,
        bytes: usize,
    ) -> Result<Arc<Self>> {
        if bytes > BLOCK {
            return Self::on_device(instance, label, bytes);
        }
        let block = instance.results().take();
        let block = block.map_err(|error| for_label(instance, label, bytes, error))?;
        let instance = instance.clone();
        Ok(Self::with_place(
            label,
            bytes,
            Place::Lent { instance, block },
        ))
    }

    /// Memory of an instance for kernels that find it zero and leave it so.
    ///
    /// # Errors
    /// Out of memory.
    pub(crate) fn of_zeros(
        instance: &Arc<Instance>,
        label: &str,
        bytes: usize,
    ) -> Result<Arc<Self>> {
        let block = instance.results().take_zeros(bytes);
        let block = block.map_err(|error| for_label(instance, label, bytes, error))?;
        let instance = instance.clone();
        Ok(Self::with_place(
            label,
            bytes,
            Place::Lent { instance, block },
        ))
    }

    /// Lent memory that the host reaches, which it touches after a fence of the instance.
    pub(crate) fn lent(&self) -> Option<NonNull<u8>> {
        match &self.place {
            Place::Lent { block, .. } => block.memory,
            _ => None,
        }
    }

    /// Zeroed host memory.
    ///
    /// # Errors
    /// Out of memory.
    pub(crate) fn on_host(label: &str, bytes: usize) -> Result<Arc<Self>> {
        Self::of_owner(label, bytes, Owner::Own)
    }

    fn of_owner(label: &str, bytes: usize, owner: Owner) -> Result<Arc<Self>> {
        let memory = host_memory(label, bytes)?;
        Ok(Self::with_place(
            label,
            bytes,
            Place::Host { memory, owner },
        ))
    }

    /// Zeroed page-locked memory; ordinary memory where the device has none.
    pub(crate) fn pinned(instance: &Arc<Instance>, label: &str, bytes: usize) -> Result<Arc<Self>> {
        let Some(pinned) = instance.device().pinned() else {
            return Self::on_host(label, bytes);
        };
        let memory = pinned.alloc_pinned(bytes).map_err(|e| match e {
            Error::OutOfMemory { space, reason, .. } => {
                out_of_memory(&space, label, bytes, &reason)
            }
            other => other,
        })?;
        // SAFETY: fresh memory of this size.
        unsafe { memory.write_bytes(0, bytes) };
        let owner = Owner::Pinned(instance.clone(), Pending::default());
        Ok(Self::with_place(
            label,
            bytes,
            Place::Host { memory, owner },
        ))
    }

    /// Host memory of somebody else.
    ///
    /// # Safety
    /// `memory` is valid for reads and writes of `bytes` as long as the allocation lives, and nobody else writes it
    /// while launches or guards use it.
    pub(crate) unsafe fn from_raw(label: &str, memory: NonNull<u8>, bytes: usize) -> Arc<Self> {
        Self::with_place(
            label,
            bytes,
            Place::Host {
                memory,
                owner: Owner::Foreign,
            },
        )
    }

    /// Memory of a device that somebody else frees.
    ///
    /// # Safety
    /// As for [`from_raw`](Self::from_raw); the memory is alive until what uses it on the device is done, too.
    pub(crate) unsafe fn on_device_from_raw(
        instance: &Arc<Instance>,
        label: &str,
        buffer: Buffer,
    ) -> Arc<Self> {
        let place = Place::Device {
            instance: instance.clone(),
            buffer,
            is_foreign: true,
        };
        Self::with_place(label, buffer.bytes, place)
    }

    fn with_place(label: &str, bytes: usize, place: Place) -> Arc<Self> {
        let id = NEXT_ID.fetch_add(1, Ordering::Relaxed);
        let allocation = Arc::new(Allocation {
            id,
            label: label.to_string(),
            bytes,
            place,
            users: AtomicIsize::new(0),
            order: Mutex::default(),
        });
        if allocation.is_owned() {
            tools::allocated(|| allocation.told());
        }
        allocation
    }

    fn is_owned(&self) -> bool {
        !matches!(
            self.place,
            Place::Lent { .. }
                | Place::Host {
                    owner: Owner::Foreign,
                    ..
                }
                | Place::Device {
                    is_foreign: true,
                    ..
                }
        )
    }

    /// Number that no other allocation has.
    pub fn id(&self) -> u64 {
        self.id
    }

    /// Label of the view that allocated it.
    pub(crate) fn label(&self) -> &str {
        &self.label
    }

    /// Size.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Host address, if it is host memory.
    pub fn host(&self) -> Option<NonNull<u8>> {
        match self.place {
            Place::Host { memory, .. } => Some(memory),
            Place::Device { .. } | Place::Lent { .. } => None,
        }
    }

    /// The host whose space allocated it, as long as it lives.
    pub(super) fn host_of_space(&self) -> Option<Arc<dyn Host>> {
        match &self.place {
            Place::Host {
                owner: Owner::Of(host),
                ..
            } => host.upgrade(),
            _ => None,
        }
    }

    /// Device and buffer, if kernels of a device reach it.
    pub fn device(&self) -> Option<(&Arc<dyn Device>, Buffer)> {
        match &self.place {
            Place::Device {
                instance, buffer, ..
            } => Some((instance.device(), *buffer)),
            Place::Lent { instance, block } => Some((instance.device(), block.buffer)),
            Place::Host { .. } => None,
        }
    }

    /// The instance that allocated it, and the buffer, if it is device memory.
    pub(crate) fn instance(&self) -> Option<(&Arc<Instance>, Buffer)> {
        match &self.place {
            Place::Device {
                instance, buffer, ..
            } => Some((instance, *buffer)),
            Place::Lent { instance, block } => Some((instance, block.buffer)),
            Place::Host { .. } => None,
        }
    }

    /// Whom the next use on a device must wait for.
    pub(crate) fn order(&self) -> MutexGuard<'_, Order> {
        self.order.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The memory as tools see it.
    pub(crate) fn told(&self) -> tools::Memory {
        let (device, address) = match &self.place {
            Place::Device {
                instance, buffer, ..
            } => (instance.device().tool_device(), buffer.handle as usize),
            Place::Host { memory, .. } => (ToolDevice::HOST, memory.addr().get()),
            Place::Lent { instance, block } => (
                instance.device().tool_device(),
                block.buffer.handle as usize,
            ),
        };
        tools::Memory::new(device, &self.label, address, self.bytes)
    }

    /// Name of the memory space, for messages.
    pub(crate) fn space_name(&self) -> String {
        match &self.place {
            Place::Host { .. } => "host memory".to_string(),
            Place::Device { instance, .. } | Place::Lent { instance, .. } => {
                format!("memory of {}", instance.device().name())
            }
        }
    }

    /// Whether launches of the space can use it.
    pub(crate) fn is_accessible_from(&self, space: &Space) -> bool {
        match (&self.place, space.on()) {
            (Place::Host { .. }, On::Host(_)) => true,
            (Place::Device { instance, .. } | Place::Lent { instance, .. }, On::Device(other)) => {
                instance.shares_memory(other)
            }
            _ => false,
        }
    }

    /// Asynchronous copies of page-locked memory.
    pub(super) fn pending(&self) -> Option<&Pending> {
        match &self.place {
            Place::Host {
                owner: Owner::Pinned(_, pending),
                ..
            } => Some(pending),
            _ => None,
        }
    }

    /// Whether it is page-locked for the device of an instance, so that its copies and those of the instance are ordered.
    pub(super) fn is_pinned_for(&self, instance: &Instance) -> bool {
        match &self.place {
            Place::Host {
                owner: Owner::Pinned(owner, _),
                ..
            } => owner.shares_memory(instance),
            _ => false,
        }
    }

    /// Takes it for reading or writing, after asynchronous copies; the borrow ends when the result is dropped.
    ///
    /// # Errors
    /// It is in use in a way that excludes this one.
    pub(crate) fn borrow(self: &Arc<Self>, write: bool) -> Result<Borrow> {
        let borrow = self.borrow_unsettled(write)?;
        // In this order: no copy that conflicts with the borrow can be enqueued while we wait for those before it.
        if let Some(pending) = self.pending() {
            pending.settle()?;
        }
        Ok(borrow)
    }

    /// Takes it while asynchronous copies may run.
    pub(super) fn borrow_unsettled(self: &Arc<Self>, write: bool) -> Result<Borrow> {
        let free = if write {
            self.users
                .compare_exchange(0, -1, Ordering::Acquire, Ordering::Relaxed)
                .is_ok()
        } else {
            self.users
                .fetch_update(Ordering::Acquire, Ordering::Relaxed, |n| {
                    (n >= 0).then_some(n + 1)
                })
                .is_ok()
        };
        match free {
            true => Ok(Borrow {
                allocation: self.clone(),
                write,
            }),
            false => Err(Error::Borrowed {
                view: self.label.clone(),
                write,
            }),
        }
    }
}

fn host_memory(label: &str, bytes: usize) -> Result<NonNull<u8>> {
    let refused = || out_of_memory("the host", label, bytes, "the system refuses");
    host::allocate(bytes).ok_or_else(refused)
}

fn device_memory(instance: &Instance, label: &str, bytes: usize) -> Result<Buffer> {
    let memory = instance.device().alloc(bytes);
    memory.map_err(|error| for_label(instance, label, bytes, error))
}

/// Out of memory with the view's label and with what holds the rest.
fn for_label(instance: &Instance, label: &str, bytes: usize, error: Error) -> Error {
    match error {
        Error::OutOfMemory { reason, .. } => {
            let reason = format!("{reason}; {}", instance.holders());
            out_of_memory(instance.device().name(), label, bytes, &reason)
        }
        other => other,
    }
}

fn out_of_memory(space: &str, label: &str, bytes: usize, reason: &str) -> Error {
    Error::OutOfMemory {
        label: label.to_string(),
        bytes,
        space: space.to_string(),
        reason: reason.to_string(),
    }
}

impl Drop for Allocation {
    fn drop(&mut self) {
        if self.is_owned() {
            tools::deallocated(|| self.told());
        }
        match &self.place {
            Place::Host {
                memory,
                owner: Owner::Own | Owner::Of(_),
                // SAFETY: allocated by `host` with this size, and nobody holds the allocation any more.
            } => unsafe { host::free(*memory, self.bytes) },
            Place::Host {
                memory,
                owner: Owner::Pinned(instance, pending),
            } => {
                // Faults are for whoever reads; a device that failed copies no more.
                let _ = pending.wait();
                if let Some(pinned) = instance.device().pinned() {
                    // SAFETY: allocated by this device, and its copies are done.
                    unsafe { pinned.free_pinned(*memory) };
                }
            }
            Place::Host {
                owner: Owner::Foreign,
                ..
            } => {}
            Place::Lent { instance, block } => instance.results().give(*block),
            Place::Device {
                is_foreign: true, ..
            } => {}
            Place::Device {
                instance, buffer, ..
            } => {
                instance.forget(self.id);
                // A device that cannot order the free has failed and takes its memory along.
                let _ = instance.enqueue(
                    |device| self.order().next(device, true),
                    || {
                        // SAFETY: allocated by this device, and nobody holds the allocation any more; launches of this
                        // instance in flight are the backend's to wait for, those of others have been ordered before.
                        unsafe { instance.device().free(*buffer) };
                        Ok(())
                    },
                );
            }
        }
    }
}

/// Use of an allocation by a launch or guard.
pub(crate) struct Borrow {
    allocation: Arc<Allocation>,
    write: bool,
}

impl Drop for Borrow {
    fn drop(&mut self) {
        if self.write {
            self.allocation.users.store(0, Ordering::Release);
        } else {
            self.allocation.users.fetch_sub(1, Ordering::Release);
        }
    }
}
