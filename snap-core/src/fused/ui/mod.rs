//! compute_ui from positions to V in one: geometry through team scratch, moments in registers.

mod geometry;
pub mod jobs;
mod moments;
mod near;
mod sums;

use portax::{
    AoSoA, Complex, Float, Functor, Result, TeamKernel, TeamPolicy, View, device, kernel,
};

use super::Parts;
use super::mapping::UiMapping;
use crate::pair::geometry::{DISTANCE_FMA, GEOMETRY_FMA, displacement};
use crate::pair::powers::powers_fma;
use crate::pair::table::PairFlags;
use crate::snap::{Given, Stage, capped};
use crate::tables::{BasisChange, HalfPlane, MomentLayout};
use crate::work::{Cost, ENTRY, VECTOR, Work};
use jobs::{ACCUMULATORS, MomentJobs};

/// Columns of a neighbour in team scratch: Re a, Im a, Re b, Im b, w f.
const NEIGHBOR_COLUMNS: usize = 5;

/// V of each atom of a tile from the positions, and the displacements of the neighbours within the cutoff.
///
/// The sibling of [`ComputeRij`](crate::staged::ComputeRij), [`ComputeUi`](crate::staged::ComputeUi) and
/// [`MomentsToV`](crate::staged::MomentsToV) for devices whose threads have many registers: a team thread keeps the moments of
/// one of [`MomentJobs`] in registers over all neighbours.
#[derive(Functor)]
pub struct ComputeUiFused<T: Float> {
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
    /// What of level 0 is team scratch, `[teams * width, columns]`; empty there.
    pub memory: View<T, 2, AoSoA>,
    /// Where a team has the geometry of its pairs, as Kokkos numbers it: 0 in team scratch, 1 in `memory`, read through caches.
    #[comptime]
    pub level: usize,
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

/// Columns of a lane for the neighbours that it adds up.
const fn neighbor_columns(lanes: usize, capacity: usize) -> usize {
    NEIGHBOR_COLUMNS * capacity.div_ceil(lanes)
}

/// Columns of a team's tile: the geometry of the neighbours, then sums.
const fn columns_of(lanes: usize, jobs: usize, capacity: usize) -> usize {
    neighbor_columns(lanes, capacity) + waiting_sums(lanes, jobs)
}

/// Sums of a lane that wait for those of the atom's other lanes, by jobs.
const fn waiting_sums(lanes: usize, jobs: usize) -> usize {
    if lanes > 1 { jobs * ACCUMULATORS } else { 0 }
}

impl<T: Float> ComputeUiFused<T> {
    /// Bytes of team scratch of a level for vectors of `width` lanes, of which `lanes` share an atom, and teams of `threads`
    /// with `jobs`: the lists, and at level 0 a tile of columns.
    #[must_use]
    pub fn scratch(
        level: usize,
        [width, lanes]: [usize; 2],
        [threads, jobs]: [usize; 2],
        loads: usize,
        capacity: usize,
    ) -> usize {
        let sharers = threads * lanes;
        let positions = width / lanes * (room(capacity, sharers, loads) + sharers);
        let columns = if level == 0 {
            columns_of(lanes, jobs, capacity)
        } else {
            0
        };
        positions * size_of::<i32>() + width * columns * size_of::<T>()
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

/// The next multiple of `of`.
#[device]
fn rounded_up(n: Int, of: usize) -> Int {
    (n + comptime!(of - 1)) / of * of
}

/// The columns of a tile that a team has, and its part of their jobs.
#[derive(Clone, Copy)]
struct Columns<I> {
    /// The first column of the tile.
    first: I,
    /// The slot of that column.
    slot: I,
    /// The number of that slot's first pair; those of one slot are the tile's width apart.
    first_pair: I,
    /// First of the pairs of elements of the central atoms.
    central: I,
    /// Which of the teams that share the jobs.
    part: I,
    /// Rounds of loads of each sharer.
    rounds: I,
    /// List positions of each sharer: those rounds.
    share: I,
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
        let local = group / self.lanes;
        let mut tile = local;
        if comptime!(self.batched) {
            tile = tile + self.tile_number[0];
        }
        if tile >= self.ntiles {
            return;
        }
        let (neighbor, image) = (self.neighbor.tile(tile), self.image.tile(tile));
        let atoms = comptime!(self.width / self.lanes);
        let sharers = comptime!(self.threads * self.lanes);
        let jobs = comptime!(self.jobs.len().div_ceil(self.parts));
        let width_of_f = comptime!(columns_of(self.lanes, jobs, self.capacity));
        let f = if comptime!(self.level == 0) {
            team.scratch_tile::<T, 2>([self.width, width_of_f])
        } else {
            self.memory.tile(team.league_rank())
        };
        let near =
            team.scratch::<i32, 2>([atoms, comptime!(room(self.capacity, sharers, self.loads))]);
        let found_by = team.scratch::<i32, 2>([atoms, sharers]);
        let first = group % self.lanes * atoms;
        let slot = tile * self.width + first;
        let rounds = self.rounds(team, slot);
        let columns = Columns::<Int> {
            first: first,
            slot: slot,
            first_pair: tile * self.width * self.neighbor.extent(1) + first,
            central: self.tile_element[tile] * self.nelements,
            part: part,
            rounds: rounds,
            share: rounds * self.loads,
        };
        self.find_near(team, columns, neighbor, image, near, found_by);
        team.barrier();
        self.measure(team, columns, neighbor, image, near, found_by, f);
        team.barrier();
        let v = self.ulisttot.tile(local);
        self.add_up(team, columns, found_by, f, v);
        if comptime!(self.lanes > 1) {
            team.barrier();
            self.join_lanes(team, columns, f, v);
        }
    }
}

/// Values of a team that it keeps in memory.
fn values_of_team(given: &Given<'_>, mapping: &UiMapping) -> usize {
    let jobs = mapping.jobs(given.twojmax());
    match mapping.level {
        0 => 0,
        _ => columns_of(mapping.lanes, jobs, given.list.max_neighbors()),
    }
}

/// Values of a tile that its teams keep in memory.
pub(super) fn values_in_memory(given: &Given<'_>, mapping: &UiMapping) -> usize {
    mapping.lanes * mapping.parts * values_of_team(given, mapping)
}

/// What the teams of so many tiles keep in memory.
pub(super) fn pairs_in_memory<T: Float>(
    given: &Given<'_>,
    mapping: &UiMapping,
    tiles: usize,
) -> Result<View<T, 2, AoSoA>> {
    let extents = match values_of_team(given, mapping) {
        0 => [0; 2],
        values => [
            tiles * given.width() * mapping.lanes * mapping.parts,
            values,
        ],
    };
    View::new(given.space, "pairs_of_teams", extents)
}

pub(super) fn stage<T: Float>(p: &Parts<'_, T>) -> Result<Stage> {
    let (&Given { atoms, list, .. }, pairs) = (p.given, &p.constants.pairs);
    let (mapping, twojmax) = (p.mapping.ui, p.given.twojmax());
    let threads = mapping.threads(twojmax);
    let functor = ComputeUiFused {
        tile_number: p.buffers.values.tile_number.clone(),
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
        memory: p.buffers.pairs_of_teams.clone(),
        level: mapping.level,
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
