//! How many items each bin has.

use portax::{
    AUTO, Functor, RangeKernel, RangePolicy, Result, Space, TeamKernel, TeamPolicy, View, kernel,
};

/// Bins that teams count in their scratch: 16 KB.
const MOST_IN_SCRATCH: usize = 4096;
/// Items of a team, at least and at most: more than bins, which it adds to memory at its end, but two teams for each thread of
/// a CPU or compute unit of a device, if there are so many items.
const ITEMS_OF_TEAM: [usize; 2] = [MOST_IN_SCRATCH, 1 << 16];

/// Counts items: `counts[b]` is the number of items whose `bin` is `b`. Items whose bin is outside of `counts` are left out.
///
/// ```
/// use portax::View;
/// use portax_algorithms::histogram;
///
/// # fn main() -> portax::Result<()> {
/// # let space = portax_backends::by_name("rayon")?;
/// let bin = View::from_slice(&space, "bin", [6], &[2, 0, 2, -1, 2, 7])?;
/// let counts = View::new(&space, "counts", [3])?;
/// histogram(&space, &bin, &counts)?;
/// assert_eq!(counts.to_vec()?, [1, 0, 3]);
/// # Ok(()) }
/// ```
///
/// # Errors
/// What the space reports.
pub fn histogram(space: &Space, bin: &View<i32, 1>, counts: &View<i32, 1>) -> Result<()> {
    let (n, bins) = (bin.len(), counts.len());
    let clear = Clear {
        counts: counts.clone(),
    };
    space.parallel_for("histogram_clear", RangePolicy::new(0..bins), &clear)?;
    if bins > MOST_IN_SCRATCH {
        let k = Everywhere {
            bin: bin.clone(),
            counts: counts.clone(),
        };
        return space.parallel_for("histogram", RangePolicy::new(0..n), &k);
    }
    let [least, most] = ITEMS_OF_TEAM;
    let share = n.div_ceil(2 * space.concurrency()).clamp(least, most);
    let k = InTeams {
        bin: bin.clone(),
        counts: counts.clone(),
        share: share as i32,
    };
    let teams = TeamPolicy::new(n.div_ceil(share), AUTO);
    space.parallel_for("histogram", teams, &k)
}

#[derive(Functor)]
struct Clear {
    counts: View<i32, 1>,
}

#[kernel]
impl RangeKernel for Clear {
    fn clear(&self, b: Index) {
        self.counts[b] = 0;
    }
}

/// Counts in memory.
#[derive(Functor)]
struct Everywhere {
    bin: View<i32, 1>,
    counts: View<i32, 1>,
}

#[kernel]
impl RangeKernel for Everywhere {
    fn everywhere(&self, i: Index) {
        let bin = self.bin[i];
        if bin >= 0 && bin < self.counts.extent(0) {
            self.counts.atomic_add(bin, 1);
        }
    }
}

/// Counts in scratch, then adds up in memory.
#[derive(Functor)]
struct InTeams {
    bin: View<i32, 1>,
    counts: View<i32, 1>,
    /// Items of a team
    share: i32,
}

// SAFETY: items are below the number of `bin`, and bins are compared with the number of `counts`, which scratch has room
// for. What teams share is added atomically.
#[kernel(unchecked)]
unsafe impl TeamKernel for InTeams {
    fn in_teams(&self, team: Team) {
        let count = team.scratch::<i32, 1>([MOST_IN_SCRATCH]);
        let bins = self.counts.extent(0);
        parallel_for(TeamVectorRange(team, bins), |b| {
            count[b] = 0;
        });
        team.barrier();
        let begin = team.league_rank() * self.share;
        let left: Int = self.bin.extent(0) - begin;
        parallel_for(TeamVectorRange(team, left.min(self.share)), |i| {
            let bin = self.bin[begin + i];
            if bin >= 0 && bin < bins {
                count.atomic_add_team(bin, 1);
            }
        });
        team.barrier();
        parallel_for(TeamVectorRange(team, bins), |b| {
            if count[b] > 0 {
                self.counts.atomic_add(b, count[b]);
            }
        });
    }
}
