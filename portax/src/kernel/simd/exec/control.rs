//! Branches and loops of packs: lanes leave by masks.

use super::inlined;
use crate::{
    kernel::{
        exec::{Control, LoopInteger, Values, native::Steps},
        simd::{Isa, Pack, Simd},
    },
    ops::Cmp,
};

impl<I: Isa, const CHECKS: bool> Control for Simd<I, CHECKS> {
    type Range = Steps;
    type Turns = Turns;
    type LaneRange = LaneTurns;
    type LaneSteps<T: LoopInteger> = LanePlaces<I, T>;
    inlined! {
        fn enter(c: bool) -> bool { c }
        fn enter_else(c: bool) -> bool { !c }
    }

    #[inline(always)]
    fn enter_mask(c: I::Mask, outer: Option<I::Mask>) -> (bool, I::Mask) {
        let m = match outer {
            None => c,
            Some(outer) => I::mask_and(outer, c),
        };
        (Self::any(m), m)
    }

    #[inline(always)]
    fn enter_mask_else(c: I::Mask, outer: Option<I::Mask>) -> (bool, I::Mask) {
        Self::enter_mask(Self::mnot(c), outer)
    }

    inlined! {
        fn leave() {}
        fn range_by(lo: i64, hi: i64, step: i64) -> Steps { Steps::new(lo, hi, step) }
        fn turns() -> Turns { Turns }
        fn stay(c: bool) -> bool { c }
        fn stay_mask(c: I::Mask, outer: Option<I::Mask>) -> (bool, I::Mask) { Self::enter_mask(c, outer) }
    }

    #[inline(always)]
    fn lane_range<T: LoopInteger>(
        lo: I::Pack<T>,
        hi: I::Pack<T>,
        closed: bool,
        step: i64,
    ) -> (LaneTurns, LanePlaces<I, T>) {
        let (inside, end) = if closed {
            let after = I::Pack::<T>::add(hi, I::Pack::<T>::splat(T::ONE));
            (I::Pack::<T>::cmp(Cmp::Le, lo, hi), after)
        } else {
            (I::Pack::<T>::cmp(Cmp::Lt, lo, hi), hi)
        };
        let step = I::Pack::<T>::splat(T::step(step));
        (
            LaneTurns,
            LanePlaces {
                next: lo,
                end,
                step,
                inside,
            },
        )
    }

    #[inline(always)]
    fn lane_turn<T: LoopInteger>(
        _: i64,
        steps: &mut LanePlaces<I, T>,
        outer: Option<I::Mask>,
    ) -> (bool, I::Mask, I::Pack<T>) {
        let (any, mask) = Self::enter_mask(steps.inside, outer);
        let index = steps.next;
        // what is left of the way, which may take the sign's bit, is longer than a step: no index wraps
        let left = Self::cast::<T, T::Distance>(I::Pack::<T>::sub(steps.end, index));
        let goes_on =
            I::Pack::<T::Distance>::cmp(Cmp::Gt, left, Self::cast::<T, T::Distance>(steps.step));
        steps.inside = I::mask_and(steps.inside, goes_on);
        steps.next = I::Pack::<T>::add(index, steps.step);
        (any, mask, index)
    }
}

/// Goes on until the body leaves.
#[derive(Clone, Copy, Debug)]
pub struct Turns;
impl Iterator for Turns {
    type Item = ();
    #[inline(always)]
    fn next(&mut self) -> Option<()> {
        Some(())
    }
}

/// The same for a loop over integers of each lane.
#[derive(Clone, Copy, Debug)]
pub struct LaneTurns;
impl Iterator for LaneTurns {
    type Item = i64;
    #[inline(always)]
    fn next(&mut self) -> Option<i64> {
        Some(0)
    }
}

/// Where the lanes of a loop are.
#[derive(Clone, Copy)]
pub struct LanePlaces<I: Isa, T: LoopInteger> {
    next: I::Pack<T>,
    end: I::Pack<T>,
    step: I::Pack<T>,
    inside: I::Mask,
}
