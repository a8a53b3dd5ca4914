//! Memory: views, scratch and local arrays. Offsets count elements of the scalar `T`; a pair is two neighbouring scalars.

use super::{Scalar, Small, SmallInteger, Stored, Values};
use crate::ops::{AtomicOp, Scope};
use std::panic::Location;

/// Work on a view that is not done yet: an element read or written, a part taken.
pub trait Access {
    /// What it gives.
    type Output;
    /// Is it checked wherever no proof covers it? In `unchecked` kernels it is checked under `PORTAX_CHECK=1` alone.
    const ALWAYS_CHECKED: bool;
    /// Announces it, then makes or records it.
    #[track_caller]
    fn perform(self) -> Self::Output;
}

/// Accesses.
///
/// Those that read or write are unsafe: whoever calls them has announced the access ([`access`](Self::access)), by which the
/// launch has proven or checks that it is inside, or has its author's promise.
pub trait Memory: Values {
    /// Complex numbers are stored as two planes next to the contiguous index (CPU), not interleaved (GPU).
    const SPLIT_COMPLEX: bool;
    /// `stream` loads the next item ahead of its use: helps a GPU, costs a CPU 15-28 %.
    const STREAM_AHEAD: bool;
    /// Accesses are checked where the launch asks for it: those of `unsafe` kernels only if also `CAN_CHECK`.
    const CHECKS: bool;
    /// Accesses of `unsafe` kernels are checked too where the launch asks for it (`PORTAX_CHECK=1`).
    const CAN_CHECK: bool;
    /// A varying offset in elements (64 bits natively).
    type Offset: Copy;
    /// Base address of a view, of scratch or of a local array.
    type Ptr: Copy + Send + Sync;
    /// What identifies a view in messages and access summaries.
    type Info: Copy + Send + Sync;
    /// Announces the next access for summaries and checks it where `check` says so; the result is the mask of lanes
    /// that may go on, `None`: all. `steps[d]` is what one lane adds to index `d`, `varying[d]` a varying part of it.
    #[track_caller]
    fn access<const R: usize>(
        info: Self::Info,
        check: bool,
        at: [Coordinate<Self>; R],
        mask: Option<Self::Mask>,
    ) -> Option<Self::Mask>;
    /// Performs an access: in place, or in a function that all accesses of its type share: kernels of hundreds of accesses
    /// record with two thirds of the code by that.
    #[inline(always)]
    #[track_caller]
    fn perform<A: Access>(access: A) -> A::Output {
        access.perform()
    }
    /// Under the watch for NaN (`PORTAX_CHECK=nan`), refuses one that a lane writes to a view.
    #[inline(always)]
    #[track_caller]
    fn watch<T: Scalar, const R: usize>(
        _info: Self::Info,
        _at: [Coordinate<Self>; R],
        _v: Self::Var<T>,
        _mask: Option<Self::Mask>,
    ) {
    }
    /// What identifies a view whose index `dim` is fixed at `at`, of `extent`; later accesses leave that index out.
    #[inline(always)]
    fn narrow(info: Self::Info, _dim: usize, _at: Self::Int, _extent: Self::Int) -> Self::Info {
        info
    }
    /// The same value for all lanes.
    ///
    /// # Safety
    /// Every lane that takes part reads an element of the memory that `p` stands for: proven, checked or promised.
    /// No other thread writes it meanwhile.
    unsafe fn load_uniform<T: Scalar>(p: Self::Ptr, at: Self::Int) -> Self::Uni<T>;
    /// Lanes side by side.
    ///
    /// # Safety
    /// As for [`load_uniform`](Self::load_uniform).
    unsafe fn load_lanes<T: Scalar>(
        p: Self::Ptr,
        at: Self::Int,
        m: Option<Self::Mask>,
    ) -> Self::Var<T>;
    /// Lane `l` at `at + offset[l]`.
    ///
    /// # Safety
    /// As for [`load_uniform`](Self::load_uniform).
    unsafe fn gather<T: Scalar>(
        p: Self::Ptr,
        at: Self::Int,
        offset: Self::Offset,
        m: Option<Self::Mask>,
    ) -> Self::Var<T>;
    /// Two neighbouring scalars as one access (`at` counts pairs).
    ///
    /// # Safety
    /// As for [`load_uniform`](Self::load_uniform).
    unsafe fn load_uniform_pair<T: Scalar>(p: Self::Ptr, at: Self::Int) -> [Self::Uni<T>; 2];
    /// Two neighbouring scalars a lane as one access, interleaved (`at` and `offset` count pairs).
    ///
    /// # Safety
    /// As for [`load_uniform`](Self::load_uniform).
    unsafe fn gather_pair<T: Scalar>(
        p: Self::Ptr,
        at: Self::Int,
        offset: Self::Offset,
        m: Option<Self::Mask>,
    ) -> [Self::Var<T>; 2];
    /// Row of `N` (4 or 8) i32 as 16-byte accesses (`at` counts rows).
    ///
    /// # Safety
    /// As for [`load_uniform`](Self::load_uniform).
    unsafe fn load_ints<const N: usize>(p: Self::Ptr, at: Self::Int) -> [Self::Int; N];
    /// Element `k` of a uniform row that starts at the even element `at`.
    ///
    /// # Safety
    /// As for [`load_uniform`](Self::load_uniform).
    unsafe fn load_row<T: Scalar>(p: Self::Ptr, at: Self::Int, k: usize) -> Self::Uni<T>;
    /// One value, once a thread.
    ///
    /// # Safety
    /// Every lane that takes part writes an element of the memory that `p` stands for: proven, checked or promised.
    /// No other thread touches it meanwhile.
    unsafe fn store_uniform<T: Scalar>(p: Self::Ptr, at: Self::Int, v: Self::Uni<T>);
    /// Lanes side by side.
    ///
    /// # Safety
    /// As for [`store_uniform`](Self::store_uniform).
    unsafe fn store_lanes<T: Scalar>(
        p: Self::Ptr,
        at: Self::Int,
        v: Self::Var<T>,
        m: Option<Self::Mask>,
    );
    /// Lane `l` at `at + offset[l]`, in lane order where they collide.
    ///
    /// # Safety
    /// As for [`store_uniform`](Self::store_uniform).
    unsafe fn scatter<T: Scalar>(
        p: Self::Ptr,
        at: Self::Int,
        offset: Self::Offset,
        v: Self::Var<T>,
        m: Option<Self::Mask>,
    );
    /// Two neighbouring scalars once a thread (`at` counts pairs).
    ///
    /// # Safety
    /// As for [`store_uniform`](Self::store_uniform).
    unsafe fn store_uniform_pair<T: Scalar>(p: Self::Ptr, at: Self::Int, v: [Self::Uni<T>; 2]);
    /// Two neighbouring scalars a lane, interleaved.
    ///
    /// # Safety
    /// As for [`store_uniform`](Self::store_uniform).
    unsafe fn scatter_pair<T: Scalar>(
        p: Self::Ptr,
        at: Self::Int,
        offset: Self::Offset,
        v: [Self::Var<T>; 2],
        m: Option<Self::Mask>,
    );
    /// The same condition for all lanes, a byte.
    ///
    /// # Safety
    /// As for [`load_uniform`](Self::load_uniform).
    unsafe fn load_cond(p: Self::Ptr, at: Self::Int) -> Self::Cond;
    /// Conditions, lane `l` at the byte `at + offset[l]`.
    ///
    /// # Safety
    /// As for [`load_uniform`](Self::load_uniform).
    unsafe fn gather_mask(
        p: Self::Ptr,
        at: Self::Int,
        offset: Self::Offset,
        m: Option<Self::Mask>,
    ) -> Self::Mask;
    /// One condition, once a thread.
    ///
    /// # Safety
    /// As for [`store_uniform`](Self::store_uniform).
    unsafe fn store_cond(p: Self::Ptr, at: Self::Int, v: Self::Cond);
    /// Conditions, lane `l` to the byte `at + offset[l]`, in lane order where they collide.
    ///
    /// # Safety
    /// As for [`store_uniform`](Self::store_uniform).
    unsafe fn scatter_mask(
        p: Self::Ptr,
        at: Self::Int,
        offset: Self::Offset,
        v: Self::Mask,
        m: Option<Self::Mask>,
    );
    /// The same small number for all lanes.
    ///
    /// # Safety
    /// As for [`load_uniform`](Self::load_uniform).
    unsafe fn load_small<S: Small>(p: Self::Ptr, at: Self::Int) -> Self::Uni<S::Wide>;
    /// Small numbers, lane `l` from `at + offset[l]`, or side by side.
    ///
    /// # Safety
    /// As for [`load_uniform`](Self::load_uniform).
    unsafe fn gather_small<S: Small>(
        p: Self::Ptr,
        at: Self::Int,
        offset: Option<Self::Offset>,
        m: Option<Self::Mask>,
    ) -> Self::Var<S::Wide>;
    /// One small number, once a thread.
    ///
    /// # Safety
    /// As for [`store_uniform`](Self::store_uniform).
    unsafe fn store_small<S: Small>(p: Self::Ptr, at: Self::Int, v: Self::Uni<S::Wide>);
    /// Small numbers, lane `l` to `at + offset[l]`, or side by side; in lane order where they collide.
    ///
    /// # Safety
    /// As for [`store_uniform`](Self::store_uniform).
    unsafe fn scatter_small<S: Small>(
        p: Self::Ptr,
        at: Self::Int,
        offset: Option<Self::Offset>,
        v: Self::Var<S::Wide>,
        m: Option<Self::Mask>,
    );
    /// Atomic update, lane by lane in lane order; the result is the old value.
    ///
    /// # Safety
    /// As for [`store_uniform`](Self::store_uniform), but that others may update the element atomically too; within
    /// [`Scope::Team`] only threads of the team do.
    unsafe fn atomic<T: Scalar>(
        op: AtomicOp,
        scope: Scope,
        p: Self::Ptr,
        at: Self::Int,
        offset: Self::Offset,
        v: Self::Var<T>,
        m: Option<Self::Mask>,
    ) -> Self::Var<T>;
    /// Keeps `v` in elements that have the bits of `expected`, lane by lane in lane order; the result is the old value.
    ///
    /// # Safety
    /// As for [`atomic`](Self::atomic).
    unsafe fn atomic_compare_exchange<T: Scalar>(
        scope: Scope,
        p: Self::Ptr,
        at: Self::Int,
        offset: Self::Offset,
        expected: Self::Var<T>,
        v: Self::Var<T>,
        m: Option<Self::Mask>,
    ) -> Self::Var<T>;
    /// As [`atomic`](Self::atomic), when nobody looks at the old value.
    ///
    /// # Safety
    /// As for [`atomic`](Self::atomic).
    unsafe fn atomic_drop<T: Scalar>(
        op: AtomicOp,
        scope: Scope,
        p: Self::Ptr,
        at: Self::Int,
        offset: Self::Offset,
        v: Self::Var<T>,
        m: Option<Self::Mask>,
    );
    /// The pointer `count * size` elements (of `components` scalars `T`) further on; 64 bits wide.
    fn advance<T: Stored>(
        p: Self::Ptr,
        components: usize,
        count: Self::Int,
        size: Self::Int,
    ) -> Self::Ptr;
    /// Checks the index of an element of a local array in the lanes of the mask, and ends the task at a fault.
    fn check_local(place: &LocalPlace<Self>, m: Option<Self::Mask>);
    /// An element of a local array.
    ///
    /// # Safety
    /// `first` is a part of the first of `len` elements `place.stride` bytes apart, derived from a pointer to the whole array
    /// and valid for reads. In the lanes of the mask the index is below `len`: proven, checked or promised.
    unsafe fn load_local<T: Scalar>(
        first: *const Self::Var<T>,
        len: usize,
        place: &LocalPlace<Self>,
        m: Option<Self::Mask>,
    ) -> Self::Var<T>;
    /// Assigns an element of a local array.
    ///
    /// # Safety
    /// As for [`load_local`](Self::load_local), valid for writes.
    unsafe fn store_local<T: Scalar>(
        first: *mut Self::Var<T>,
        len: usize,
        place: &LocalPlace<Self>,
        v: Self::Var<T>,
        m: Option<Self::Mask>,
    );
    /// An element of a local array of `len` conditions.
    ///
    /// # Safety
    /// As for [`load_local`](Self::load_local).
    unsafe fn load_local_mask(
        first: *const Self::Mask,
        len: usize,
        place: &LocalPlace<Self>,
    ) -> Self::Mask;
    /// Assigns an element of a local array of `len` conditions.
    ///
    /// # Safety
    /// As for [`store_local`](Self::store_local).
    unsafe fn store_local_mask(
        first: *mut Self::Mask,
        len: usize,
        place: &LocalPlace<Self>,
        v: Self::Mask,
        m: Option<Self::Mask>,
    );
    /// An element of a constant array of the host, at an index that lanes share.
    ///
    /// # Safety
    /// The index is below the array's length: proven, checked or promised.
    unsafe fn load_shared_constant<T: Scalar>(
        array: Column<T>,
        place: &LocalPlace<Self>,
    ) -> Self::Uni<T>;
    /// An element of a constant array of the host, at an index that differs between lanes.
    ///
    /// # Safety
    /// In the lanes of the mask the index is below the array's length: proven, checked or promised.
    unsafe fn load_constant<T: Scalar>(
        array: Column<T>,
        place: &LocalPlace<Self>,
        m: Option<Self::Mask>,
    ) -> Self::Var<T>;
    /// As [`load_shared_constant`](Self::load_shared_constant), of integers of fewer bits.
    ///
    /// # Safety
    /// As there.
    unsafe fn load_shared_small_constant<S: SmallInteger>(
        array: Column<S>,
        place: &LocalPlace<Self>,
    ) -> Self::Uni<S::Wide>;
    /// As [`load_constant`](Self::load_constant), of integers of fewer bits.
    ///
    /// # Safety
    /// As there.
    unsafe fn load_small_constant<S: SmallInteger>(
        array: Column<S>,
        place: &LocalPlace<Self>,
        m: Option<Self::Mask>,
    ) -> Self::Var<S::Wide>;
    /// The rows `at * rows..(at + 1) * rows` of a table of 16-byte rows: where they are, or a copy that was made ahead.
    #[inline(always)]
    fn segment(p: Self::Ptr, at: Self::Int, rows: usize) -> Self::Ptr {
        Self::advance::<i32>(p, 4, at, Self::int(rows as i64))
    }

    // ---- varying offsets
    /// `lane * stride`.
    fn offset_lanes(stride: Self::Int) -> Self::Offset;
    /// `index[l] * stride`.
    fn offset_of(index: Self::Var<i32>, stride: Self::Int) -> Self::Offset;
    /// `index[l] * stride` of 64-bit indices.
    fn offset_of_long(index: Self::Var<i64>, stride: Self::Int) -> Self::Offset;
    /// Sum.
    fn offset_add(a: Self::Offset, b: Self::Offset) -> Self::Offset;
    /// Offset of elements `base + lane` in tiles of `width`: `(i / width) * tile_stride + i % width`.
    fn offset_tiled(
        base: Self::Int,
        step: Self::Int,
        width: usize,
        tile_stride: Self::Int,
    ) -> Self::Offset;
    /// Like [`offset_tiled`](Self::offset_tiled) for a varying index.
    fn offset_tiled_of(index: Self::Var<i32>, width: usize, tile_stride: Self::Int)
    -> Self::Offset;
    /// Like [`offset_tiled_of`](Self::offset_tiled_of) for a 64-bit index.
    fn offset_tiled_of_long(
        index: Self::Var<i64>,
        width: usize,
        tile_stride: Self::Int,
    ) -> Self::Offset;
    /// Do lanes `base..base + LANES` lie in one tile of `width`? On `Trace` always: a lane is a thread there.
    fn in_one_tile(base: Self::Int, width: usize) -> bool;
}

/// A number of each item of a constant array of the host.
#[derive(Clone, Copy)]
pub struct Column<T: 'static> {
    first: *const T,
    len: usize,
    /// Numbers of its size from one to the next
    stride: usize,
}

impl<T: Stored> Column<T> {
    /// A part of each item.
    ///
    /// # Safety
    /// The part is a field of the item that it is given, and any `Q` has the bytes of a `T`.
    #[inline(always)]
    pub(in crate::kernel) unsafe fn part<A, Q>(
        array: &'static [A],
        part: fn(&'static A) -> &'static Q,
    ) -> Self {
        const { assert!(size_of::<Q>() == size_of::<T>()) };
        const { assert!(size_of::<A>().is_multiple_of(size_of::<T>())) };
        let bytes = array.as_ptr().cast::<u8>();
        let offset = |item| std::ptr::from_ref(part(item)).addr() - bytes.addr();
        Column {
            first: bytes.wrapping_add(array.first().map_or(0, offset)).cast(),
            len: array.len(),
            stride: size_of::<A>() / size_of::<T>(),
        }
    }

    /// The first one.
    #[inline(always)]
    pub(in crate::kernel) fn first(&self) -> *const T {
        self.first
    }

    /// Numbers of its size from one to the next.
    #[inline(always)]
    pub(in crate::kernel) fn stride(&self) -> usize {
        self.stride
    }

    /// All of them.
    pub(in crate::kernel) fn iter(self) -> impl Iterator<Item = T> {
        // SAFETY: each lies in an item of the array, which is never freed.
        (0..self.len).map(move |k| unsafe { *self.first.add(k * self.stride) })
    }
}

/// Which element of a local array, of elements `stride` bytes apart, is meant, and who asks.
pub struct LocalPlace<E: Values> {
    /// The index
    pub at: Coordinate<E>,
    /// Of an array of rows: the row, and the item in it, that the index is made of
    pub of_row: Option<[Coordinate<E>; 2]>,
    /// Bytes from one element to the next
    pub stride: usize,
    /// What messages call the array
    pub name: &'static str,
    /// Where in the kernel
    pub location: &'static Location<'static>,
}

impl<E: Values> Clone for LocalPlace<E> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<E: Values> Copy for LocalPlace<E> {}

/// One index of an access, in the form that summaries and checks need.
pub struct Coordinate<E: Values> {
    /// Uniform part, or the index of lane 0.
    pub base: E::Int,
    /// What one lane adds.
    pub step: E::Int,
    /// A varying index instead of `base`.
    pub varying: Option<E::Var<i32>>,
    /// A varying 64-bit index, where `base` does not hold it.
    pub long: E::Long,
    /// Extent of this dimension.
    pub extent: E::Int,
}

impl<E: Values> Clone for Coordinate<E> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<E: Values> Copy for Coordinate<E> {}
