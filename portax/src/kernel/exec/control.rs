//! Branches and loops. `if c { a } else { b }` is enter, a, enter_else, b, leave.

use super::Values;

/// Control flow.
pub trait Control: Values {
    /// Run-time loop of uniform integers.
    type Range: Iterator<Item = Self::Int>;
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
    /// The loop `lo..hi`.
    fn range(lo: Self::Int, hi: Self::Int) -> Self::Range;
}
