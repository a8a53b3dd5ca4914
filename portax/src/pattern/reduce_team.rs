//! `parallel_reduce` over teams: they leave what they contribute, one scalar beside the other, and that is joined.

use super::{ForPolicy, reduce::ReducePolicy};
use crate::{
    error::Result,
    ir::{Promise, Ty},
    kernel::{
        exec::{Coordinate, Exec, Scalar},
        functor::{Binder, BoundView, Functor, TeamKernel, TeamReduceKernel},
        team::{PerTeam, SingleOf, TeamIn},
        value::{Element, MOST_SCALARS, Reducer, Varying, Visitor, reducible},
    },
    launch::{
        Collective,
        device::{Partials, Parts},
    },
    layout::{Order, Storage},
    ops::Cmp,
    policy::TeamPolicy,
    space::{On, Space, memory::Allocation},
};
use std::{hash::Hasher, marker::PhantomData, sync::Arc};

impl<Tag: 'static, K: TeamReduceKernel<Tag>, const ANY_LENGTH: bool> ReducePolicy<K>
    for TeamPolicy<Tag, ANY_LENGTH>
{
    type Value = K::Value;

    fn collect<R: Reducer<K::Value>>(
        self,
        space: &Space,
        label: &str,
        functor: &K,
        _: R,
    ) -> Result<Collective<K::Value>> {
        reducible::<K::Value, R>();
        let instance = match space.on() {
            On::Host(_) => None,
            On::Device(instance) => Some(instance),
        };
        let partials = Partials::on::<K::Value, R>(instance, self.league_size)?;
        let teams = OfTeams::<K, Tag> {
            // SAFETY: `teams` ends before the borrow of `functor` does: what is prepared keeps what it binds, not functors.
            functor: unsafe { &*std::ptr::from_ref(functor) },
            columns: partials
                .columns()
                .map(|(ty, memory)| (ty, memory.clone()))
                .collect(),
            league_size: self.league_size,
            storage: space.storage(),
            tag: PhantomData,
        };
        Ok(Collective::of_parts(Parts {
            label: label.to_string(),
            launch: self.prepare(space, label, &teams)?,
            partials,
        }))
    }
}

/// A kernel whose teams leave what they contribute.
struct OfTeams<K: 'static, Tag> {
    functor: &'static K,
    /// Type of each scalar, and memory for one of each team
    columns: Vec<(Ty, Arc<Allocation>)>,
    league_size: usize,
    storage: Storage,
    tag: PhantomData<fn() -> Tag>,
}

// SAFETY: columns are as many as the value's scalars, of their types, whenever they are bound.
unsafe impl<K: TeamReduceKernel<Tag>, Tag: 'static> Functor for OfTeams<K, Tag> {
    type In<E: Exec> = (K::In<E>, [Option<Column<E>>; MOST_SCALARS]);
    type Comptime = K::Comptime;

    fn bind<E: Exec>(&self, binder: &mut impl Binder<E>) -> Self::In<E> {
        let functor = self.functor.bind::<E>(binder);
        let mut columns = [None; MOST_SCALARS];
        for (&(ty, ref allocation), bound) in self.columns.iter().zip(&mut columns) {
            let view = BoundView {
                field: "px_partial",
                allocation,
                extents: &[self.league_size],
                unique: true,
                ty,
                natural_width: self.storage.natural_width,
                split_complex: self.storage.split_complex,
                order: Order::Left,
                complex: false,
            };
            let (ptr, info, check) = binder.view(view);
            let league_size = binder.extent(0, self.league_size);
            *bound = Some(Column {
                ptr,
                info,
                check,
                league_size,
            });
        }
        (functor, columns)
    }

    fn comptime(&self, hasher: &mut impl Hasher) {
        self.functor.comptime(hasher);
    }
}

// SAFETY: the kernel's own body; what is left behind it is a place of each team's own, which is there for every rank.
unsafe impl<K: TeamReduceKernel<Tag>, Tag: 'static> TeamKernel<Tag> for OfTeams<K, Tag> {
    const NAME: &'static str = K::NAME;
    const PROMISE: Promise = K::PROMISE;

    #[inline(always)]
    fn run<E: Exec>((functor, columns): &Self::In<E>, team: TeamIn<E>) {
        let mut value = K::run::<E>(functor, team).value();
        if PerTeam(team).enter() {
            let mut leave = Leave {
                columns,
                rank: E::league_rank(team.0),
            };
            K::Value::visit::<E>(&mut value, &mut leave);
        }
        E::leave();
    }
}

/// Where a scalar goes.
struct Column<E: Exec> {
    ptr: E::Ptr,
    info: E::Info,
    check: bool,
    league_size: E::Int,
}
impl<E: Exec> Clone for Column<E> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<E: Exec> Copy for Column<E> {}

/// Leaves the first lane of each scalar.
struct Leave<'a, E: Exec> {
    columns: &'a [Option<Column<E>>],
    rank: E::Int,
}

impl<E: Exec> Visitor<E> for Leave<'_, E> {
    #[inline(always)]
    fn scalar<T: Scalar>(&mut self, v: &mut Varying<E, T>) {
        let Some((Some(column), rest)) = self.columns.split_first() else {
            unreachable!("columns are as many as scalars")
        };
        self.columns = rest;
        let first = Some(E::lanes_cmp(Cmp::Lt, E::int(0), E::int(1), E::int(1)));
        let at = [Coordinate {
            base: self.rank,
            step: E::int(0),
            varying: None,
            long: E::no_long(),
            extent: column.league_size,
        }];
        E::access(column.info, column.check, at, first);
        // SAFETY: the column has a scalar of this type for each team, and nobody else writes it.
        unsafe { E::store_lanes::<T>(column.ptr, self.rank, v.0, first) };
    }
}
