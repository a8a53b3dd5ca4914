//! How reductions on devices deal out a range to groups, the program of a group's part, and memory for what groups leave.

use super::{
    element::{Step, Variable, add, each, scalars, when},
    tree::Tree,
};
use crate::{
    backend::{Grid, Properties},
    error::{Error, Result},
    ir::{Builtin, Id, Program, Promise, Shape, Ty},
    kernel::{
        exec::{Lane, Memory, Scalar, Values, native::NativePtr},
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
        memory::{Allocation, copy_out},
    },
};
use std::{
    slice,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// Most groups of a collective: their partial results are joined on the host.
const MOST_GROUPS: usize = 1024;

/// Items of a collective's group: many, since each group leaves a partial result.
pub(super) const GROUP: usize = 512;

/// Items that a lane takes one after the other, at least, before a device has more groups than compute units.
const TURNS: usize = 16;

/// How a range is dealt out: `groups` groups of `group` items take `span` indices each.
pub(super) struct Deal {
    pub group: usize,
    span: usize,
    pub groups: usize,
}

impl Deal {
    /// For elements of `types` in groups of up to `largest`, from the range and the device alone: the tree is the same in
    /// every launch.
    ///
    /// A group for each compute unit, up to four of them for long ranges: fewer would leave the device idle, and more make
    /// the host join more (sums of six scalars over a million items on a GPU of 132 units: 45 us with 977 groups of 256,
    /// 26 with 132).
    pub(super) fn plan(n: usize, largest: usize, types: &[Ty], properties: &Properties) -> Self {
        let group = group(largest, types, properties);
        let units = properties.compute_units.clamp(1, MOST_GROUPS);
        let most = (4 * units).min(MOST_GROUPS);
        let groups = (n / (group * TURNS)).clamp(units, most);
        let block = group * ITEMS;
        let span = n.div_ceil(groups).next_multiple_of(block).max(block);
        Deal {
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
    ///
    /// # Errors
    /// [`Error::Invalid`] where they do not fit 31 bits.
    pub(super) fn span_argument(&self, label: &str) -> Result<i32> {
        number(label, self.span)
    }
}

/// A number of indices or groups, as programs of collectives take it.
///
/// # Errors
/// [`Error::Invalid`] where it does not fit 31 bits.
pub(super) fn number(label: &str, n: usize) -> Result<i32> {
    i32::try_from(n).map_err(|_| {
        Error::Invalid(format!(
            "launch `{label}`: a group would take {n} indices, more than 31 bits hold; split the range"
        ))
    })
}

/// Items of a group, up to `largest`: a power of two, whose tree of elements fits team scratch.
pub(super) fn group(largest: usize, types: &[Ty], properties: &Properties) -> usize {
    let element: usize = types.iter().map(|ty| ty.bytes()).sum();
    let room = properties.max_scratch_bytes / element.max(1);
    let largest = largest.min(properties.max_group_size).min(room);
    1 << largest.max(1).ilog2()
}

/// The next arguments of the launch, one a scalar.
pub(super) fn buffers(name: &str, types: &[Ty]) -> Vec<Id> {
    let buffer = |(k, &ty): (usize, &Ty)| trace::buffer(&format!("{name}{k}"), 1, ty).0;
    types.iter().enumerate().map(buffer).collect()
}

/// First index of a range and the one after its last.
pub(super) fn range() -> (Id, Id) {
    (trace::begin_param(0), trace::end_param(0))
}

pub(super) fn index(i: Id) -> IndexOf<Trace> {
    IndexOf {
        base: i,
        step: LaneStep,
    }
}

/// The join of each group's part, to `px_partial*[group]`. `items` says between which numbers its items are, `run` what one
/// of them contributes.
pub(super) fn record_partials<K: Functor, V: Element, R: Reducer<V>>(
    name: &str,
    functor: &K,
    group: usize,
    items: impl FnOnce() -> (Id, Id),
    run: impl Fn(&K::In<Trace>, Id) -> Contribution<Trace, V>,
) -> Program {
    trace::begin(name, Shape::Team, Promise::Unchecked);
    let functor = functor.bind::<Trace>(&mut TraceBinder::default());
    let partials = buffers("px_partial", &scalars::<V, R>());
    let span = Trace::to_int::<i32>(trace::scalar::<i32>("px_span"));
    let (begin, end) = items();
    let rank = trace::builtin(Builtin::LeagueRank);
    let begin = add(begin, Trace::imul(rank, span));
    let end = Trace::ibin(Bin::Min, end, add(begin, span));
    let lane = trace::builtin(Builtin::LaneRank);
    let sum = Variable::<V>::new(R::identity().splat::<Trace>());
    for i in trace::steps(add(begin, lane), end, Trace::int(group as i64)) {
        sum.set(R::accumulate::<Trace>(sum.read(), run(&functor, i)));
    }
    let tree = Tree::<V, R>::to_reduce(group, lane);
    tree.reduce(sum.read());
    when(Trace::icmp(Cmp::Eq, lane, Trace::int(0)), || {
        let mut all = tree.load(Trace::int(0));
        each::<V>(&mut all, Step::Store(&partials, rank));
    });
    trace::finish()
}

/// The join of `px_count` elements of `px_partial*`, to one element of `px_result*` at `px_at*`.
pub(super) fn record_join<V: Element, R: Reducer<V>>(group: usize) -> Program {
    trace::begin("px_join", Shape::Team, Promise::Unchecked);
    let types = scalars::<V, R>();
    let partials = buffers("px_partial", &types);
    let results = buffers("px_result", &types);
    let number = |name: &str| Trace::to_int::<i32>(trace::scalar::<i32>(name));
    let count = number("px_count");
    let places: Vec<Id> = (0..types.len())
        .map(|k| number(&format!("px_at{k}")))
        .collect();
    let lane = trace::builtin(Builtin::LaneRank);
    let sum = Variable::<V>::new(R::identity().splat::<Trace>());
    for i in trace::steps(lane, count, Trace::int(group as i64)) {
        let mut partial = R::identity().splat::<Trace>();
        each::<V>(&mut partial, Step::Load(&partials, i));
        sum.set(R::join::<Trace>(sum.read(), partial));
    }
    let tree = Tree::<V, R>::to_reduce(group, lane);
    tree.reduce(sum.read());
    when(Trace::icmp(Cmp::Eq, lane, Trace::int(0)), || {
        let mut all = tree.load(Trace::int(0));
        each::<V>(&mut all, Step::StoreEach(&results, &places));
    });
    trace::finish()
}

/// A group's part is a multiple of so many items a lane.
const ITEMS: usize = 4;

/// Memory of partial results: one allocation a scalar.
pub(crate) struct Partials {
    types: Vec<Ty>,
    memory: Vec<Arc<Allocation>>,
    groups: usize,
    /// None in memory of the host
    instance: Option<Arc<Instance>>,
    /// Held from the launch on until the results are fetched
    in_use: Mutex<()>,
}

impl Partials {
    /// Memory for so many groups.
    pub(super) fn new<V: Element, R: Reducer<V>>(
        instance: &Arc<Instance>,
        groups: usize,
    ) -> Result<Self> {
        Self::on::<V, R>(Some(instance), groups)
    }

    /// The same on an instance, or in memory of the host.
    pub(crate) fn on<V: Element, R: Reducer<V>>(
        instance: Option<&Arc<Instance>>,
        groups: usize,
    ) -> Result<Self> {
        let types = scalars::<V, R>();
        let memory = |ty: &Ty| {
            let (label, bytes) = ("px_partial", groups.max(1) * ty.bytes());
            match instance {
                Some(instance) => Allocation::for_results(instance, label, bytes),
                None => Allocation::on_host(label, bytes),
            }
        };
        let memory = types.iter().map(memory).collect::<Result<_>>()?;
        Ok(Partials {
            types,
            memory,
            groups,
            instance: instance.cloned(),
            in_use: Mutex::default(),
        })
    }

    /// Type and memory of each scalar.
    pub(crate) fn columns(&self) -> impl Iterator<Item = (Ty, &Arc<Allocation>)> {
        self.types.iter().copied().zip(&self.memory)
    }

    /// The memory as buffers of a launch.
    pub(super) fn buffers(&self) -> impl Iterator<Item = (Arc<Allocation>, usize)> {
        self.memory
            .iter()
            .map(|memory| (memory.clone(), self.groups))
    }

    /// How many elements they are.
    pub(super) fn len(&self) -> usize {
        self.groups
    }

    /// Keeps others from launching into them.
    pub(super) fn alone(&self) -> MutexGuard<'_, ()> {
        self.in_use.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What the groups have left, once they are done.
    pub(super) fn fetch<V: Element, R: Reducer<V>>(&self) -> Result<Vec<V>> {
        if let Some(instance) = &self.instance
            && self.memory.iter().any(|memory| memory.lent().is_some())
        {
            instance.fence()?;
        }
        let mut columns = Vec::new();
        for (memory, ty) in self.memory.iter().zip(&self.types) {
            let n = self.groups * ty.bytes();
            columns.push(match memory.lent().or(memory.host()) {
                // SAFETY: so many bytes are lent or ours, and the fence has waited for kernels that use them.
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
                    columns: &columns,
                    at: g,
                    next: 0,
                },
            );
            V::from_lane(v)
        };
        Ok((0..self.groups).map(element).collect())
    }
}

/// The launch of a collective's program: the checked functor's arguments, then buffers of so many elements, then numbers. It makes the accesses of the functor's bodies and no others outside of scratch and these buffers:
/// views whose accesses were proven need no checks here, all others have them everywhere.
pub(super) fn launch(
    launch: &CheckedLaunch,
    recorded: Arc<Recorded>,
    groups: usize,
    buffers: impl IntoIterator<Item = (Arc<Allocation>, usize)>,
    numbers: impl IntoIterator<Item = i32>,
) -> Result<CheckedLaunch> {
    let mut arguments = launch.arguments.clone();
    for (memory, elements) in buffers {
        arguments.values.push(Argument::View(arguments.views.len()));
        let view = ArgumentView::plain(memory, elements);
        arguments.views.push(view);
    }
    arguments
        .values
        .extend(numbers.into_iter().map(Argument::I32));
    let mut findings = Findings::clone(&launch.findings);
    let checks = |view: usize| findings.checked.get(view).copied().unwrap_or(false);
    let accesses = &recorded.program().accesses;
    findings.guarded = accesses.iter().map(|access| checks(access.view)).collect();
    findings.written.resize(arguments.views.len(), true);
    let mut ranges = launch.ranges.clone();
    ranges.league_size = groups as i64;
    Ok(CheckedLaunch {
        label: launch.label.clone(),
        recorded,
        arguments,
        ranges,
        findings: Arc::new(findings),
    })
}

/// Scalars of element `at` in columns of bytes.
struct Column<'a> {
    columns: &'a [Vec<u8>],
    at: usize,
    next: usize,
}

impl Visitor<Lane> for Column<'_> {
    fn scalar<T: Scalar>(&mut self, v: &mut Varying<Lane, T>) {
        let size = size_of::<T>();
        let bytes = &self.columns[self.next][self.at * size..(self.at + 1) * size];
        self.next += 1;
        // a word of its own, which is aligned for every scalar; columns are bytes
        let mut word = [0; 8];
        word[..size].copy_from_slice(bytes);
        let mut word = u64::from_ne_bytes(word);
        let p = NativePtr((&raw mut word).cast());
        // SAFETY: a word of ours, as large as the largest scalar.
        v.0 = unsafe { Lane::load_lanes::<T>(p, 0, None) };
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(crate) fn gpu() -> Properties {
        Properties {
            description: "test".into(),
            architecture: "test".into(),
            is_gpu: true,
            memory_bytes: 1 << 40,
            max_group_size: 1024,
            max_scratch_bytes: 48 << 10,
            natural_width: 32,
            compute_units: 132,
            has_f64: true,
            has_atomic64: true,
            sub_group_sizes: vec![32],
        }
    }

    #[test]
    fn long_ranges_have_more_groups_than_units() {
        let groups = |n| Deal::plan(n, GROUP, &[Ty::F64], &gpu()).groups;
        assert_eq!(groups(1), 1);
        assert_eq!(groups(1_000_000), 123);
        assert_eq!(groups(100_000_000), 526);
        for n in [1, 2047, 2048, 2049, 1_000_000, 1 << 31] {
            let plan = Deal::plan(n, GROUP, &[Ty::F64], &gpu());
            assert!(plan.groups * plan.span >= n && (plan.groups - 1) * plan.span < n);
        }
    }

    #[test]
    fn trees_fit_scratch() {
        let group = |scalars| Deal::plan(1, GROUP, &vec![Ty::F64; scalars], &gpu()).group;
        assert_eq!(group(1), 512);
        assert_eq!(group(8), 512);
        let small = Properties {
            max_scratch_bytes: 1000,
            max_group_size: 300,
            ..gpu()
        };
        assert_eq!(Deal::plan(1, GROUP, &[Ty::F64; 2], &small).group, 32);
        assert_eq!(Deal::plan(1, GROUP, &[Ty::F64], &small).group, 64);
        assert_eq!(Deal::plan(1, 200, &[Ty::F64], &gpu()).group, 128);
    }
}
