//! Views as fields of functors.

use super::{View, ViewElement};
use crate::{
    kernel::{
        exec::Exec,
        functor::{Bind, Binder, BoundView},
        view::ViewIn,
    },
    layout::{Count, Layout, Mapping, Order, strides},
};
use std::marker::PhantomData;

#[diagnostic::do_not_recommend]
// SAFETY: a view cannot change its memory or its mapping, and owns a share of the memory.
unsafe impl<T: ViewElement, const R: usize, L: Layout> Bind for View<T, R, L> {
    type In<E: Exec> = ViewIn<E, T, R, L>;
    type Comptime = ();
    fn bind<E: Exec>(
        &self,
        field: &'static str,
        binder: &mut impl Binder<E>,
    ) -> ViewIn<E, T, R, L> {
        let (mapping, storage) = (self.mapping(), self.storage());
        let (ptr, info, check) = binder.view(BoundView {
            field,
            allocation: self.allocation(),
            extents: &mapping.extents,
            unique: mapping.is_unique(),
            ty: T::TY,
            natural_width: storage.natural_width,
            split_complex: storage.split_complex,
            order: L::ORDER,
            complex: T::COMPONENTS == 2,
        });
        let extents: [E::Int; R] = std::array::from_fn(|d| binder.extent(d, mapping.extents[d]));
        let (strides, plane) = bound_strides::<E, T, R, L>(extents, mapping, binder);
        ViewIn {
            ptr,
            extents,
            strides,
            plane,
            info,
            natural_width: storage.natural_width,
            check,
            element: PhantomData,
        }
    }
}

/// Strides and plane of the mapping, from bound extents, or bound themselves where only the launch knows them.
fn bound_strides<E: Exec, T: ViewElement, const R: usize, L: Layout>(
    extents: [E::Int; R],
    mapping: &Mapping<R>,
    binder: &mut impl Binder<E>,
) -> ([E::Int; R], E::Int) {
    let split = T::COMPONENTS == 2 && E::SPLIT_COMPLEX;
    if let Order::Strided = L::ORDER {
        let strides = std::array::from_fn(|d| binder.stride(d, mapping.strides[d]));
        let plane = match split {
            true => binder.stride(R, mapping.plane),
            false => E::int(1),
        };
        return (strides, plane);
    }
    let planes = if split { T::COMPONENTS } else { 1 };
    let width = Bound::<E>(E::int(mapping.tile as i64));
    let found = strides(L::ORDER, extents.map(Bound::<E>), planes, width);
    (found.strides.map(|stride| stride.0), found.plane.0)
}

/// An integer of an executor, to compute strides with.
struct Bound<E: Exec>(E::Int);

impl<E: Exec> Clone for Bound<E> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<E: Exec> Copy for Bound<E> {}

impl<E: Exec> Count for Bound<E> {
    fn known(n: usize) -> Self {
        Bound(E::int(n as i64))
    }
    fn times(self, by: Self) -> Self {
        Bound(E::imul(self.0, by.0))
    }
}
