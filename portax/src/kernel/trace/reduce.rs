//! Reductions of a team through scratch, by a fixed tree.
//!
//! [`vector`] waits with a vector barrier, [`team`] with a team barrier: all lanes (all threads) of it must get there. Where
//! a device has no narrower barrier than the team's, a vector reduction inside `TeamThreadRange` is legal only in teams of
//! one thread ([`Program::single_thread_teams`](crate::ir::Program::single_thread_teams)).

use super::builder::with;
use super::program::scratch_in;
use super::team::items;
use super::{Trace, builtin};
use crate::ir::{Builtin, Id, Per, REDUCTION, ScratchArray, Stmt, Ty, VectorReduction};
use crate::{
    kernel::{
        exec::{Control, Memory, Scalar, Values},
        value::{Element, Reducer, Varying, Visitor},
    },
    ops::{Bin, Cmp},
};
use std::panic::Location;

/// Largest vector length and team size, powers of two.
pub(super) const MAX_VECTOR: i64 = 64;
pub(super) const MAX_TEAM: i64 = 1024;

/// The array through which a reduction goes.
pub(super) struct Array {
    ptr: Id,
    view: usize,
    len: Id,
}

impl Array {
    /// Vectors and teams have arrays of their own: a vector barrier does not order one thread's tree after another's.
    pub(super) fn new<T: Scalar>(of_team: bool) -> Array {
        Array::of(T::TY, of_team, 0)
    }

    /// For a scan over lanes, which stays a tree: where sub-groups join numbers, they have no use for the array of
    /// [`new`](Self::new).
    pub(super) fn of_lanes<T: Scalar>() -> Array {
        Array::of(T::TY, false, 1)
    }

    /// For a scalar of an element, counted from 1, or 0 for a number.
    fn of(ty: Ty, of_team: bool, scalar: usize) -> Array {
        let (ptr, view) = with(|b| {
            b.reduction_array((ty, of_team, scalar), |b| {
                scratch_in(b, REDUCTION, ScratchArray::new(ty, 1, Per::Lane))
            })
        });
        let len = items();
        Array { ptr, view, len }
    }

    fn announce(&self, at: Id) {
        with(|b| b.announce(self.view, vec![at], vec![self.len], Location::caller()));
    }

    pub(super) fn load<T: Scalar>(&self, at: Id) -> Id {
        self.announce(at);
        // SAFETY: recording touches no memory.
        unsafe { Trace::load_uniform::<T>(self.ptr, at) }
    }

    pub(super) fn store<T: Scalar>(&self, at: Id, v: Id) {
        self.announce(at);
        // SAFETY: recording touches no memory.
        unsafe { Trace::store_uniform::<T>(self.ptr, at, v) };
    }
}

/// Combines elements `first..first + size` into element `first`; `rank` is the caller's place among them, `may_write`
/// narrows who does it.
struct Tree {
    first: Id,
    rank: Id,
    size: Id,
    may_write: Option<Id>,
    barrier: Stmt,
}

impl Tree {
    fn wait(&self) {
        with(|b| b.push(self.barrier.clone()));
    }

    /// What `get` finds in the first place once `put` has left something in each and `join` has joined pairs of places.
    fn run<V>(
        &self,
        max: i64,
        put: impl FnOnce(Id),
        join: impl Fn(Id, Id),
        get: impl FnOnce(Id) -> V,
    ) -> V {
        let mine = Trace::iadd(self.first, self.rank);
        self.guarded(None, || put(mine));
        self.wait();
        let begin = steps_too_large(self.size, max);
        for step in Trace::range(begin, Trace::int(max.ilog2().into())) {
            let half = Trace::ibin(Bin::Shr, Trace::int(max / 2), step);
            self.halve(mine, half, &join);
        }
        let result = get(self.first);
        self.wait();
        result
    }

    /// Of one number each.
    fn of_numbers<T: Scalar>(&self, op: Bin, array: &Array, a: Id, max: i64) -> Id {
        let join = |mine, other| {
            let (x, y) = (array.load::<T>(mine), array.load::<T>(other));
            array.store::<T>(mine, Trace::bin::<T>(op, x, y));
        };
        self.run(
            max,
            |at| array.store::<T>(at, a),
            join,
            |at| array.load::<T>(at),
        )
    }

    /// Of one element each.
    fn of_elements<V: Element, R: Reducer<V>>(
        &self,
        of_team: bool,
        mut a: V::In<Trace>,
        max: i64,
    ) -> V::In<Trace> {
        let mut arrays = Arrays {
            of_team,
            arrays: Vec::new(),
        };
        V::visit::<Trace>(&mut a, &mut arrays);
        let arrays = &arrays.arrays;
        let put = |at, mut v: V::In<Trace>| V::visit::<Trace>(&mut v, &mut Put(arrays, at));
        let get = |at| {
            let mut v = R::identity().splat::<Trace>();
            V::visit::<Trace>(&mut v, &mut Get(arrays, at));
            v
        };
        let join = |mine, other| put(mine, R::join::<Trace>(get(mine), get(other)));
        self.run(max, |at| put(at, a), join, get)
    }

    /// Adds the upper part of `2 * half` elements to the lower one. The barrier stands outside every branch: PoCL 3.1
    /// loses updates around barriers in branches, even where all work items take them.
    fn halve(&self, mine: Id, half: Id, join: &impl Fn(Id, Id)) {
        let partner = Trace::iadd(self.rank, half);
        let lower = Trace::icmp(Cmp::Lt, self.rank, half);
        let inside = Trace::icmp(Cmp::Lt, partner, self.size);
        self.guarded(Some(Trace::cbin(Bin::And, lower, inside)), || {
            join(mine, Trace::iadd(mine, half));
        });
        self.wait();
    }

    /// Runs `f` where `c` and `may_write` hold.
    fn guarded(&self, c: Option<Id>, f: impl FnOnce()) {
        let both = match (c, self.may_write) {
            (Some(c), Some(w)) => Trace::cbin(Bin::And, c, w),
            (Some(c), None) | (None, Some(c)) => c,
            (None, None) => Trace::cond(true),
        };
        if Trace::enter(both) {
            f();
        }
        Trace::leave();
    }
}

/// How many of the steps `max / 2, max / 4, ..., 1` reach beyond the size: each would cost a barrier.
pub(super) fn steps_too_large(size: Id, max: i64) -> Id {
    let is_too_large = |half| Trace::icmp(Cmp::Ge, Trace::int(half), size);
    let one_or_zero = |c| Trace::select::<i32>(c, Trace::lit(1), Trace::lit(0));
    let halves = (0..max.ilog2()).map(|k| 1 << k);
    let steps = halves.map(|half| Trace::to_int::<i32>(one_or_zero(is_too_large(half))));
    steps.fold(Trace::int(0), Trace::iadd)
}

/// The arrays of an element's scalars.
struct Arrays {
    of_team: bool,
    arrays: Vec<Array>,
}
impl Visitor<Trace> for Arrays {
    fn scalar<T: Scalar>(&mut self, _: &mut Varying<Trace, T>) {
        // Trees of numbers, which sub-groups take away, have array 0.
        let array = Array::of(T::TY, self.of_team, self.arrays.len() + 1);
        self.arrays.push(array);
    }
}

/// Stores the scalars of an element at an index.
struct Put<'a>(&'a [Array], Id);
impl Visitor<Trace> for Put<'_> {
    fn scalar<T: Scalar>(&mut self, v: &mut Varying<Trace, T>) {
        self.0[0].store::<T>(self.1, v.0);
        self.0 = &self.0[1..];
    }
}

/// Loads them.
struct Get<'a>(&'a [Array], Id);
impl Visitor<Trace> for Get<'_> {
    fn scalar<T: Scalar>(&mut self, v: &mut Varying<Trace, T>) {
        v.0 = self.0[0].load::<T>(self.1);
        self.0 = &self.0[1..];
    }
}

/// The tree of a thread's vector lanes, of a [`VectorReduction`] or not.
fn of_vector(of_reduction: bool) -> Tree {
    let size = builtin(Builtin::VectorLength);
    let first = Trace::imul(builtin(Builtin::TeamRank), size);
    Tree {
        first,
        rank: builtin(Builtin::LaneRank),
        size,
        may_write: None,
        barrier: Stmt::VectorBarrier { of_reduction },
    }
}

/// The tree of a team's threads, in which their first lanes write.
fn of_team() -> Tree {
    let lane = builtin(Builtin::LaneRank);
    Tree {
        first: Trace::int(0),
        rank: builtin(Builtin::TeamRank),
        size: builtin(Builtin::TeamSize),
        may_write: Some(Trace::icmp(Cmp::Eq, lane, Trace::int(0))),
        barrier: Stmt::Barrier,
    }
}

/// Over the vector lanes of a thread.
pub(super) fn vector<T: Scalar>(op: Bin, a: Id) -> Id {
    let tree = of_vector(true);
    let array = Array::new::<T>(false);
    let result = tree.of_numbers::<T>(op, &array, a, MAX_VECTOR);
    let known = VectorReduction {
        op,
        value: a,
        result,
        array: array.ptr,
    };
    with(|b| b.program().vector_reductions.push(known));
    result
}

/// Over the threads of the team, each with one value that its lanes share.
pub(super) fn team<T: Scalar>(op: Bin, a: Id) -> Id {
    of_team().of_numbers::<T>(op, &Array::new::<T>(true), a, MAX_TEAM)
}

/// Over the vector lanes of a thread, of elements.
pub(super) fn vector_join<V: Element, R: Reducer<V>>(a: V::In<Trace>) -> V::In<Trace> {
    of_vector(false).of_elements::<V, R>(false, a, MAX_VECTOR)
}

/// Over the threads of the team, each with one element that its lanes share.
pub(super) fn team_join<V: Element, R: Reducer<V>>(a: V::In<Trace>) -> V::In<Trace> {
    of_team().of_elements::<V, R>(true, a, MAX_TEAM)
}
