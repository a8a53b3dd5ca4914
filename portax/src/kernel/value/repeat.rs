//! `for` over ranges of integers: all lanes share their ends, or each lane has its own.

use super::{
    IndexOf, IntOf, IntoInt, IntoVarying, Step, UniformInt, UniformOf, Varying,
    mask::{Lex, MaskType, Masked},
};
use crate::{kernel::exec::Exec, ops::Bin};

/// The ends of a range that a `for` goes through.
#[diagnostic::on_unimplemented(
    message = "a loop cannot go through the range `{Self}`",
    label = "the ends of a range are integers",
    note = "convert with `as`, for example `n as i32`"
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
pub struct LaneSteps<E: Exec> {
    begin: E::Var<i32>,
    end: E::Var<i32>,
    closed: bool,
    steps: E::LaneSteps,
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
                let (begin, end) = (self.0.into_int().0, self.1.into_int().0);
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
fn of_lanes<E: Exec>(
    begin: impl IntoVarying<E, i32>,
    end: impl IntoVarying<E, i32>,
    step: impl IntoInt<E>,
    closed: bool,
) -> (E::LaneRange, LaneSteps<E>) {
    let (begin, end) = (begin.into_varying().0, end.into_varying().0);
    let (turns, steps) = E::lane_range(begin, end, closed, positive::<E>(step));
    let steps = LaneSteps {
        begin,
        end,
        closed,
        steps,
    };
    (turns, steps)
}

macro_rules! lanes {
    ($([$($g:tt)*] $a:ty, $b:ty;)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<E: Exec, $($g)*> RangeEnds<E> for ($a, $b) {
            type Turns = E::LaneRange;
            type Steps = LaneSteps<E>;
            #[inline(always)]
            fn steps(self, step: impl IntoInt<E>, closed: bool) -> (E::LaneRange, LaneSteps<E>) {
                of_lanes(self.0, self.1, step, closed)
            }
        }
    )* };
}
lanes! {
    [B: IntoVarying<E, i32>] Varying<E, i32>, B;
    [S: Step, B: IntoVarying<E, i32>] IndexOf<E, S>, B;
    [A: UniformInt + IntoVarying<E, i32>] A, Varying<E, i32>;
    [S: Step, A: UniformInt + IntoVarying<E, i32>] A, IndexOf<E, S>;
}

impl<E: Exec> LaneSteps<E> {
    /// As far from the end as `index` is from the beginning.
    #[inline(always)]
    fn mirrored(&self, index: E::Var<i32>) -> E::Var<i32> {
        let one = E::splat(E::lit(1));
        let last = if self.closed {
            self.end
        } else {
            E::sub::<i32>(self.end, one)
        };
        E::sub::<i32>(last, E::sub::<i32>(index, self.begin))
    }
}

impl<E: Exec, M: MaskType<E>, C> Steps<E, M, C> for LaneSteps<E> {
    type Index = Varying<E, i32>;
    type Inner = Masked<E>;
    #[inline(always)]
    fn turn(
        &mut self,
        turn: E::Int,
        reversed: bool,
        at: Lex<M, C>,
    ) -> (bool, Lex<Masked<E>, C>, Varying<E, i32>) {
        let (any, mask, index) = E::lane_turn(turn, &mut self.steps, at.mask.mask());
        let index = if reversed {
            self.mirrored(index)
        } else {
            index
        };
        (any, Lex::of_lanes(mask), Varying(index))
    }
}
