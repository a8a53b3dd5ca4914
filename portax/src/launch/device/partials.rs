//! What reductions and scans on devices share: how a range is dealt out to groups, their partial results, and the
//! program that makes those.

use super::{
    RANGE_GROUP,
    element::{Step, Variable, add, each, scalars, when},
};
use crate::{
    backend::{Grid, Properties},
    error::{Error, Result},
    ir::{Builtin, Id, Program, Promise, Shape, Ty},
    kernel::{
        exec::{Lane, Memory, Scalar, Teams, Values, native::NativePtr},
        functor::Functor,
        trace::{self, Trace},
        value::{Contribution, Element, IndexOf, LaneStep, Reducer, Varying, Visitor},
    },
    launch::{
        bind::{Argument, ArgumentView, TraceBinder},
        check::CheckedLaunch,
    },
    ops::{Bin, Cmp},
    space::{
        Findings, Instance, Recorded,
        memory::{Allocation, copy_in, copy_out},
    },
};
use std::{
    ptr::NonNull,
    slice,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// Most groups of a collective: their partial results are joined on the host.
const MOST_GROUPS: usize = 1024;

/// How a range is dealt out: `groups` groups of `group` items take `span` indices each.
pub(super) struct Collective {
    pub group: usize,
    span: usize,
    pub groups: usize,
}

impl Collective {
    /// From the range and the device alone: the tree is the same in every launch.
    pub(super) fn plan(begin: usize, end: usize, properties: &Properties) -> Self {
        let n = end - begin;
        let largest = RANGE_GROUP.min(properties.max_group_size);
        let group = 1 << largest.ilog2();
        let span = n
            .div_ceil(MOST_GROUPS)
            .next_multiple_of(group * 4)
            .max(group * 4);
        Collective {
            group,
            span,
            groups: n.div_ceil(span),
        }
    }

    /// The groups as a grid.
    pub(super) fn grid(&self) -> Grid {
        Grid {
            groups: self.groups,
            group_size: [self.group, 1],
        }
    }

    /// Indices of a group, as its program takes them.
    fn span_argument(&self, label: &str) -> Result<i32> {
        i32::try_from(self.span).map_err(|_| {
            Error::Invalid(format!(
                "launch `{label}`: a group would take {} indices, more than 31 bits hold; split the range",
                self.span
            ))
        })
    }
}

/// First index of a range and the one after its last.
pub(super) fn range() -> (Id, Id) {
    (trace::begin_param(0), trace::end_param(0))
}

/// What every collective begins with: the functor, buffers of partial results, the group's part of the items.
pub(super) struct Head<F> {
    pub functor: F,
    pub partials: Vec<Id>,
    pub begin: Id,
    pub end: Id,
    pub lane: Id,
}

pub(super) fn head<K: Functor>(
    functor: &K,
    types: &[Ty],
    items: impl FnOnce() -> (Id, Id),
) -> Head<K::In<Trace>> {
    let bound = functor.bind::<Trace>(&mut TraceBinder::default());
    let partials = types
        .iter()
        .enumerate()
        .map(|(k, &ty)| trace::buffer(&format!("px_partial{k}"), 1, ty).0)
        .collect();
    let span = Trace::to_int::<i32>(trace::scalar::<i32>("px_span"));
    let (begin, end) = items();
    let rank = trace::builtin(Builtin::LeagueRank);
    let begin = add(begin, Trace::imul(rank, span));
    let end = Trace::ibin(Bin::Min, end, add(begin, span));
    Head {
        functor: bound,
        partials,
        begin,
        end,
        lane: trace::builtin(Builtin::LaneRank),
    }
}

pub(super) fn scratch(types: &[Ty], group: usize) -> Vec<Id> {
    types
        .iter()
        .map(|&ty| trace::scratch_array("px_tree", ty, group, false).0)
        .collect()
}

pub(super) fn index(i: Id) -> IndexOf<Trace> {
    IndexOf {
        base: i,
        step: LaneStep,
    }
}

/// The sum of each group's part, to `px_partial*[group]`. `items` says between which numbers its items are, `run` what one
/// of them contributes.
pub(super) fn record_partials<K: Functor, V: Element, R: Reducer<V>>(
    name: &str,
    functor: &K,
    group: usize,
    items: impl FnOnce() -> (Id, Id),
    run: impl Fn(&K::In<Trace>, Id) -> Contribution<Trace, V>,
) -> Program {
    let types = scalars::<V, R>();
    trace::begin(name, Shape::Team, Promise::Unchecked);
    let head = head(functor, &types, items);
    let sum = Variable::<V>::new(R::identity().splat::<Trace>());
    for i in trace::steps(
        add(head.begin, head.lane),
        head.end,
        Trace::int(group as i64),
    ) {
        sum.set(R::accumulate::<Trace>(sum.read(), run(&head.functor, i)));
    }
    let tree = scratch(&types, group);
    each::<V>(&mut sum.read(), Step::Store(&tree, head.lane));
    Trace::barrier(());
    let mut half = group / 2;
    while half > 0 {
        when(
            Trace::icmp(Cmp::Lt, head.lane, Trace::int(half as i64)),
            || {
                let (mut a, mut b) = (
                    R::identity().splat::<Trace>(),
                    R::identity().splat::<Trace>(),
                );
                each::<V>(&mut a, Step::Load(&tree, head.lane));
                each::<V>(
                    &mut b,
                    Step::Load(&tree, add(head.lane, Trace::int(half as i64))),
                );
                each::<V>(&mut R::join::<Trace>(a, b), Step::Store(&tree, head.lane));
            },
        );
        Trace::barrier(());
        half /= 2;
    }
    when(Trace::icmp(Cmp::Eq, head.lane, Trace::int(0)), || {
        let mut all = R::identity().splat::<Trace>();
        each::<V>(&mut all, Step::Load(&tree, Trace::int(0)));
        each::<V>(
            &mut all,
            Step::Store(&head.partials, trace::builtin(Builtin::LeagueRank)),
        );
    });
    trace::finish()
}

/// Memory of partial results: one allocation a scalar.
pub(super) struct Partials {
    types: Vec<Ty>,
    memory: Vec<Arc<Allocation>>,
    groups: usize,
    instance: Arc<Instance>,
    /// Held from the launch on until the results are fetched
    in_use: Mutex<()>,
}

impl Partials {
    /// Memory for so many groups.
    pub(super) fn new<V: Element, R: Reducer<V>>(
        instance: &Arc<Instance>,
        groups: usize,
    ) -> Result<Self> {
        let types = scalars::<V, R>();
        let memory = types
            .iter()
            .map(|ty| Allocation::for_results(instance, "px_partial", groups.max(1) * ty.bytes()))
            .collect::<Result<_>>()?;
        Ok(Partials {
            types,
            memory,
            groups,
            instance: instance.clone(),
            in_use: Mutex::default(),
        })
    }

    /// Keeps others from launching into them.
    pub(super) fn alone(&self) -> MutexGuard<'_, ()> {
        self.in_use.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The launch of a collective's program: the checked functor's arguments, then these buffers and the span. The
    /// program makes the accesses of the functor's bodies and no others outside of scratch and these buffers: views whose
    /// accesses were proven need no checks here, all others have them everywhere.
    pub(super) fn launch(
        &self,
        launch: &CheckedLaunch,
        recorded: Arc<Recorded>,
        plan: &Collective,
    ) -> Result<CheckedLaunch> {
        let mut arguments = launch.arguments.clone();
        for memory in &self.memory {
            arguments.values.push(Argument::View(arguments.views.len()));
            arguments
                .views
                .push(ArgumentView::plain(memory.clone(), self.groups));
        }
        arguments
            .values
            .push(Argument::I32(plan.span_argument(&launch.label)?));
        let mut findings = Findings::clone(&launch.findings);
        let checks = |view: usize| findings.checked.get(view).copied().unwrap_or(false);
        let accesses = &recorded.program().accesses;
        findings.guarded = accesses.iter().map(|access| checks(access.view)).collect();
        findings.written.resize(arguments.views.len(), true);
        let mut ranges = launch.ranges.clone();
        ranges.league_size = plan.groups as i64;
        Ok(CheckedLaunch {
            label: launch.label.clone(),
            recorded,
            arguments,
            ranges,
            findings: Arc::new(findings),
        })
    }

    /// What the groups have left, once they are done.
    pub(super) fn fetch<V: Element, R: Reducer<V>>(&self) -> Result<Vec<V>> {
        if self.memory.iter().any(|memory| memory.lent().is_some()) {
            self.instance.fence()?;
        }
        let mut columns = Vec::new();
        for (memory, ty) in self.memory.iter().zip(&self.types) {
            let n = self.groups * ty.bytes();
            columns.push(match memory.lent() {
                // SAFETY: so many bytes are lent, and the fence has waited for kernels that use them.
                Some(lent) => unsafe { slice::from_raw_parts(lent.as_ptr(), n) }.to_vec(),
                None => {
                    let mut bytes = vec![0; n];
                    copy_out(memory, &mut bytes)?;
                    bytes
                }
            });
        }
        let element = |g| {
            let mut v = R::identity().splat::<Lane>();
            V::visit::<Lane>(
                &mut v,
                &mut Column {
                    columns: &mut columns,
                    at: g,
                    next: 0,
                    write: false,
                },
            );
            V::from_lane(v)
        };
        Ok((0..self.groups).map(element).collect())
    }

    /// Hands each group a value, after [`fetch`](Self::fetch).
    pub(super) fn put<V: Element>(&self, values: &[V]) -> Result<()> {
        let mut columns: Vec<Vec<u8>> = self
            .types
            .iter()
            .map(|ty| vec![0; self.groups * ty.bytes()])
            .collect();
        for (at, v) in values.iter().enumerate() {
            V::visit::<Lane>(
                &mut v.splat::<Lane>(),
                &mut Column {
                    columns: &mut columns,
                    at,
                    next: 0,
                    write: true,
                },
            );
        }
        for (memory, bytes) in self.memory.iter().zip(&columns) {
            match memory.lent() {
                // SAFETY: so many bytes are lent, and kernels that used them were done when they were fetched.
                Some(lent) => unsafe {
                    lent.copy_from_nonoverlapping(NonNull::from(&bytes[..]).cast(), bytes.len());
                },
                None => copy_in(memory, bytes)?,
            }
        }
        Ok(())
    }
}

/// Scalars of element `at` in columns of bytes.
struct Column<'a> {
    columns: &'a mut [Vec<u8>],
    at: usize,
    next: usize,
    write: bool,
}

impl Visitor<Lane> for Column<'_> {
    fn scalar<T: Scalar>(&mut self, v: &mut Varying<Lane, T>) {
        let size = size_of::<T>();
        let bytes = &mut self.columns[self.next][self.at * size..(self.at + 1) * size];
        self.next += 1;
        // a word of its own, which is aligned for every scalar; columns are bytes
        let mut word = [0; 8];
        word[..size].copy_from_slice(bytes);
        let mut word = u64::from_ne_bytes(word);
        let p = NativePtr((&raw mut word).cast());
        if self.write {
            // SAFETY: a word of ours, as large as the largest scalar.
            unsafe { Lane::store_lanes::<T>(p, 0, v.0, None) };
            bytes.copy_from_slice(&word.to_ne_bytes()[..size]);
        } else {
            // SAFETY: as above.
            v.0 = unsafe { Lane::load_lanes::<T>(p, 0, None) };
        }
    }
}
