//! Reductions by bin: many items, each of which has a bin, and a value for it.

use crate::{
    error::check_size,
    number::AtomicNumber,
    scatter_view::{AtomicReducer, Joins, ScatterOp, ScatterView},
    sort::MOST,
};
use portax::{AUTO, Functor, Result, Space, TeamKernel, TeamPolicy, View, device, kernel};

/// Bytes of scratch in which a team joins what its items contribute.
const MOST_IN_SCRATCH: usize = 16 << 10;
/// Threads of a team on devices. Each has bins of its own where scratch has room, so that few lanes meet in one.
const THREADS: usize = 8;
/// Items of a team: at least, and on devices at most. A team takes no fewer than there are bins, all of which it adds to the
/// others' at its end.
const ITEMS_OF_TEAM: [usize; 2] = [1 << 10, 1 << 16];
/// Teams on hosts, at most: each has bins of its own in memory.
const MOST_TEAMS_OF_HOST: usize = 256;

/// The items of a reduction by bin. Item `i` contributes `N` values of type `T`, each to a bin.
///
/// See [`reduce_by_bin()`].
#[device]
pub trait BinKernel<T: AtomicNumber, const N: usize = 1> {
    /// The bins of item `i`, with what it contributes to them.
    fn contributions(&self, i: Index) -> [(i32, T); N];
}

/// Joins what `n` items contribute to bins, and what `bins` are, into `bins`: RAJA's multi-reductions. The reducer is `Sum`,
/// `Min` or `Max`.
///
/// ```
/// use portax::{Functor, Sum, View, device};
/// use portax_algorithms::{BinKernel, reduce_by_bin};
///
/// /// Adds what edges carry to the nodes at both of their ends.
/// #[derive(Functor, Clone)]
/// struct Carry { from: View<i32, 1>, to: View<i32, 1>, load: View<f64, 1> }
///
/// #[device]
/// impl BinKernel<f64, 2> for Carry {
///     fn contributions(&self, edge: Index) -> [(i32, f64); 2] {
///         let load = self.load[edge];
///         [(self.from[edge], -load), (self.to[edge], load)]
///     }
/// }
/// # fn main() -> portax::Result<()> {
/// # let space = portax_backends::by_name("rayon")?;
/// let edges = Carry {
///     from: View::from_slice(&space, "from", [4], &[0, 1, 1, 2])?,
///     to: View::from_slice(&space, "to", [4], &[1, 2, 0, 1])?,
///     load: View::from_slice(&space, "load", [4], &[1.0, 2.0, 4.0, 8.0])?,
/// };
/// let nodes: View<f64, 1> = View::new(&space, "nodes", [3])?;
/// reduce_by_bin(&space, "carry", 4, &edges, &nodes, Sum)?;
/// assert_eq!(nodes.to_vec()?, [3.0, 3.0, -6.0]);
/// # Ok(()) }
/// ```
///
/// Of a NaN and a number, `Min` and `Max` keep the number. Where there are few bins, teams join in scratch, then in memory.
/// Hosts have the same bits for any number of threads, and take memory for `n / 4 + bins.len()` values at most. Devices join in
/// any order.
///
/// # Errors
/// A bin that `bins` does not have, more than 2^31 - 2^16 - 1 items or bins, or what the space reports.
pub fn reduce_by_bin<T, K, R, const N: usize>(
    space: &Space,
    label: &str,
    n: usize,
    functor: &K,
    bins: &View<T, 1>,
    _: R,
) -> Result<()>
where
    T: AtomicNumber,
    K: BinKernel<T, N> + Clone,
    R: AtomicReducer,
{
    check_size("items of a reduction by bin", n, MOST)?;
    check_size("bins of a reduction by bin", bins.len(), MOST)?;
    let teams = n.div_ceil(items_of_team(space, n, bins.len())).max(1);
    let into = ScatterView::over(space, bins, teams, R::Joins::OP)?;
    let launch = |begin: usize, end: usize, teams: usize| {
        let share = (end - begin).div_ceil(teams);
        let items = Items {
            functor: functor.clone(),
            into: into.clone(),
            begin: begin as i32,
            end: end as i32,
            share: share as i32,
        };
        items.launch::<R::Joins>(space, label, teams)
    };
    if !space.is_host() {
        return launch(0, n, teams);
    }
    // Teams of as many items each, whose accesses are proven to be inside; then the few that are left.
    let even = n - n % teams;
    launch(0, even, teams)?;
    if even < n {
        launch(even, n, 1)?;
    }
    into.contribute_into(space, bins)
}

/// [`reduce_by_bin()`] of items that a lambda describes: `|i| -> (i32, T) { (bin, value) }`, with the types of what it captures.
///
/// ```
/// use portax::{Max, View};
/// use portax_algorithms::reduce_by_bin;
///
/// # fn main() -> portax::Result<()> {
/// # let space = portax_backends::by_name("rayon")?;
/// let team = View::from_slice(&space, "team", [4], &[1, 0, 1, 2])?;
/// let points = View::from_slice(&space, "points", [4], &[2.0, 5.0, 3.0, 4.0])?;
/// let best: View<f64, 1> = View::new(&space, "best", [3])?;
/// reduce_by_bin!(
///     space,
///     "best",
///     4,
///     |i, team: View<i32, 1>, points: View<f64, 1>| -> (i32, f64) { (team[i], points[i]) },
///     &best,
///     Max
/// )?;
/// assert_eq!(best.to_vec()?, [5.0, 3.0, 4.0]);
/// # Ok(()) }
/// ```
#[macro_export]
macro_rules! reduce_by_bin {
    (
        $space:expr,
        $label:expr,
        $n:expr,
        |$i:ident $(, $name:ident: $ty:ty)* $(,)?| -> ($bin:ty, $value:ty) { $($body:tt)* },
        $bins:expr,
        $reducer:expr $(,)?
    ) => {{
        #[derive(Clone, ::portax::Functor)]
        struct __PxItems {
            $($name: $ty,)*
        }
        #[::portax::device]
        impl __PxItems {
            fn contribution(&self, $i: Index) -> ($bin, $value) {
                $(let $name = self.$name;)*
                $($body)*
            }
        }
        #[::portax::device]
        impl $crate::BinKernel<$value> for __PxItems {
            fn contributions(&self, i: Index) -> [($bin, $value); 1] {
                [self.contribution(i)]
            }
        }
        let items = __PxItems { $($name: $name.clone(),)* };
        $crate::reduce_by_bin(&$space, $label, $n, &items, $bins, $reducer)
    }};
}

/// Items of a team: on hosts whatever the number of threads, so that sums are the same; on devices two teams for each compute
/// unit, if there are so many items.
fn items_of_team(space: &Space, n: usize, bins: usize) -> usize {
    let [least, most] = ITEMS_OF_TEAM;
    match space.is_host() {
        true => n.div_ceil(MOST_TEAMS_OF_HOST).max(4 * bins).max(least),
        false => n
            .div_ceil(2 * space.concurrency())
            .clamp(bins.clamp(least, most), most),
    }
}

/// Items of teams, and where their contributions go.
#[derive(Functor)]
struct Items<T: AtomicNumber, K: BinKernel<T, N>, const N: usize> {
    functor: K,
    into: ScatterView<T>,
    begin: i32,
    end: i32,
    /// Items of a team
    share: i32,
}

impl<T: AtomicNumber, K: BinKernel<T, N>, const N: usize> Items<T, K, N> {
    /// Launches where bins have room.
    fn launch<J: Joins>(self, space: &Space, label: &str, teams: usize) -> Result<()> {
        let room = self.into.elements().next_power_of_two();
        let bytes = room * size_of::<T>();
        if bytes > MOST_IN_SCRATCH {
            let k = InMemory { items: self };
            return space.parallel_for(label, TeamPolicy::new(teams, AUTO), &k);
        }
        let k = InScratch {
            items: self,
            joins: J::default(),
            room,
            copies: match space.is_host() {
                true => 1,
                false => (MOST_IN_SCRATCH / bytes).min(THREADS),
            },
        };
        space.parallel_for(label, TeamPolicy::new(teams, THREADS), &k)
    }
}

/// Joins in scratch, then in memory.
#[derive(Functor)]
struct InScratch<T: AtomicNumber, K: BinKernel<T, N>, J: Joins, const N: usize> {
    items: Items<T, K, N>,
    joins: J,
    /// Bins in scratch, not all of which there may be
    #[comptime]
    room: usize,
    /// Copies of them
    #[comptime]
    copies: usize,
}

#[kernel]
impl<T: AtomicNumber, K: BinKernel<T, N>, J: Joins, const N: usize> TeamKernel
    for InScratch<T, K, J, N>
{
    fn reduce_in_scratch(&self, team: Team) {
        let (rank, bins) = (team.league_rank(), self.items.into.len());
        let own = team.scratch::<T, 2>([self.room, self.copies]);
        parallel_for(TeamThreadRange(team, self.copies), |copy| {
            parallel_for(ThreadVectorRange(team, bins), |b| {
                // Minima and maxima may take an element in twice.
                let start = match J::OP {
                    ScatterOp::Sum => 0 as T,
                    _ => self.items.into.joined(rank, b),
                };
                own.atomic_store_team((b, copy), start);
            });
        });
        team.barrier();
        let begin = self.items.begin + rank * self.items.share;
        let left: Int = self.items.end - begin;
        let (copy, last) = (team.team_rank() % self.copies, bins as i32 - 1);
        parallel_for(TeamVectorRange(team, left.min(self.items.share)), |i| {
            let found = K::contributions(self.items.functor, begin + i);
            #[unroll]
            for k in 0..N {
                let (b, value) = found[k];
                if b < 0 || b >= bins {
                    // There is no such bin, which is found here.
                    self.items.into.contribute(rank, b, value);
                }
                self.join(own, b.min(last).max(0), copy, value);
            }
        });
        team.barrier();
        parallel_for(TeamVectorRange(team, bins), |b| {
            for copy in 1..self.copies {
                self.join(own, b, 0, own.atomic_load_team((b, copy)));
            }
            self.items
                .into
                .contribute(rank, b, own.atomic_load_team((b, 0)));
        });
    }
}

#[device]
impl<T: AtomicNumber, K: BinKernel<T, N>, J: Joins, const N: usize> InScratch<T, K, J, N> {
    /// Joins a value into a bin in scratch.
    fn join(&self, own: View<T, 2>, b: i32, copy: Int, value: T) {
        match J::OP {
            ScatterOp::Sum => own.atomic_add_team((b, copy), value),
            ScatterOp::Min => own.atomic_min_team((b, copy), value),
            ScatterOp::Max => own.atomic_max_team((b, copy), value),
        }
    }
}

/// Joins in memory.
#[derive(Functor)]
struct InMemory<T: AtomicNumber, K: BinKernel<T, N>, const N: usize> {
    items: Items<T, K, N>,
}

#[kernel]
impl<T: AtomicNumber, K: BinKernel<T, N>, const N: usize> TeamKernel for InMemory<T, K, N> {
    fn reduce_in_memory(&self, team: Team) {
        let rank = team.league_rank();
        let begin = self.items.begin + rank * self.items.share;
        let left: Int = self.items.end - begin;
        parallel_for(TeamVectorRange(team, left.min(self.items.share)), |i| {
            let found = K::contributions(self.items.functor, begin + i);
            #[unroll]
            for k in 0..N {
                let (b, value) = found[k];
                self.items.into.contribute(rank, b, value);
            }
        });
    }
}
