//! The memory behind views.

use super::host_memory;
use crate::{
    backend::{Buffer, Device},
    error::{Error, Result},
    space::{Engine, Space},
};
use std::{
    ptr::NonNull,
    sync::{
        Arc,
        atomic::{AtomicIsize, AtomicU64, Ordering},
    },
};

/// Alignment of host memory: a cache line and the widest pack.
pub const ALIGNMENT: usize = 64;

/// Where the memory is.
enum Place {
    Host {
        memory: NonNull<u8>,
        owned: bool,
    },
    Device {
        device: Arc<dyn Device>,
        buffer: Buffer,
    },
}

/// Reference-counted memory of one view and its subviews.
///
/// Host memory keeps account of who uses it: launches and guards of [`HostView`](super::HostView) take it shared to read
/// and alone to write. Devices order launches and copies themselves.
pub struct Allocation {
    id: u64,
    label: String,
    bytes: usize,
    place: Place,
    /// -1: one writer, n > 0: n readers.
    users: AtomicIsize,
}

// SAFETY: the pointer is only dereferenced by launches and guards that hold the borrow in `users`, or through raw
// access whose callers promise the same.
unsafe impl Send for Allocation {}
// SAFETY: as above.
unsafe impl Sync for Allocation {}

static NEXT_ID: AtomicU64 = AtomicU64::new(1);

impl Allocation {
    /// Zeroed memory in a space.
    pub fn new(space: &Space, label: &str, bytes: usize) -> Result<Arc<Self>> {
        let place = match space.engine() {
            Engine::Host(_) => return Self::on_host(label, bytes),
            Engine::Device(device) => Place::Device {
                device: device.clone(),
                buffer: device_memory(space, device, label, bytes)?,
            },
        };
        Ok(Self::with_place(label, bytes, place))
    }

    /// Zeroed host memory.
    pub fn on_host(label: &str, bytes: usize) -> Result<Arc<Self>> {
        let memory = host_memory(label, bytes)?;
        Ok(Self::with_place(
            label,
            bytes,
            Place::Host {
                memory,
                owned: true,
            },
        ))
    }

    /// Host memory of somebody else.
    ///
    /// # Safety
    /// `memory` is valid for reads and writes of `bytes` as long as the allocation lives, and nobody else writes it
    /// while launches or guards use it.
    pub unsafe fn from_raw(label: &str, memory: NonNull<u8>, bytes: usize) -> Arc<Self> {
        Self::with_place(
            label,
            bytes,
            Place::Host {
                memory,
                owned: false,
            },
        )
    }

    fn with_place(label: &str, bytes: usize, place: Place) -> Arc<Self> {
        let id = NEXT_ID.fetch_add(1, Ordering::Relaxed);
        Arc::new(Allocation {
            id,
            label: label.to_string(),
            bytes,
            place,
            users: AtomicIsize::new(0),
        })
    }

    /// Number that no other allocation has.
    pub fn id(&self) -> u64 {
        self.id
    }

    /// Label of the view that allocated it.
    pub fn label(&self) -> &str {
        &self.label
    }

    /// Size.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Host address, if it is host memory.
    pub fn host(&self) -> Option<NonNull<u8>> {
        match self.place {
            Place::Host { memory, .. } => Some(memory),
            Place::Device { .. } => None,
        }
    }

    /// Device and buffer, if it is device memory.
    pub fn device(&self) -> Option<(&Arc<dyn Device>, Buffer)> {
        match &self.place {
            Place::Device { device, buffer } => Some((device, *buffer)),
            Place::Host { .. } => None,
        }
    }

    /// Name of the memory space, for messages.
    pub fn space_name(&self) -> String {
        match &self.place {
            Place::Host { .. } => "host memory".to_string(),
            Place::Device { device, .. } => format!("memory of {}", device.name()),
        }
    }

    /// Can launches of the space use it?
    pub fn is_accessible_from(&self, space: &Space) -> bool {
        match (&self.place, space.engine()) {
            (Place::Host { .. }, Engine::Host(_)) => true,
            (Place::Device { device, .. }, Engine::Device(other)) => Arc::ptr_eq(device, other),
            _ => false,
        }
    }

    /// Takes it for reading or writing; the borrow ends when the result is dropped.
    pub fn borrow(self: &Arc<Self>, write: bool) -> Result<Borrow> {
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
    host_memory::allocate(bytes).ok_or_else(refused)
}

fn device_memory(
    space: &Space,
    device: &Arc<dyn Device>,
    label: &str,
    bytes: usize,
) -> Result<Buffer> {
    let buffer = device.alloc(bytes).map_err(|e| match e {
        Error::OutOfMemory { reason, .. } => out_of_memory(space.name(), label, bytes, &reason),
        other => other,
    })?;
    // SAFETY: the buffer was allocated just now.
    unsafe { device.zero(buffer)? };
    Ok(buffer)
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
        match &self.place {
            Place::Host {
                memory,
                owned: true,
                // SAFETY: allocated by `host_memory` with this size, and nobody holds the allocation any more.
            } => unsafe { host_memory::free(*memory, self.bytes) },
            Place::Host { .. } => {}
            // SAFETY: allocated by this device; launches in flight are the backend's to wait for.
            Place::Device { device, buffer } => unsafe { device.free(*buffer) },
        }
    }
}

/// Use of an allocation by a launch or guard.
pub struct Borrow {
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
