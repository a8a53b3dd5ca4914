//! Branches and loops become statements; what `#[device]` functions do stands where they are called.

use super::{Loop, Trace, Turns, builder::with, steps};
use crate::{
    ir::Id,
    kernel::exec::{Control, LoopInteger, Values},
};
use std::panic::{Location, resume_unwind};

/// Most calls of `#[device]` functions inside each other. More are a recursion that does not end: a record takes both branches.
const DEEPEST_CALLS: usize = 64;

impl Control for Trace {
    type Range = Loop;
    type Turns = Turns;
    type LaneRange = Loop;
    type LaneSteps<T: LoopInteger> = ();
    #[inline(never)]
    fn call(place: &'static Location<'static>) {
        if with(|r| r.call()) > DEEPEST_CALLS {
            // Without the message of a panic: the launch is refused with these words.
            resume_unwind(Box::new(format!(
                "`#[device]` functions call each other, {DEEPEST_CALLS} deep from {place} on: devices have no stack for that, write a loop"
            )));
        }
    }
    #[inline(never)]
    fn end_call() {
        with(|r| r.end_call());
    }
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
    fn range_by(lo: Id, hi: Id, step: Id) -> Loop {
        steps(lo, hi, step)
    }
    #[inline(never)]
    fn turns() -> Turns {
        Turns::default()
    }
    #[inline(never)]
    fn stay(c: Id) -> bool {
        let end = Self::cnot(c);
        with(|r| r.leave_loop(end));
        true
    }
    #[inline(never)]
    fn stay_mask(c: Id, _outer: Option<Id>) -> (bool, Id) {
        (Self::stay(c), c)
    }
    #[inline(never)]
    fn lane_range<T: LoopInteger>(lo: Id, hi: Id, closed: bool, step: Id) -> (Loop, ()) {
        let (lo, hi) = (Self::to_int::<T>(lo), Self::to_int::<T>(hi));
        let end = match closed {
            true => Self::iadd(hi, Self::int(1)),
            false => hi,
        };
        (steps(lo, end, step), ())
    }
    #[inline(never)]
    fn lane_turn<T: LoopInteger>(turn: Id, _: &mut (), _outer: Option<Id>) -> (bool, Id, Id) {
        let all = Self::mask(Self::cond(true));
        (true, all, Self::int_to::<T>(turn))
    }
}
