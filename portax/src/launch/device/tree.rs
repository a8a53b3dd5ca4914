//! Joins over the lanes of a group while a collective is recorded, through scratch with an element a lane and one a row of lanes.

use super::element::{Step, Variable, add, each, scalars, when};
use crate::{
    ir::{Id, Per},
    kernel::{
        exec::{Teams, Values},
        trace::{self, Trace},
        value::{Element, Reducer},
    },
    ops::{Bin, Cmp},
};
use std::marker::PhantomData;

/// Elements that a lane joins alone in a scan. Behind each of these rows is room for their sum, so that lanes which go through
/// rows side by side use different banks of scratch.
const RAKE: usize = 16;

/// The scratch, and who is asked to join.
pub(super) struct Tree<V, R> {
    scratch: Vec<Id>,
    group: usize,
    lane: Id,
    reducer: PhantomData<(V, R)>,
}

impl<V: Element, R: Reducer<V>> Tree<V, R> {
    /// For reductions of a group of so many lanes, as the lane of this rank sees it.
    pub(super) fn to_reduce(group: usize, lane: Id) -> Self {
        Self::new(group, lane, group)
    }

    /// For scans.
    pub(super) fn to_scan(group: usize, lane: Id) -> Self {
        Self::new(group, lane, group + group.div_ceil(RAKE))
    }

    fn new(group: usize, lane: Id, len: usize) -> Self {
        let array = |ty| trace::scratch_array("px_tree", ty, len, Per::Team).0;
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

    fn store(&self, v: V::In<Trace>) {
        self.store_at(self.lane, v);
    }

    fn store_at(&self, at: Id, mut v: V::In<Trace>) {
        each::<V>(&mut v, Step::Store(&self.scratch, at));
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

    /// The join of what the lanes before this one have, and of what all have, in their order: a lane of a few joins the
    /// elements of a row, then each lane the rows before its own.
    pub(super) fn scan(&self, own: V::In<Trace>) -> [V::In<Trace>; 2] {
        let row = RAKE.min(self.group);
        let rows = self.group / row;
        let start = |r| Trace::imul(r, Trace::int(row as i64 + 1));
        let my_row = Trace::ibin(Bin::Div, self.lane, Trace::int(row as i64));
        let mine = add(self.lane, my_row);
        self.store_at(mine, own);
        Trace::barrier(());
        when(
            Trace::icmp(Cmp::Lt, self.lane, Trace::int(rows as i64)),
            || {
                let place = |k: usize| add(start(self.lane), Trace::int(k as i64));
                let elements: Vec<_> = (0..row).map(|k| self.load(place(k))).collect();
                let mut sum = Self::identity();
                for (k, element) in elements.into_iter().enumerate() {
                    self.store_at(place(k), sum);
                    sum = R::join::<Trace>(sum, element);
                }
                self.store_at(place(row), sum);
            },
        );
        Trace::barrier(());
        let before = Variable::<V>::new(Self::identity());
        let mut sum = Self::identity();
        for r in 0..rows {
            let r = Trace::int(r as i64);
            when(Trace::icmp(Cmp::Eq, r, my_row), || before.set(sum));
            sum = R::join::<Trace>(sum, self.load(add(start(r), Trace::int(row as i64))));
        }
        let before = R::join::<Trace>(before.read(), self.load(mine));
        let [before, all] = [before, sum].map(Variable::<V>::new);
        Trace::barrier(());
        [before.read(), all.read()]
    }

    /// What lane 0 has.
    pub(super) fn broadcast(&self, own: V::In<Trace>) -> V::In<Trace> {
        let zero = Trace::int(0);
        when(Trace::icmp(Cmp::Eq, self.lane, zero), || {
            self.store_at(zero, own);
        });
        Trace::barrier(());
        self.load(zero)
    }

    /// Rank of the lane.
    pub(super) fn lane(&self) -> Id {
        self.lane
    }
}
