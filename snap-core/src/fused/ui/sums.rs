//! The sums of moments over the neighbours, job by job, and V of them.

use portax::layout::InTile;
use portax::{Complex, Float, Max, device};

use super::jobs::ACCUMULATORS;
use super::moments::{add_neighbor, add_self, write_job};
use super::{Columns, rounded_up};

#[device(unchecked)]
impl<T: Float> super::ComputeUiFused<T> {
    /// Adds up the moments of the team's jobs: V where a lane has an atom of its own, `sums` of each lane otherwise.
    pub(super) fn add_up(
        &self,
        team: Team,
        columns: Columns<Int>,
        found_by: View<i32, 2>,
        f: View<T, 3>,
        sums: View<T, 2, InTile>,
        v: View<Complex<T>, 2, InTile>,
    ) {
        let atoms = comptime!(self.width / self.lanes);
        let jobs = comptime!(self.jobs.len().div_ceil(self.parts));
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
                        for k in 0..rounds {
                            let n = k * self.lanes + lane / atoms;
                            add_neighbor(f, atom, n, self.jobs, q, &mut acc);
                        }
                        if comptime!(self.lanes == 1) {
                            write_job(acc, self.jobs, q, v, lane + columns.first);
                        } else {
                            #[unroll]
                            for m in 0..comptime!(self.jobs.moments(q)) {
                                sums[(lane, n * ACCUMULATORS + m)] = acc[m];
                            }
                        }
                    }
                }
            }
        });
    }

    /// Adds the sums of the lanes that share an atom, and the atom itself, and writes V.
    pub(super) fn join_lanes(
        &self,
        team: Team,
        columns: Columns<Int>,
        sums: View<T, 2, InTile>,
        v: View<Complex<T>, 2, InTile>,
    ) {
        let atoms = comptime!(self.width / self.lanes);
        let jobs = comptime!(self.jobs.len().div_ceil(self.parts));
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
                                let at = n * ACCUMULATORS + m;
                                acc[m] = sums[(lane, at)];
                                #[unroll]
                                for other in 1..self.lanes {
                                    let first = comptime!(other * atoms);
                                    acc[m] += sums[(lane + first, at)];
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
