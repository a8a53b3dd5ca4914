//! Views of parts of a view: tiles, and subviews of one rank less.

use super::{Mover, Part, Parts, ViewElement, ViewIn, bound::unit};
use crate::{
    kernel::{
        exec::{Access, Coordinate, Exec, Scalar},
        value::{
            IntoInt,
            mask::{Checking, Lex, MaskType},
        },
    },
    layout::{AoSoA, InTile, Layout, LayoutLeft, LayoutRight},
    ops::Bin,
};
use std::marker::PhantomData;

/// Fixes an index of the places of structs.
struct Fixed<'a, E: Exec, T: ViewElement, const R: usize, L: Layout> {
    view: &'a ViewIn<E, T, R, L>,
    dim: usize,
    at: E::Int,
    extent: E::Int,
}

impl<E: Exec, T: ViewElement, const R: usize, L: Layout> Mover<E> for Fixed<'_, E, T, R, L> {
    #[inline(always)]
    fn part<S: Scalar>(&self, part: Part<E, S>) -> Part<E, S> {
        let scalars = E::int(self.view.scalars_of_tile::<S>() as i64);
        let stride = E::imul(self.view.strides[self.dim], scalars);
        let ptr = E::advance::<S>(part.ptr, 1, self.at, stride);
        let info = E::narrow(part.info, self.dim, self.at, self.extent);
        Part::new(ptr, info, part.check)
    }
}

impl<E: Exec, T: ViewElement, const R: usize, L: Layout> ViewIn<E, T, R, L> {
    /// The rest of the view where dimension `dim`, `extent` long, is fixed at `at`: its address and identity, and those of
    /// the parts.
    #[inline(always)]
    #[track_caller]
    fn fixed<C: Checking>(
        &self,
        dim: usize,
        at: E::Int,
        extent: E::Int,
    ) -> (E::Ptr, E::Info, T::Parts<E>) {
        if const { E::CHECKS && (C::ALWAYS || E::CAN_CHECK) } && self.check {
            let _ = E::access(
                self.info,
                true,
                [Coordinate {
                    base: at,
                    step: E::int(0),
                    varying: None,
                    long: E::no_long(),
                    extent,
                }],
                None,
            );
        }
        if const { T::STRUCT.is_some() } {
            let view = self;
            let parts = self.parts.moved(&Fixed {
                view,
                dim,
                at,
                extent,
            });
            return (self.ptr, self.info, parts);
        }
        let ptr =
            E::advance::<T::Scalar>(self.ptr, const { unit::<E, T>() }, at, self.strides[dim]);
        (ptr, E::narrow(self.info, dim, at, extent), self.parts)
    }
}

/// What is left of a view at an index of its first or last dimension.
struct Rest<'a, E: Exec, V, C> {
    view: &'a V,
    at: E::Int,
    checking: PhantomData<C>,
}

impl<'a, E: Exec, V, C> Rest<'a, E, V, C> {
    #[inline(always)]
    fn at(view: &'a V, at: impl IntoInt<E>) -> Self {
        Self {
            view,
            at: at.into_int().0,
            checking: PhantomData,
        }
    }
}

impl<E: Exec, T: ViewElement, const R: usize, const W: usize> ViewIn<E, T, R, AoSoA<W>> {
    /// Tile `t`: the view of its lanes, `(lane, other indices...)`. One 64-bit address, short offsets from there.
    #[inline(always)]
    #[track_caller]
    pub fn tile<M: MaskType<E>, C: Checking>(
        &self,
        t: impl IntoInt<E>,
        _: Lex<M, C>,
    ) -> ViewIn<E, T, R, InTile<W>> {
        E::perform(Rest::<E, Self, C>::at(self, t))
    }

    /// Tiles `t`, `t + 1`, ... `t + N - 1`.
    #[inline(always)]
    #[track_caller]
    pub fn tiles<const N: usize>(
        &self,
        t: impl IntoInt<E>,
        at: Lex<impl MaskType<E>, impl Checking>,
    ) -> [ViewIn<E, T, R, InTile<W>>; N] {
        let t = t.into_int();
        crate::tab!(ViewIn<E, T, R, InTile<W>>, N, k => self.tile(t + k, at))
    }
}

impl<E: Exec, T: ViewElement, const R: usize, const W: usize, C: Checking> Access
    for Rest<'_, E, ViewIn<E, T, R, AoSoA<W>>, C>
{
    type Output = ViewIn<E, T, R, InTile<W>>;
    const ALWAYS_CHECKED: bool = C::ALWAYS;
    #[inline(always)]
    #[track_caller]
    fn perform(self) -> Self::Output {
        let view = self.view;
        let width = view.width() as i64;
        let tiles = E::ibin(
            Bin::Div,
            E::iadd(view.extents[0], E::int(width - 1)),
            E::int(width),
        );
        let (ptr, info, parts) = view.fixed::<C>(0, self.at, tiles);
        let (mut strides, mut extents) = (view.strides, view.extents);
        (strides[0], extents[0]) = (E::int(1), E::int(width));
        if R > 1 {
            // A constant for the compiler: the width times the planes of an element; one tile of structs.
            strides[1] = match const { T::STRUCT } {
                Some(_) => E::int(1),
                None => E::int(width * const { (T::COMPONENTS / unit::<E, T>()) as i64 }),
            };
        }
        ViewIn {
            ptr,
            extents,
            strides,
            plane: E::int(width),
            info,
            natural_width: view.natural_width,
            check: view.check,
            element: PhantomData,
            parts,
        }
    }
}

macro_rules! subviews {
    ($($r:literal $n:literal),*) => { $(
        subviews! { $r $n LayoutLeft "last" $n 0 }
        subviews! { $r $n LayoutRight "first" 0 1 }
    )* };
    ($r:literal $n:literal $layout:ident $which:literal $fixed:literal $first:literal) => {
        impl<E: Exec, T: ViewElement> ViewIn<E, T, $r, $layout> {
            #[doc = concat!("The view of one rank less at this ", $which, " index: one 64-bit address, short offsets from there.")]
            #[inline(always)]
            #[track_caller]
            pub fn subview<M: MaskType<E>, C: Checking>(&self, at: impl IntoInt<E>, _: Lex<M, C>) -> ViewIn<E, T, $n, $layout> {
                E::perform(Rest::<E, Self, C>::at(self, at))
            }
        }
        impl<E: Exec, T: ViewElement, C: Checking> Access for Rest<'_, E, ViewIn<E, T, $r, $layout>, C> {
            type Output = ViewIn<E, T, $n, $layout>;
            const ALWAYS_CHECKED: bool = C::ALWAYS;
            #[inline(always)]
            #[track_caller]
            fn perform(self) -> Self::Output {
                let view = self.view;
                let (ptr, info, parts) = view.fixed::<C>($fixed, self.at, view.extents[$fixed]);
                let extents = crate::tab!(E::Int, $n, d => view.extents[d + $first]);
                let strides = crate::tab!(E::Int, $n, d => view.strides[d + $first]);
                ViewIn { ptr, extents, strides, plane: view.plane, info, natural_width: view.natural_width, check: view.check, element: PhantomData, parts }
            }
        }
    };
}
subviews! { 2 1, 3 2, 4 3, 5 4 }
