//! Views inside kernels.

use super::{
    Coords, Mover, NoPlaces, Part, Parts, ViewElement,
    coords::{FIRST, GATHER, IndexScalar, LANE, LAST, NONE, STEP, UNIFORM},
};
use crate::{
    kernel::{
        exec::{Coordinate, Exec, Scalar},
        value::{
            IntOf, IntoInt,
            mask::{Checking, Lex, MaskType},
        },
    },
    layout::{AoSoA, InTile, Layout, LayoutLeft, LayoutRight, Order, Placement},
    ops::Bin,
};
use std::marker::PhantomData;

/// A [`View`](crate::View) bound to an executor: what kernel bodies index.
pub struct ViewIn<E: Exec, T: ViewElement, const R: usize, L: Layout = LayoutLeft> {
    /// Address of element (0, 0, ...).
    pub(crate) ptr: E::Ptr,
    /// Extents.
    pub(crate) extents: [E::Int; R],
    /// Strides in units, as in [`Mapping`](crate::layout::Mapping).
    pub(crate) strides: [E::Int; R],
    /// Scalars from one component to the next, where complex numbers are split.
    pub(crate) plane: E::Int,
    /// Who it is, for messages and summaries.
    pub(crate) info: E::Info,
    /// Width of natural tiles in its space.
    pub(crate) natural_width: usize,
    /// Check accesses in this launch.
    pub(crate) check: bool,
    /// Element and layout.
    pub(crate) element: PhantomData<(T, L)>,
    /// The places of a struct's scalars.
    pub(crate) parts: T::Parts<E>,
}

impl<E: Exec, T: ViewElement, const R: usize, L: Layout> Clone for ViewIn<E, T, R, L> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<E: Exec, T: ViewElement, const R: usize, L: Layout> Copy for ViewIn<E, T, R, L> {}

/// What kind of access these indices make in this layout.
#[derive(PartialEq, Eq)]
enum Kind {
    /// One place for all lanes
    Uniform,
    /// Lanes side by side
    Contiguous,
    /// Lanes side by side unless a tile ends between them
    TileLane,
    /// Lanes at a stride known at run time
    Stride,
    /// Anything
    Gather,
}

/// Decides from the kinds of the indices, at compile time.
const fn kind<const R: usize>(order: Order, kinds: [u8; R]) -> Kind {
    let (mut lanes, mut lane_at, mut d) = (0, 0, 0);
    while d < R {
        match kinds[d] {
            UNIFORM => {}
            GATHER => return Kind::Gather,
            k => {
                lanes += if k == LANE { 1 } else { 2 };
                lane_at = d;
                if k == STEP && matches!(order, Order::Tiled(_)) && d == 0 {
                    return Kind::Gather;
                }
            }
        }
        d += 1;
    }
    match order {
        _ if lanes == 0 => Kind::Uniform,
        Order::Tiled(_) if lane_at == 0 && lanes == 1 => Kind::TileLane,
        Order::Tiled(_) if kinds[0] != UNIFORM => Kind::Gather,
        Order::Left if lanes == 1 && lane_at == 0 => Kind::Contiguous,
        Order::Right if lanes == 1 && lane_at == R - 1 => Kind::Contiguous,
        _ => Kind::Stride,
    }
}

impl<E: Exec, T: ViewElement, const R: usize, L: Layout> ViewIn<E, T, R, L> {
    /// Width of a tile: a constant for packs of the natural width.
    #[inline(always)]
    fn width(&self) -> usize {
        match L::ORDER {
            Order::Tiled(0) if const { E::LANES > 1 } => E::LANES,
            Order::Tiled(0) => self.natural_width,
            Order::Tiled(w) => w,
            _ => 1,
        }
    }

    /// One extent.
    #[inline(always)]
    pub fn extent(&self, d: usize) -> IntOf<E> {
        IntOf(self.extents[d])
    }

    /// The places of a struct's scalars.
    #[inline(always)]
    pub fn parts(&self) -> T::Parts<E> {
        self.parts
    }

    /// Elements of a tile of structs; none in planes.
    #[inline(always)]
    fn tile_width(&self) -> Option<usize> {
        match L::PLACEMENT {
            Placement::Planes => None,
            Placement::Elements => Some(1),
            Placement::Tiles(0) if const { E::LANES > 1 } => Some(E::LANES),
            Placement::Tiles(0) => Some(self.natural_width),
            Placement::Tiles(w) => Some(w),
        }
    }

    /// Scalars `S` from one tile of structs to the next; from one element to the next in planes.
    #[inline(always)]
    fn scalars_of_tile<S: Scalar>(&self) -> usize {
        match self.tile_width() {
            Some(width) => T::tile(width) / size_of::<S>(),
            None => 1,
        }
    }

    /// The view of one scalar of all structs.
    #[inline(always)]
    pub(super) fn part<S: Scalar + ViewElement>(
        &self,
        part: Part<E, S>,
    ) -> ViewIn<E, S, R, L::OfPart> {
        let mut strides = self.strides;
        if const { !matches!(L::PLACEMENT, Placement::Planes) } {
            let scalars = E::int(self.scalars_of_tile::<S>() as i64);
            let mut d = 0;
            while d < R {
                strides[d] = match d {
                    // The first dimension counts one, which nothing tells the compiler.
                    0 if const { matches!(L::PLACEMENT, Placement::Elements) } => scalars,
                    _ => E::imul(strides[d], scalars),
                };
                d += 1;
            }
        }
        ViewIn {
            ptr: part.ptr,
            extents: self.extents,
            strides,
            plane: E::int(1),
            info: part.info,
            natural_width: self.natural_width,
            check: part.check,
            element: PhantomData,
            parts: S::placed(&mut NoPlaces),
        }
    }

    /// Announces and checks an access; the lanes that may go on.
    #[inline(always)]
    #[track_caller]
    pub(super) fn enter<I: Coords<E, R>, M: MaskType<E>, C: Checking>(
        &self,
        i: I,
        at: Lex<M, C>,
    ) -> Option<E::Mask> {
        let mask = at.mask.mask();
        if const { E::CHECKS && (C::ALWAYS || E::CAN_CHECK) } && self.check {
            return E::access(self.info, true, i.coordinates(&self.extents), mask);
        }
        mask
    }

    /// Watches for NaN in what each lane writes.
    #[inline(always)]
    #[track_caller]
    pub(super) fn watch<S: Scalar, I: Coords<E, R>>(
        &self,
        i: I,
        v: E::Var<S>,
        mask: Option<E::Mask>,
    ) {
        if const { E::CHECKS && S::TY.is_float() } && self.check {
            E::watch::<S, R>(self.info, i.coordinates(&self.extents), v, mask);
        }
    }

    /// Offset of the uniform parts.
    #[inline(always)]
    pub(super) fn uniform_at<I: Coords<E, R>>(&self, i: I) -> E::Int {
        if const { matches!(L::ORDER, Order::Left) } {
            return i.offset::<0, FIRST>(&self.strides);
        }
        if const { matches!(L::ORDER, Order::Right) } {
            return i.offset::<0, LAST>(&self.strides);
        }
        if const { matches!(L::ORDER, Order::Strided) } {
            return i.offset::<0, NONE>(&self.strides);
        }
        let w = E::int(self.width() as i64);
        let (base, _) = i.first();
        let tile = E::imul(E::ibin(Bin::Div, base, w), self.strides[0]);
        let lane = E::ibin(Bin::Rem, base, w);
        E::iadd(E::iadd(tile, lane), i.offset::<1, NONE>(&self.strides))
    }

    /// Offset per lane, beside `base`: (base, offset).
    #[inline(always)]
    pub(super) fn lane_offsets<I: Coords<E, R>>(&self, i: I) -> (E::Int, E::Offset) {
        if const { matches!(L::ORDER, Order::Tiled(_)) } {
            let w = self.width();
            let (base, step) = i.first();
            let first = match i.first_varying() {
                Some(v) => I::First::tiled::<E>(v, w, self.strides[0]),
                None => E::offset_tiled(base, step, w, self.strides[0]),
            };
            let rest = i.offset::<1, NONE>(&self.strides);
            return (
                rest,
                E::offset_add(first, i.gather::<1, NONE>(&self.strides)),
            );
        }
        let offsets = match L::ORDER {
            Order::Left => i.gather::<0, FIRST>(&self.strides),
            Order::Right => i.gather::<0, LAST>(&self.strides),
            _ => i.gather::<0, NONE>(&self.strides),
        };
        (self.uniform_at(i), offsets)
    }

    #[inline(always)]
    fn shift(&self, at: E::Int, c: usize) -> E::Int {
        if c == 0 { at } else { E::iadd(at, self.plane) }
    }

    /// Do the lanes lie side by side in this access, where only the launch decides that?
    #[inline(always)]
    fn is_contiguous<I: Coords<E, R>>(&self, i: I) -> bool {
        if const { matches!(kind(L::ORDER, I::KINDS), Kind::TileLane) } {
            return E::in_one_tile(i.first().0, self.width());
        }
        if const { matches!(kind(L::ORDER, I::KINDS), Kind::Stride) } {
            let mut strides = self.strides;
            match L::ORDER {
                Order::Left => strides[0] = E::int(1),
                Order::Right => strides[R - 1] = E::int(1),
                _ => {}
            }
            return E::int_equals(i.lane_stride(&strides), 1);
        }
        false
    }

    /// Reads scalar component `c` of each lane's element.
    #[inline(always)]
    pub(super) fn load<S: Scalar, I: Coords<E, R>>(
        &self,
        i: I,
        c: usize,
        mask: Option<E::Mask>,
    ) -> E::Var<S> {
        if const { matches!(kind(L::ORDER, I::KINDS), Kind::Contiguous) } {
            // SAFETY: the access is announced: proven, checked, or promised by the author.
            return unsafe {
                E::load_lanes::<S>(self.ptr, self.shift(self.uniform_at(i), c), mask)
            };
        }
        if self.is_contiguous(i) {
            // SAFETY: the access is announced: proven, checked, or promised by the author.
            return unsafe {
                E::load_lanes::<S>(self.ptr, self.shift(self.uniform_at(i), c), mask)
            };
        }
        if const { matches!(kind(L::ORDER, I::KINDS), Kind::Stride) }
            && E::int_equals(i.lane_stride(&self.strides), 0)
        {
            let at = self.shift(self.uniform_at(i), c);
            // SAFETY: as above; all lanes share the place, and some lane is here.
            return E::splat(unsafe { E::load_uniform::<S>(self.ptr, at) });
        }
        let (at, offset) = self.lane_offsets(i);
        // SAFETY: the access is announced: proven, checked, or promised by the author.
        unsafe { E::gather::<S>(self.ptr, self.shift(at, c), offset, mask) }
    }

    /// Writes scalar component `c` of each lane's element.
    #[inline(always)]
    #[track_caller]
    pub(super) fn store<S: Scalar, I: Coords<E, R>>(
        &self,
        i: I,
        c: usize,
        v: E::Var<S>,
        mask: Option<E::Mask>,
    ) {
        self.watch::<S, I>(i, v, mask);
        if const { matches!(kind(L::ORDER, I::KINDS), Kind::Contiguous) } {
            // SAFETY: the access is announced: proven, checked, or promised by the author.
            return unsafe {
                E::store_lanes::<S>(self.ptr, self.shift(self.uniform_at(i), c), v, mask)
            };
        }
        if self.is_contiguous(i) {
            // SAFETY: the access is announced: proven, checked, or promised by the author.
            return unsafe {
                E::store_lanes::<S>(self.ptr, self.shift(self.uniform_at(i), c), v, mask)
            };
        }
        let (at, offset) = self.lane_offsets(i);
        // SAFETY: the access is announced: proven, checked, or promised by the author.
        unsafe { E::scatter::<S>(self.ptr, self.shift(at, c), offset, v, mask) };
    }

    /// Where each lane's element is: (base, offset).
    #[inline(always)]
    pub(super) fn places<I: Coords<E, R>>(&self, i: I) -> (E::Int, E::Offset) {
        let side_by_side = const { matches!(kind(L::ORDER, I::KINDS), Kind::Contiguous) };
        if side_by_side || self.is_contiguous(i) {
            return (self.uniform_at(i), E::offset_lanes(E::int(1)));
        }
        self.lane_offsets(i)
    }

    /// As [`places`](Self::places); no offset where the lanes are side by side.
    #[inline(always)]
    pub(super) fn small_places<I: Coords<E, R>>(&self, i: I) -> (E::Int, Option<E::Offset>) {
        let side_by_side = const { matches!(kind(L::ORDER, I::KINDS), Kind::Contiguous) };
        if side_by_side || self.is_contiguous(i) {
            return (self.uniform_at(i), None);
        }
        let (at, offset) = self.lane_offsets(i);
        (at, Some(offset))
    }

    /// Offset of component `c` per lane, for atomics.
    #[inline(always)]
    pub(super) fn atomic_place<I: Coords<E, R>>(&self, i: I, c: usize) -> (E::Int, E::Offset) {
        let (at, offset) = self.lane_offsets(i);
        (self.shift(at, c), offset)
    }
}

/// Scalars a unit of the strides has.
pub(crate) const fn unit<E: Exec, T: ViewElement>() -> usize {
    if T::COMPONENTS == 2 && E::SPLIT_COMPLEX {
        1
    } else {
        T::COMPONENTS
    }
}

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

impl<E: Exec, T: ViewElement, const R: usize, const W: usize> ViewIn<E, T, R, AoSoA<W>> {
    /// Tile `t`: the view of its lanes, `(lane, other indices...)`. One 64-bit address, short offsets from there.
    #[inline(always)]
    #[track_caller]
    pub fn tile<M: MaskType<E>, C: Checking>(
        &self,
        t: impl IntoInt<E>,
        _: Lex<M, C>,
    ) -> ViewIn<E, T, R, InTile<W>> {
        let width = self.width() as i64;
        let tiles = E::ibin(
            Bin::Div,
            E::iadd(self.extents[0], E::int(width - 1)),
            E::int(width),
        );
        let (ptr, info, parts) = self.fixed::<C>(0, t.into_int().0, tiles);
        let (mut strides, mut extents) = (self.strides, self.extents);
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
            natural_width: self.natural_width,
            check: self.check,
            element: PhantomData,
            parts,
        }
    }
}

impl<E: Exec, T: ViewElement, const R: usize, const W: usize> ViewIn<E, T, R, AoSoA<W>> {
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

macro_rules! subviews {
    ($($r:literal $n:literal),*) => { $(
        impl<E: Exec, T: ViewElement> ViewIn<E, T, $r, LayoutLeft> {
            /// The view of one rank less at this last index: one 64-bit address, short offsets from there.
            #[inline(always)]
            #[track_caller]
            pub fn subview<M: MaskType<E>, C: Checking>(&self, at: impl IntoInt<E>, _: Lex<M, C>) -> ViewIn<E, T, $n, LayoutLeft> {
                let (ptr, info, parts) = self.fixed::<C>($n, at.into_int().0, self.extents[$n]);
                let extents = crate::tab!(E::Int, $n, d => self.extents[d]);
                let strides = crate::tab!(E::Int, $n, d => self.strides[d]);
                ViewIn { ptr, extents, strides, plane: self.plane, info, natural_width: self.natural_width, check: self.check, element: PhantomData, parts }
            }
        }
        impl<E: Exec, T: ViewElement> ViewIn<E, T, $r, LayoutRight> {
            /// The view of one rank less at this first index: one 64-bit address, short offsets from there.
            #[inline(always)]
            #[track_caller]
            pub fn subview<M: MaskType<E>, C: Checking>(&self, at: impl IntoInt<E>, _: Lex<M, C>) -> ViewIn<E, T, $n, LayoutRight> {
                let (ptr, info, parts) = self.fixed::<C>(0, at.into_int().0, self.extents[0]);
                let extents = crate::tab!(E::Int, $n, d => self.extents[d + 1]);
                let strides = crate::tab!(E::Int, $n, d => self.strides[d + 1]);
                ViewIn { ptr, extents, strides, plane: self.plane, info, natural_width: self.natural_width, check: self.check, element: PhantomData, parts }
            }
        }
    )* };
}
subviews! { 2 1, 3 2, 4 3, 5 4 }
