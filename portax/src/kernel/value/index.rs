//! The index of a policy.

use super::{Cast, IntOf, IntoInt, IntoVarying, UniformInt, UniformOf, Varying};
use crate::{kernel::exec::Exec, ops::Bin};
use std::{
    ops::{Add, BitAnd, BitOr, BitXor, Div, Mul, Rem, Shl, Shr, Sub},
    panic::Location,
};

/// What one lane adds to an index.
pub trait Step: Copy + Send + Sync + 'static {
    /// Is it always 1?
    const LANE: bool;
    /// 0 or 1.
    fn get(self) -> bool;
}

/// The index is the lane: vector ranges and one-dimensional ranges.
#[derive(Clone, Copy)]
pub struct LaneStep;
/// Known when the policy is: the indices of an `MdRangePolicy`.
#[derive(Clone, Copy)]
pub struct AnyStep(pub bool);

impl Step for LaneStep {
    const LANE: bool = true;
    #[inline(always)]
    fn get(self) -> bool {
        true
    }
}

impl Step for AnyStep {
    const LANE: bool = false;
    #[inline(always)]
    fn get(self) -> bool {
        self.0
    }
}

/// `base + lane * step`: which index is the lane is the policy's choice, not the kernel's.
///
/// Plus or minus a uniform it stays an index; everything else makes a varying i32 of it.
pub struct IndexOf<E: Exec, S: Step = LaneStep> {
    /// Value in lane 0.
    pub base: E::Int,
    /// What one lane adds.
    pub step: S,
}
impl<E: Exec, S: Step> Clone for IndexOf<E, S> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<E: Exec, S: Step> Copy for IndexOf<E, S> {}

impl<E: Exec, S: Step> IndexOf<E, S> {
    /// The step as an integer.
    #[inline(always)]
    pub fn step(self) -> E::Int {
        E::int(i64::from(self.step.get()))
    }
}

impl<E: Exec, S: Step, R: UniformInt + IntoInt<E>> Add<R> for IndexOf<E, S> {
    type Output = Self;
    #[inline(always)]
    fn add(self, o: R) -> Self {
        IndexOf {
            base: E::iadd(self.base, o.into_int().0),
            step: self.step,
        }
    }
}
impl<E: Exec, S: Step, R: UniformInt + IntoInt<E>> Sub<R> for IndexOf<E, S> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, o: R) -> Self {
        IndexOf {
            base: E::isub(self.base, o.into_int().0),
            step: self.step,
        }
    }
}
macro_rules! shift {
    ($($r:ty),*) => { $(
        impl<E: Exec, S: Step> Add<IndexOf<E, S>> for $r {
            type Output = IndexOf<E, S>;
            #[inline(always)]
            fn add(self, o: IndexOf<E, S>) -> IndexOf<E, S> {
                o + self
            }
        }
    )* };
}
shift! { IntOf<E>, UniformOf<E, i32>, i32, usize }

/// Everything else makes a varying integer of the index: an i32, of indices alone one that fits.
macro_rules! varying {
    ($made:ident: $($tr:ident $f:ident $op:ident: [$($g:tt)*] $a:ty, $b:ty;)*) => { $(
        impl<E: Exec, S: Step, $($g)*> $tr<$b> for $a {
            type Output = Varying<E, i32>;
            #[inline(always)]
            #[track_caller]
            fn $f(self, o: $b) -> Varying<E, i32> {
                let a: Varying<E, i32> = Cast::cast(self);
                let b: Varying<E, i32> = Cast::cast(o);
                $made(Varying(E::bin::<i32>(Bin::$op, a.0, b.0)), Location::caller())
            }
        }
    )* };
}
varying! { of_any:
    Mul mul Mul: [] IndexOf<E, S>, Varying<E, i32>;
    Div div Div: [] IndexOf<E, S>, Varying<E, i32>;
    Rem rem Rem: [] IndexOf<E, S>, Varying<E, i32>;
    Add add Add: [] IndexOf<E, S>, Varying<E, i32>;
    Sub sub Sub: [] IndexOf<E, S>, Varying<E, i32>;
    BitAnd bitand And: [] IndexOf<E, S>, Varying<E, i32>;
    BitOr bitor Or: [] IndexOf<E, S>, Varying<E, i32>;
    BitXor bitxor Xor: [] IndexOf<E, S>, Varying<E, i32>;
    Shl shl Shl: [] IndexOf<E, S>, Varying<E, i32>;
    Shr shr Shr: [] IndexOf<E, S>, Varying<E, i32>;
}
varying! { of_indices:
    Mul mul Mul: [S2: Step] IndexOf<E, S>, IndexOf<E, S2>;
    Add add Add: [S2: Step] IndexOf<E, S>, IndexOf<E, S2>;
    Sub sub Sub: [S2: Step] IndexOf<E, S>, IndexOf<E, S2>;
    Div div Div: [S2: Step] IndexOf<E, S>, IndexOf<E, S2>;
    Rem rem Rem: [S2: Step] IndexOf<E, S>, IndexOf<E, S2>;
    BitAnd bitand And: [S2: Step] IndexOf<E, S>, IndexOf<E, S2>;
    BitOr bitor Or: [S2: Step] IndexOf<E, S>, IndexOf<E, S2>;
    BitXor bitxor Xor: [S2: Step] IndexOf<E, S>, IndexOf<E, S2>;
    Shl shl Shl: [S2: Step] IndexOf<E, S>, IndexOf<E, S2>;
    Shr shr Shr: [S2: Step] IndexOf<E, S>, IndexOf<E, S2>;
}
/// With what all lanes share on the left.
macro_rules! shared_left {
    ($made:ident: $($tr:ident $f:ident $op:ident;)*) => { $(
        varying! { $made:
            $tr $f $op: [] IntOf<E>, IndexOf<E, S>;
            $tr $f $op: [] UniformOf<E, i32>, IndexOf<E, S>;
            $tr $f $op: [] i32, IndexOf<E, S>;
            $tr $f $op: [] usize, IndexOf<E, S>;
        }
    )* };
}
shared_left! { of_indices: Sub sub Sub; Mul mul Mul; Div div Div; Rem rem Rem; BitAnd bitand And; BitOr bitor Or; BitXor bitxor Xor; }
shared_left! { of_any: Shl shl Shl; Shr shr Shr; }

/// An i32 that a launch must not make too large.
#[inline(always)]
pub(super) fn of_indices<E: Exec>(
    made: Varying<E, i32>,
    at: &'static Location<'static>,
) -> Varying<E, i32> {
    E::made_of_indices(made.0, at);
    made
}

/// An i32 that is made of another, and wraps as it does.
#[inline(always)]
fn of_any<E: Exec>(made: Varying<E, i32>, _: &'static Location<'static>) -> Varying<E, i32> {
    made
}

/// With an integer of 64 bits it becomes one.
macro_rules! long {
    ($($tr:ident $f:ident $op:ident;)*) => { $(
        long! { @ $tr $f $op: IndexOf<E, S>, Varying<E, i64>; IndexOf<E, S>, UniformOf<E, i64>; UniformOf<E, i64>, IndexOf<E, S>; }
    )* };
    (@ $tr:ident $f:ident $op:ident: $($a:ty, $b:ty;)*) => { $(
        impl<E: Exec, S: Step> $tr<$b> for $a {
            type Output = Varying<E, i64>;
            #[inline(always)]
            fn $f(self, o: $b) -> Varying<E, i64> {
                let (a, b): (Varying<E, i64>, Varying<E, i64>) = (self.into_varying(), o.into_varying());
                Varying(E::bin::<i64>(Bin::$op, a.0, b.0))
            }
        }
    )* };
}
long! {
    Add add Add; Sub sub Sub; Mul mul Mul; Div div Div; Rem rem Rem;
    BitAnd bitand And; BitOr bitor Or; BitXor bitxor Xor; Shl shl Shl; Shr shr Shr;
}

impl<E: Exec, S: Step, R: UniformInt + IntoInt<E>> Mul<R> for IndexOf<E, S> {
    type Output = Varying<E, i32>;
    /// The low 32 bits of a product need no more of its factors.
    #[inline(always)]
    #[track_caller]
    fn mul(self, o: R) -> Varying<E, i32> {
        let a: Varying<E, i32> = Cast::cast(self);
        let b: Varying<E, i32> = Cast::cast(o.into_int());
        of_indices(
            Varying(E::bin::<i32>(Bin::Mul, a.0, b.0)),
            Location::caller(),
        )
    }
}

/// By a uniform integer: of all 64 bits of the index, the result as i32.
macro_rules! by_uniform {
    ($($tr:ident $f:ident $op:ident;)*) => { $(
        impl<E: Exec, S: Step, R: UniformInt + IntoInt<E>> $tr<R> for IndexOf<E, S> {
            type Output = Varying<E, i32>;
            #[inline(always)]
            #[track_caller]
            fn $f(self, o: R) -> Varying<E, i32> {
                let made = Varying(E::lanes_bin(Bin::$op, self.base, self.step(), o.into_int().0));
                of_indices(made, Location::caller())
            }
        }
    )* };
}
by_uniform! { Div div Div; Rem rem Rem; BitAnd bitand And; BitOr bitor Or; BitXor bitxor Xor; }

/// Of all 64 bits of the index, by the low bits of a distance, as an i32 is shifted.
macro_rules! shifts {
    ($($tr:ident $f:ident;)*) => { $(
        impl<E: Exec, S: Step, R: UniformInt + IntoInt<E>> $tr<R> for IndexOf<E, S> {
            type Output = Varying<E, i32>;
            #[inline(always)]
            #[track_caller]
            fn $f(self, o: R) -> Varying<E, i32> {
                let distance = E::ibin(Bin::And, o.into_int().0, E::int(31));
                let made = Varying(E::lanes_bin(Bin::$tr, self.base, self.step(), distance));
                of_indices(made, Location::caller())
            }
        }
    )* };
}
shifts! { Shl shl; Shr shr; }
