//! Branches and loops become statements.

use super::{Loop, Trace, builder::with, steps};
use crate::{
    ir::Id,
    kernel::exec::{Control, Values},
};

impl Control for Trace {
    type Range = Loop;
    #[inline(never)]
    fn enter(c: Id) -> bool {
        with(|r| r.enter(c))
    }
    #[inline(never)]
    fn enter_else(c: Id) -> bool {
        with(|r| r.enter_else(c))
    }
    #[inline(never)]
    fn enter_mask(c: Id, _outer: Option<Id>) -> (bool, Id) {
        (Self::enter(c), c)
    }
    #[inline(never)]
    fn enter_mask_else(c: Id, _outer: Option<Id>) -> (bool, Id) {
        (Self::enter_else(c), Self::mnot(c))
    }
    #[inline(never)]
    fn leave() {
        with(|r| r.leave());
    }
    #[inline(never)]
    fn range(lo: Id, hi: Id) -> Loop {
        steps(lo, hi, Self::int(1))
    }
}
