//! Reductions of a team through scratch, by a fixed tree.
//!
//! [`vector`] waits with a vector barrier, [`team`] with a team barrier: all lanes (all threads) of it must get there. Where
//! a device has no narrower barrier than the team's, a vector reduction inside `TeamThreadRange` is legal only in teams of
//! one thread ([`Program::single_thread_teams`](crate::ir::Program::single_thread_teams)).

use super::builder::with;
use super::program::scratch_in;
use super::team::items;
use super::{Trace, builtin};
use crate::ir::{Builtin, Id, REDUCTION, Stmt, VectorReduction};
use crate::{
    kernel::exec::{Control, Memory, Scalar, Values},
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
        let (ptr, view) = with(|b| {
            b.reduction_array((T::TY, of_team), |b| {
                scratch_in(b, REDUCTION, T::TY, 1, true)
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
    op: Bin,
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

    fn run<T: Scalar>(&self, array: &Array, a: Id, max: i64) -> Id {
        let mine = Trace::iadd(self.first, self.rank);
        self.guarded(None, || array.store::<T>(mine, a));
        self.wait();
        let begin = steps_too_large(self.size, max);
        for step in Trace::range(begin, Trace::int(max.ilog2().into())) {
            self.halve::<T>(
                array,
                mine,
                Trace::ibin(Bin::Shr, Trace::int(max / 2), step),
            );
        }
        let result = array.load::<T>(self.first);
        self.wait();
        result
    }

    /// Adds the upper part of `2 * half` elements to the lower one. The barrier stands outside every branch: PoCL 3.1
    /// loses updates around barriers in branches, even where all work items take them.
    fn halve<T: Scalar>(&self, array: &Array, mine: Id, half: Id) {
        let partner = Trace::iadd(self.rank, half);
        let lower = Trace::icmp(Cmp::Lt, self.rank, half);
        let inside = Trace::icmp(Cmp::Lt, partner, self.size);
        self.guarded(Some(Trace::cbin(Bin::And, lower, inside)), || {
            let (x, y) = (
                array.load::<T>(mine),
                array.load::<T>(Trace::iadd(mine, half)),
            );
            array.store::<T>(mine, Trace::bin::<T>(self.op, x, y));
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

/// Over the vector lanes of a thread.
pub(super) fn vector<T: Scalar>(op: Bin, a: Id) -> Id {
    let size = builtin(Builtin::VectorLength);
    let first = Trace::imul(builtin(Builtin::TeamRank), size);
    let tree = Tree {
        op,
        first,
        rank: builtin(Builtin::LaneRank),
        size,
        may_write: None,
        barrier: Stmt::VectorBarrier,
    };
    let array = Array::new::<T>(false);
    let result = tree.run::<T>(&array, a, MAX_VECTOR);
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
    let lane = builtin(Builtin::LaneRank);
    let may_write = Some(Trace::icmp(Cmp::Eq, lane, Trace::int(0)));
    let tree = Tree {
        op,
        first: Trace::int(0),
        rank: builtin(Builtin::TeamRank),
        size: builtin(Builtin::TeamSize),
        may_write,
        barrier: Stmt::Barrier,
    };
    tree.run::<T>(&Array::new::<T>(true), a, MAX_TEAM)
}
