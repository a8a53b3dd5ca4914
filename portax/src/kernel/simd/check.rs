//! Checks of indices against extents, for the launches that ask for them.

use super::{Isa, MAX_LANES, Pack, Simd};
use crate::kernel::exec::native::NativeInfo;
use crate::{
    config,
    kernel::exec::{Coordinate, Scalar},
    ops::Cmp,
};
use std::panic::Location;

/// Returns `mask` where its lanes are inside the extents; else reports the first that is not and ends the task. One lane
/// calls it, since every access of every kernel can be checked there and the compiler would see a dozen branches each.
#[inline(always)]
pub(super) fn check<I: Isa, const C: bool, const R: usize>(
    info: NativeInfo,
    at: [Coordinate<Simd<I, C>>; R],
    mask: Option<I::Mask>,
    location: &'static Location<'static>,
) -> Option<I::Mask> {
    if const { I::LANES == 1 } {
        return out_of_line::<I, C, R>(info, &at, mask, location);
    }
    compare::<I, C, R>(info, &at, mask, location)
}

#[inline(never)]
fn out_of_line<I: Isa, const C: bool, const R: usize>(
    info: NativeInfo,
    at: &[Coordinate<Simd<I, C>>; R],
    mask: Option<I::Mask>,
    location: &'static Location<'static>,
) -> Option<I::Mask> {
    compare::<I, C, R>(info, at, mask, location)
}

#[inline(always)]
fn compare<I: Isa, const C: bool, const R: usize>(
    info: NativeInfo,
    at: &[Coordinate<Simd<I, C>>; R],
    mask: Option<I::Mask>,
    location: &'static Location<'static>,
) -> Option<I::Mask> {
    let mut inside = I::mask_splat(true);
    let mut d = 0;
    while d < R {
        inside = I::mask_and(inside, within::<I, C>(&at[d]));
        d += 1;
    }
    let active = mask.unwrap_or(I::mask_splat(true));
    let good = I::mask_and(active, inside);
    let faulty = I::mask_bits(active) & !I::mask_bits(good);
    if faulty != 0 {
        // a copy, made here: the address of `at` itself would keep the indices on the stack, written at every access
        let copy = *at;
        report::<I, C, R>(info, &copy, faulty.trailing_zeros() as usize, location);
    }
    mask
}

/// Under watch, reports the first lane that writes NaN, and ends the task.
#[cold]
#[inline(never)]
pub(super) fn watch<I: Isa, T: Scalar, const C: bool, const R: usize>(
    info: NativeInfo,
    at: &[Coordinate<Simd<I, C>>; R],
    v: I::Pack<T>,
    mask: Option<I::Mask>,
    location: &'static Location<'static>,
) {
    let active = mask.unwrap_or(I::mask_splat(true));
    let nan = I::mask_bits(active) & I::mask_bits(I::Pack::<T>::cmp(Cmp::Ne, v, v));
    if nan != 0 && config::watches_nan() {
        let (indices, _) = place(at, nan.trailing_zeros() as usize);
        info.nan(&indices, location);
    }
}

/// The lanes whose index is within its extent.
#[inline(always)]
fn within<I: Isa, const C: bool>(c: &Coordinate<Simd<I, C>>) -> I::Mask {
    if let Some(v) = c.varying {
        let last = (c.extent - 1).min(i32::MAX as i64) as i32;
        let above = I::Pack::<i32>::cmp(Cmp::Ge, v, I::Pack::<i32>::splat(0));
        let below = I::Pack::<i32>::cmp(Cmp::Le, v, I::Pack::<i32>::splat(last));
        return I::mask_and(above, below);
    }
    if let Some(v) = I::long_of(c.long) {
        let above = I::Pack::<i64>::cmp(Cmp::Ge, v, I::Pack::<i64>::splat(0));
        let below = I::Pack::<i64>::cmp(Cmp::Lt, v, I::Pack::<i64>::splat(c.extent));
        return I::mask_and(above, below);
    }
    if c.step == 0 {
        return I::mask_splat((c.base as u64) < c.extent as u64);
    }
    I::mask_and(
        I::lanes_cmp(Cmp::Ge, c.base, c.step, 0),
        I::lanes_cmp(Cmp::Lt, c.base, c.step, c.extent),
    )
}

#[cold]
#[inline(never)]
fn report<I: Isa, const C: bool, const R: usize>(
    info: NativeInfo,
    at: &[Coordinate<Simd<I, C>>; R],
    lane: usize,
    location: &'static Location<'static>,
) -> ! {
    let (indices, extents) = place(at, lane);
    info.outside(&indices, &extents, location)
}

/// The index tuple of a lane, and the extents.
fn place<I: Isa, const C: bool, const R: usize>(
    at: &[Coordinate<Simd<I, C>>; R],
    lane: usize,
) -> ([i64; R], [usize; R]) {
    let mut indices = [0; R];
    let mut extents = [0; R];
    let mut d = 0;
    while d < R {
        let c = at[d];
        indices[d] = match (c.varying, I::long_of(c.long)) {
            (Some(v), _) => v.to_array()[lane % MAX_LANES] as i64,
            (_, Some(v)) => v.to_array()[lane % MAX_LANES],
            _ => c.base + lane as i64 * c.step,
        };
        extents[d] = c.extent as usize;
        d += 1;
    }
    (indices, extents)
}
