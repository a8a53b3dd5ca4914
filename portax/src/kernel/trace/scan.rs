//! Scans of a team through scratch: at each step, items join what stands 1, 2, 4 and so on places before them.

use super::{
    Trace,
    reduce::{Array, MAX_TEAM, MAX_VECTOR, steps_too_large},
    team::{item, items},
};
use crate::{
    ir::Id,
    kernel::exec::{Control, Scalar, Teams, Values},
    ops::{Bin, Cmp},
};

/// Over all lanes of all threads of the team: what the items before this one have, joined, and what all have.
pub(super) fn team<T: Scalar>(op: Bin, identity: T, a: Id) -> (Id, Id) {
    const MOST: i64 = MAX_TEAM * MAX_VECTOR;
    let array = Array::new::<T>(true);
    let (rank, size) = (item(), items());
    array.store::<T>(rank, a);
    Trace::barrier(());
    let steps = Trace::int(MOST.ilog2().into());
    let steps = Trace::isub(steps, steps_too_large(size, MOST));
    for step in Trace::range(Trace::int(0), steps) {
        let apart = Trace::ibin(Bin::Shl, Trace::int(1), step);
        let here = array.load::<T>(rank);
        let there = before::<T>(&array, rank, apart, here, |there| {
            Trace::bin::<T>(op, there, here)
        });
        Trace::barrier(());
        array.store::<T>(rank, there);
        Trace::barrier(());
    }
    let none = Trace::lit(identity);
    let prefix = before::<T>(&array, rank, Trace::int(1), none, |there| there);
    let all = array.load::<T>(Trace::isub(size, Trace::int(1)));
    Trace::barrier(());
    (prefix, all)
}

/// What `join` makes of the element `apart` places before, or `none` where there is none.
fn before<T: Scalar>(
    array: &Array,
    rank: Id,
    apart: Id,
    none: Id,
    join: impl FnOnce(Id) -> Id,
) -> Id {
    let at = Trace::isub(rank, apart);
    let there = array.load::<T>(Trace::ibin(Bin::Max, at, Trace::int(0)));
    let is_there = Trace::icmp(Cmp::Ge, at, Trace::int(0));
    Trace::select::<T>(is_there, join(there), none)
}
