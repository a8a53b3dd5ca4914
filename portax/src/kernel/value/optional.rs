//! Optional fields: whether one is there is known when the kernel is recorded.

use super::Receiver;
use crate::kernel::{
    exec::Exec,
    functor::{Bind, Binder},
};
use std::hash::{Hash, Hasher};

#[diagnostic::do_not_recommend]
// SAFETY: what is there is bound, and whether it is there tells programs apart.
unsafe impl<B: Bind> Bind for Option<B> {
    type In<E: Exec> = Option<B::In<E>>;
    type Comptime = B::Comptime;
    fn bind<E: Exec>(&self, field: &'static str, binder: &mut impl Binder<E>) -> Self::In<E> {
        self.as_ref().map(|there| there.bind::<E>(field, binder))
    }
    fn comptime(&self, hasher: &mut impl Hasher) {
        self.is_some().hash(hasher);
        if let Some(there) = self {
            there.comptime(hasher);
        }
    }
}

/// An optional field in a kernel.
#[derive(Clone, Copy)]
pub struct Optional<T>(Option<T>);

impl<T: Copy> Optional<T> {
    /// Whether it is there.
    #[inline(always)]
    pub fn is_some(self) -> bool {
        self.0.is_some()
    }

    /// Whether it is not there.
    #[inline(always)]
    pub fn is_none(self) -> bool {
        self.0.is_none()
    }

    /// What is there, where `if let` has asked.
    #[doc(hidden)]
    #[inline(always)]
    pub fn __px_value(self) -> T {
        match self.0 {
            Some(there) => there,
            None => unreachable!("`if let` asked whether it is there"),
        }
    }
}

#[diagnostic::do_not_recommend]
impl<L, T: Copy> Receiver<L> for Option<T> {
    type Within = Optional<T>;
    #[inline(always)]
    fn __px_within(self, _: L) -> Optional<T> {
        Optional(self)
    }
}
