//! Copies that the host does not wait for.

use super::deep_copy;
use crate::{
    error::Result,
    layout::Layout,
    space::{
        On, Space,
        memory::{can_copy, copy_async},
    },
    view::{View, ViewElement},
};
use std::any::TypeId;

impl Space {
    /// [`deep_copy`] on this instance. It returns at once where both views are in the device's memory, or one is and the
    /// other is a pinned mirror of the same layout, and neither is a part of another view: guards of the mirror then wait for
    /// the copy. Any other copy is done when this returns.
    ///
    /// # Errors
    /// As for [`deep_copy`].
    pub fn deep_copy_async<T: ViewElement, const R: usize, A: Layout, B: Layout>(
        &self,
        to: &View<T, R, A>,
        from: &View<T, R, B>,
    ) -> Result<()> {
        let alike = TypeId::of::<A>() == TypeId::of::<B>()
            && to.mapping() == from.mapping()
            && to.is_whole()
            && from.is_whole();
        match self.on() {
            On::Device(instance) if alike && can_copy(instance) => {
                match copy_async(instance, to.allocation(), from.allocation()) {
                    Some(done) => done,
                    None => deep_copy(to, from),
                }
            }
            _ => deep_copy(to, from),
        }
    }
}
