//! `for` over ranges of integers: all lanes share their ends, or each lane has its own.

use super::{
    Cast, IndexOf, IntOf, IntoInt, IntoVarying, Step, UniformInt, UniformOf, Varying,
    mask::{Lex, MaskType, Masked},
};
use crate::{
    kernel::exec::{Exec, LoopInteger},
    ops::Bin,
};

/// The ends of a range that a `for` goes through.
#[diagnostic::on_unimplemented(
    message = "a loop cannot go through the range `{Self}`",
    label = "the ends of a range are integers",
    note = "convert with `as`, for example `n as Int` where all lanes share it, `n as i32` where they do not"
)]
pub trait RangeEnds<E: Exec> {
    /// The turns.
    type Turns: Iterator<Item = E::Int>;
    /// Where the loop is.
    type Steps;
    /// The loop that takes every `step`th integer, at least each; `closed`: the end, too.
    fn steps(self, step: impl IntoInt<E>, closed: bool) -> (Self::Turns, Self::Steps);
}

/// A loop on its way, in the context of the lanes `M`.
pub trait Steps<E: Exec, M: MaskType<E>, C> {
    /// The integer of a turn.
    type Index;
    /// Lanes inside.
    type Inner: MaskType<E>;
    /// A turn: false where the loop is over, the lanes inside and the integer, counted from the end where `reversed`.
    fn turn(
        &mut self,
        turn: E::Int,
        reversed: bool,
        at: Lex<M, C>,
    ) -> (bool, Lex<Self::Inner, C>, Self::Index);
}

/// All lanes share the ends.
pub struct SharedSteps<E: Exec> {
    begin: E::Int,
    end: E::Int,
}
/// Each lane has its own.
pub struct LaneSteps<E: Exec, T: LoopInteger> {
    begin: E::Var<T>,
    end: E::Var<T>,
    closed: bool,
    steps: E::LaneSteps<T>,
}

/// At least 1.
#[inline(always)]
fn positive<E: Exec>(step: impl IntoInt<E>) -> E::Int {
    E::ibin(Bin::Max, step.into_int().0, E::int(1))
}

macro_rules! shared {
    ($([$($g:tt)*] $a:ty, $b:ty;)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<E: Exec, $($g)*> RangeEnds<E> for ($a, $b) {
            type Turns = E::Range;
            type Steps = SharedSteps<E>;
            #[inline(always)]
            fn steps(self, step: impl IntoInt<E>, closed: bool) -> (E::Range, SharedSteps<E>) {
                let (begin, end): (IntOf<E>, IntOf<E>) = (self.0.into_int(), self.1.into_int());
                let (begin, end) = (begin.0, end.0);
                let one = E::int(1);
                let end = if closed { E::iadd(end, one) } else { end };
                let steps = SharedSteps { begin, end };
                (E::range_by(begin, end, positive::<E>(step)), steps)
            }
        }
    )* };
}
shared! {
    [A: UniformInt + IntoInt<E>, B: UniformInt + IntoInt<E>] A, B;
    [A: UniformInt + IntoInt<E>] A, UniformOf<E, i64>;
    [B: UniformInt + IntoInt<E>] UniformOf<E, i64>, B;
    [] UniformOf<E, i64>, UniformOf<E, i64>;
    [A: UniformInt + IntoInt<E>] A, UniformOf<E, u32>;
    [B: UniformInt + IntoInt<E>] UniformOf<E, u32>, B;
    [] UniformOf<E, u32>, UniformOf<E, u32>;
}

impl<E: Exec, M: MaskType<E>, C> Steps<E, M, C> for SharedSteps<E> {
    type Index = IntOf<E>;
    type Inner = M;
    #[inline(always)]
    fn turn(&mut self, turn: E::Int, reversed: bool, at: Lex<M, C>) -> (bool, Lex<M, C>, IntOf<E>) {
        if !reversed {
            return (true, at, IntOf(turn));
        }
        let last = E::isub(self.end, E::int(1));
        (true, at, IntOf(E::isub(last, E::isub(turn, self.begin))))
    }
}

/// A range of each lane.
#[inline(always)]
fn of_lanes<E: Exec, T: LoopInteger>(
    begin: Varying<E, T>,
    end: Varying<E, T>,
    step: impl IntoInt<E>,
    closed: bool,
) -> (E::LaneRange, LaneSteps<E, T>) {
    let (begin, end) = (begin.0, end.0);
    let (turns, steps) = E::lane_range::<T>(begin, end, closed, positive::<E>(step));
    let steps = LaneSteps {
        begin,
        end,
        closed,
        steps,
    };
    (turns, steps)
}

macro_rules! lanes {
    ($t:ident $conv:ident: $([$($g:tt)*] $a:ty, $b:ty;)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<E: Exec, $($g)*> RangeEnds<E> for ($a, $b) {
            type Turns = E::LaneRange;
            type Steps = LaneSteps<E, $t>;
            #[inline(always)]
            fn steps(self, step: impl IntoInt<E>, closed: bool) -> (E::LaneRange, LaneSteps<E, $t>) {
                of_lanes(self.0.$conv(), self.1.$conv(), step, closed)
            }
        }
    )* };
}
lanes! { i32 into_varying:
    [B: IntoVarying<E, i32>] Varying<E, i32>, B;
    [A: UniformInt + IntoVarying<E, i32>] A, Varying<E, i32>;
    [S: Step, A: UniformInt + IntoVarying<E, i32>] A, IndexOf<E, S>;
    [S: Step, B: UniformInt + IntoVarying<E, i32>] IndexOf<E, S>, B;
    [S: Step] IndexOf<E, S>, Varying<E, i32>;
    [S: Step, S2: Step] IndexOf<E, S>, IndexOf<E, S2>;
}
lanes! { i64 cast:
    [] Varying<E, i64>, Varying<E, i64>;
    [] Varying<E, i64>, UniformOf<E, i64>;
    [] Varying<E, i64>, IntOf<E>;
    [S: Step] Varying<E, i64>, IndexOf<E, S>;
    [] Varying<E, i64>, i64;
    [] Varying<E, i64>, i32;
    [] UniformOf<E, i64>, Varying<E, i64>;
    [] IntOf<E>, Varying<E, i64>;
    [S: Step] IndexOf<E, S>, Varying<E, i64>;
    [] i64, Varying<E, i64>;
    [] i32, Varying<E, i64>;
    [S: Step] IndexOf<E, S>, UniformOf<E, i64>;
    [S: Step] UniformOf<E, i64>, IndexOf<E, S>;
}
lanes! { u32 cast:
    [] Varying<E, u32>, Varying<E, u32>;
    [] Varying<E, u32>, UniformOf<E, u32>;
    [] Varying<E, u32>, u32;
    [] Varying<E, u32>, i32;
    [] UniformOf<E, u32>, Varying<E, u32>;
    [] u32, Varying<E, u32>;
    [] i32, Varying<E, u32>;
}

impl<E: Exec, T: LoopInteger> LaneSteps<E, T> {
    /// As far from the end as `index` is from the beginning.
    #[inline(always)]
    fn mirrored(&self, index: E::Var<T>) -> E::Var<T> {
        let one = E::splat(E::lit(T::ONE));
        let last = if self.closed {
            self.end
        } else {
            E::sub::<T>(self.end, one)
        };
        E::sub::<T>(last, E::sub::<T>(index, self.begin))
    }
}

impl<E: Exec, M: MaskType<E>, C, T: LoopInteger> Steps<E, M, C> for LaneSteps<E, T> {
    type Index = Varying<E, T>;
    type Inner = Masked<E>;
    #[inline(always)]
    fn turn(
        &mut self,
        turn: E::Int,
        reversed: bool,
        at: Lex<M, C>,
    ) -> (bool, Lex<Masked<E>, C>, Varying<E, T>) {
        let (any, mask, index) = E::lane_turn::<T>(turn, &mut self.steps, at.mask.mask());
        let index = if reversed {
            self.mirrored(index)
        } else {
            index
        };
        (any, Lex::of_lanes(mask), Varying(index))
    }
}
