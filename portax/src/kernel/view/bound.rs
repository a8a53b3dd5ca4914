//! Views inside kernels.

use super::{
    Coords, NoPlaces, Part, ViewElement,
    coords::{FIRST, GATHER, IndexScalar, LANE, LAST, NONE, STEP, UNIFORM},
};
use crate::{
    kernel::{
        exec::{Exec, Scalar},
        value::{
            IntOf,
            mask::{Checking, Lex, MaskType},
        },
    },
    layout::{Layout, LayoutLeft, Order, Placement},
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
    pub(super) fn width(&self) -> usize {
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
    pub(super) fn scalars_of_tile<S: Scalar>(&self) -> usize {
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

    /// The same of a complex number, whose parts lie in planes or side by side: counted in scalars.
    #[inline(always)]
    pub(super) fn part_of_pair<I: Coords<E, R>>(&self, i: I, c: usize) -> (E::Int, E::Offset) {
        if const { E::SPLIT_COMPLEX } {
            return self.atomic_place(i, c);
        }
        let (at, offset) = self.lane_offsets(i);
        let first = E::iadd(at, at);
        (
            E::iadd(first, E::int(c as i64)),
            E::offset_add(offset, offset),
        )
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
