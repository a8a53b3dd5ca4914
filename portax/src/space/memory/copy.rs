//! Copies between allocations.

use super::Allocation;
use crate::{error::Result, space::Instance, tools};
use std::{ptr::NonNull, sync::Arc};

/// Copies a whole allocation.
pub(crate) fn copy_bytes(to: &Arc<Allocation>, from: &Arc<Allocation>) -> Result<()> {
    let bytes = to.bytes().min(from.bytes());
    let _reading = from.borrow(false)?;
    let _writing = to.borrow(true)?;
    // SAFETY: in every arm both allocations are alive, hold `bytes`, differ, and are borrowed for this copy.
    unsafe {
        match (to.host(), from.host()) {
            (Some(target), Some(source)) => {
                copy_by_threads(to, target, source, bytes);
                Ok(())
            }
            (None, Some(from)) => copy_in(to, 0, std::slice::from_raw_parts(from.as_ptr(), bytes)),
            (Some(to), None) => copy_out(from, std::slice::from_raw_parts_mut(to.as_ptr(), bytes)),
            (None, None) => copy_on_devices(to, from, bytes),
        }
    }
}

/// An allocation, and its bytes before a stretch.
type Stretch<'a> = (&'a Arc<Allocation>, usize);

/// Copies bytes of one allocation to another.
///
/// # Errors
/// What a device reports.
///
/// # Safety
/// The allocations differ, each stretch has `bytes` bytes, and both are borrowed.
pub(crate) unsafe fn copy_stretch(
    (to, to_at): Stretch,
    (from, from_at): Stretch,
    bytes: usize,
) -> Result<()> {
    // SAFETY: the caller's promise.
    unsafe {
        match (to.host(), from.host()) {
            (Some(target), Some(source)) => {
                let (target, source) = (target.add(to_at), source.add(from_at));
                copy_by_threads(to, target, source, bytes);
                Ok(())
            }
            (None, Some(source)) => {
                let data = std::slice::from_raw_parts(source.add(from_at).as_ptr(), bytes);
                copy_in(to, to_at, data)
            }
            (Some(target), None) => {
                let data = std::slice::from_raw_parts_mut(target.add(to_at).as_ptr(), bytes);
                copy_out_from(from, from_at, data)
            }
            (None, None) => copy_to_other_device((to, to_at), (from, from_at), bytes),
        }
    }
}

/// Bytes that are worth a thread's while: 10 us at 25 GB/s.
const PART: usize = 256 << 10;

/// Copies inside host memory, on the threads of the host whose space allocated what is written: as many parts, in the same
/// order, as a long launch has tasks.
///
/// # Safety
/// Both have `bytes` bytes, which do not overlap, and nobody else uses them.
pub(crate) unsafe fn copy_by_threads(
    to: &Allocation,
    target: NonNull<u8>,
    source: NonNull<u8>,
    bytes: usize,
) {
    let host = to.host_of_space().filter(|host| host.concurrency() > 1);
    let Some(host) = host.filter(|_| bytes >= 2 * PART) else {
        // SAFETY: the caller's promise.
        return unsafe { target.copy_from_nonoverlapping(source, bytes) };
    };
    let tasks = (8 * host.concurrency()).min(bytes / PART);
    let part = bytes.div_ceil(tasks).next_multiple_of(4096);
    let ends = Ends(target, source);
    host.run(bytes.div_ceil(part), 0, &|t, _| {
        let (at, Ends(target, source)) = (t * part, &ends);
        // SAFETY: the caller's promise; parts of different tasks do not overlap.
        unsafe {
            let (target, source) = (target.add(at), source.add(at));
            target.copy_from_nonoverlapping(source, part.min(bytes - at));
        }
    });
}

/// Where a copy goes, and where it comes from.
struct Ends(NonNull<u8>, NonNull<u8>);
// SAFETY: whoever uses the pointers says why no other thread does.
unsafe impl Sync for Ends {}

/// Copies to a device's memory from a byte on.
fn copy_in(to: &Allocation, at: usize, data: &[u8]) -> Result<()> {
    let Some((instance, buffer)) = to.instance() else {
        return Ok(());
    };
    instance.enqueue(
        |device| to.order().next(device, true),
        // SAFETY: the buffer is alive; nobody passes more than it holds.
        || unsafe { instance.device().copy_in(buffer, at, data) },
    )
}

/// Copies from the start of a device's memory. Faults of launches before it are errors here.
pub(crate) fn copy_out(from: &Allocation, data: &mut [u8]) -> Result<()> {
    copy_out_from(from, 0, data)
}

/// The same from a byte on.
fn copy_out_from(from: &Allocation, at: usize, data: &mut [u8]) -> Result<()> {
    if data.is_empty() {
        // Backends copy nothing without a wait.
        return wait_for(from);
    }
    let Some((instance, buffer)) = from.instance() else {
        return Ok(());
    };
    instance.enqueue(
        |device| from.order().next(device, false),
        // SAFETY: the buffer is alive; nobody passes more than it holds.
        || unsafe { instance.device().copy_out(buffer, at, data) },
    )?;
    check_faults(from)
}

/// Waits for what was enqueued for a device's memory; faults of launches before are errors here.
pub(crate) fn wait_for(of: &Allocation) -> Result<()> {
    let Some((instance, _)) = of.instance() else {
        return Ok(());
    };
    instance.enqueue(
        |device| of.order().next(device, false),
        || instance.device().fence(),
    )?;
    check_faults(of)
}

/// Faults of launches that wrote a device's memory, after what was enqueued for it is done.
pub(crate) fn check_faults(of: &Allocation) -> Result<()> {
    let Some((instance, _)) = of.instance() else {
        return Ok(());
    };
    let last = of.order().writer();
    instance
        .writers(last)
        .iter()
        .try_for_each(|w| w.faults().check())
}

fn copy_on_devices(to: &Arc<Allocation>, from: &Arc<Allocation>, bytes: usize) -> Result<()> {
    match (to.instance(), from.instance()) {
        (Some((instance, target)), Some((other, source))) if instance.shares_memory(other) => {
            instance.enqueue(
                |device| {
                    from.order().next(device, false)?;
                    to.order().next(device, true)
                },
                // SAFETY: both buffers are alive, differ and hold `bytes`.
                || unsafe { instance.device().copy_within(source, target, bytes) },
            )
        }
        // SAFETY: the caller of this has borrowed both, and each holds `bytes`.
        _ => unsafe { copy_to_other_device((to, 0), (from, 0), bytes) },
    }
}

/// Copies from one device to another: by their driver, or by way of the host where they have different ones.
///
/// # Safety
/// As for [`copy_stretch`].
unsafe fn copy_to_other_device(
    (to, to_at): Stretch,
    (from, from_at): Stretch,
    bytes: usize,
) -> Result<()> {
    let (Some((instance, target)), Some((other, source))) = (to.instance(), from.instance()) else {
        return Ok(());
    };
    let device = instance.device();
    let Some(peers) = device.peers().filter(|p| p.reaches(&**other.device())) else {
        let mut staging = vec![0; bytes];
        copy_out_from(from, from_at, &mut staging)?;
        return copy_in(to, to_at, &staging);
    };
    wait_for(from)?;
    let (target, source) = ((target, to_at), (source, from_at));
    instance.enqueue(
        |device| to.order().next(device, true),
        // SAFETY: the caller's promise; what writes the source is done.
        || unsafe { peers.copy_from(&**other.device(), source, target, bytes) },
    )
}

/// Whether copies of the instance's device can go on while the host does.
pub(crate) fn can_copy(instance: &Instance) -> bool {
    let device = instance.device();
    device.pinned().is_some() && device.streams().is_some()
}

/// Enqueues a copy; nothing where the host must wait.
pub(crate) fn copy_async(
    instance: &Arc<Instance>,
    to: &Arc<Allocation>,
    from: &Arc<Allocation>,
) -> Option<Result<()>> {
    let own = |a: &Allocation| {
        a.instance()
            .is_some_and(|(other, _)| other.shares_memory(instance))
    };
    let fits = |a: &Allocation| own(a) || a.is_pinned_for(instance);
    if to.id() == from.id() || !(own(to) || own(from)) || !fits(to) || !fits(from) {
        return None;
    }
    Some(tools::copy(
        || [to.told(), from.told()],
        || enqueue(instance, to, from),
    ))
}

fn enqueue(instance: &Arc<Instance>, to: &Arc<Allocation>, from: &Arc<Allocation>) -> Result<()> {
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
