//! Views as fields of functors.

use super::{View, ViewElement};
use crate::{
    kernel::{
        exec::{Exec, Scalar},
        functor::{Bind, Binder, BoundView},
        view::{Part, PartPath, PartStep, Placer, ViewIn, unit},
    },
    layout::{Count, Layout, Mapping, Order, Place, Scalars, strides},
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
        let first = match L::ORDER {
            Order::Strided => Some(binder.stride(R + 1, mapping.first)),
            _ => None,
        };
        let parts = T::placed(&mut BoundScalars::new(binder, ptr, first, mapping));
        let ptr = match first {
            Some(first) if T::STRUCT.is_none() => {
                E::advance::<T::Scalar>(ptr, unit::<E, T>(), first, E::int(1))
            }
            _ => ptr,
        };
        ViewIn {
            ptr,
            extents,
            strides,
            plane,
            info,
            natural_width: storage.natural_width,
            check,
            element: PhantomData,
            parts,
        }
    }
}

/// Strides and plane of the mapping, from bound extents, or bound themselves where only the launch knows them.
fn bound_strides<E: Exec, T: ViewElement, const R: usize, L: Layout>(
    extents: [E::Int; R],
    mapping: &Mapping<R>,
    binder: &mut impl Binder<E>,
) -> ([E::Int; R], E::Int) {
    let is_complex = T::COMPONENTS == 2;
    if let Order::Strided = L::ORDER {
        let strides = std::array::from_fn(|d| binder.stride(d, mapping.strides[d]));
        // Where complex numbers are not split, too: every binder is asked for the same.
        let plane = match is_complex {
            true => binder.stride(R, mapping.plane),
            false => E::int(1),
        };
        return (strides, plane);
    }
    let planes = match is_complex && E::SPLIT_COMPLEX {
        true => T::COMPONENTS,
        false => 1,
    };
    let width = match T::STRUCT {
        Some(_) => 1,
        None => mapping.tile,
    };
    let found = strides(
        L::ORDER,
        extents.map(Bound::<E>),
        planes,
        Bound(E::int(width as i64)),
    );
    (found.strides.map(|stride| stride.0), found.plane.0)
}

/// Scalars of a view's structs while it is bound.
struct BoundScalars<'a, E: Exec, B> {
    binder: &'a mut B,
    ptr: E::Ptr,
    /// Scalars of each plane before element (0, 0, ...), where there may be some
    first: Option<E::Int>,
    scalars: Scalars,
    /// Eighths of a plane, asked for by the first scalar that lies in one
    eighth: Option<E::Int>,
    rank: usize,
    plane: usize,
    path: Vec<PartStep>,
}

/// A plane has a multiple of 64 scalars: any part of it by the bytes of a scalar is a multiple of any other scalar.
const PARTS_OF_PLANE: usize = 8;

impl<'a, E: Exec, B: Binder<E>> BoundScalars<'a, E, B> {
    fn new<const R: usize>(
        binder: &'a mut B,
        ptr: E::Ptr,
        first: Option<E::Int>,
        mapping: &Mapping<R>,
    ) -> Self {
        BoundScalars {
            binder,
            ptr,
            first,
            scalars: Scalars::new(mapping.tile),
            eighth: None,
            rank: R,
            plane: mapping.plane,
            path: Vec::new(),
        }
    }

    /// An eighth of a plane, in scalars.
    fn eighth(&mut self) -> E::Int {
        let (rank, plane) = (self.rank, self.plane / PARTS_OF_PLANE);
        let binder = &mut *self.binder;
        *self
            .eighth
            .get_or_insert_with(|| binder.stride(rank, plane))
    }
}

impl<E: Exec, B: Binder<E>> Placer<E> for BoundScalars<'_, E, B> {
    fn scalar<S: Scalar>(&mut self) -> Part<E, S> {
        let (count, size) = match self.scalars.next(size_of::<S>()) {
            Place::Plane(before) => {
                let eighths = before * PARTS_OF_PLANE / size_of::<S>();
                (self.eighth(), E::int(eighths as i64))
            }
            Place::Tile(at) => (E::int((at / size_of::<S>()) as i64), E::int(1)),
        };
        let mut ptr = E::advance::<S>(self.ptr, 1, count, size);
        if let Some(first) = self.first {
            ptr = E::advance::<S>(ptr, 1, first, E::int(1));
        }
        let (info, check) = self.binder.part(PartPath(&self.path), ptr);
        Part::new(ptr, info, check)
    }
    fn align(&mut self, bytes: usize) {
        self.scalars.align(bytes);
    }
    fn enter(&mut self, step: PartStep) {
        self.path.push(step);
    }
    fn leave(&mut self) {
        self.path.pop();
    }
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
