//! Checks of indices against extents, for the launches that ask for them.

use super::{Isa, MAX_LANES, Pack, Simd};
use crate::{
    kernel::exec::{Coordinate, native::NativeInfo},
    ops::Cmp,
};
use std::panic::Location;

/// Returns `mask` where its lanes are inside the extents; else reports the first that is not and ends the task.
#[inline(always)]
pub(super) fn check<I: Isa, const C: bool, const R: usize>(
    info: NativeInfo,
    at: [Coordinate<Simd<I, C>>; R],
    mask: Option<I::Mask>,
    location: &'static Location<'static>,
) -> Option<I::Mask> {
    if const { I::LANES == 1 && R <= 3 } {
        if is_active::<I>(mask) && !is_inside(&at) {
            with_places(&at, |places| report(info, places, location));
        }
        return mask;
    }
    compare::<I, C, R>(info, &at, mask, location)
}

/// Has one lane something to do here?
#[inline(always)]
fn is_active<I: Isa>(mask: Option<I::Mask>) -> bool {
    mask.is_none_or(|mask| I::mask_bits(mask) != 0)
}

/// Is the index of one lane within its extents? One branch an access. Written
/// out up to rank 3: with loops over dimensions, which the compiler has to unroll at each access, building took half as long again.
#[inline(always)]
fn is_inside<I: Isa, const C: bool, const R: usize>(at: &[Coordinate<Simd<I, C>>; R]) -> bool {
    let within = |d: usize| {
        let [index, extent] = place(&at[d], 0);
        (index as u64) < extent as u64
    };
    match R {
        1 => within(0),
        2 => within(0) & within(1),
        _ => within(0) & within(1) & within(2),
    }
}

/// What `f` makes of index and extent in each dimension, which are put side by side where it is called and nowhere else.
#[inline(always)]
fn with_places<I: Isa, const C: bool, const R: usize, O>(
    at: &[Coordinate<Simd<I, C>>; R],
    f: impl FnOnce(&[[i64; 2]]) -> O,
) -> O {
    let place = |d: usize| place(&at[d], 0);
    match R {
        1 => f(&[place(0)]),
        2 => f(&[place(0), place(1)]),
        _ => f(&[place(0), place(1), place(2)]),
    }
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
        report_lane::<I, C, R>(info, &copy, faulty.trailing_zeros() as usize, location);
    }
    mask
}

/// Reports one lane that writes NaN, and ends the task.
#[inline(always)]
pub(super) fn watch<I: Isa, const C: bool, const R: usize>(
    info: NativeInfo,
    at: &[Coordinate<Simd<I, C>>; R],
    mask: Option<I::Mask>,
    location: &'static Location<'static>,
) {
    if !is_active::<I>(mask) {
        return;
    }
    if const { R <= 3 } {
        with_places(at, |places| report_nan(info, places, location));
    } else {
        report_nan(info, &at.map(|c| place(&c, 0)), location);
    }
}

#[cold]
#[inline(never)]
fn report_nan(info: NativeInfo, places: &[[i64; 2]], location: &'static Location<'static>) -> ! {
    let indices: Vec<_> = places.iter().map(|&[index, _]| index).collect();
    info.nan(&indices, location)
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
fn report_lane<I: Isa, const C: bool, const R: usize>(
    info: NativeInfo,
    at: &[Coordinate<Simd<I, C>>; R],
    lane: usize,
    location: &'static Location<'static>,
) -> ! {
    report(info, &at.map(|c| place(&c, lane)), location)
}

#[cold]
#[inline(never)]
fn report(info: NativeInfo, places: &[[i64; 2]], location: &'static Location<'static>) -> ! {
    let indices: Vec<_> = places.iter().map(|&[index, _]| index).collect();
    let extents: Vec<_> = places.iter().map(|&[_, extent]| extent as usize).collect();
    info.outside(&indices, &extents, location)
}

/// The index of a lane in a dimension, and the extent.
#[inline(always)]
fn place<I: Isa, const C: bool>(c: &Coordinate<Simd<I, C>>, lane: usize) -> [i64; 2] {
    let index = match (c.varying, I::long_of(c.long)) {
        (Some(v), _) => v.to_array()[lane % MAX_LANES] as i64,
        (_, Some(v)) => v.to_array()[lane % MAX_LANES],
        _ => c.base + lane as i64 * c.step,
    };
    [index, c.extent]
}
