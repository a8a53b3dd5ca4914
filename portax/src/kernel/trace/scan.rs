//! Scans through scratch: at each step, items join what stands 1, 2, 4 and so on places before them.

use super::{
    Trace,
    builder::with,
    builtin,
    reduce::{Array, MAX_TEAM, MAX_VECTOR, steps_too_large},
    team::{item, items},
};
use crate::{
    ir::{Builtin, Id, Stmt},
    kernel::exec::{Control, Scalar, Values},
    ops::{Bin, Cmp},
};

/// The items that join their values, and where these stand.
struct Items {
    array: Array,
    /// Where that of the first stands, if not at the beginning
    first: Option<Id>,
    rank: Id,
    size: Id,
    /// The most that a launch has
    most: i64,
    /// Who of those with one rank writes
    may_write: Option<Id>,
    barrier: Stmt,
}

/// Over all lanes of all threads of the team: what the items before this one have, joined, and what all have.
pub(super) fn team<T: Scalar>(op: Bin, identity: T, a: Id) -> (Id, Id) {
    let items = Items {
        array: Array::new::<T>(true),
        first: None,
        rank: item(),
        size: items(),
        most: MAX_TEAM * MAX_VECTOR,
        may_write: None,
        barrier: Stmt::Barrier,
    };
    items.scan(op, identity, a)
}

/// The same over the lanes of a thread.
pub(super) fn vector<T: Scalar>(op: Bin, identity: T, a: Id) -> (Id, Id) {
    let size = builtin(Builtin::VectorLength);
    let items = Items {
        array: Array::of_lanes::<T>(),
        first: Some(Trace::imul(builtin(Builtin::TeamRank), size)),
        rank: builtin(Builtin::LaneRank),
        size,
        most: MAX_VECTOR,
        may_write: None,
        barrier: Stmt::VectorBarrier {
            of_reduction: false,
        },
    };
    items.scan(op, identity, a)
}

/// The same over the threads of the team, each with one value that its lanes share.
pub(super) fn threads<T: Scalar>(op: Bin, identity: T, a: Id) -> (Id, Id) {
    let items = Items {
        array: Array::new::<T>(true),
        first: None,
        rank: builtin(Builtin::TeamRank),
        size: builtin(Builtin::TeamSize),
        most: MAX_TEAM,
        may_write: Some(Trace::icmp(
            Cmp::Eq,
            builtin(Builtin::LaneRank),
            Trace::int(0),
        )),
        barrier: Stmt::Barrier,
    };
    items.scan(op, identity, a)
}

impl Items {
    fn scan<T: Scalar>(&self, op: Bin, identity: T, a: Id) -> (Id, Id) {
        self.put::<T>(a);
        self.wait();
        let steps = Trace::int(self.most.ilog2().into());
        let steps = Trace::isub(steps, steps_too_large(self.size, self.most));
        for step in Trace::range(Trace::int(0), steps) {
            let apart = Trace::ibin(Bin::Shl, Trace::int(1), step);
            let here = self.get::<T>(self.rank);
            let there = self.before::<T>(apart, here, |there| Trace::bin::<T>(op, there, here));
            self.wait();
            self.put::<T>(there);
            self.wait();
        }
        let none = Trace::lit(identity);
        let prefix = self.before::<T>(Trace::int(1), none, |there| there);
        let all = self.get::<T>(Trace::isub(self.size, Trace::int(1)));
        self.wait();
        (prefix, all)
    }

    /// What `join` makes of the value `apart` places before, or `none` where there is none.
    fn before<T: Scalar>(&self, apart: Id, none: Id, join: impl FnOnce(Id) -> Id) -> Id {
        let at = Trace::isub(self.rank, apart);
        let there = self.get::<T>(Trace::ibin(Bin::Max, at, Trace::int(0)));
        let is_there = Trace::icmp(Cmp::Ge, at, Trace::int(0));
        Trace::select::<T>(is_there, join(there), none)
    }

    fn put<T: Scalar>(&self, value: Id) {
        let place = self.place(self.rank);
        let Some(may_write) = self.may_write else {
            return self.array.store::<T>(place, value);
        };
        if Trace::enter(may_write) {
            self.array.store::<T>(place, value);
        }
        Trace::leave();
    }

    fn get<T: Scalar>(&self, rank: Id) -> Id {
        self.array.load::<T>(self.place(rank))
    }

    fn place(&self, rank: Id) -> Id {
        self.first.map_or(rank, |first| Trace::iadd(first, rank))
    }

    fn wait(&self) {
        with(|b| b.push(self.barrier.clone()));
    }
}
