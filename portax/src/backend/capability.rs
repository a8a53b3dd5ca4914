//! What a device may offer beyond the required functions of [`Device`]: launches laid out in advance, graphs, queues
//! beside its own, events, page-locked host memory, copies between devices.
//!
//! A device without a capability runs everything all the same: portax launches one by one, fences, and copies through
//! pageable memory.

use super::{Buffer, Device};
use crate::error::Result;
use std::{any::Any, ptr::NonNull, sync::Arc, time::Duration};

/// Work whose arguments the device has laid out: repeating it costs the driver's call alone.
pub trait Command: Any + Send + Sync {
    /// Enqueues it on the queue of the device that made it.
    ///
    /// # Errors
    /// What the device reports.
    ///
    /// # Safety
    /// The buffers that it was made for are alive.
    unsafe fn enqueue(&self) -> Result<()>;
}

/// A step of a graph.
#[derive(Clone, Copy)]
pub enum Step<'a> {
    /// A launch
    Launch(&'a dyn Command),
    /// `bytes` bytes from one buffer to another
    Copy {
        /// Source
        from: Buffer,
        /// Target, another buffer
        to: Buffer,
        /// How many
        bytes: usize,
    },
    /// Zeros for a whole buffer
    Zero(Buffer),
}

/// Graphs: series of steps that the device repeats by one call.
pub trait Graphs {
    /// One command for the steps, in order.
    ///
    /// # Errors
    /// A command of another device; what the device reports.
    fn capture(&self, steps: &[Step<'_>]) -> Result<Box<dyn Command>>;
}

/// Queues beside the device's own.
pub trait Streams {
    /// The same device with a queue of its own. Buffers, modules and events serve both.
    ///
    /// # Errors
    /// What the device reports.
    fn fork(&self) -> Result<Arc<dyn Device>>;
    /// Marks the present end of the queue.
    ///
    /// # Errors
    /// What the device reports.
    fn record(&self) -> Result<Arc<dyn Event>>;
    /// What is enqueued from now on starts after an event of this device or its forks.
    ///
    /// # Errors
    /// An event of another device; what the device reports.
    fn wait(&self, event: &dyn Event) -> Result<()>;
}

/// A mark in a queue.
pub trait Event: Any + Send + Sync {
    /// Returns when the queue has reached it.
    ///
    /// # Errors
    /// What the device reports.
    fn wait(&self) -> Result<()>;
    /// Whether the queue has reached it.
    ///
    /// # Errors
    /// What the device reports.
    fn is_done(&self) -> Result<bool>;
    /// Time from an earlier event of the same device, both done.
    ///
    /// # Errors
    /// An event of another device; what the device reports.
    fn since(&self, earlier: &dyn Event) -> Result<Duration>;
}

/// Page-locked host memory, which the device copies to and from while the host goes on.
///
/// # Safety
/// Views and reports of faults lie where `alloc_pinned` says: its memory has the size and the alignment that it names, belongs to
/// nobody else, and stays until it is freed. The buffer that `shared` gives is that memory and no other.
pub unsafe trait Pinned {
    /// Host memory of this size, contents undefined, aligned to [`ALIGNMENT`](crate::view::ALIGNMENT).
    ///
    /// # Errors
    /// [`Error::OutOfMemory`](crate::Error::OutOfMemory).
    fn alloc_pinned(&self, bytes: usize) -> Result<NonNull<u8>>;
    /// Frees what `alloc_pinned` gave.
    ///
    /// # Safety
    /// The memory came from this device and no copy uses it any more.
    unsafe fn free_pinned(&self, memory: NonNull<u8>);
    /// Enqueues a copy to the start of a buffer.
    ///
    /// # Errors
    /// What the device reports.
    ///
    /// # Safety
    /// The buffer is alive, `bytes` is inside both, and nobody writes the memory before the copy is done.
    unsafe fn copy_in_async(&self, to: Buffer, from: NonNull<u8>, bytes: usize) -> Result<()>;
    /// Enqueues a copy from the start of a buffer.
    ///
    /// # Errors
    /// What the device reports.
    ///
    /// # Safety
    /// As for `copy_in_async`; nobody reads the memory either.
    unsafe fn copy_out_async(&self, from: Buffer, to: NonNull<u8>, bytes: usize) -> Result<()>;
    /// The same memory as kernels of the device reach it, if they can: what they have written there is seen by the host
    /// once they are done.
    fn shared(&self, _memory: NonNull<u8>, _bytes: usize) -> Option<Buffer> {
        None
    }
}

/// Copies from the memory of other devices, without portax taking it to the host.
pub trait Peers {
    /// True if this device can copy from that one.
    fn reaches(&self, peer: &dyn Device) -> bool;
    /// Copies to this device and returns when the bytes are there.
    ///
    /// # Errors
    /// A device that this one does not reach; what either device reports.
    ///
    /// # Safety
    /// Both buffers are alive, `from` of `peer`, which has done what writes it; both ranges are inside.
    unsafe fn copy_from(&self, peer: &dyn Device, from: Part, to: Part, bytes: usize)
    -> Result<()>;
}

/// A buffer, and the bytes before a part of it.
pub type Part = (Buffer, usize);
