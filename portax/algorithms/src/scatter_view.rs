//! Contributions of many iterations to the same elements, as Kokkos' `ScatterView`.

use crate::{
    error::{check_extents, check_size},
    number::AtomicNumber,
    sort::MOST,
};
use portax::{
    AUTO, Comptime, Functor, Max, Min, RangeKernel, RangePolicy, Result, Space, Sum, TeamPolicy,
    View, device, kernel, kernel::functor::Bind,
};

/// Teams for each compute unit where they share one copy.
const TEAMS_OF_UNIT: usize = 8;

/// How contributions to one element are joined.
#[derive(Clone, Copy, PartialEq, Debug, Comptime)]
pub enum ScatterOp {
    /// Their sum
    Sum,
    /// The smallest of them
    Min,
    /// The largest of them
    Max,
}

impl ScatterOp {
    /// What contributions start from.
    fn identity<T: AtomicNumber>(self) -> T {
        match self {
            ScatterOp::Sum => T::ZERO,
            ScatterOp::Min => T::HIGHEST,
            ScatterOp::Max => T::LOWEST,
        }
    }

    /// Copies of elements to which nothing has contributed.
    fn copies<T: AtomicNumber>(
        self,
        space: &Space,
        label: &str,
        extents: [usize; 2],
    ) -> Result<View<T, 2>> {
        let copies = View::new(space, label, extents)?;
        // New views are zero, from which sums start.
        if self != ScatterOp::Sum {
            copies.fill(self.identity())?;
        }
        Ok(copies)
    }
}

/// A reducer of which atomic updates are made: `Sum`, `Min` or `Max`.
pub trait AtomicReducer: Copy {
    #[doc(hidden)]
    type Joins: Joins;
}

/// A reducer inside kernels, by its type: hosts have no branch for it.
#[doc(hidden)]
pub trait Joins: Functor<Comptime = ()> + Bind<Comptime = ()> + Default {
    const OP: ScatterOp;
}

macro_rules! atomic_reducers {
    ($($r:ident $joins:ident)*) => { $(
        #[doc(hidden)]
        #[derive(Functor, Clone, Copy, Default)]
        pub struct $joins;
        impl Joins for $joins {
            const OP: ScatterOp = ScatterOp::$r;
        }
        impl AtomicReducer for $r {
            type Joins = $joins;
        }
    )* };
}
atomic_reducers! { Sum JoinsSum Min JoinsMin Max JoinsMax }

/// Collects what many iterations contribute to the elements of a view, then adds it to the view.
///
/// It is a field of functors, and a clone is the same one. On hosts each team has a copy of the elements, and updates it
/// without atomics. The same numbers come out of every run with as many threads. On devices all teams share one copy and
/// update it atomically.
///
/// | in kernels over teams | does |
/// |---|---|
/// | `scatter.contribute(team.league_rank(), i, value)` | contributes to element `i` |
/// | `scatter.begin(rank, n)`, `scatter.end(rank, n)` | the part of `0..n` that the team of this rank takes |
///
/// ```
/// use portax::{Functor, TeamKernel, View, kernel};
/// use portax_algorithms::ScatterView;
///
/// /// Adds what edges carry to the nodes at both of their ends.
/// #[derive(Functor)]
/// struct Carry { from: View<i32, 1>, to: View<i32, 1>, load: View<f64, 1>, sums: ScatterView<f64> }
///
/// #[kernel]
/// impl TeamKernel for Carry {
///     fn carry(&self, team: Team) {
///         let (rank, edges) = (team.league_rank(), self.load.extent(0));
///         let begin = self.sums.begin(rank, edges);
///         let end = self.sums.end(rank, edges);
///         parallel_for(TeamVectorRange(team, end - begin), |k| {
///             let edge = begin + k;
///             self.sums.contribute(rank, self.from[edge], -self.load[edge]);
///             self.sums.contribute(rank, self.to[edge], self.load[edge]);
///         });
///     }
/// }
/// # fn main() -> portax::Result<()> {
/// # let space = portax_backends::by_name("rayon")?;
/// let nodes: View<f64, 1> = View::new(&space, "nodes", [3])?;
/// let k = Carry {
///     from: View::from_slice(&space, "from", [4], &[0, 1, 1, 2])?,
///     to: View::from_slice(&space, "to", [4], &[1, 2, 0, 1])?,
///     load: View::from_slice(&space, "load", [4], &[1.0, 2.0, 4.0, 8.0])?,
///     sums: ScatterView::new(&space, &nodes)?,
/// };
/// space.parallel_for("carry", k.sums.policy(), &k)?;
/// k.sums.contribute_into(&space, &nodes)?;
/// assert_eq!(nodes.to_vec()?, [3.0, 3.0, -6.0]);
/// # Ok(()) }
/// ```
///
/// Launch with [`policy`](ScatterView::policy): hosts have a copy for each of its teams. The rank is that of the team. Under
/// another one, two teams could meet in a copy: hosts refuse such a launch. Kernels over ranges have no team; they
/// contribute with rank 0 to a view made by [`atomic`](ScatterView::atomic).
///
/// Elements of a view with several extents are counted in their order in memory: `i + n * j` is `[(i, j)]` of `n` rows.
#[derive(Functor, Clone)]
pub struct ScatterView<T: AtomicNumber> {
    /// `[elements, copies]`
    copies: View<T, 2>,
    teams: i32,
    #[comptime]
    op: ScatterOp,
    /// Has each team a copy? Else they share one.
    #[comptime]
    is_duplicated: bool,
}

impl<T: AtomicNumber> ScatterView<T> {
    /// For sums, of as many elements as `view` has.
    ///
    /// # Errors
    /// More than 2^31 - 2^16 - 1 elements, or out of memory: hosts have a copy for each thread.
    pub fn new<const R: usize>(space: &Space, view: &View<T, R>) -> Result<Self> {
        Self::of(space, view, ScatterOp::Sum)
    }

    /// For sums, minima or maxima.
    ///
    /// # Errors
    /// As for [`new`](Self::new).
    pub fn of<const R: usize>(space: &Space, view: &View<T, R>, op: ScatterOp) -> Result<Self> {
        // One thread of a host runs a whole team.
        Self::make(space, view.len(), op, space.is_host())
    }

    /// With one copy, updated atomically on every space: for kernels over ranges, and where a copy for each thread takes too
    /// much memory.
    ///
    /// # Errors
    /// As for [`new`](Self::new).
    pub fn atomic<const R: usize>(space: &Space, view: &View<T, R>, op: ScatterOp) -> Result<Self> {
        Self::make(space, view.len(), op, false)
    }

    fn make(space: &Space, len: usize, op: ScatterOp, is_duplicated: bool) -> Result<Self> {
        check_size("elements of a scatter view", len, MOST)?;
        let (copies, teams) = match is_duplicated {
            true => (space.concurrency(), space.concurrency()),
            false => (1, TEAMS_OF_UNIT * space.concurrency()),
        };
        Ok(ScatterView {
            copies: op.copies(space, "scatter", [len, copies])?,
            teams: teams as i32,
            op,
            is_duplicated,
        })
    }

    /// Over a view that teams contribute to: on hosts each to a copy of its own, on devices to the view itself.
    pub(crate) fn over(
        space: &Space,
        view: &View<T, 1>,
        teams: usize,
        op: ScatterOp,
    ) -> Result<Self> {
        let is_duplicated = space.is_host();
        Ok(ScatterView {
            copies: match is_duplicated {
                true => op.copies(space, view.label(), [view.len(), teams])?,
                false => view.reshape([view.len(), 1])?,
            },
            teams: teams as i32,
            op,
            is_duplicated,
        })
    }

    /// Elements that contributions go to.
    pub(crate) fn elements(&self) -> usize {
        self.copies.extent(0)
    }

    /// The teams that contribute.
    pub fn policy(&self) -> TeamPolicy {
        TeamPolicy::new(self.teams as usize, AUTO)
    }

    /// Copies of the elements: one, or one for each thread.
    pub fn copies(&self) -> usize {
        self.copies.extent(1)
    }

    /// Forgets all contributions.
    ///
    /// # Errors
    /// What the space reports.
    pub fn reset(&self) -> Result<()> {
        self.copies.fill(self.op.identity())
    }

    /// Joins all contributions, and what the elements of `view` are, into `view`. The contributions stay until
    /// [`reset`](Self::reset).
    ///
    /// # Errors
    /// A view of another number of elements, or what the space reports.
    pub fn contribute_into<const R: usize>(&self, space: &Space, view: &View<T, R>) -> Result<()> {
        let len = self.copies.extent(0);
        check_extents("view of contributions", view.len(), len)?;
        let k = ContributeInto {
            scatter: self.clone(),
            into: view.reshape([len])?,
        };
        space.parallel_for("scatter_contribute", RangePolicy::new(0..len), &k)
    }
}

#[device]
impl<T: AtomicNumber> ScatterView<T> {
    /// Contributes to element `i` for the team of this rank.
    pub fn contribute(&self, rank: Int, i: i32, value: T) {
        if self.is_duplicated {
            match self.op {
                ScatterOp::Sum => self.copies.atomic_add_team((i, rank), value),
                ScatterOp::Min => self.copies.atomic_min_team((i, rank), value),
                ScatterOp::Max => self.copies.atomic_max_team((i, rank), value),
            }
        } else {
            match self.op {
                ScatterOp::Sum => self.copies.atomic_add((i, 0), value),
                ScatterOp::Min => self.copies.atomic_min((i, 0), value),
                ScatterOp::Max => self.copies.atomic_max((i, 0), value),
            }
        }
    }

    /// What the team of this rank has joined into element `i`, others' contributions included where they share a copy.
    pub(crate) fn joined(&self, rank: Int, i: i32) -> T {
        if self.is_duplicated {
            self.copies.atomic_load_team((i, rank))
        } else {
            self.copies.atomic_load((i, 0))
        }
    }

    /// Elements.
    pub(crate) fn len(&self) -> Int {
        self.copies.extent(0)
    }

    /// First iteration of a team, of `n` that all take.
    pub fn begin(&self, rank: Int, n: Int) -> Int {
        let share: Int = (n + self.teams - 1) / self.teams;
        (rank * share).min(n)
    }

    /// End of a team's iterations.
    pub fn end(&self, rank: Int, n: Int) -> Int {
        self.begin(rank + 1, n)
    }
}

/// Joins copies, in their order.
#[derive(Functor)]
struct ContributeInto<T: AtomicNumber> {
    scatter: ScatterView<T>,
    into: View<T, 1>,
}

#[kernel]
impl<T: AtomicNumber> RangeKernel for ContributeInto<T> {
    fn contribute_into(&self, i: Index) {
        let mut all = self.into.atomic_load(i);
        for copy in 0..self.scatter.copies.extent(1) {
            let next = self.scatter.copies.atomic_load((i, copy));
            match self.scatter.op {
                ScatterOp::Sum => all += next,
                ScatterOp::Min => all = all.min(next),
                ScatterOp::Max => all = all.max(next),
            }
        }
        self.into.atomic_store(i, all);
    }
}
