//! Joins over the lanes of a group while a collective is recorded, through scratch with an element a lane.

use super::element::{Step, Variable, add, each, scalars, when};
use crate::{
    ir::Id,
    kernel::{
        exec::{Teams, Values},
        trace::{self, Trace},
        value::{Element, Reducer},
    },
    ops::{Bin, Cmp},
};
use std::marker::PhantomData;

/// The scratch, and who is asked to join.
pub(super) struct Tree<V, R> {
    scratch: Vec<Id>,
    group: usize,
    lane: Id,
    reducer: PhantomData<(V, R)>,
}

impl<V: Element, R: Reducer<V>> Tree<V, R> {
    /// Of a group of so many lanes, for the lane of this rank.
    pub(super) fn new(group: usize, lane: Id) -> Self {
        let array = |ty| trace::scratch_array("px_tree", ty, group, false).0;
        Tree {
            scratch: scalars::<V, R>().into_iter().map(array).collect(),
            group,
            lane,
            reducer: PhantomData,
        }
    }

    fn identity() -> V::In<Trace> {
        R::identity().splat::<Trace>()
    }

    /// The element of a lane.
    pub(super) fn load(&self, at: Id) -> V::In<Trace> {
        let mut v = Self::identity();
        each::<V>(&mut v, Step::Load(&self.scratch, at));
        v
    }

    fn store(&self, mut v: V::In<Trace>) {
        each::<V>(&mut v, Step::Store(&self.scratch, self.lane));
    }

    /// Joins what all lanes have, by halves and so not in order, to the element of lane 0.
    pub(super) fn reduce(&self, own: V::In<Trace>) {
        self.store(own);
        Trace::barrier(());
        let mut half = self.group / 2;
        while half > 0 {
            let is_lower = Trace::icmp(Cmp::Lt, self.lane, Trace::int(half as i64));
            when(is_lower, || {
                let lower = self.load(self.lane);
                let upper = self.load(add(self.lane, Trace::int(half as i64)));
                self.store(R::join::<Trace>(lower, upper));
            });
            Trace::barrier(());
            half /= 2;
        }
    }

    /// The join of what the lanes before this one have, and of what all have.
    pub(super) fn scan(&self, own: V::In<Trace>) -> [V::In<Trace>; 2] {
        self.store(own);
        Trace::barrier(());
        let mut distance = 1;
        while distance < self.group {
            let sum = Variable::<V>::new(self.load(self.lane));
            self.if_past(distance, |other| {
                sum.set(R::join::<Trace>(other, sum.read()));
            });
            Trace::barrier(());
            self.store(sum.read());
            Trace::barrier(());
            distance *= 2;
        }
        let before = Variable::<V>::new(Self::identity());
        self.if_past(1, |other| before.set(other));
        let all = self.load(Trace::int(self.group as i64 - 1));
        Trace::barrier(());
        [before.read(), all]
    }

    /// Goes on with the element of the lane so far before this one, if there is one.
    fn if_past(&self, distance: usize, body: impl FnOnce(V::In<Trace>)) {
        let distance = Trace::int(distance as i64);
        when(Trace::icmp(Cmp::Ge, self.lane, distance), || {
            body(self.load(Trace::isub(self.lane, distance)))
        });
    }

    /// The join of what `begin..end` give, in order: a lane takes indices that follow each other.
    pub(super) fn join(
        &self,
        begin: Id,
        end: Id,
        value: impl Fn(Id) -> V::In<Trace>,
    ) -> V::In<Trace> {
        let rounded = add(Trace::isub(end, begin), Trace::int(self.group as i64 - 1));
        let share = Trace::ibin(Bin::Div, rounded, Trace::int(self.group as i64));
        let first = add(begin, Trace::imul(self.lane, share));
        let end = Trace::ibin(Bin::Min, end, add(first, share));
        let own = Variable::<V>::new(Self::identity());
        for at in trace::steps(first, end, Trace::int(1)) {
            own.set(R::join::<Trace>(own.read(), value(at)));
        }
        let [_, all] = self.scan(own.read());
        all
    }
}
