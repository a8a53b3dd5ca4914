//! Teams inside kernels: ranks, ranges, scratch, barriers and `single`.

pub mod scan;

use crate::{
    ir::Per,
    kernel::{
        exec::{Exec, Integer, Scalar, Stored},
        value::{
            Alike, Assign, Element, ElementValue, IndexOf, IntOf, IntoInt, IntoUniform,
            IntoVarying, KnownSize, LaneStep, Reducer, ScalarElement, UniformOf, Value, Varying,
            mask::{Checking, Converged, Lex, Masked, Single},
            reducible,
        },
        view::{NoPlaces, Part, PartStep, Placer, ViewElement, ViewIn},
    },
    layout::{Count, InTile, LayoutLeft, Order, strides},
    ops::{Bin, Cmp},
};
use std::marker::PhantomData;

/// The team of a [`TeamKernel`](crate::TeamKernel).
pub struct TeamIn<E: Exec>(pub(crate) E::Team);

impl<E: Exec> Clone for TeamIn<E> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<E: Exec> Copy for TeamIn<E> {}

macro_rules! numbers {
    ($($(#[$doc:meta])* $f:ident;)*) => { $(
        $(#[$doc])*
        #[inline(always)]
        pub fn $f(self) -> IntOf<E> {
            IntOf(E::$f(self.0))
        }
    )* };
}

impl<E: Exec> TeamIn<E> {
    numbers! {
        /// Rank of the team in the league.
        league_rank;
        /// Teams in the league.
        league_size;
        /// Rank of this thread in the team.
        team_rank;
        /// Threads of the team: 1 where one CPU thread runs it.
        team_size;
        /// Lanes of a thread, logical.
        vector_length;
    }

    /// Waits for the team's threads; what they wrote is visible after it.
    #[inline(always)]
    pub fn barrier<L: Converged>(self, _: L) {
        E::barrier(self.0);
    }

    /// The value that a thread of the team has, below [`team_size`](Self::team_size), for all of them.
    #[inline(always)]
    pub fn broadcast<T: ScalarElement, L: Converged>(
        self,
        value: impl IntoUniform<E, T>,
        thread: impl IntoInt<E>,
        _: L,
    ) -> UniformOf<E, T> {
        let is_mine = E::icmp(Cmp::Eq, E::team_rank(self.0), thread.into_int().0);
        let bits = E::ubits::<T, T::Bits>(value.into_uniform().0);
        let bits = E::uselect::<T::Bits>(is_mine, bits, E::lit(T::Bits::ZERO));
        let bits = E::team_reduce::<T::Bits>(self.0, Bin::Or, bits);
        UniformOf(E::ubits::<T::Bits, T>(bits))
    }

    /// A view in team scratch: shared by the team's threads, contents undefined at first. Structs and arrays lie there number
    /// by number, as in a view of `LayoutLeft`.
    #[inline(always)]
    pub fn scratch<T: ViewElement, const R: usize>(
        self,
        extents: [impl KnownSize; R],
    ) -> ViewIn<E, T, R, LayoutLeft> {
        self.view_in_scratch(extents.map(KnownSize::size), Per::Team, false)
    }

    /// The same of this thread alone, which the others have one each of.
    #[inline(always)]
    pub fn thread_scratch<T: ViewElement, const R: usize>(
        self,
        extents: [impl KnownSize; R],
    ) -> ViewIn<E, T, R, LayoutLeft> {
        self.view_in_scratch(extents.map(KnownSize::size), Per::Thread, false)
    }

    /// The same as [`scratch`](Self::scratch) in the device's memory, for what a group has no room for: Kokkos' level 1.
    /// The launch has memory for every team of the league; on CPUs it is the scratch of a thread.
    #[inline(always)]
    pub fn large_scratch<T: ViewElement, const R: usize>(
        self,
        extents: [impl KnownSize; R],
    ) -> ViewIn<E, T, R, LayoutLeft> {
        self.view_in_scratch(extents.map(KnownSize::size), Per::Team, true)
    }

    /// The same of this thread alone, which the others have one each of.
    #[inline(always)]
    pub fn large_thread_scratch<T: ViewElement, const R: usize>(
        self,
        extents: [impl KnownSize; R],
    ) -> ViewIn<E, T, R, LayoutLeft> {
        self.view_in_scratch(extents.map(KnownSize::size), Per::Thread, true)
    }

    #[inline(always)]
    fn view_in_scratch<T: ViewElement, const R: usize>(
        self,
        extents: [usize; R],
        per: Per,
        is_large: bool,
    ) -> ViewIn<E, T, R, LayoutLeft> {
        let planes = const { planes::<E, T>() };
        let found = strides(Order::Left, extents, planes, 0);
        let mut arrays = Arrays {
            team: self.0,
            scalars: found.span.times(T::COMPONENTS / planes),
            per,
            is_large,
            first: None,
        };
        let parts = T::placed(&mut arrays);
        let (ptr, info, check) = match arrays.first {
            Some(first) => first,
            None => arrays.array::<T::Scalar>(),
        };
        let (plane, strides) = (found.plane, found.strides);
        let strides = crate::tab!(E::Int, R, k => E::int(strides[k] as i64));
        let extents = crate::tab!(E::Int, R, k => E::int(extents[k] as i64));
        ViewIn {
            ptr,
            extents,
            strides,
            plane: E::int(plane as i64),
            info,
            natural_width: E::LANES,
            check,
            element: PhantomData,
            parts,
        }
    }

    /// A tile in team scratch, as [`ViewIn::tile`] gives of an `AoSoA` view: the first extent is the policy's vector
    /// length, by default the space's natural width; launches of another length are refused. Contents undefined at
    /// first.
    #[inline(always)]
    pub fn scratch_tile<T: ViewElement, const R: usize>(
        self,
        extents: [impl KnownSize; R],
    ) -> ViewIn<E, T, R, InTile> {
        const { numbers::<T>() }
        let extents = extents.map(KnownSize::size);
        let width = E::tile_width(self.0, extents[0]);
        let mut tile = extents;
        tile[0] = width;
        let planes = const { planes::<E, T>() };
        let found = strides(Order::Left, tile, planes, 0);
        let scalars = found.span.times(T::COMPONENTS / planes);
        let (ptr, info, check) =
            E::scratch::<T::Scalar>(self.0, "scratch", scalars, Per::Team, false);
        let strides = found.strides;
        let strides = crate::tab!(E::Int, R, k => E::int(strides[k] as i64));
        let extents = crate::tab!(E::Int, R, k => E::int(extents[k] as i64));
        ViewIn {
            ptr,
            extents,
            strides,
            plane: E::int(width as i64),
            info,
            natural_width: width,
            check,
            element: PhantomData,
            parts: T::placed(&mut NoPlaces),
        }
    }
}

/// The arrays of a view in scratch: one for each scalar of a struct, whose places they are.
struct Arrays<E: Exec> {
    team: E::Team,
    /// Scalars of each array
    scalars: usize,
    per: Per,
    is_large: bool,
    /// Of the first scalar of structs: the check of an index that `subview` fixes names it
    first: Option<(E::Ptr, E::Info, bool)>,
}

impl<E: Exec> Arrays<E> {
    #[inline(always)]
    fn array<S: Stored>(&self) -> (E::Ptr, E::Info, bool) {
        E::scratch::<S>(self.team, "scratch", self.scalars, self.per, self.is_large)
    }
}

impl<E: Exec> Placer<E> for Arrays<E> {
    #[inline(always)]
    fn scalar<S: Scalar>(&mut self) -> Part<E, S> {
        let array = self.array::<S>();
        if self.first.is_none() {
            self.first = Some(array);
        }
        let (ptr, info, check) = array;
        Part::new(ptr, info, check)
    }
    #[inline(always)]
    fn align(&mut self, _: usize) {}
    #[inline(always)]
    fn enter(&mut self, _: PartStep) {}
    #[inline(always)]
    fn leave(&mut self) {}
}

/// Refuses structs and arrays in tiles of scratch.
const fn numbers<T: ViewElement>() {
    assert!(
        T::STRUCT.is_none(),
        "portax: a tile in team scratch holds numbers: `team.scratch` holds structs and arrays"
    );
}

/// Planes that an element of scratch has.
const fn planes<E: Exec, T: ViewElement>() -> usize {
    if T::COMPONENTS == 2 && E::SPLIT_COMPLEX {
        2
    } else {
        1
    }
}

/// What a nested range iterates: whole packs, then the masked rest.
pub trait VectorRange<E: Exec>: Copy {
    /// First indices of whole packs.
    fn packs(self) -> E::Range;
    /// First index and mask of the rest.
    fn tail(self) -> Option<(E::Int, E::Mask)>;
    /// The team, for reductions.
    fn team(self) -> E::Team;
}

macro_rules! ranges {
    ($($(#[$doc:meta])* $name:ident;)*) => { $(
        $(#[$doc])*
        pub struct $name<E: Exec> {
            team: E::Team,
            n: E::Int,
        }
        impl<E: Exec> Clone for $name<E> {
            #[inline(always)]
            fn clone(&self) -> Self {
                *self
            }
        }
        impl<E: Exec> Copy for $name<E> {}
        $(#[$doc])*
        #[allow(non_snake_case)]
        #[inline(always)]
        pub fn $name<E: Exec>(team: TeamIn<E>, n: impl IntoInt<E>) -> $name<E> {
            $name { team: team.0, n: n.into_int().0 }
        }
    )* };
}
ranges! {
    /// `0..n` over the threads of the team.
    TeamThreadRange;
    /// `0..n` over the vector lanes of the thread.
    ThreadVectorRange;
    /// `0..n` over all lanes of all threads of the team.
    TeamVectorRange;
}

impl<E: Exec> VectorRange<E> for ThreadVectorRange<E> {
    #[inline(always)]
    fn packs(self) -> E::Range {
        E::vector_range(self.team, self.n)
    }
    #[inline(always)]
    fn tail(self) -> Option<(E::Int, E::Mask)> {
        E::vector_tail(self.team, self.n)
    }
    #[inline(always)]
    fn team(self) -> E::Team {
        self.team
    }
}
impl<E: Exec> VectorRange<E> for TeamVectorRange<E> {
    #[inline(always)]
    fn packs(self) -> E::Range {
        E::team_vector_range(self.team, self.n)
    }
    #[inline(always)]
    fn tail(self) -> Option<(E::Int, E::Mask)> {
        E::vector_tail(self.team, self.n)
    }
    #[inline(always)]
    fn team(self) -> E::Team {
        self.team
    }
}
impl<E: Exec> TeamThreadRange<E> {
    /// The loop of this thread.
    #[inline(always)]
    pub fn threads(self) -> Ints<E> {
        Ints(E::thread_range(self.team, E::int(0), self.n))
    }
    /// The team, for reductions.
    #[inline(always)]
    pub fn team(self) -> E::Team {
        self.team
    }
}

/// A loop of uniform integers.
pub struct Ints<E: Exec>(pub E::Range);
impl<E: Exec> Iterator for Ints<E> {
    type Item = IntOf<E>;
    #[inline(always)]
    #[allow(clippy::manual_map)] // closures of std are not always inlined
    fn next(&mut self) -> Option<IntOf<E>> {
        match self.0.next() {
            Some(i) => Some(IntOf(i)),
            None => None,
        }
    }
}

/// The run-time loop `begin..end`.
#[inline(always)]
pub fn range<E: Exec>(begin: impl IntoInt<E>, end: impl IntoInt<E>) -> Ints<E> {
    Ints(E::range(begin.into_int().0, end.into_int().0))
}

/// An index whose lanes count up from `base`.
#[inline(always)]
pub fn lane_index<E: Exec>(base: E::Int) -> IndexOf<E> {
    IndexOf {
        base,
        step: LaneStep,
    }
}

/// First lanes of the packs of one vector: the loop of `team.lanes()`.
#[inline(always)]
pub fn lanes<E: Exec>(team: TeamIn<E>) -> E::Range {
    E::lanes(team.0)
}

/// Kokkos' `PerThread`: one lane of each thread.
pub struct PerThread<E: Exec>(pub TeamIn<E>);
/// Kokkos' `PerTeam`: one thread of the team.
pub struct PerTeam<E: Exec>(pub TeamIn<E>);

/// Who runs a `single`.
pub trait SingleOf<E: Exec> {
    /// Enters; the matching [`leave`](crate::kernel::exec::Control::leave) follows.
    fn enter(&self) -> bool;
    /// What the one that runs has put in its cell, which is zero elsewhere.
    fn share<T: Integer>(&self, cell: E::Var<T>) -> E::Uni<T>;
}
impl<E: Exec> SingleOf<E> for PerThread<E> {
    #[inline(always)]
    fn enter(&self) -> bool {
        E::enter_per_thread(self.0.0)
    }
    #[inline(always)]
    fn share<T: Integer>(&self, cell: E::Var<T>) -> E::Uni<T> {
        E::vector_reduce::<T>(self.0.0, Bin::Or, cell)
    }
}
impl<E: Exec> SingleOf<E> for PerTeam<E> {
    #[inline(always)]
    fn enter(&self) -> bool {
        E::enter_per_team(self.0.0)
    }
    #[inline(always)]
    fn share<T: Integer>(&self, cell: E::Var<T>) -> E::Uni<T> {
        let thread = E::vector_reduce::<T>(self.0.0, Bin::Or, cell);
        E::team_reduce::<T>(self.0.0, Bin::Or, thread)
    }
}

/// Where a `single` puts the value that it gives.
#[inline(always)]
pub fn single_cell<E: Exec, T: ScalarElement>() -> Varying<E, T> {
    Varying(E::var::<T>(E::splat(E::lit(T::ZERO))))
}

/// Puts it there, in the lane that runs.
#[inline(always)]
pub fn single_give<E: Exec, T: ScalarElement, L>(
    cell: &mut Varying<E, T>,
    value: impl IntoVarying<E, T>,
    at: L,
) where
    Varying<E, T>: Assign<E, Varying<E, T>, L>,
{
    cell.assign(value.into_varying(), at);
}

/// The value, for all whom the `single` is of.
#[inline(always)]
pub fn single_end<E: Exec, T: ScalarElement, L: Converged>(
    who: impl SingleOf<E>,
    cell: Varying<E, T>,
    _: L,
) -> UniformOf<E, T> {
    let bits = E::bits::<T, T::Bits>(cell.read().0);
    UniformOf(E::ubits::<T::Bits, T>(who.share::<T::Bits>(bits)))
}

/// The context inside a `single`: outside any varying condition only.
#[inline(always)]
pub fn single_context<M, C: Checking>(_: Lex<M, C>) -> Lex<Single, C>
where
    Lex<M, C>: Converged,
{
    Lex {
        mask: Single,
        check: PhantomData,
    }
}

/// The context of the masked rest of a vector range.
#[inline(always)]
pub fn tail_context<E: Exec, M, C: Checking>(_: Lex<M, C>, mask: E::Mask) -> Lex<Masked<E>, C>
where
    Lex<M, C>: Converged,
{
    Lex {
        mask: Masked(mask),
        check: PhantomData,
    }
}

/// Reducers of nested reductions, which run on the executor's own operations.
pub trait NestedReducer<T: Scalar>: crate::kernel::value::Reducer<T> + Sized
where
    T: crate::kernel::value::Element,
{
    /// The operation.
    const OP: Bin;
}
macro_rules! nested {
    ($kind:ident: $($r:ident $op:ident;)*) => { $(
        impl<T: $kind> NestedReducer<T> for crate::kernel::value::$r {
            const OP: Bin = Bin::$op;
        }
    )* };
}
nested! { ScalarElement: Sum Add; Prod Mul; Min Min; Max Max; }
nested! { Integer: BitAnd And; BitOr Or; BitXor Xor; }

/// The running value of a nested reduction.
pub trait Accumulator<E: Exec, V, R, L> {
    /// Joins one contribution in the lanes that run.
    fn join(&mut self, v: V, at: L);
}
impl<E: Exec, T, V, R, L> Accumulator<E, V, R, L> for Varying<E, T>
where
    T: ScalarElement,
    V: IntoVarying<E, T>,
    R: NestedReducer<T>,
    Varying<E, T>: Assign<E, Varying<E, T>, L>,
{
    #[inline(always)]
    fn join(&mut self, v: V, at: L) {
        let sum = Varying(E::bin::<T>(R::OP, self.read().0, v.into_varying().0));
        self.assign(sum, at);
    }
}
impl<E: Exec, T, V, R, L> Accumulator<E, V, R, L> for UniformOf<E, T>
where
    T: ScalarElement,
    V: IntoUniform<E, T>,
    R: NestedReducer<T>,
    UniformOf<E, T>: Assign<E, UniformOf<E, T>, L>,
{
    #[inline(always)]
    fn join(&mut self, v: V, at: L) {
        let sum = UniformOf(E::ubin::<T>(R::OP, self.read().0, v.into_uniform().0));
        self.assign(sum, at);
    }
}

/// One step of a nested reduction.
#[inline(always)]
pub fn accumulate<E: Exec, A: Accumulator<E, V, R, L>, V, R, L>(sum: &mut A, v: V, _: R, at: L) {
    sum.join(v, at);
}

/// Start of a reduction over lanes.
#[inline(always)]
pub fn varying_start<E: Exec, T: ScalarElement, R: NestedReducer<T>>(_: R) -> Varying<E, T> {
    Varying(E::var::<T>(E::splat(E::lit(R::identity()))))
}

/// Start of a reduction over threads.
#[inline(always)]
pub fn uniform_start<E: Exec, T: ScalarElement, R: NestedReducer<T>>(_: R) -> UniformOf<E, T> {
    UniformOf(E::uvar::<T>(E::lit(R::identity())))
}

/// The value over the lanes of this thread.
#[inline(always)]
pub fn vector_end<E: Exec, T: ScalarElement, R: NestedReducer<T>, L: Converged>(
    team: TeamIn<E>,
    sum: Varying<E, T>,
    _: R,
    _: L,
) -> UniformOf<E, T> {
    UniformOf(E::vector_reduce::<T>(team.0, R::OP, sum.read().0))
}

/// The value over the threads of the team.
#[inline(always)]
pub fn team_end<E: Exec, T: ScalarElement, R: NestedReducer<T>, L: Converged>(
    team: TeamIn<E>,
    sum: UniformOf<E, T>,
    _: R,
    _: L,
) -> UniformOf<E, T> {
    UniformOf(E::team_reduce::<T>(team.0, R::OP, sum.read().0))
}

/// The value over all lanes of all threads of the team.
#[inline(always)]
pub fn team_vector_end<E: Exec, T: ScalarElement, R: NestedReducer<T>, L: Converged>(
    team: TeamIn<E>,
    sum: Varying<E, T>,
    r: R,
    at: L,
) -> UniformOf<E, T> {
    let threads = vector_end::<E, T, R, L>(team, sum, r, at);
    UniformOf(E::team_reduce::<T>(team.0, R::OP, threads.0))
}

/// Start of a reduction whose closure says what it gives.
#[inline(always)]
pub fn element_start<E: Exec, V: Element, R: Reducer<V>, K>(_: R) -> K
where
    K: ElementValue<E, V> + Value<E>,
{
    reducible::<V, R>();
    K::from_element(R::identity().splat::<E>()).var()
}

/// One step of it.
#[inline(always)]
pub fn element_join<E: Exec, V: Element, R: Reducer<V>, K, L>(
    at: L,
    sum: &mut K,
    next: V::In<E>,
    _: R,
) where
    K: ElementValue<E, V> + Assign<E, K, L>,
{
    let joined = R::join::<E>(sum.read().into_element(), next);
    sum.assign(K::from_element(joined), at);
}

/// Its value over the lanes of this thread, over the threads of the team, or both, in each of them.
#[inline(always)]
pub fn element_end<E: Exec, V: Element, R: Reducer<V>, K, L: Converged>(
    team: TeamIn<E>,
    sum: K,
    [lanes, threads]: [bool; 2],
    _: R,
    _: L,
) -> K::Shared
where
    K: ElementValue<E, V> + Value<E> + Alike<E>,
{
    let mut joined = sum.read().into_element();
    if lanes {
        joined = E::vector_join::<V, R>(team.0, joined);
    }
    if threads {
        joined = E::team_join::<V, R>(team.0, joined);
    }
    K::from_element(joined).of_one_lane()
}
