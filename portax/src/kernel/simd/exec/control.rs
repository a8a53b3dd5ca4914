//! Branches and loops of packs: lanes leave by masks.

use super::inlined;
use crate::kernel::{
    exec::{Control, Values, native::Steps},
    simd::{Isa, Simd},
};

impl<I: Isa, const CHECKS: bool> Control for Simd<I, CHECKS> {
    type Range = Steps;
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
        fn range(lo: i64, hi: i64) -> Steps { Steps::new(lo, hi, 1) }
    }
}
