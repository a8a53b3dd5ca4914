//! Copies between views: of other spaces, of other layouts.

use super::{Allocation, View, ViewElement, host::Raw};
use crate::{
    error::{Error, Result},
    layout::Layout,
    tools,
};
use std::{any::TypeId, sync::Arc};

/// Copies `from` to `to`: same extents, any spaces, any layouts. Returns when the elements are there.
///
/// Both may be [`View`] or [`HostView`](super::HostView).
pub fn deep_copy<T: ViewElement, const R: usize, A: Layout, B: Layout>(
    to: &View<T, R, A>,
    from: &View<T, R, B>,
) -> Result<()> {
    if to.extents() != from.extents() {
        return Err(Error::Extents {
            what: format!("deep_copy of `{}` to `{}`", from.label(), to.label()),
            found: from.extents().to_vec(),
            expected: to.extents().to_vec(),
        });
    }
    if to.allocation().id() == from.allocation().id() {
        return Ok(());
    }
    tools::copy(to.allocation(), from.allocation(), || copy_views(to, from))
}

fn copy_views<T: ViewElement, const R: usize, A: Layout, B: Layout>(
    to: &View<T, R, A>,
    from: &View<T, R, B>,
) -> Result<()> {
    if TypeId::of::<A>() == TypeId::of::<B>() && to.mapping() == from.mapping() {
        return copy_bytes(to.allocation(), from.allocation());
    }
    let (source, target) = (from.create_mirror_view()?, to.create_mirror_view()?);
    fetch(source.allocation(), from.allocation())?;
    copy_elements(&target, &source)?;
    fetch(to.allocation(), target.allocation())
}

/// `copy_bytes`, unless both are the same memory.
fn fetch(to: &Arc<Allocation>, from: &Arc<Allocation>) -> Result<()> {
    if to.id() == from.id() {
        Ok(())
    } else {
        copy_bytes(to, from)
    }
}

fn copy_elements<T: ViewElement, const R: usize, A: Layout, B: Layout>(
    to: &View<T, R, A>,
    from: &View<T, R, B>,
) -> Result<()> {
    let _reading = from.allocation().borrow(false)?;
    let _writing = to.allocation().borrow(true)?;
    let (source, mut target) = (Raw::of(from), Raw::of(to));
    to.mapping()
        .for_each_index(|i| target.set(i, source.get(i)));
    Ok(())
}

/// Copies a whole allocation.
fn copy_bytes(to: &Arc<Allocation>, from: &Arc<Allocation>) -> Result<()> {
    let bytes = to.bytes().min(from.bytes());
    let _reading = from.borrow(false)?;
    let _writing = to.borrow(true)?;
    // SAFETY: in every arm both allocations are alive, hold `bytes`, differ, and are borrowed for this copy.
    unsafe {
        match (to.host(), from.host()) {
            (Some(to), Some(from)) => {
                std::ptr::copy_nonoverlapping(from.as_ptr(), to.as_ptr(), bytes);
                Ok(())
            }
            (None, Some(from)) => copy_in(to, std::slice::from_raw_parts(from.as_ptr(), bytes)),
            (Some(to), None) => copy_out(from, std::slice::from_raw_parts_mut(to.as_ptr(), bytes)),
            (None, None) => copy_on_devices(to, from, bytes),
        }
    }
}

/// Copies to the start of a device's memory.
pub(crate) fn copy_in(to: &Allocation, data: &[u8]) -> Result<()> {
    let Some((instance, buffer)) = to.instance() else {
        return Ok(());
    };
    instance.enqueue(
        |device| to.order().next(device, true),
        // SAFETY: the buffer is alive; nobody passes more than it holds.
        || unsafe { instance.device().copy_in(buffer, 0, data) },
    )
}

/// Copies from the start of a device's memory. Faults of launches before it are errors here.
pub(crate) fn copy_out(from: &Allocation, data: &mut [u8]) -> Result<()> {
    let Some((instance, buffer)) = from.instance() else {
        return Ok(());
    };
    instance.enqueue(
        |device| from.order().next(device, false),
        // SAFETY: the buffer is alive; nobody passes more than it holds.
        || unsafe { instance.device().copy_out(buffer, 0, data) },
    )?;
    let last = from.order().writer();
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
        _ => {
            let mut staging = vec![0; bytes];
            copy_out(from, &mut staging)?;
            copy_in(to, &staging)
        }
    }
}
