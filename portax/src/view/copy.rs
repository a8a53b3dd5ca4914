//! Copies between views: of other spaces, of other layouts.

use super::{Allocation, View, ViewElement, host::Raw};
use crate::{
    error::{Error, Result},
    layout::Layout,
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
        match (to.host(), from.host(), to.device(), from.device()) {
            (Some(to), Some(from), ..) => {
                std::ptr::copy_nonoverlapping(from.as_ptr(), to.as_ptr(), bytes);
                Ok(())
            }
            (None, Some(from), Some((device, buffer)), _) => {
                device.copy_in(buffer, 0, std::slice::from_raw_parts(from.as_ptr(), bytes))
            }
            (Some(to), None, _, Some((device, buffer))) => device.copy_out(
                buffer,
                0,
                std::slice::from_raw_parts_mut(to.as_ptr(), bytes),
            ),
            (_, _, Some((to_device, to)), Some((from_device, from)))
                if Arc::ptr_eq(to_device, from_device) =>
            {
                to_device.copy_within(from, to, bytes)
            }
            (_, _, Some((to_device, to)), Some((from_device, from))) => {
                let mut staging = vec![0; bytes];
                from_device.copy_out(from, 0, &mut staging)?;
                to_device.copy_in(to, 0, &staging)
            }
            _ => Ok(()),
        }
    }
}
