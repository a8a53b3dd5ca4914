//! Reductions and scans on devices: trees in team scratch, partial results of the groups joined on the host.

use crate::launch::Prepared;
use crate::launch::bind::Argument;
use crate::launch::bind::ArgumentView;
use crate::launch::bind::TraceBinder;
use crate::launch::check::Launch;
use crate::launch::device;
use crate::launch::device::RANGE_GROUP;
use crate::launch::host::join;
use crate::launch::{observe, record::recorded};
use crate::space::Body;

use crate::pattern::reduce::tree;
use crate::{
    backend::{Grid, Properties},
    error::Result,
    ir::{Builtin, Id, Program, Shape, Ty},
    kernel::{
        exec::{Exec, Lane, Scalar, native::NativePtr},
        functor::{Functor, ReduceKernel, ScanKernel},
        trace,
        trace::Trace,
        value::{Contribution, Element, IndexOf, LaneStep, Reducer, Varying, Visitor},
    },
    ops::{Bin, Cmp},
    policy::Hints,
    space::memory::{Allocation, copy_in, copy_out},
    space::{Instance, Space},
    tools::{self, Kind},
};
use std::sync::Arc;

/// Most groups of a collective: their partial results are joined on the host.
const MOST_GROUPS: usize = 1024;

/// How a range is dealt out: `groups` groups of `group` items take `span` indices each.
pub(crate) struct Collective {
    group: usize,
    span: usize,
    groups: usize,
}

impl Collective {
    /// From the range and the device alone: the tree is the same in every launch.
    pub fn plan(begin: usize, end: usize, properties: &Properties) -> Self {
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
}

/// Names of the scalars of an element.
struct Scalars(Vec<Ty>);
impl Visitor<Lane> for Scalars {
    fn scalar<T: Scalar>(&mut self, _: &mut Varying<Lane, T>) {
        self.0.push(T::TY);
    }
}

fn scalars<V: Element, R: Reducer<V>>() -> Vec<Ty> {
    let mut types = Scalars(Vec::new());
    V::visit::<Lane>(&mut R::identity().splat::<Lane>(), &mut types);
    types.0
}

/// What to do with each scalar of a recorded element.
enum Step<'a> {
    Declare,
    Read,
    Assign(&'a [Id]),
    Load(&'a [Id], Id),
    Store(&'a [Id], Id),
}

/// Applies a step to each scalar.
struct Each<'a> {
    step: Step<'a>,
    next: usize,
    ids: Vec<Id>,
}

impl Visitor<Trace> for Each<'_> {
    fn scalar<T: Scalar>(&mut self, v: &mut Varying<Trace, T>) {
        let k = self.next;
        self.next += 1;
        match self.step {
            Step::Declare => v.0 = Trace::var::<T>(v.0),
            Step::Read => v.0 = Trace::read::<T>(v.0),
            Step::Assign(to) => {
                let mut variable = to[k];
                Trace::assign::<T>(&mut variable, v.0, None);
            }
            Step::Load(from, at) => v.0 = Trace::load_lanes::<T>(from[k], at, None),
            Step::Store(to, at) => Trace::store_lanes::<T>(to[k], at, v.0, None),
        }
        self.ids.push(v.0);
    }
}

fn each<V: Element>(v: &mut V::In<Trace>, step: Step) -> Vec<Id> {
    let mut each = Each {
        step,
        next: 0,
        ids: Vec::new(),
    };
    V::visit::<Trace>(v, &mut each);
    each.ids
}

/// A variable that holds an element.
struct Variable<V: Element> {
    value: V::In<Trace>,
    ids: Vec<Id>,
}

impl<V: Element> Variable<V> {
    fn new(mut value: V::In<Trace>) -> Self {
        let ids = each::<V>(&mut value, Step::Declare);
        Variable { value, ids }
    }
    fn read(&self) -> V::In<Trace> {
        let mut value = self.value;
        each::<V>(&mut value, Step::Read);
        value
    }
    fn set(&self, mut value: V::In<Trace>) {
        each::<V>(&mut value, Step::Assign(&self.ids));
    }
}

fn add(a: Id, b: Id) -> Id {
    Trace::iadd(a, b)
}

/// Records `body` under a condition.
fn when(condition: Id, body: impl FnOnce()) {
    if Trace::enter(condition) {
        body();
    }
    Trace::leave();
}

/// What every collective begins with: the functor, buffers of partial results, the group's part of the range.
struct Head<F> {
    functor: F,
    partials: Vec<Id>,
    begin: Id,
    end: Id,
    lane: Id,
}

fn head<K: Functor>(functor: &K, types: &[Ty]) -> Head<K::In<Trace>> {
    let bound = functor.bind::<Trace>(&mut TraceBinder::default());
    let partials = types
        .iter()
        .enumerate()
        .map(|(k, &ty)| trace::buffer(&format!("px_partial{k}"), 1, ty).0)
        .collect();
    let span = Trace::to_int::<i32>(trace::scalar::<i32>("px_span"));
    let (begin, end) = (trace::begin_param(0), trace::end_param(0));
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

fn scratch(types: &[Ty], group: usize) -> Vec<Id> {
    types
        .iter()
        .map(|&ty| trace::scratch_array("px_tree", ty, group, false).0)
        .collect()
}

fn index(i: Id) -> IndexOf<Trace> {
    IndexOf {
        base: i,
        step: LaneStep,
    }
}

/// The sum of each group's part, to `px_partial*[group]`. `run` gives the contribution of an index.
fn record_partials<K: Functor, V: Element, R: Reducer<V>>(
    name: &str,
    functor: &K,
    group: usize,
    run: impl Fn(&K::In<Trace>, IndexOf<Trace>) -> Contribution<Trace, V>,
) -> Program {
    let types = scalars::<V, R>();
    trace::begin(name, Shape::Team, true);
    let head = head(functor, &types);
    let sum = Variable::<V>::new(R::identity().splat::<Trace>());
    for i in trace::steps(
        add(head.begin, head.lane),
        head.end,
        Trace::int(group as i64),
    ) {
        sum.set(R::accumulate::<Trace>(
            sum.read(),
            run(&head.functor, index(i)),
        ));
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

/// Each group's prefixes: what stands in `px_partial*[group]` joined with the prefixes inside the group's part.
fn record_prefixes<Tag, K: ScanKernel<Tag>, R: Reducer<K::Value>>(
    functor: &K,
    group: usize,
    inclusive: bool,
) -> Program {
    let types = scalars::<K::Value, R>();
    trace::begin(K::NAME, Shape::Team, true);
    let head = head(functor, &types);
    let tree = scratch(&types, group);
    let identity = || R::identity().splat::<Trace>();
    let load = |at: Id| {
        let mut v = identity();
        each::<K::Value>(&mut v, Step::Load(&tree, at));
        v
    };
    let mut before = identity();
    each::<K::Value>(
        &mut before,
        Step::Load(&head.partials, trace::builtin(Builtin::LeagueRank)),
    );
    let before = Variable::<K::Value>::new(before);
    for first in trace::steps(head.begin, head.end, Trace::int(group as i64)) {
        let i = add(first, head.lane);
        let inside = Trace::icmp(Cmp::Lt, i, head.end);
        let own = Variable::<K::Value>::new(identity());
        when(inside, || {
            own.set(K::input::<Trace>(&head.functor, index(i)))
        });
        each::<K::Value>(&mut own.read(), Step::Store(&tree, head.lane));
        Trace::barrier(());
        let mut distance = 1;
        while distance < group {
            let d = Trace::int(distance as i64);
            let sum = Variable::<K::Value>::new(load(head.lane));
            when(Trace::icmp(Cmp::Ge, head.lane, d), || {
                sum.set(R::join::<Trace>(
                    load(Trace::isub(head.lane, d)),
                    sum.read(),
                ))
            });
            Trace::barrier(());
            each::<K::Value>(&mut sum.read(), Step::Store(&tree, head.lane));
            Trace::barrier(());
            distance *= 2;
        }
        let prefix = Variable::<K::Value>::new(before.read());
        if inclusive {
            prefix.set(R::join::<Trace>(before.read(), load(head.lane)));
        } else {
            let one = Trace::int(1);
            when(Trace::icmp(Cmp::Ge, head.lane, one), || {
                prefix.set(R::join::<Trace>(
                    before.read(),
                    load(Trace::isub(head.lane, one)),
                ))
            });
        }
        when(inside, || {
            K::output::<Trace>(&head.functor, index(i), prefix.read())
        });
        before.set(R::join::<Trace>(
            before.read(),
            load(Trace::int(group as i64 - 1)),
        ));
        Trace::barrier(());
    }
    trace::finish()
}

/// Memory of partial results: one allocation a scalar.
struct Partials {
    types: Vec<Ty>,
    memory: Vec<Arc<Allocation>>,
    groups: usize,
}

impl Partials {
    fn new<V: Element, R: Reducer<V>>(space: &Space, groups: usize) -> Result<Self> {
        let types = scalars::<V, R>();
        let memory = types
            .iter()
            .map(|ty| Allocation::new(space, "px_partial", groups.max(1) * ty.bytes()))
            .collect::<Result<_>>()?;
        Ok(Partials {
            types,
            memory,
            groups,
        })
    }

    /// The launch of a collective's program: the validated functor's arguments, then these buffers and the span.
    fn launch(
        &self,
        launch: &Launch,
        recorded: Arc<crate::space::Recorded>,
        plan: &Collective,
    ) -> Launch {
        let mut arguments = launch.arguments.clone();
        for memory in &self.memory {
            arguments.values.push(Argument::View(arguments.views.len()));
            arguments
                .views
                .push(ArgumentView::plain(memory.clone(), self.groups));
        }
        arguments.values.push(Argument::I32(plan.span as i32));
        let count = recorded.program().accesses.len();
        let mut guarded = launch.guarded.clone();
        guarded.resize(count.max(guarded.len()), false);
        let mut written = launch.written.clone();
        written.resize(arguments.views.len(), true);
        let mut ranges = launch.ranges.clone();
        ranges.league_size = plan.groups as i64;
        Launch {
            label: launch.label.clone(),
            recorded,
            arguments,
            written,
            guarded,
            checked: launch.checked.clone(),
            ranges,
            wide: launch.wide,
            wraps: launch.wraps,
        }
    }

    fn fetch<V: Element, R: Reducer<V>>(&self) -> Result<Vec<V>> {
        let mut columns = Vec::new();
        for (memory, ty) in self.memory.iter().zip(&self.types) {
            let mut bytes = vec![0; self.groups * ty.bytes()];
            copy_out(memory, &mut bytes)?;
            columns.push(bytes);
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

    fn put<V: Element>(&self, values: &[V]) -> Result<()> {
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
            copy_in(memory, bytes)?;
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
        let mut word = [0; 8];
        if self.write {
            Lane::store_lanes::<T>(NativePtr(word.as_mut_ptr()), 0, v.0, None);
            bytes.copy_from_slice(&word[..size]);
        } else {
            word[..size].copy_from_slice(bytes);
            v.0 = Lane::load_lanes::<T>(NativePtr(word.as_mut_ptr()), 0, None);
        }
    }
}

/// The join of each group's part, then of those.
pub(crate) fn reduce<Tag: 'static, K: ReduceKernel<Tag>, R: Reducer<K::Value>>(
    space: &Space,
    instance: &Arc<Instance>,
    launch: Launch,
    functor: &K,
    plan: Collective,
) -> Result<Prepared<K::Value>> {
    let program = recorded::<K, (Tag, R)>(space, functor, Body::ReducePart(plan.group), || {
        record_partials::<K, K::Value, R>(K::NAME, functor, plan.group, |k, i| {
            K::run::<Trace>(k, i)
        })
    });
    let partials = Partials::new::<K::Value, R>(space, plan.groups)?;
    let grid = Grid {
        groups: plan.groups,
        group_size: [plan.group, 1],
    };
    let inner = device::prepare(
        instance,
        partials.launch(&launch, program, &plan),
        grid,
        Hints::default(),
    )?;
    Ok(Prepared::new(
        launch.label.clone(),
        &launch.arguments.views,
        &launch.written,
        move || {
            inner.launch()?;
            Ok(tree::<K::Value, R>(&mut partials.fetch::<K::Value, R>()?))
        },
    ))
}

/// Sums of the groups' parts, their prefixes on the host, then the prefixes inside the parts; gives the sum of all.
pub(crate) fn scan<Tag: 'static, K: ScanKernel<Tag>, R: Reducer<K::Value>>(
    space: &Space,
    instance: &Arc<Instance>,
    launch: Launch,
    functor: &K,
    plan: &Collective,
    inclusive: bool,
) -> Result<K::Value> {
    let sums = recorded::<K, (Tag, R)>(space, functor, Body::ScanPart(plan.group), || {
        record_partials::<K, K::Value, R>(K::NAME, functor, plan.group, |k, i| {
            Contribution::new(K::input::<Trace>(k, i))
        })
    });
    let prefixes = recorded::<K, (Tag, R)>(
        space,
        functor,
        Body::ScanPrefixes {
            group: plan.group,
            inclusive,
        },
        || record_prefixes::<Tag, K, R>(functor, plan.group, inclusive),
    );
    let partials = Partials::new::<K::Value, R>(space, plan.groups)?;
    if plan.groups == 0 {
        return Ok(R::identity());
    }
    let grid = Grid {
        groups: plan.groups,
        group_size: [plan.group, 1],
    };
    let sums = device::prepare(
        instance,
        partials.launch(&launch, sums, plan),
        grid,
        Hints::default(),
    )?;
    let prefixes = device::prepare(
        instance,
        partials.launch(&launch, prefixes, plan),
        grid,
        Hints::default(),
    )?;
    observe::span(space, Kind::Scan, &launch.label, || {
        sums.launch()?;
        let mut before = R::identity();
        let mut values = partials.fetch::<K::Value, R>()?;
        for value in &mut values {
            let next = join::<K::Value, R>(before, *value);
            *value = std::mem::replace(&mut before, next);
        }
        partials.put(&values)?;
        prefixes.launch()?;
        Ok(before)
    })
}
