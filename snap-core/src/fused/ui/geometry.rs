//! The geometry of the near neighbours in team scratch.

use portax::layout::InTile;
use portax::{Float, Max, device};

use super::near::place_of;
use super::{Columns, NEIGHBOR_COLUMNS, displacements, rounded_up};
use crate::pair::geometry::{WF, geometry_of};
use crate::pair::powers::quaternion_of;

/// Neighbours within the cutoff that a thread works on at once: their geometry is a long chain of operations.
const AT_ONCE: usize = 4;

#[device(unchecked)]
impl<T: Float> super::ComputeUiFused<T> {
    /// Writes the geometry of each atom's near neighbours and what later stages read of the pairs; the neighbours of a sharer
    /// are its number, and on by the number of sharers.
    pub(super) fn measure(
        &self,
        team: Team,
        columns: Columns<Int>,
        neighbor: View<i32, 2, InTile>,
        image: View<i32, 2, InTile>,
        near: View<i32, 2>,
        found_by: View<i32, 2>,
        f: View<T, 2, InTile>,
    ) {
        let atoms = comptime!(self.width / self.lanes);
        let sharers = comptime!(self.threads * self.lanes);
        let a_round = comptime!(sharers * AT_ONCE);
        parallel_for(TeamThreadRange(team, self.threads), |q| {
            for lane in team.lanes() {
                let atom = lane % atoms;
                let sharer = q * self.lanes + lane / atoms;
                let of_slot: i32 = self.atom_of_slot[atom + columns.slot];
                let i = of_slot.max(0);
                let xi: [f64; 3] = [self.x[(i, 0)], self.x[(i, 1)], self.x[(i, 2)]];
                let mut found: i32 = 0;
                for p in 0..sharers {
                    found += found_by[(atom, p)];
                }
                if sharer == 0 && columns.part == 0 {
                    self.npairs[atom + columns.slot] = found;
                }
                let most: Uniform<i32> =
                    parallel_reduce(ThreadVectorRange(team, self.width), |l| found, Max);
                let pairs = rounded_up(most as Int, self.lanes);
                let rounds = (pairs - q * self.lanes + comptime!(a_round - 1)) / a_round;
                for round in 0..rounds {
                    let first = round * a_round + sharer;
                    let mut k: [i32; AT_ONCE] = [0; AT_ONCE];
                    let mut j: [i32; AT_ONCE] = [0; AT_ONCE];
                    let mut copy: [i32; AT_ONCE] = [0; AT_ONCE];
                    self.load_near(
                        columns, neighbor, image, near, found_by, atom, first, found, &mut k,
                        &mut j, &mut copy,
                    );
                    let mut r =
                        displacements::<T, AT_ONCE>(self.x, self.cell, xi, j, copy, AT_ONCE);
                    let mut kind: [i32; AT_ONCE] = [0; AT_ONCE];
                    self.write_pairs(columns, atom, first, found, k, j, &mut r, &mut kind);
                    let number = round * comptime!(self.threads * AT_ONCE) + q;
                    self.write_geometry(lane, number, first, found, pairs as i32, r, kind, f);
                }
            }
        });
    }

    /// The list positions, atoms and images of a round's neighbours.
    fn load_near(
        &self,
        columns: Columns<Int>,
        neighbor: View<i32, 2, InTile>,
        image: View<i32, 2, InTile>,
        near: View<i32, 2>,
        found_by: View<i32, 2>,
        atom: i32,
        first: i32,
        found: i32,
        k: &mut [i32; AT_ONCE],
        j: &mut [i32; AT_ONCE],
        copy: &mut [i32; AT_ONCE],
    ) {
        let sharers = comptime!(self.threads * self.lanes);
        let column = atom + columns.first;
        #[unroll]
        for u in 0..AT_ONCE {
            let n = first + comptime!((u * sharers) as i32);
            if n < found {
                k[u] = near[(atom, place_of(found_by, atom, n, columns.share, sharers))];
                j[u] = neighbor[(column, k[u])];
                copy[u] = image[(column, k[u])];
            }
        }
    }

    /// Numbers the pairs of a round, and writes their displacements and kinds; what only fills the round is put anywhere but
    /// at the atom.
    fn write_pairs(
        &self,
        columns: Columns<Int>,
        atom: i32,
        first: i32,
        found: i32,
        k: [i32; AT_ONCE],
        j: [i32; AT_ONCE],
        r: &mut [[T; 3]; AT_ONCE],
        kind: &mut [i32; AT_ONCE],
    ) {
        let sharers = comptime!(self.threads * self.lanes);
        #[unroll]
        for u in 0..AT_ONCE {
            let n = first + comptime!((u * sharers) as i32);
            if n < found {
                let number = n * self.width + atom + columns.first_pair;
                if comptime!(self.nelements > 1) {
                    kind[u] = self.element[j[u]] + columns.central;
                }
                if columns.part == 0 {
                    self.place[k[u] * self.width + atom + columns.first_pair] = number;
                    #[unroll]
                    for d in 0..3 {
                        self.displacement[(d, number)] = r[u][d];
                    }
                    if comptime!(self.nelements > 1) {
                        self.kind[number] = kind[u];
                    }
                }
            } else {
                r[u][2] = 1.0;
            }
        }
    }

    /// Writes the geometry of a round, from the lane's neighbour `number` on: without branches, so that the chains of the
    /// neighbours run side by side.
    fn write_geometry(
        &self,
        lane: Index,
        number: Int,
        first: i32,
        found: i32,
        pairs: i32,
        r: [[T; 3]; AT_ONCE],
        kind: [i32; AT_ONCE],
        f: View<T, 2, InTile>,
    ) {
        let sharers = comptime!(self.threads * self.lanes);
        #[unroll]
        for u in 0..AT_ONCE {
            let n = first + comptime!((u * sharers) as i32);
            let g = geometry_of(
                r[u],
                kind[u],
                self.pair,
                self.rmin0,
                self.nelements,
                comptime!(self.flags.switch),
                comptime!(self.flags.inner),
            );
            let [a, b] = quaternion_of(g);
            let mut wf: T = 0.0;
            if n < found {
                wf = g[WF];
            }
            if n < pairs {
                let at = (number + u * self.threads) * NEIGHBOR_COLUMNS;
                f[(lane, at)] = a.re;
                f[(lane, at + 1)] = a.im;
                f[(lane, at + 2)] = b.re;
                f[(lane, at + 3)] = b.im;
                f[(lane, at + 4)] = wf;
            }
        }
    }
}
