//! Views as fields of functors.

use super::{View, ViewElement};
use crate::{
    kernel::{
        exec::Exec,
        functor::{Bind, Binder, BoundView},
        view::ViewIn,
    },
    layout::{Layout, Mapping, Order},
};
use std::marker::PhantomData;

#[diagnostic::do_not_recommend]
impl<T: ViewElement, const R: usize, L: Layout> Bind for View<T, R, L> {
    type In<E: Exec> = ViewIn<E, T, R, L>;
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
            natural_tiles: matches!(L::ORDER, Order::Tiled(0)),
            complex: T::COMPONENTS == 2,
        });
        let extents: [E::Int; R] = std::array::from_fn(|d| binder.extent(d, mapping.extents[d]));
        let (strides, plane) = strides::<E, T, R, L>(&extents, mapping, binder);
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

/// Strides and plane as [`Layout::mapping`] makes them, from bound extents.
fn strides<E: Exec, T: ViewElement, const R: usize, L: Layout>(
    extents: &[E::Int; R],
    mapping: &Mapping<R>,
    binder: &mut impl Binder<E>,
) -> ([E::Int; R], E::Int) {
    let planes = if T::COMPONENTS == 2 && E::SPLIT_COMPLEX {
        2
    } else {
        1
    };
    let mut strides = [E::int(1); R];
    let order: Vec<usize> = match L::ORDER {
        Order::Left => (0..R).collect(),
        Order::Right => (0..R).rev().collect(),
        Order::Tiled(w) => {
            let width = mapping.tile.max(w);
            let mut stride = E::int((width * planes) as i64);
            for d in 1..R {
                strides[d] = stride;
                stride = E::imul(stride, extents[d]);
            }
            strides[0] = stride;
            return (strides, E::int(width as i64));
        }
        Order::Strided => {
            let strides = std::array::from_fn(|d| binder.stride(d, mapping.strides[d]));
            let plane = if planes == 2 {
                binder.stride(R, mapping.plane)
            } else {
                E::int(1)
            };
            return (strides, plane);
        }
    };
    let (mut stride, mut plane) = (E::int(1), E::int(1));
    for (k, d) in order.into_iter().enumerate() {
        strides[d] = stride;
        stride = E::imul(stride, extents[d]);
        if k == 0 && planes == 2 {
            plane = stride;
            stride = E::imul(stride, E::int(2));
        }
    }
    (strides, plane)
}
