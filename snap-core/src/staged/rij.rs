//! compute_rij: the neighbours within the cutoff, and what the pair stages need of each.

use portax::layout::InTile;
use portax::{AoSoA, Float, Functor, Max, Result, TeamKernel, TeamPolicy, View, device, kernel};

use super::to_v::ToV;
use crate::pair::geometry::{
    COS, DISTANCE_FMA, GEOMETRY_FMA, N, OVERLAP, PAIR_ROWS, WF, compute_sfac, displacement,
    of_pair, pair_geometry, pair_of,
};
use crate::pair::table::{CUTOFF_SQUARED, KAPPA, PairFlags, WEIGHT};
use crate::params::WSELF;
use crate::snap::Stage;
use crate::work::{Cost, ENTRY, VECTOR, Work};

/// Finds the neighbours of a tile's atoms within the pair cutoffs and writes their geometry (FAST_SNAP section 1).
///
/// Lanes with fewer neighbours than the most of the tile are filled with pairs of weight 0.
///
/// `SPLIT` is 1 where each element has a density of its own: then a launch is for the neighbours of one element, and an atom
/// that adds to that density is the last of its own neighbours, at a = 1 and b = 0.
#[derive(Functor)]
pub struct ComputeRij<T: Float, const SPLIT: usize> {
    /// Number of each tile of the batch.
    pub tile_number: View<i32, 1>,
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
    /// The density that the launch is for.
    pub density: [i32; SPLIT],
    /// Number of neighbours within the cutoff, the most in each tile of the batch.
    pub npairs: View<i32, 1>,
    /// Number of the pair of each list entry ([`NeighborList::reverse_entry`](crate::neighbor::NeighborList::reverse_entry)),
    /// -1 beyond the cutoff.
    pub place: View<i32, 1>,
    /// Pair of elements of each pair; empty where there is one element.
    pub kind: View<i32, 1>,
    /// Their geometry, `[batch slots, PAIR_ROWS, pairs of a slot]`.
    pub geometry: View<T, 3, AoSoA>,
    /// One more than an atom that overlaps another, 0 if none does; one element.
    pub overlap: View<i32, 1>,
    /// Lanes of a tile.
    #[comptime]
    pub width: usize,
    /// Elements of the potential.
    #[comptime]
    pub nelements: usize,
    /// Does an atom add to every density, not to its own element's alone?
    #[comptime]
    pub self_in_all: bool,
    /// Which switching functions there are.
    #[comptime]
    pub flags: PairFlags,
}

/// A tile that a team works on.
#[derive(Clone, Copy)]
struct Tile<I> {
    /// First of the pairs of elements of its atoms.
    central: I,
    /// Number of the first entry of its lists.
    first_entry: I,
    /// Number of its first pair.
    first_pair: I,
}

#[device(unchecked)]
impl<T: Float, const SPLIT: usize> ComputeRij<T, SPLIT> {
    /// The number of a tile's first pair: that of its first list entry, or behind those of the densities before.
    fn first_pair(&self, tile: Int, first_entry: Int) -> Int {
        if SPLIT == 0 {
            first_entry
        } else {
            (self.density[0] * self.ntiles + tile) * self.width * self.geometry.extent(2)
        }
    }

    /// Keeps neighbour `j`, entry `k` of an atom's list, if it is within the cutoff.
    fn keep_near(
        &self,
        tile: Tile<Int>,
        geometry: View<T, 3, InTile>,
        lane: Index,
        k: Int,
        i: i32,
        xi: [f64; 3],
        j: i32,
        image: i32,
        found: &mut i32,
    ) {
        let r = displacement::<T>(self.x, self.cell, xi, j, image);
        let rsq = r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
        let kind = pair_of(self.element, tile.central, j, self.nelements);
        let mut place: i32 = -1;
        if rsq < of_pair(self.pair, CUTOFF_SQUARED, kind, self.nelements) {
            place = (found * self.width + lane) + tile.first_pair;
            if comptime!(self.nelements > 1) {
                self.kind[place] = kind;
            }
            #[unroll]
            for d in 0..3 {
                geometry[(lane, N + d, found)] = r[d];
            }
            found += 1;
        }
        self.place[lane + (tile.first_entry + k * self.width)] = place;
        if rsq <= OVERLAP {
            self.overlap.atomic_max(0, i + 1);
        }
    }

    /// How many times atoms of a tile add to the density: once or not at all.
    fn times_self(&self, tile: Int) -> Int {
        let mut times: Int = 0;
        if comptime!(self.self_in_all) {
            times = 1;
        } else if self.tile_element[tile] == self.density[0] {
            times = 1;
        }
        times
    }

    /// Writes the atom itself as pair `n`: its geometry gives its energy, and no force.
    fn write_self(&self, geometry: View<T, 3, InTile>, lane: Index, n: Int) {
        #[unroll]
        for row in 0..PAIR_ROWS {
            geometry[(lane, row, n)] = 0.0;
        }
        geometry[(lane, COS, n)] = 1.0;
        geometry[(lane, WF, n)] = WSELF;
    }
}

#[kernel(unchecked)]
// SAFETY: a team writes its own tile and its slots' lists, `overlap` by atomics; positions in lists are below the counts,
// and atoms, elements and images come from validated lists. Launches for different densities write different pairs, and
// places of different entries.
unsafe impl<T: Float, const SPLIT: usize> TeamKernel for ComputeRij<T, SPLIT> {
    fn compute_rij(&self, team: Team) {
        let t = team.league_rank();
        let tile = self.tile_number[t];
        if tile >= self.ntiles {
            return;
        }
        let (neighbor, image) = (self.neighbor.tile(tile), self.image.tile(tile));
        let geometry = self.geometry.tile(t);
        let central = self.tile_element[tile] * self.nelements;
        let slot = tile * self.width;
        let first_entry = slot * self.neighbor.extent(1);
        let here = Tile::<Int> {
            central: central,
            first_entry: first_entry,
            first_pair: self.first_pair(tile, first_entry),
        };
        let most_listed: Uniform<i32> = parallel_reduce(
            ThreadVectorRange(team, self.width),
            |l| self.count[l + slot],
            Max,
        );
        let listed = most_listed as Int;
        for lane in team.lanes() {
            let count = self.count[lane + slot];
            let atom: i32 = self.atom_of_slot[lane + slot];
            let i = atom.max(0);
            let xi: [f64; 3] = [self.x[(i, 0)], self.x[(i, 1)], self.x[(i, 2)]];
            let mut found: i32 = 0;
            for k in 0..listed {
                let j = neighbor[(lane, k)];
                if k < count {
                    if SPLIT == 0 {
                        let copy = image[(lane, k)];
                        self.keep_near(here, geometry, lane, k, i, xi, j, copy, &mut found);
                    } else if self.element[j] == self.density[0] {
                        let copy = image[(lane, k)];
                        self.keep_near(here, geometry, lane, k, i, xi, j, copy, &mut found);
                    }
                }
            }
            let most_found: Uniform<i32> =
                parallel_reduce(ThreadVectorRange(team, self.width), |l| found, Max);
            let longest = most_found as Int;
            let pairs = if SPLIT == 0 {
                longest
            } else {
                let times = self.times_self(tile);
                longest + times
            };
            for n in 0..pairs {
                let mut r: [T; 3] = [0.0, 0.0, 1.0];
                let mut kind: i32 = 0;
                let mut weight: T = 0.0;
                if n < found {
                    #[unroll]
                    for d in 0..3 {
                        r[d] = geometry[(lane, N + d, n)];
                    }
                    if comptime!(self.nelements > 1) {
                        kind = self.kind[lane + (here.first_pair + n * self.width)];
                    }
                    weight = of_pair(self.pair, WEIGHT, kind, self.nelements);
                }
                let rsq = r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
                let sfac = compute_sfac(
                    rsq * rsq.rsqrt(),
                    self.rmin0,
                    self.pair,
                    kind,
                    self.nelements,
                    comptime!(self.flags.switch),
                    comptime!(self.flags.inner),
                );
                let kappa = of_pair(self.pair, KAPPA, kind, self.nelements);
                let rows = pair_geometry(r, rsq, weight, kappa, self.rmin0, sfac);
                #[unroll]
                for row in 0..PAIR_ROWS {
                    geometry[(lane, row, n)] = rows[row];
                }
                if SPLIT == 1 {
                    if n == found && longest < pairs {
                        self.write_self(geometry, lane, n);
                    }
                }
            }
            single(PerThread(team), || {
                self.npairs[t] = pairs;
            });
        }
    }
}

/// compute_rij, with one density or for one of several.
pub(super) fn stage<T: Float>(p: &ToV<'_, T>, density: usize) -> Result<Stage> {
    match p.given.densities() {
        1 => of_density(p, density, []),
        _ => of_density(p, density, [density as i32]),
    }
}

fn of_density<T: Float, const SPLIT: usize>(
    p: &ToV<'_, T>,
    number: usize,
    density: [i32; SPLIT],
) -> Result<Stage> {
    let buffers = &p.buffers.densities[number];
    let (centres, pairs) = (p.centres, &p.tables.pairs);
    let functor = ComputeRij {
        tile_number: p.buffers.values.tile_number.clone(),
        ntiles: centres.ntiles() as i32,
        x: centres.x.clone(),
        cell: centres.cell.clone(),
        element: centres.element.clone(),
        tile_element: centres.tile_element.clone(),
        atom_of_slot: centres.atom_of_slot.clone(),
        count: centres.count.clone(),
        neighbor: centres.neighbor.clone(),
        image: centres.image.clone(),
        pair: pairs.pair.clone(),
        rmin0: pairs.rmin0,
        density,
        npairs: buffers.npairs.clone(),
        place: p.buffers.near.place.clone(),
        kind: p.buffers.near.kind().clone(),
        geometry: buffers.geometry.clone(),
        overlap: p.given.atoms.overlap.clone(),
        width: p.given.width(),
        nelements: pairs.nelements,
        self_in_all: p.given.potential.params().wselfallflag,
        flags: pairs.flags,
    };
    let policy = TeamPolicy::new(p.tiles, 1);
    Stage::new(p.given.space, "compute_rij", policy, &functor, work::<T>())
}

fn work<T>() -> Work {
    let geometry = size_of::<T>() * PAIR_ROWS;
    Work {
        atom: Cost::new(0, VECTOR),
        near: Cost::new(GEOMETRY_FMA, ENTRY + geometry),
        listed: Cost::new(DISTANCE_FMA, ENTRY),
    }
}
