//! The sums of moments over the neighbours, job by job, and V of them.

use portax::layout::InTile;
use portax::{Complex, Float, Max, device};

use super::jobs::ACCUMULATORS;
use super::moments::{add_neighbor, add_self, neighbor_of, write_job};
use super::{Columns, NEIGHBOR_COLUMNS, neighbor_columns, rounded_up};

#[device(unchecked)]
impl<T: Float> super::ComputeUiFused<T> {
    /// Adds up the moments of the team's jobs: V where a lane has an atom of its own, sums of each lane behind the geometry
    /// otherwise.
    pub(super) fn add_up(
        &self,
        team: Team,
        columns: Columns<Int>,
        found_by: View<i32, 2>,
        f: View<T, 2, InTile>,
        v: View<Complex<T>, 2, InTile>,
    ) {
        let atoms = comptime!(self.width / self.lanes);
        let jobs = comptime!(self.jobs.len().div_ceil(self.parts));
        let first_sum = comptime!(neighbor_columns(self.lanes, self.capacity));
        parallel_for(TeamThreadRange(team, jobs), |n| {
            let job = n * self.parts + columns.part;
            for lane in team.lanes() {
                let atom = lane % atoms;
                let mut found: i32 = 0;
                for p in 0..comptime!(self.threads * self.lanes) {
                    found += found_by[(atom, p)];
                }
                let most: Uniform<i32> =
                    parallel_reduce(ThreadVectorRange(team, self.width), |l| found, Max);
                let rounds = rounded_up(most as Int, self.lanes) / self.lanes;
                #[unroll]
                for q in 0..comptime!(self.jobs.len()) {
                    if job == q {
                        let mut acc: [T; ACCUMULATORS] = [0.0; ACCUMULATORS];
                        if comptime!(self.lanes == 1) {
                            add_self(self.jobs, q, &mut acc);
                        }
                        if comptime!(self.level == 0) {
                            for k in 0..rounds {
                                let now = neighbor_of(f, lane, k);
                                add_neighbor(now, self.jobs, q, &mut acc);
                            }
                        } else {
                            self.add_from_memory(f, lane, rounds, q, &mut acc);
                        }
                        if comptime!(self.lanes == 1) {
                            write_job(acc, self.jobs, q, v, lane + columns.first);
                        } else {
                            #[unroll]
                            for m in 0..comptime!(self.jobs.moments(q)) {
                                f[(lane, n * ACCUMULATORS + (first_sum + m))] = acc[m];
                            }
                        }
                    }
                }
            }
        });
    }

    /// Adds neighbours from memory, each of which is on its way while the one before it is added.
    fn add_from_memory(
        &self,
        f: View<T, 2, InTile>,
        lane: Index,
        rounds: Int,
        q: usize,
        acc: &mut [T; ACCUMULATORS],
    ) {
        let mut next: [T; NEIGHBOR_COLUMNS] = [0.0; NEIGHBOR_COLUMNS];
        if rounds > 0 {
            next = neighbor_of(f, lane, 0);
        }
        for k in 0..rounds {
            let now = next;
            if k + 1 < rounds {
                next = neighbor_of(f, lane, k + 1);
            }
            add_neighbor(now, self.jobs, q, &mut acc);
        }
    }

    /// Adds the sums of the lanes that share an atom, and the atom itself, and writes V.
    pub(super) fn join_lanes(
        &self,
        team: Team,
        columns: Columns<Int>,
        f: View<T, 2, InTile>,
        v: View<Complex<T>, 2, InTile>,
    ) {
        let atoms = comptime!(self.width / self.lanes);
        let jobs = comptime!(self.jobs.len().div_ceil(self.parts));
        let first_sum = comptime!(neighbor_columns(self.lanes, self.capacity));
        parallel_for(TeamThreadRange(team, jobs), |n| {
            let job = n * self.parts + columns.part;
            for lane in team.lanes() {
                if lane < atoms {
                    #[unroll]
                    for q in 0..comptime!(self.jobs.len()) {
                        if job == q {
                            let mut acc: [T; ACCUMULATORS] = [0.0; ACCUMULATORS];
                            #[unroll]
                            for m in 0..comptime!(self.jobs.moments(q)) {
                                let at = n * ACCUMULATORS + (first_sum + m);
                                acc[m] = f[(lane, at)];
                                #[unroll]
                                for other in 1..self.lanes {
                                    let first = comptime!(other * atoms);
                                    acc[m] += f[(lane + first, at)];
                                }
                            }
                            add_self(self.jobs, q, &mut acc);
                            write_job(acc, self.jobs, q, v, lane + columns.first);
                        }
                    }
                }
            }
        });
    }
}
