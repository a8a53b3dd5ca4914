//! The neighbours within the cutoff, of those that are listed.

use portax::layout::InTile;
use portax::{Float, Max, device};

use super::{Columns, displacements};
use crate::pair::geometry::{OVERLAP, of_pair, pair_of};
use crate::pair::table::CUTOFF_SQUARED;

/// Most listed neighbours whose positions a thread loads at once.
const MOST_LOADS: usize = 16;

/// Where the position of near neighbour `n` of an atom stands, whose sharers found `found_by` in shares of `share`.
#[device]
pub(super) fn place_of(
    found_by: View<i32, 2>,
    atom: i32,
    n: i32,
    share: Int,
    sharers: usize,
) -> i32 {
    let mut by: i32 = 0;
    let mut before: i32 = 0;
    #[unroll]
    for p in 1..sharers {
        let sum = before + found_by[(atom, p - 1)];
        if by == p as i32 - 1 && sum <= n {
            before = sum;
            by = p as i32;
        }
    }
    by * share + n - before
}

#[device(unchecked)]
impl<T: Float> super::ComputeUiFused<T> {
    /// Rounds of loads of each sharer. Where lanes share an atom, multiprocessors have little to do, and no load waits for the
    /// numbers of neighbours: it takes what a list has room for.
    pub(super) fn rounds(&self, team: Team, slot: Int) -> Int {
        let a_round = comptime!(self.threads * self.lanes * self.loads);
        let mut rounds: Int = comptime!(self.capacity.div_ceil(a_round));
        if comptime!(self.lanes == 1) {
            let most_listed: Uniform<i32> = parallel_reduce(
                ThreadVectorRange(team, self.width),
                |l| self.count[l + slot],
                Max,
            );
            rounds = (most_listed as Int + comptime!(a_round - 1)) / a_round;
        }
        rounds
    }

    /// The listed neighbours of an atom from position `first` on, and their images.
    fn load_listed(
        &self,
        columns: Columns<Int>,
        neighbor: View<i32, 2, InTile>,
        image: View<i32, 2, InTile>,
        atom: i32,
        first: i32,
        [count, readable]: [i32; 2],
        j: &mut [i32; MOST_LOADS],
        copy: &mut [i32; MOST_LOADS],
    ) {
        let column = atom + columns.first;
        #[unroll]
        for u in 0..self.loads {
            let k = first + comptime!(u as i32);
            if k < readable {
                j[u] = neighbor[(column, k)];
                copy[u] = image[(column, k)];
            }
            if k >= count {
                j[u] = 0;
                copy[u] = 0;
            }
        }
    }

    /// Is neighbour `j` at this squared distance within the cutoff?
    fn is_near(&self, columns: Columns<Int>, j: i32, rsq: T) -> bool {
        let kind = pair_of(self.element, columns.central, j, self.nelements);
        rsq < of_pair(self.pair, CUTOFF_SQUARED, kind, self.nelements)
    }

    /// Each sharer finds the near neighbours of its share; they follow those of the sharers before, so that their order is
    /// that of the list.
    pub(super) fn find_near(
        &self,
        team: Team,
        columns: Columns<Int>,
        neighbor: View<i32, 2, InTile>,
        image: View<i32, 2, InTile>,
        near: View<i32, 2>,
        found_by: View<i32, 2>,
    ) {
        let atoms = comptime!(self.width / self.lanes);
        parallel_for(TeamThreadRange(team, self.threads), |q| {
            for lane in team.lanes() {
                let atom = lane % atoms;
                let sharer = q * self.lanes + lane / atoms;
                let count = self.count[atom + columns.slot];
                let of_slot: i32 = self.atom_of_slot[atom + columns.slot];
                let i = of_slot.max(0);
                let xi: [f64; 3] = [self.x[(i, 0)], self.x[(i, 1)], self.x[(i, 2)]];
                // What stands after the neighbours is read and not used.
                let mut readable: i32 = comptime!(self.capacity as i32);
                if comptime!(self.lanes == 1) {
                    readable = count;
                }
                let mut found: i32 = 0;
                for round in 0..columns.rounds {
                    let first = sharer * columns.share + round * self.loads;
                    let mut j: [i32; MOST_LOADS] = [0; MOST_LOADS];
                    let mut copy: [i32; MOST_LOADS] = [0; MOST_LOADS];
                    self.load_listed(
                        columns,
                        neighbor,
                        image,
                        atom,
                        first,
                        [count, readable],
                        &mut j,
                        &mut copy,
                    );
                    let r =
                        displacements::<T, MOST_LOADS>(self.x, self.cell, xi, j, copy, self.loads);
                    #[unroll]
                    for u in 0..self.loads {
                        let k = first + comptime!(u as i32);
                        if k < count {
                            let rsq = r[u][0] * r[u][0] + r[u][1] * r[u][1] + r[u][2] * r[u][2];
                            if self.is_near(columns, j[u], rsq) {
                                near[(atom, sharer * columns.share + found)] = k;
                                found += 1;
                            } else if columns.part == 0 {
                                self.place[k * self.width + atom + columns.first_pair] = -1;
                            }
                            if rsq <= OVERLAP {
                                self.overlap.atomic_max(0, i + 1);
                            }
                        }
                    }
                }
                found_by[(atom, sharer)] = found;
            }
        });
    }
}
