//! Sorting into segments (the atoms of a bin, the entries of an atom) so that nothing depends on timing: members are
//! counted atomically, a scan places the segments, members go where they were counted, then each segment is sorted.

use portax::{
    Functor, RangeKernel, RangePolicy, ScanKernel, Space, Sum, TeamKernel, TeamPolicy, View, kernel,
};

use super::error::Error;

/// Sets a view to zero.
#[derive(Functor)]
struct Zero {
    count: View<i32, 1>,
}

#[kernel]
impl RangeKernel for Zero {
    fn zero(&self, i: Index) {
        self.count[i] = 0;
    }
}

/// `start[i]` is the sum of the counts before `i`.
#[derive(Functor)]
struct Offsets {
    count: View<i32, 1>,
    start: View<i32, 1>,
}

#[kernel]
impl ScanKernel for Offsets {
    type Value = i32;
    fn input(&self, i: Index) -> i32 {
        self.count[i]
    }
    fn output(&self, i: Index, prefix: i32) {
        self.start[i] = prefix;
    }
}

/// A team of one thread sorts one segment: the place of a member is the number of smaller ones.
#[derive(Functor)]
struct Sort {
    start: View<i32, 1>,
    unsorted: View<i32, 1>,
    sorted: View<i32, 1>,
}

// SAFETY: members differ, so their ranks are a permutation of the team's own segment; segments are disjoint.
#[kernel(unchecked)]
unsafe impl TeamKernel for Sort {
    fn sort(&self, team: Team) {
        let segment = team.league_rank();
        let begin = self.start[segment];
        let end = self.start[segment + 1];
        parallel_for(ThreadVectorRange(team, end - begin), |l| {
            let member = self.unsorted[l + begin];
            let mut place: i32 = begin;
            for other in begin..end {
                if self.unsorted[other] < member {
                    place += 1;
                }
            }
            self.sorted[place] = member;
        });
    }
}

/// Members by segment: those of segment s are `sorted[start[s]..start[s + 1]]`, ascending.
#[derive(Clone, Debug)]
pub(super) struct Segments {
    /// Members of each segment, and one element that stays 0
    pub count: View<i32, 1>,
    pub start: View<i32, 1>,
    pub unsorted: View<i32, 1>,
    pub sorted: View<i32, 1>,
}

impl Segments {
    /// `n` segments without members.
    pub fn new(space: &Space, label: &str, n: usize) -> Result<Self, Error> {
        let view = |part: &str, n: usize| View::new(space, &format!("{label}_{part}"), [n]);
        Ok(Segments {
            count: view("count", n + 1)?,
            start: view("start", n + 1)?,
            unsorted: view("unsorted", 0)?,
            sorted: view("entry", 0)?,
        })
    }

    /// Segments.
    fn len(&self) -> usize {
        self.start.len() - 1
    }

    /// Forgets the counts.
    pub fn clear(&self, space: &Space) -> Result<(), Error> {
        let zero = Zero {
            count: self.count.clone(),
        };
        Ok(space.parallel_for("clear counts", RangePolicy::new(0..self.count.len()), &zero)?)
    }

    /// Places the segments that were counted and makes room for their members, whose number it gives.
    pub fn place(&mut self, space: &Space) -> Result<usize, Error> {
        let offsets = Offsets {
            count: self.count.clone(),
            start: self.start.clone(),
        };
        let total = space.parallel_scan(
            "offsets",
            RangePolicy::new(0..self.count.len()),
            &offsets,
            Sum,
        )?;
        let total = total as usize;
        if self.sorted.len() < total {
            let room = total + total / 16;
            self.unsorted = View::new(space, self.unsorted.label(), [room])?;
            self.sorted = View::new(space, self.sorted.label(), [room])?;
        }
        Ok(total)
    }

    /// Sorts each segment's members from `unsorted` to `sorted`.
    pub fn sort(&self, space: &Space) -> Result<(), Error> {
        let sort = Sort {
            start: self.start.clone(),
            unsorted: self.unsorted.clone(),
            sorted: self.sorted.clone(),
        };
        Ok(space.parallel_for("sort segments", TeamPolicy::new(self.len(), 1), &sort)?)
    }
}
