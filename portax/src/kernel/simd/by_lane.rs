//! What goes one lane at a time: conditions and small integers in memory, atomics, and operations that have no instruction.

use super::{Isa, MAX_LANES, Pack};
use crate::{
    kernel::exec::{Scalar, SmallInteger, scalar},
    ops::{AtomicOp, Bin, Cmp, Scope},
};

/// The lanes of a mask as bits; without a mask all.
#[inline(always)]
fn bits<I: Isa>(m: Option<I::Mask>) -> u32 {
    match m {
        None => u32::MAX,
        Some(m) => I::mask_bits(m),
    }
}

/// `v` in the lanes of the mask, else `old`.
#[inline(always)]
pub(super) fn assigned<I: Isa>(old: I::Mask, v: I::Mask, m: Option<I::Mask>) -> I::Mask {
    match m {
        None => v,
        Some(m) => I::mask_xor(old, I::mask_and(m, I::mask_xor(old, v))),
    }
}

/// One condition.
#[inline(always)]
pub(super) fn load_bool(p: *const bool) -> bool {
    // SAFETY: an element of a view (proven, checked or promised by the kernel's author). Read as a byte: scratch holds what
    // was there before, and not every byte is a `bool`.
    unsafe { *p.cast::<u8>() != 0 }
}

/// Writes one condition.
#[inline(always)]
pub(super) fn store_bool(p: *mut bool, v: bool) {
    // SAFETY: as in `load_bool`; no other thread touches the element.
    unsafe { *p = v }
}

/// Lane `l` from `p + offset[l]`; false outside the mask.
#[inline(always)]
pub(super) fn load_bools<I: Isa>(p: *const bool, offset: I::Offset, m: Option<I::Mask>) -> I::Mask {
    let (bits, offset) = (bits::<I>(m), I::offset_array(offset));
    let mut lanes = [0; MAX_LANES];
    let mut l = 0;
    while l < I::LANES {
        if bits >> l & 1 != 0 {
            lanes[l] = i32::from(load_bool(p.wrapping_offset(offset[l] as isize)));
        }
        l += 1;
    }
    let zero = I::Pack::<i32>::splat(0);
    I::Pack::<i32>::cmp(Cmp::Ne, I::Pack::<i32>::from_array(lanes), zero)
}

/// Lane `l` to `p + offset[l]`, in lane order.
#[inline(always)]
pub(super) fn store_bools<I: Isa>(p: *mut bool, offset: I::Offset, v: I::Mask, m: Option<I::Mask>) {
    let (bits, v, offset) = (bits::<I>(m), I::mask_bits(v), I::offset_array(offset));
    let mut l = 0;
    while l < I::LANES {
        if bits >> l & 1 != 0 {
            store_bool(p.wrapping_offset(offset[l] as isize), v >> l & 1 != 0);
        }
        l += 1;
    }
}

/// The offset of each lane; without one they are side by side.
#[inline(always)]
fn lanes<I: Isa>(offset: Option<I::Offset>) -> [i64; MAX_LANES] {
    match offset {
        None => [0, 1, 2, 3, 4, 5, 6, 7],
        Some(offset) => I::offset_array(offset),
    }
}

/// Lane `l` from `p + offset[l]`; 0 outside the mask. Without offset and mask the compiler makes one load of it.
#[inline(always)]
pub(super) fn load_small<S: SmallInteger, I: Isa>(
    p: *const S,
    offset: Option<I::Offset>,
    m: Option<I::Mask>,
) -> I::Pack<S::Wide> {
    let (bits, offset) = (bits::<I>(m), lanes::<I>(offset));
    let mut wide = [S::Wide::default(); MAX_LANES];
    let mut l = 0;
    while l < I::LANES {
        if bits >> l & 1 != 0 {
            // SAFETY: an element of a view (proven, checked or promised by the kernel's author).
            wide[l] = unsafe { *p.wrapping_offset(offset[l] as isize) }.widen();
        }
        l += 1;
    }
    I::Pack::<S::Wide>::from_array(wide)
}

/// Lane `l` to `p + offset[l]`, in lane order.
#[inline(always)]
pub(super) fn store_small<S: SmallInteger, I: Isa>(
    p: *mut S,
    offset: Option<I::Offset>,
    v: I::Pack<S::Wide>,
    m: Option<I::Mask>,
) {
    let (bits, offset, v) = (bits::<I>(m), lanes::<I>(offset), v.to_array());
    let mut l = 0;
    while l < I::LANES {
        if bits >> l & 1 != 0 {
            // SAFETY: as in `load_small`; no other thread touches the element.
            unsafe { *p.wrapping_offset(offset[l] as isize) = S::narrow(v[l]) };
        }
        l += 1;
    }
}

/// `a op b`, lane by lane.
#[inline(always)]
pub(super) fn bin<T: Scalar, I: Isa>(
    op: Bin,
    a: impl Pack<T, I>,
    b: impl Pack<T, I>,
) -> [T; MAX_LANES] {
    let (mut a, b) = (a.to_array(), b.to_array());
    let mut l = 0;
    while l < I::LANES {
        a[l] = T::bin(op, a[l], b[l]);
        l += 1;
    }
    a
}

/// Conversion as Rust's `as`, lane by lane.
#[inline(always)]
pub(super) fn convert<T: Scalar, U: Scalar, I: Isa>(a: impl Pack<T, I>) -> [U; MAX_LANES] {
    let (a, mut converted) = (a.to_array(), [U::default(); MAX_LANES]);
    let mut l = 0;
    while l < I::LANES {
        converted[l] = scalar::convert(a[l]);
        l += 1;
    }
    converted
}

/// What `f` gives for each lane.
#[inline(always)]
pub(super) fn map<T: Scalar, U: Scalar, I: Isa>(a: I::Pack<T>, f: impl Fn(T) -> U) -> I::Pack<U> {
    let (a, mut of) = (a.to_array(), [U::default(); MAX_LANES]);
    let mut l = 0;
    while l < I::LANES {
        of[l] = f(a[l]);
        l += 1;
    }
    I::Pack::<U>::from_array(of)
}

/// Updates `p + offset[l]` in lane order; the old values.
#[inline(always)]
pub(super) fn atomic<T: Scalar, I: Isa>(
    op: AtomicOp,
    scope: Scope,
    p: *mut T,
    offset: I::Offset,
    v: I::Pack<T>,
    m: Option<I::Mask>,
) -> I::Pack<T> {
    let v = v.to_array();
    each_atomic::<T, I>(p, offset, m, |l, p| {
        // SAFETY: as in `store_bool`; with `Scope::Device` every access of the element is atomic.
        unsafe { atomic_lane(op, scope, p, v[l]) }
    })
}

/// Keeps `v[l]` at `p + offset[l]` where `expected[l]` is, in lane order; the old values.
#[inline(always)]
pub(super) fn atomic_compare_exchange<T: Scalar, I: Isa>(
    scope: Scope,
    p: *mut T,
    offset: I::Offset,
    [expected, v]: [I::Pack<T>; 2],
    m: Option<I::Mask>,
) -> I::Pack<T> {
    let (expected, v) = (expected.to_array(), v.to_array());
    each_atomic::<T, I>(p, offset, m, |l, p| {
        // SAFETY: as in `atomic`.
        unsafe { compare_exchange_lane(scope, p, expected[l], v[l]) }
    })
}

/// What `update` gives for each lane and its address, in lane order.
#[inline(always)]
fn each_atomic<T: Scalar, I: Isa>(
    p: *mut T,
    offset: I::Offset,
    m: Option<I::Mask>,
    update: impl Fn(usize, *mut T) -> T,
) -> I::Pack<T> {
    let (bits, offset) = (bits::<I>(m), I::offset_array(offset));
    let mut old = [T::default(); MAX_LANES];
    let mut l = 0;
    while l < I::LANES {
        if bits >> l & 1 != 0 {
            old[l] = update(l, p.wrapping_offset(offset[l] as isize));
        }
        l += 1;
    }
    I::Pack::<T>::from_array(old)
}

/// One lane of an atomic update.
///
/// # Safety
/// As [`Scalar::atomic`]; with [`Scope::Team`] the element belongs to this thread.
#[inline(always)]
unsafe fn atomic_lane<T: Scalar>(op: AtomicOp, scope: Scope, p: *mut T, v: T) -> T {
    match scope {
        // SAFETY: the caller's promise.
        Scope::Device => unsafe { T::atomic(op, p, v) },
        Scope::Team => {
            // SAFETY: the caller's promise.
            let old = unsafe { *p };
            let new = match op {
                AtomicOp::Load => old,
                _ => op.bin().map_or(v, |bin| T::bin(bin, old, v)),
            };
            // SAFETY: the caller's promise.
            unsafe { *p = new };
            old
        }
    }
}

/// One lane of an atomic comparison and exchange.
///
/// # Safety
/// As [`atomic_lane`].
#[inline(always)]
unsafe fn compare_exchange_lane<T: Scalar>(scope: Scope, p: *mut T, expected: T, v: T) -> T {
    match scope {
        // SAFETY: the caller's promise.
        Scope::Device => unsafe { T::atomic_compare_exchange(p, expected, v) },
        Scope::Team => {
            // SAFETY: the caller's promise.
            let old = unsafe { *p };
            if old.to_bits64() == expected.to_bits64() {
                // SAFETY: the caller's promise.
                unsafe { *p = v };
            }
            old
        }
    }
}
