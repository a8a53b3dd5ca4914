//! Lexical context of a kernel body: which lanes run, and whether accesses are checked.
//!
//! Both are types, so that code outside every varying `if` carries no mask and code of `unsafe impl`s no checks.

use super::{Bool, UniformBool};
use crate::{kernel::exec::Exec, ops::Cmp};
use std::marker::PhantomData;

/// The lanes that run here.
pub trait MaskType<E: Exec>: Copy {
    /// The mask; `None` where all lanes run.
    fn mask(self) -> Option<E::Mask>;
}

/// All lanes run.
#[derive(Clone, Copy)]
pub struct NoMask;
/// Inside a varying `if`.
pub struct Masked<E: Exec>(pub E::Mask);

impl<E: Exec> Clone for Masked<E> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<E: Exec> Copy for Masked<E> {}
impl<E: Exec> MaskType<E> for NoMask {
    #[inline(always)]
    fn mask(self) -> Option<E::Mask> {
        None
    }
}
impl<E: Exec> MaskType<E> for Masked<E> {
    #[inline(always)]
    fn mask(self) -> Option<E::Mask> {
        Some(self.0)
    }
}

/// Whether accesses are checked.
pub trait Checking: Copy {
    /// Kernels that are not `unchecked` check whatever no proof covers.
    const ALWAYS: bool;
}
/// The body of a kernel that portax proves or checks.
#[derive(Clone, Copy)]
pub struct Checked;
/// The body of an `unchecked` one.
#[derive(Clone, Copy)]
pub struct Unchecked;
impl Checking for Checked {
    const ALWAYS: bool = true;
}
impl Checking for Unchecked {
    const ALWAYS: bool = false;
}

/// A body whose author promises that its plain Rust gives the same whenever it runs.
#[diagnostic::on_unimplemented(
    message = "a `#[device(unchecked)]` function is called in a kernel that portax checks",
    label = "it relies on a promise that this kernel does not give",
    note = "promise with `#[kernel(unchecked)] unsafe impl`, or in a function `#[device(unchecked)]`"
)]
pub trait Promised {}
#[diagnostic::do_not_recommend]
impl Promised for Unchecked {}

/// The lexical context.
#[derive(Clone, Copy)]
pub struct Lex<M, C> {
    /// Which lanes run.
    pub(crate) mask: M,
    /// Whether accesses are checked.
    pub(crate) check: PhantomData<C>,
}

impl<C> Lex<NoMask, C> {
    /// The context at the top of a body.
    ///
    /// # Safety
    /// `#[kernel]` writes it into a body, which is recorded and checked before it runs: accesses in this context go to views
    /// of a launch that is under way. `#[device(host)]` writes it where the host calls a function, which has no views.
    #[inline(always)]
    pub unsafe fn top() -> Self {
        Lex {
            mask: NoMask,
            check: PhantomData,
        }
    }
}

impl<E: Exec, C> Lex<Masked<E>, C> {
    /// The context of some lanes.
    #[inline(always)]
    pub(super) fn of_lanes(mask: E::Mask) -> Self {
        Lex {
            mask: Masked(mask),
            check: PhantomData,
        }
    }
}

impl<M: Copy, C> Lex<M, C> {
    /// The context of a `#[device]` function called here.
    #[inline(always)]
    pub fn callee(self) -> Lex<Callee<M>, C> {
        Lex {
            mask: Callee(self.mask),
            check: PhantomData,
        }
    }
}

/// Where all lanes of a thread are.
#[diagnostic::on_unimplemented(
    message = "team-level code stands under a lane-varying condition, or inside `single`",
    label = "not all lanes get here: move it out",
    note = "all lanes of a thread run barriers, nested ranges and reductions, and `single` together",
    note = "a variable that all lanes share, as a loop's condition needs one, says so: `let mut n: Int = 1`"
)]
pub trait Converged {}
#[diagnostic::do_not_recommend]
impl<C> Converged for Lex<NoMask, C> {}
#[diagnostic::do_not_recommend]
impl<C> Converged for Lex<Callee<NoMask>, C> {}

/// Where variables that all lanes share can be assigned.
#[diagnostic::on_unimplemented(
    message = "a uniform variable is assigned under a lane-varying condition, or inside `single`",
    label = "lanes would disagree about its value",
    note = "make the variable varying (`i32`, `f64`), or the condition uniform"
)]
pub trait SharedByLanes {}
#[diagnostic::do_not_recommend]
impl SharedByLanes for NoMask {}
#[diagnostic::do_not_recommend]
impl<M> SharedByLanes for Callee<M> {}

/// The lanes that run where a `#[device]` function is called: its own variables live and die with them.
#[derive(Clone, Copy)]
pub struct Callee<M>(M);
impl<E: Exec, M: MaskType<E>> MaskType<E> for Callee<M> {
    #[inline(always)]
    fn mask(self) -> Option<E::Mask> {
        self.0.mask()
    }
}

/// What an `if` takes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a condition",
    label = "a comparison such as `x > 0.0` is needed"
)]
pub trait Condition<E: Exec, M: MaskType<E>, C>: Copy {
    /// Mask inside the branch.
    type Inner: MaskType<E>;
    /// What leaves the `if` at its end.
    type End: Leave;
    /// Enters the branch; false: nobody is in it.
    fn enter(self, at: Lex<M, C>) -> (bool, Lex<Self::Inner, C>, Self::End);
    /// Enters the other branch.
    fn enter_else(self, at: Lex<M, C>) -> (bool, Lex<Self::Inner, C>);
    /// Goes on with a turn of a loop where it holds; false: the loop is over.
    fn stay(self, at: Lex<M, C>) -> (bool, Lex<Self::Inner, C>);
}

/// The end of an `if`.
pub trait Leave: Copy {
    /// Leaves the `if`.
    fn leave(self);
}

impl Leave for bool {
    #[inline(always)]
    fn leave(self) {}
}
impl<E: Exec> Leave for UniformBool<E> {
    #[inline(always)]
    fn leave(self) {
        E::leave();
    }
}
impl<E: Exec> Leave for Bool<E> {
    #[inline(always)]
    fn leave(self) {
        E::leave();
    }
}

#[diagnostic::do_not_recommend]
impl<E: Exec, M: MaskType<E>, C> Condition<E, M, C> for bool {
    type Inner = M;
    type End = bool;
    #[inline(always)]
    fn enter(self, at: Lex<M, C>) -> (bool, Lex<M, C>, bool) {
        (self, at, self)
    }
    #[inline(always)]
    fn enter_else(self, at: Lex<M, C>) -> (bool, Lex<M, C>) {
        (!self, at)
    }
    #[inline(always)]
    fn stay(self, at: Lex<M, C>) -> (bool, Lex<M, C>) {
        (E::stay(E::cond(self)), at)
    }
}
#[diagnostic::do_not_recommend]
impl<E: Exec, M: MaskType<E>, C> Condition<E, M, C> for UniformBool<E> {
    type Inner = M;
    type End = Self;
    #[inline(always)]
    fn enter(self, at: Lex<M, C>) -> (bool, Lex<M, C>, Self) {
        (E::enter(self.0), at, self)
    }
    #[inline(always)]
    fn enter_else(self, at: Lex<M, C>) -> (bool, Lex<M, C>) {
        (E::enter_else(self.0), at)
    }
    #[inline(always)]
    fn stay(self, at: Lex<M, C>) -> (bool, Lex<M, C>) {
        (E::stay(self.0), at)
    }
}
#[diagnostic::do_not_recommend]
impl<E: Exec, M: MaskType<E>, C> Condition<E, M, C> for Bool<E> {
    type Inner = Masked<E>;
    type End = Self;
    #[inline(always)]
    fn enter(self, at: Lex<M, C>) -> (bool, Lex<Masked<E>, C>, Self) {
        let (any, mask) = E::enter_mask(self.0, at.mask.mask());
        (any, Lex::of_lanes(mask), self)
    }
    #[inline(always)]
    fn enter_else(self, at: Lex<M, C>) -> (bool, Lex<Masked<E>, C>) {
        let (any, mask) = E::enter_mask_else(self.0, at.mask.mask());
        (any, Lex::of_lanes(mask))
    }
    #[inline(always)]
    fn stay(self, at: Lex<M, C>) -> (bool, Lex<Masked<E>, C>) {
        let (any, mask) = E::stay_mask(self.0, at.mask.mask());
        (any, Lex::of_lanes(mask))
    }
}

/// Inside `single(...)`: one lane of a thread, or of the team, runs.
#[derive(Clone, Copy)]
pub struct Single;
impl<E: Exec> MaskType<E> for Single {
    #[inline(always)]
    fn mask(self) -> Option<E::Mask> {
        let is_first = E::lanes_cmp(Cmp::Lt, E::int(0), E::int(1), E::int(1));
        Some(is_first)
    }
}
