//! Teams: ranks, shares of a range, scratch, collectives.

use super::{Control, Exec, Memory, Scalar, Stored};
use crate::{
    ir::Per,
    kernel::value::{Element, Reducer},
    ops::Bin,
};

/// What a team's threads do together.
pub trait Teams: Control + Memory {
    /// The team of a team kernel.
    type Team: Copy;
    /// Waits for the team's threads; writes to scratch and views are visible after it.
    fn barrier(t: Self::Team);
    /// Rank of the team in the league.
    fn league_rank(t: Self::Team) -> Self::Int;
    /// Teams in the league.
    fn league_size(t: Self::Team) -> Self::Int;
    /// Rank of this thread in the team.
    fn team_rank(t: Self::Team) -> Self::Int;
    /// Threads of the team: 1 on a CPU.
    fn team_size(t: Self::Team) -> Self::Int;
    /// Logical vector length.
    fn vector_length(t: Self::Team) -> Self::Int;
    /// The team threads' share of `lo..hi`.
    fn thread_range(t: Self::Team, lo: Self::Int, hi: Self::Int) -> Self::Range;
    /// First lanes of the packs that make up the vector of one thread: once on `Trace` and wherever the vector length is
    /// [`LANES`](crate::kernel::exec::Values::LANES), which it is a multiple of.
    fn lanes(t: Self::Team) -> Self::Range;
    /// First indices of the whole packs of `0..n` that this thread's vector lanes run.
    fn vector_range(t: Self::Team, n: Self::Int) -> Self::Range;
    /// First indices of the whole packs of `0..n` over all threads and lanes of the team.
    fn team_vector_range(t: Self::Team, n: Self::Int) -> Self::Range;
    /// The rest of `0..n` after the whole packs: first index and mask; `None` where there is none, always on `Trace`.
    fn vector_tail(t: Self::Team, n: Self::Int) -> Option<(Self::Int, Self::Mask)>;
    /// Scratch of `n` scalars for each owner, zeroed on no executor, and whether its accesses are to be checked; where it is
    /// large, in the device's memory.
    fn scratch<T: Stored>(
        t: Self::Team,
        label: &'static str,
        n: usize,
        per: Per,
        is_large: bool,
    ) -> (Self::Ptr, Self::Info, bool);
    /// Width of a tile in scratch that is to have `width` lanes: the vector length, as the launch made sure. A constant
    /// where the vector length is one.
    fn tile_width(t: Self::Team, width: usize) -> usize;
    /// Enters code that one lane of this team thread runs.
    fn enter_per_thread(t: Self::Team) -> bool;
    /// Enters code that one thread of the team runs.
    fn enter_per_team(t: Self::Team) -> bool;
    /// First indices of the packs of `0..n` over all threads and lanes of the team, equally many for each thread: the last
    /// ones may reach beyond `n`, in part or as a whole.
    fn even_range(t: Self::Team, n: Self::Int) -> Self::Range;
    /// The same over the lanes of a thread, equally many for each lane.
    fn even_vector_range(t: Self::Team, n: Self::Int) -> Self::Range;
    /// Indices of `0..n` over the threads of the team, equally many for each: the last ones may reach beyond `n`.
    fn even_thread_range(t: Self::Team, n: Self::Int) -> Self::Range;
    /// Over all lanes of all threads, in their order: what those before have, joined, and what all of them have. Each pack
    /// of [`even_range`](Self::even_range) is in turn.
    fn team_scan<T: Scalar>(
        t: Self::Team,
        op: Bin,
        identity: T,
        a: Self::Var<T>,
    ) -> (Self::Var<T>, Self::Uni<T>);
    /// The same over the lanes of a thread, of packs of [`even_vector_range`](Self::even_vector_range).
    fn vector_scan<T: Scalar>(
        t: Self::Team,
        op: Bin,
        identity: T,
        a: Self::Var<T>,
    ) -> (Self::Var<T>, Self::Uni<T>);
    /// The same over the threads of the team, each with a value that its lanes share, at an index of
    /// [`even_thread_range`](Self::even_thread_range).
    fn thread_scan<T: Scalar>(
        t: Self::Team,
        op: Bin,
        identity: T,
        a: Self::Uni<T>,
    ) -> (Self::Uni<T>, Self::Uni<T>);
    /// Sum (min, max) over the vector lanes of this thread, fixed tree.
    fn vector_reduce<T: Scalar>(t: Self::Team, op: Bin, a: Self::Var<T>) -> Self::Uni<T>;
    /// Sum (min, max) over the threads of the team of one uniform value each, fixed tree.
    fn team_reduce<T: Scalar>(t: Self::Team, op: Bin, a: Self::Uni<T>) -> Self::Uni<T>;
    /// The join over the vector lanes of this thread, in each of them, fixed tree.
    fn vector_join<V: Element, R: Reducer<V>>(t: Self::Team, a: V::In<Self>) -> V::In<Self>
    where
        Self: Exec;
    /// The join over the threads of the team of one element each, which their lanes share, fixed tree.
    fn team_join<V: Element, R: Reducer<V>>(t: Self::Team, a: V::In<Self>) -> V::In<Self>
    where
        Self: Exec;
}
