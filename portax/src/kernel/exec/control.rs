//! Branches, loops and calls. `if c { a } else { b }` is enter, a, enter_else, b, leave; `while c { a }` is turns, stay, a.

use super::{LoopInteger, Values};
use std::panic::Location;

/// Control flow.
pub trait Control: Values {
    /// Run-time loop of uniform integers.
    type Range: Iterator<Item = Self::Int>;
    /// A loop that ends only where its body leaves it.
    type Turns: Iterator<Item = ()>;
    /// A loop over integers whose ends differ between lanes.
    type LaneRange: Iterator<Item = Self::Int>;
    /// Where the lanes of such a loop are.
    type LaneSteps<T: LoopInteger>: Copy;

    /// Enters a `#[device]` function, called at `place`. What records refuses functions that call each other without end.
    #[inline(always)]
    fn call(place: &'static Location<'static>) {
        let _ = place;
    }
    /// Leaves it.
    #[inline(always)]
    fn end_call() {}

    /// Enters the branch of a uniform condition; false: skip it (native).
    fn enter(c: Self::Cond) -> bool;
    /// Enters the other branch.
    fn enter_else(c: Self::Cond) -> bool;
    /// Enters the branch of a varying condition with the mask inside; false: no lane is in it.
    fn enter_mask(c: Self::Mask, outer: Option<Self::Mask>) -> (bool, Self::Mask);
    /// Enters the other branch.
    fn enter_mask_else(c: Self::Mask, outer: Option<Self::Mask>) -> (bool, Self::Mask);
    /// Leaves an `if`.
    fn leave();

    /// The loop `(lo..hi).step_by(step)`, `step` positive.
    fn range_by(lo: Self::Int, hi: Self::Int, step: Self::Int) -> Self::Range;
    /// The loop `lo..hi`.
    #[inline(always)]
    fn range(lo: Self::Int, hi: Self::Int) -> Self::Range {
        Self::range_by(lo, hi, Self::int(1))
    }
    /// A loop without an end of its own.
    fn turns() -> Self::Turns;
    /// Goes on with the turn of a loop where the condition holds; false: leave the loop (native).
    fn stay(c: Self::Cond) -> bool;
    /// Goes on in the lanes of the condition, with the mask inside; false: no lane is left.
    fn stay_mask(c: Self::Mask, outer: Option<Self::Mask>) -> (bool, Self::Mask);
    /// The loop `(lo..hi).step_by(step)` of each lane, `closed`: with `hi`; `step` positive.
    fn lane_range<T: LoopInteger>(
        lo: Self::Var<T>,
        hi: Self::Var<T>,
        closed: bool,
        step: Self::Int,
    ) -> (Self::LaneRange, Self::LaneSteps<T>);
    /// A turn of it: whether any lane is in it, their mask, and their indices.
    fn lane_turn<T: LoopInteger>(
        turn: Self::Int,
        steps: &mut Self::LaneSteps<T>,
        outer: Option<Self::Mask>,
    ) -> (bool, Self::Mask, Self::Var<T>);
}
