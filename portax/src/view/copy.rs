//! Copies between views: of other spaces, of other layouts.

use super::{Allocation, View, ViewElement, host::Raw};
use crate::{
    error::{Error, Result},
    layout::Layout,
    space::memory::copy_bytes,
    tools,
};
use std::{any::TypeId, sync::Arc};

/// Copies `from` to `to`: same extents, any spaces, any layouts. Returns when the elements are there.
///
/// Both may be [`View`] or [`HostView`](super::HostView).
///
/// # Errors
/// Other extents; memory in use by a guard or a launch; what a device reports.
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
    let memory = || [to.allocation().told(), from.allocation().told()];
    tools::copy(memory, || copy_views(to, from))
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
