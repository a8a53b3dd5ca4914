//! compute_ui from positions to V in one: geometry through team scratch, moments in registers.

pub mod jobs;
mod moments;

use portax::{
    AoSoA, Complex, Float, Functor, Max, Result, TeamKernel, TeamPolicy, View, device, kernel,
};

use super::Parts;
use crate::pair::geometry::{
    DISTANCE_FMA, GEOMETRY_FMA, OVERLAP, WF, displacement, geometry_of, of_pair, pair_of,
};
use crate::pair::powers::{powers_fma, quaternion_of};
use crate::pair::table::{CUTOFF_SQUARED, PairFlags};
use crate::snap::{Given, Stage, capped};
use crate::tables::{BasisChange, HalfPlane, MomentLayout};
use crate::work::{Cost, ENTRY, VECTOR, Work};
use jobs::{ACCUMULATORS, MomentJobs};
use moments::{add_neighbor, add_self, write_job};

/// Rows of a neighbour in team scratch: Re a, Im a, Re b, Im b, w f; before that its displacement.
const NEIGHBOR_ROWS: usize = 5;
/// Most listed neighbours whose positions a thread loads at once.
const MOST_LOADS: usize = 16;
/// Neighbours within the cutoff that a thread works on at once: their geometry is a long chain of operations.
const AT_ONCE: usize = 4;

/// V of each atom of a tile from the positions, and the displacements of the neighbours within the cutoff.
///
/// The sibling of [`ComputeRij`](crate::staged::ComputeRij), [`ComputeUi`](crate::staged::ComputeUi) and
/// [`MomentsToV`](crate::staged::MomentsToV) for devices whose threads have many registers: a team thread keeps the moments of
/// one of [`MomentJobs`] in registers over all neighbours.
#[derive(Functor)]
pub struct ComputeUiFused<T: Float> {
    /// First tile of the batch, one element.
    pub first: View<i32, 1>,
    /// Tiles of the system.
    pub ntiles: i32,
    /// Positions, `[natoms, 3]`.
    pub x: View<f64, 2>,
    /// The cell, see [`image_shift`](crate::neighbor::image_shift).
    pub cell: View<f64, 1>,
    /// Element of each atom.
    pub element: View<i32, 1>,
    /// Element of each tile.
    pub tile_element: View<i32, 1>,
    /// Atom of each slot, -1 for none.
    pub atom_of_slot: View<i32, 1>,
    /// Listed neighbours of each slot.
    pub count: View<i32, 1>,
    /// Their atoms, `[slots, max_neighbors]`.
    pub neighbor: View<i32, 2, AoSoA>,
    /// Their images, `[slots, max_neighbors]`.
    pub image: View<i32, 2, AoSoA>,
    /// Constants of element pairs, `[rows, elements^2]`, see [`crate::pair::table`].
    pub pair: View<T, 2>,
    /// Distance where theta is 0.
    pub rmin0: T,
    /// V, `[batch slots, values]`.
    pub ulisttot: View<Complex<T>, 2, AoSoA>,
    /// Number of neighbours of each slot within the cutoff.
    pub npairs: View<i32, 1>,
    /// Number of the pair of each list entry ([`NeighborList::reverse_entry`](crate::neighbor::NeighborList::reverse_entry)),
    /// -1 beyond the cutoff.
    pub place: View<i32, 1>,
    /// Pair of elements of each pair; empty where there is one element.
    pub kind: View<i32, 1>,
    /// Displacement of each pair, `[3, slots * max_neighbors]`.
    pub displacement: View<T, 2>,
    /// One more than an atom that overlaps another, 0 if none does; one element.
    pub overlap: View<i32, 1>,
    /// Is there more than one batch? Where there is one, no team waits for the number of its first tile.
    #[comptime]
    pub batched: bool,
    /// Lanes of a tile.
    #[comptime]
    pub width: usize,
    /// Threads of a team.
    #[comptime]
    pub threads: usize,
    /// Lanes of a thread that share the neighbours of an atom, a divisor of the width: a team has the part of a tile whose
    /// atoms fill a vector.
    #[comptime]
    pub lanes: usize,
    /// Teams that share the jobs of its atoms, each with the geometry of all pairs; the first one writes what is not V.
    #[comptime]
    pub parts: usize,
    /// Listed neighbours whose positions a thread loads at once, up to 16.
    #[comptime]
    pub loads: usize,
    /// Elements of the potential.
    #[comptime]
    pub nelements: usize,
    /// Which switching functions there are.
    #[comptime]
    pub flags: PairFlags,
    /// Neighbours that team scratch has room for: at least as many as any slot lists.
    #[comptime]
    pub capacity: usize,
    /// Which thread computes what.
    #[comptime]
    pub jobs: &'static MomentJobs,
}

/// Room of an atom for list positions: shares of whole loads.
const fn room(capacity: usize, sharers: usize, loads: usize) -> usize {
    capacity.next_multiple_of(sharers * loads)
}

/// Sums of a lane that wait in team scratch for those of the atom's other lanes, by jobs.
const fn waiting_sums(lanes: usize, jobs: usize) -> usize {
    if lanes > 1 { jobs * ACCUMULATORS } else { 0 }
}

impl<T: Float> ComputeUiFused<T> {
    /// Bytes of team scratch for vectors of `width` lanes, of which `lanes` share an atom, and teams of `threads` with
    /// `jobs`.
    #[must_use]
    pub fn scratch(
        width: usize,
        lanes: usize,
        [threads, jobs]: [usize; 2],
        loads: usize,
        capacity: usize,
    ) -> usize {
        let sharers = threads * lanes;
        let integers = room(capacity, sharers, loads) + sharers;
        let floats = NEIGHBOR_ROWS * capacity.next_multiple_of(lanes);
        let of_atoms = size_of::<T>() * floats + size_of::<i32>() * integers;
        width / lanes * of_atoms + width * size_of::<T>() * waiting_sums(lanes, jobs)
    }
}

/// The displacements from `xi` to `N` neighbours, of which `count` are meant.
#[device]
fn displacements<T: Float, const N: usize>(
    x: View<f64, 2>,
    cell: View<f64, 1>,
    xi: [f64; 3],
    j: [i32; N],
    copy: [i32; N],
    count: usize,
) -> [[T; 3]; N] {
    let mut r: [[T; 3]; N] = [[0.0; 3]; N];
    #[unroll]
    for u in 0..count {
        r[u] = displacement::<T>(x, cell, xi, j[u], copy[u]);
    }
    r
}

/// Where the position of near neighbour `n` of an atom stands, whose sharers found `found_by` in shares of `share`.
#[device]
fn place_of(found_by: View<i32, 2>, atom: i32, n: i32, share: Int, sharers: usize) -> i32 {
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

/// The next multiple of `of`.
#[device]
fn rounded_up(n: Int, of: usize) -> Int {
    (n + comptime!(of - 1)) / of * of
}

#[kernel(unchecked)]
// SAFETY: a team writes its own columns and its threads different values of them, `overlap` by atomics; positions in lists are
// below their room, and atoms, elements and images come from validated lists, below the counts.
unsafe impl<T: Float> TeamKernel for ComputeUiFused<T> {
    fn compute_ui_fused(&self, team: Team) {
        let (group, part) = (
            team.league_rank() / self.parts,
            team.league_rank() % self.parts,
        );
        // Of its tile, a team has some columns.
        let local = group / self.lanes;
        let atoms = comptime!(self.width / self.lanes);
        let mut tile = local;
        if comptime!(self.batched) {
            tile = tile + self.first[0];
        }
        if tile >= self.ntiles {
            return;
        }
        let first_column = group % self.lanes * atoms;
        let width = comptime!(self.width as i32);
        let (neighbor, image) = (self.neighbor.tile(tile), self.image.tile(tile));
        let sharers = comptime!(self.threads * self.lanes);
        let room_of_pairs = comptime!(self.capacity.next_multiple_of(self.lanes));
        let f = team.scratch::<T, 3>([atoms, NEIGHBOR_ROWS, room_of_pairs]);
        let near =
            team.scratch::<i32, 2>([atoms, comptime!(room(self.capacity, sharers, self.loads))]);
        let found_by = team.scratch::<i32, 2>([atoms, sharers]);
        let central = self.tile_element[tile] * self.nelements;
        let slot = tile * self.width + first_column;
        let first_pair = tile * self.width * self.neighbor.extent(1) + first_column;
        // Rounds of loads of each sharer, and its share of the lists. Where lanes share an atom, multiprocessors have little
        // to do, and no load waits for the numbers of neighbours: it takes what a list has room for.
        let a_round = comptime!(sharers * self.loads);
        let mut rounds: Int = comptime!(self.capacity.div_ceil(sharers * self.loads));
        if comptime!(self.lanes == 1) {
            let most_listed: Uniform<i32> = parallel_reduce(
                ThreadVectorRange(team, self.width),
                |l| self.count[l + slot],
                Max,
            );
            rounds = (most_listed as Int + comptime!(a_round - 1)) / a_round;
        }
        let share = rounds * self.loads;
        // Each sharer finds the near neighbours of its share; they follow those of the sharers before, so that their
        // order is that of the list.
        parallel_for(TeamThreadRange(team, self.threads), |q| {
            for lane in team.lanes() {
                let atom = lane % atoms;
                let sharer = q * self.lanes + lane / atoms;
                let column = atom + first_column;
                let count = self.count[atom + slot];
                let of_slot: i32 = self.atom_of_slot[atom + slot];
                let i = of_slot.max(0);
                let xi: [f64; 3] = [self.x[(i, 0)], self.x[(i, 1)], self.x[(i, 2)]];
                // What stands after the neighbours is read and not used.
                let mut readable: i32 = comptime!(self.capacity as i32);
                if comptime!(self.lanes == 1) {
                    readable = count;
                }
                let mut found: i32 = 0;
                for round in 0..rounds {
                    let first = sharer * share + round * self.loads;
                    let mut j: [i32; MOST_LOADS] = [0; MOST_LOADS];
                    let mut copy: [i32; MOST_LOADS] = [0; MOST_LOADS];
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
                    let r =
                        displacements::<T, MOST_LOADS>(self.x, self.cell, xi, j, copy, self.loads);
                    #[unroll]
                    for u in 0..self.loads {
                        let k = first + comptime!(u as i32);
                        if k < count {
                            let rsq = r[u][0] * r[u][0] + r[u][1] * r[u][1] + r[u][2] * r[u][2];
                            let kind = pair_of(self.element, central, j[u], self.nelements);
                            if rsq < of_pair(self.pair, CUTOFF_SQUARED, kind, self.nelements) {
                                near[(atom, sharer * share + found)] = k;
                                found += 1;
                            } else if part == 0 {
                                self.place[k * width + atom + first_pair] = -1;
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
        team.barrier();
        parallel_for(TeamThreadRange(team, self.threads), |q| {
            for lane in team.lanes() {
                let atom = lane % atoms;
                let sharer = q * self.lanes + lane / atoms;
                let column = atom + first_column;
                let of_slot: i32 = self.atom_of_slot[atom + slot];
                let i = of_slot.max(0);
                let xi: [f64; 3] = [self.x[(i, 0)], self.x[(i, 1)], self.x[(i, 2)]];
                let mut found: i32 = 0;
                for p in 0..sharers {
                    found += found_by[(atom, p)];
                }
                if sharer == 0 && part == 0 {
                    self.npairs[atom + slot] = found;
                }
                let most: Uniform<i32> =
                    parallel_reduce(ThreadVectorRange(team, self.width), |l| found, Max);
                let pairs = rounded_up(most as Int, self.lanes);
                // The sharer's neighbours are its number, and on by the number of sharers.
                let rounds = (pairs - q * self.lanes + comptime!(sharers * AT_ONCE - 1))
                    / comptime!(sharers * AT_ONCE);
                for round in 0..rounds {
                    let first = round * comptime!(sharers * AT_ONCE) + sharer;
                    let mut k: [i32; AT_ONCE] = [0; AT_ONCE];
                    let mut j: [i32; AT_ONCE] = [0; AT_ONCE];
                    let mut copy: [i32; AT_ONCE] = [0; AT_ONCE];
                    #[unroll]
                    for u in 0..AT_ONCE {
                        let n = first + comptime!((u * sharers) as i32);
                        if n < found {
                            k[u] = near[(atom, place_of(found_by, atom, n, share, sharers))];
                            j[u] = neighbor[(column, k[u])];
                            copy[u] = image[(column, k[u])];
                        }
                    }
                    let mut r =
                        displacements::<T, AT_ONCE>(self.x, self.cell, xi, j, copy, AT_ONCE);
                    let mut kind: [i32; AT_ONCE] = [0; AT_ONCE];
                    #[unroll]
                    for u in 0..AT_ONCE {
                        let n = first + comptime!((u * sharers) as i32);
                        if n < found {
                            let number = n * width + atom + first_pair;
                            if comptime!(self.nelements > 1) {
                                kind[u] = self.element[j[u]] + central;
                            }
                            if part == 0 {
                                self.place[k[u] * width + atom + first_pair] = number;
                                #[unroll]
                                for d in 0..3 {
                                    self.displacement[(d, number)] = r[u][d];
                                }
                                if comptime!(self.nelements > 1) {
                                    self.kind[number] = kind[u];
                                }
                            }
                        } else {
                            // Filling: any distance but 0.
                            r[u][2] = 1.0;
                        }
                    }
                    // Without branches, so that the chains of the neighbours run side by side.
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
                        if n < pairs as i32 {
                            f[(atom, 0, n)] = a.re;
                            f[(atom, 1, n)] = a.im;
                            f[(atom, 2, n)] = b.re;
                            f[(atom, 3, n)] = b.im;
                            f[(atom, 4, n)] = wf;
                        }
                    }
                }
            }
        });
        team.barrier();
        let v = self.ulisttot.tile(local);
        let jobs = comptime!(self.jobs.len().div_ceil(self.parts));
        let sums =
            team.scratch_tile::<T, 2>([self.width, comptime!(waiting_sums(self.lanes, jobs))]);
        parallel_for(TeamThreadRange(team, jobs), |n| {
            let job = n * self.parts + part;
            for lane in team.lanes() {
                let atom = lane % atoms;
                let mut found: i32 = 0;
                for p in 0..sharers {
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
                            write_job(acc, self.jobs, q, v, lane + first_column);
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
        if comptime!(self.lanes > 1) {
            team.barrier();
            parallel_for(TeamThreadRange(team, jobs), |n| {
                let job = n * self.parts + part;
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
                                write_job(acc, self.jobs, q, v, lane + first_column);
                            }
                        }
                    }
                }
            });
        }
    }
}

pub(super) fn stage<T: Float>(p: &Parts<'_, T>) -> Result<Stage> {
    let (&Given { atoms, list, .. }, pairs) = (p.given, &p.constants.pairs);
    let (mapping, twojmax) = (p.mapping.ui, p.given.twojmax());
    let threads = mapping.threads(twojmax);
    let functor = ComputeUiFused {
        first: p.buffers.values.first.clone(),
        ntiles: p.given.ntiles() as i32,
        x: atoms.x.clone(),
        cell: list.cell().clone(),
        element: atoms.element.clone(),
        tile_element: atoms.tile_element.clone(),
        atom_of_slot: list.slots().atom_of_slot.clone(),
        count: list.count().clone(),
        neighbor: list.neighbor().clone(),
        image: list.image().clone(),
        pair: pairs.pair.clone(),
        rmin0: pairs.rmin0,
        ulisttot: p.buffers.values.ulisttot.clone(),
        npairs: p.buffers.npairs.clone(),
        place: p.buffers.near.place.clone(),
        kind: p.buffers.near.kind().clone(),
        displacement: p.buffers.dedr.clone(),
        overlap: atoms.overlap.clone(),
        batched: p.batches.are_many(),
        width: p.given.width(),
        threads,
        lanes: mapping.lanes,
        parts: mapping.parts,
        loads: mapping.loads,
        nelements: pairs.nelements,
        flags: pairs.flags,
        capacity: list.max_neighbors(),
        jobs: MomentJobs::of(twojmax),
    };
    let league = p.batches.tiles * mapping.lanes * mapping.parts;
    let policy = capped(TeamPolicy::new(league, threads), mapping.registers);
    let work = work::<T>(twojmax);
    Stage::of_gpus::<T, _>(p.given.space, "compute_ui", policy, &functor, work)
}

fn work<T: Float>(twojmax: usize) -> Work {
    let layout = MomentLayout::new(twojmax);
    let v_bytes = size_of::<Complex<T>>() * HalfPlane::new(twojmax).nvalues();
    let moments = powers_fma(twojmax) + layout.nvalues();
    Work {
        atom: Cost::new(BasisChange::new(&layout).fma(), VECTOR + v_bytes),
        near: Cost::new(GEOMETRY_FMA + moments, ENTRY + VECTOR),
        listed: Cost::new(DISTANCE_FMA, ENTRY),
    }
}
