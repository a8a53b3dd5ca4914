//! Scans over nested ranges: over the threads of a team, the lanes of a thread, or both.
//!
//! All who take part go through equally many turns, and join what they have at the end of each; in the last turns some are
//! beyond the range.

use super::{NestedReducer, TeamThreadRange, TeamVectorRange, ThreadVectorRange, lane_index};
use crate::{
    kernel::{
        exec::Exec,
        value::{
            Assign, Bool, IndexOf, IntOf, ScalarElement, UniformBool, UniformOf, Value, Varying,
            mask::Converged,
        },
    },
    ops::{Bin, Cmp},
};

/// A nested range that a scan goes through in turns.
pub trait ScanRange<E: Exec>: Copy {
    /// An index of the range.
    type Index;
    /// Whether it is inside.
    type Inside;
    /// What it contributes.
    type Value<T: ScalarElement>: Value<E>;

    /// The first index of each turn.
    fn turns(self) -> E::Range;
    /// The index of this thread or lane in the turn that begins at `first`.
    fn index(self, first: E::Int) -> Self::Index;
    /// Whether that index is inside.
    fn is_inside(self, first: E::Int) -> Self::Inside;
    /// What joins to nothing.
    fn start<T: ScalarElement, R: NestedReducer<T>>(self, reducer: R) -> Self::Value<T>;
    /// What those before have, joined to `sum`, and what all have.
    fn scan<T: ScalarElement>(
        self,
        op: Bin,
        identity: T,
        sum: E::Uni<T>,
        value: Self::Value<T>,
    ) -> (Self::Value<T>, E::Uni<T>);
}

macro_rules! over_lanes {
    ($($range:ident: $turns:ident, $scan:ident;)*) => { $(
        impl<E: Exec> ScanRange<E> for $range<E> {
            type Index = IndexOf<E>;
            type Inside = Bool<E>;
            type Value<T: ScalarElement> = Varying<E, T>;

            #[inline(always)]
            fn turns(self) -> E::Range {
                E::$turns(self.team, self.n)
            }
            #[inline(always)]
            fn index(self, first: E::Int) -> IndexOf<E> {
                lane_index::<E>(first)
            }
            #[inline(always)]
            fn is_inside(self, first: E::Int) -> Bool<E> {
                Bool(E::lanes_cmp(Cmp::Lt, first, E::int(1), self.n))
            }
            #[inline(always)]
            fn start<T: ScalarElement, R: NestedReducer<T>>(self, reducer: R) -> Varying<E, T> {
                super::varying_start(reducer)
            }
            #[inline(always)]
            fn scan<T: ScalarElement>(
                self,
                op: Bin,
                identity: T,
                sum: E::Uni<T>,
                value: Varying<E, T>,
            ) -> (Varying<E, T>, E::Uni<T>) {
                let (prefix, all) = E::$scan::<T>(self.team, op, identity, value.read().0);
                (Varying(E::bin::<T>(op, E::splat(sum), prefix)), all)
            }
        }
    )* };
}
over_lanes! {
    TeamVectorRange: even_range, team_scan;
    ThreadVectorRange: even_vector_range, vector_scan;
}

impl<E: Exec> ScanRange<E> for TeamThreadRange<E> {
    type Index = IntOf<E>;
    type Inside = UniformBool<E>;
    type Value<T: ScalarElement> = UniformOf<E, T>;

    #[inline(always)]
    fn turns(self) -> E::Range {
        E::even_thread_range(self.team, self.n)
    }
    #[inline(always)]
    fn index(self, first: E::Int) -> IntOf<E> {
        IntOf(first)
    }
    #[inline(always)]
    fn is_inside(self, first: E::Int) -> UniformBool<E> {
        UniformBool(E::icmp(Cmp::Lt, first, self.n))
    }
    #[inline(always)]
    fn start<T: ScalarElement, R: NestedReducer<T>>(self, reducer: R) -> UniformOf<E, T> {
        super::uniform_start(reducer)
    }
    #[inline(always)]
    fn scan<T: ScalarElement>(
        self,
        op: Bin,
        identity: T,
        sum: E::Uni<T>,
        value: UniformOf<E, T>,
    ) -> (UniformOf<E, T>, E::Uni<T>) {
        let (prefix, all) = E::thread_scan::<T>(self.team, op, identity, value.read().0);
        (UniformOf(E::ubin::<T>(op, sum, prefix)), all)
    }
}

/// One turn of a scan: gives what stands before each index, and joins all of the turn to what was before it.
#[inline(always)]
pub fn scan_turn<E: Exec, S: ScanRange<E>, T: ScalarElement, R: NestedReducer<T>, L: Converged>(
    range: S,
    before: &mut UniformOf<E, T>,
    value: S::Value<T>,
    _: R,
    at: L,
) -> S::Value<T>
where
    UniformOf<E, T>: Assign<E, UniformOf<E, T>, L>,
{
    let sum = before.read().0;
    let (prefix, all) = range.scan::<T>(R::OP, R::identity(), sum, value);
    before.assign(UniformOf(E::ubin::<T>(R::OP, sum, all)), at);
    prefix
}
