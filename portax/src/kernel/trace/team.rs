//! Teams: ranks are the machine's, collectives are recorded in parts.

use super::{
    Loop, Trace,
    builder::with,
    builtin,
    forward::{rank_condition, ranks},
    program::declared_scratch,
    reduce, scan, steps,
};
use crate::{
    ir::{Builtin, Id, Per, Stmt},
    kernel::{
        exec::{Control, Memory, Scalar, Stored, Teams, Values},
        value::{Element, Reducer},
    },
    ops::Bin,
};

impl Teams for Trace {
    type Team = ();
    #[inline(never)]
    fn barrier(_: ()) {
        with(|r| r.push(Stmt::Barrier));
    }
    ranks! { league_rank LeagueRank, league_size LeagueSize, team_rank TeamRank, team_size TeamSize, vector_length VectorLength }
    #[inline(never)]
    fn thread_range(_: (), lo: Id, hi: Id) -> Loop {
        steps(
            Self::iadd(lo, builtin(Builtin::TeamRank)),
            hi,
            builtin(Builtin::TeamSize),
        )
    }
    #[inline(never)]
    fn lanes(_: ()) -> Loop {
        Loop::once(builtin(Builtin::LaneRank))
    }
    #[inline(never)]
    fn vector_range(_: (), n: Id) -> Loop {
        steps(
            builtin(Builtin::LaneRank),
            n,
            builtin(Builtin::VectorLength),
        )
    }
    #[inline(never)]
    fn team_vector_range(_: (), n: Id) -> Loop {
        steps(item(), n, items())
    }
    #[inline(never)]
    fn even_range(_: (), n: Id) -> Loop {
        even(item(), items(), n)
    }
    #[inline(never)]
    fn even_vector_range(_: (), n: Id) -> Loop {
        let (lane, lanes) = (builtin(Builtin::LaneRank), builtin(Builtin::VectorLength));
        even(lane, lanes, n)
    }
    #[inline(never)]
    fn even_thread_range(_: (), n: Id) -> Loop {
        even(builtin(Builtin::TeamRank), builtin(Builtin::TeamSize), n)
    }
    #[inline(never)]
    fn vector_tail(_: (), _n: Id) -> Option<(Id, Id)> {
        None
    }
    #[inline(never)]
    fn scratch<T: Stored>(
        _: (),
        label: &'static str,
        n: usize,
        per: Per,
        is_large: bool,
    ) -> (Id, usize, bool) {
        let (array, view) = declared_scratch(label, T::TY, n, per, is_large);
        let own = match owner(per, is_large) {
            Some(rank) => Self::advance::<T>(array, 1, rank, Self::int(n as i64)),
            None => array,
        };
        (own, view, true)
    }
    #[inline(never)]
    fn tile_width(_: (), width: usize) -> usize {
        with(|r| r.program().tile_widths.push(width));
        width
    }
    #[inline(never)]
    fn enter_per_thread(_: ()) -> bool {
        Self::enter(rank_condition(&[Builtin::LaneRank]))
    }
    #[inline(never)]
    fn enter_per_team(_: ()) -> bool {
        Self::enter(rank_condition(&[Builtin::LaneRank, Builtin::TeamRank]))
    }
    #[inline(never)]
    fn team_scan<T: Scalar>(_: (), op: Bin, identity: T, a: Id) -> (Id, Id) {
        scan::team::<T>(op, identity, a)
    }
    #[inline(never)]
    fn vector_scan<T: Scalar>(_: (), op: Bin, identity: T, a: Id) -> (Id, Id) {
        scan::vector::<T>(op, identity, a)
    }
    #[inline(never)]
    fn thread_scan<T: Scalar>(_: (), op: Bin, identity: T, a: Id) -> (Id, Id) {
        scan::threads::<T>(op, identity, a)
    }
    #[inline(never)]
    fn vector_reduce<T: Scalar>(_: (), op: Bin, a: Id) -> Id {
        reduce::vector::<T>(op, a)
    }
    #[inline(never)]
    fn team_reduce<T: Scalar>(_: (), op: Bin, a: Id) -> Id {
        reduce::team::<T>(op, a)
    }
    #[inline(never)]
    fn vector_join<V: Element, R: Reducer<V>>(_: (), a: V::In<Trace>) -> V::In<Trace> {
        reduce::vector_join::<V, R>(a)
    }
    #[inline(never)]
    fn team_join<V: Element, R: Reducer<V>>(_: (), a: V::In<Trace>) -> V::In<Trace> {
        reduce::team_join::<V, R>(a)
    }
}

/// Place of this lane of this thread among all of the team.
pub(super) fn item() -> Id {
    let thread = Trace::imul(builtin(Builtin::TeamRank), builtin(Builtin::VectorLength));
    Trace::iadd(thread, builtin(Builtin::LaneRank))
}

/// Lanes of all threads of the team.
pub(super) fn items() -> Id {
    Trace::imul(builtin(Builtin::TeamSize), builtin(Builtin::VectorLength))
}

/// The loop of the one of `rank` among `size` who go through `0..n` in equally many turns.
fn even(rank: Id, size: Id, n: Id) -> Loop {
    let last = Trace::iadd(n, Trace::isub(size, Trace::int(1)));
    let end = Trace::imul(Trace::ibin(Bin::Div, last, size), size);
    with(|r| r.program().even_loops.push([rank, end, size]));
    steps(rank, end, size)
}

/// Rank of this owner among those that have parts of one scratch array, if there are several.
fn owner(per: Per, is_large: bool) -> Option<Id> {
    let league_rank = || builtin(Builtin::LeagueRank);
    match (per, is_large) {
        (Per::Team, false) => None,
        (Per::Team, true) => Some(league_rank()),
        (Per::Thread, false) => Some(builtin(Builtin::TeamRank)),
        (Per::Thread, true) => {
            let first = Trace::imul(league_rank(), builtin(Builtin::TeamSize));
            Some(Trace::iadd(first, builtin(Builtin::TeamRank)))
        }
        (Per::Lane, false) => Some(item()),
        (Per::Lane, true) => Some(Trace::iadd(Trace::imul(league_rank(), items()), item())),
    }
}
