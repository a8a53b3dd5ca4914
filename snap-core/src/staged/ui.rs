//! compute_ui: the moments M of the neighbours, a staircase of rank-1 updates (FAST_SNAP section 3).

use portax::layout::InTile;
use portax::{
    AUTO, AoSoA, Float, Functor, IntRow, Result, TeamKernel, TeamPolicy, View, device, kernel,
};

use super::blocks::{MomentBlock, WIDE, moment_blocks};
use super::features::{COLUMN_BLOCK, clear_padding, columns, feature_count, features, quaternion};
use super::to_v::ToV;
use crate::pair::geometry::{PAIR_ROWS, WF};
use crate::pair::powers::powers_fma;
use crate::params::WSELF;
use crate::snap::{Given, Stage, list, rounded, rows};
use crate::tables::MomentLayout;
use crate::work::{Cost, Work};

/// M\[S,c\]\[T,d,n\] of each atom of a batch: features of a chunk of neighbours go to team scratch, then blocks of M are
/// updated in registers.
#[derive(Functor)]
pub struct ComputeUi<T: Float> {
    /// Number of neighbours of each tile, the most.
    pub npairs: View<i32, 1>,
    /// Geometry of the pairs, see [`crate::pair::geometry`].
    pub geometry: View<T, 3, AoSoA>,
    /// M before the first neighbour, [`MomentLayout::initial`](crate::tables::MomentLayout::initial).
    pub initial: View<T, 1>,
    /// [`moment_blocks`](super::blocks::moment_blocks).
    pub blocks: View<IntRow<8>, 1>,
    /// M, `[batch slots, moments]`.
    pub moments: View<T, 2, AoSoA>,
    /// Lanes of a tile.
    #[comptime]
    pub width: usize,
    /// Rows of a block, the most, 2 or 4: what the blocks were made for.
    #[comptime]
    pub at_once: usize,
    /// Twice the largest angular momentum.
    #[comptime]
    pub twojmax: usize,
    /// Neighbours of a chunk.
    #[comptime]
    pub chunk: usize,
}

/// Adds the chunk's `count` neighbours to one block of M, which starts from `initial` in chunk 0.
#[device(unchecked)]
fn update<T: Float, const ROWS: usize, const COLUMNS: usize>(
    block: MomentBlock<Int>,
    chunk: Int,
    count: Int,
    initial: View<T, 1>,
    f: View<T, 3, InTile>,
    twojmax: usize,
    m: View<T, 2, InTile>,
    lane: Index,
) {
    let mut acc: [[T; COLUMNS]; ROWS] = [[0.0; COLUMNS]; ROWS];
    #[unroll]
    for r in 0..ROWS {
        #[unroll]
        for c in 0..COLUMNS {
            acc[r][c] = if chunk == 0 {
                initial[block.offsets[r] + c]
            } else {
                m[(lane, block.offsets[r] + c)]
            };
        }
    }
    let (column, row) = (block.column + comptime!(columns(twojmax)), block.feature);
    for k in 0..count {
        let mut a: [T; ROWS] = [0.0; ROWS];
        #[unroll]
        for r in 0..ROWS {
            a[r] = f[(lane, row + r, k)];
        }
        // A column at a time, for the registers.
        #[unroll]
        for c in 0..COLUMNS {
            let bx = f[(lane, column + c, k)];
            #[unroll]
            for r in 0..ROWS {
                acc[r][c] += a[r] * bx;
            }
        }
    }
    #[unroll]
    for r in 0..ROWS {
        #[unroll]
        for c in 0..COLUMNS {
            m[(lane, block.offsets[r] + c)] = acc[r][c];
        }
    }
}

/// The same for a block of `ROWS` rows and [`WIDE`] columns or [`COLUMN_BLOCK`].
#[device(unchecked)]
fn update_rows<T: Float, const ROWS: usize>(
    block: MomentBlock<Int>,
    chunk: Int,
    count: Int,
    initial: View<T, 1>,
    f: View<T, 3, InTile>,
    twojmax: usize,
    m: View<T, 2, InTile>,
    lane: Index,
) {
    if block.width == WIDE {
        update::<T, ROWS, WIDE>(block, chunk, count, initial, f, twojmax, m, lane);
    } else {
        update::<T, ROWS, COLUMN_BLOCK>(block, chunk, count, initial, f, twojmax, m, lane);
    }
}

#[kernel(unchecked)]
// SAFETY: a team writes its own tile and its scratch only, its threads different blocks of the one and neighbours of the
// other, with barriers between.
unsafe impl<T: Float> TeamKernel for ComputeUi<T> {
    fn compute_ui(&self, team: Team) {
        let tile = team.league_rank();
        let (geometry, m) = (self.geometry.tile(tile), self.moments.tile(tile));
        let f = team.scratch_tile::<T, 3>([
            self.width,
            comptime!(feature_count(self.twojmax)),
            self.chunk,
        ]);
        let npairs = self.npairs[tile];
        parallel_for(TeamThreadRange(team, self.chunk), |k| {
            for lane in team.lanes() {
                clear_padding(f, lane, k, self.twojmax);
            }
        });
        for chunk in 0..((npairs + (self.chunk - 1)) / self.chunk).max(1) {
            let begin = chunk * self.chunk;
            let count = (npairs - begin).min(self.chunk);
            parallel_for(TeamThreadRange(team, count), |k| {
                for lane in team.lanes() {
                    let ab = quaternion(geometry, lane, begin + k);
                    let weight = geometry[(lane, WF, begin + k)];
                    features(f, lane, k, ab, weight, self.twojmax);
                }
            });
            team.barrier();
            parallel_for(TeamThreadRange(team, self.blocks.extent(0)), |i| {
                let block = MomentBlock::of(self.blocks[i]);
                for lane in team.lanes() {
                    #[unroll]
                    for ROWS in 1..=4 {
                        if comptime!(ROWS <= self.at_once) {
                            if block.rows == ROWS {
                                update_rows::<T, ROWS>(
                                    block,
                                    chunk,
                                    count,
                                    self.initial,
                                    f,
                                    self.twojmax,
                                    m,
                                    lane,
                                );
                            }
                        }
                    }
                }
            });
            team.barrier();
        }
    }
}

/// Neighbours of a chunk, the most: half of those of bcc metals. M is read and written once a chunk.
const CHUNK: usize = 13;
/// Chunks are smaller where that lets M and their features fit this first cache of a CPU (AVX-512, 2J = 8: 7 neighbours take
/// 4 % less of the stage than 5 and 9).
const CACHE: usize = 48 << 10;
/// Where less than this would fit, chunks are as large as they may be (2J = 14: 13 neighbours take 4 % less than 9).
const SMALLEST_CHUNK: usize = 4;

/// The tables on a space.
#[derive(Clone)]
pub(super) struct Tables<T: Float> {
    initial: View<T, 1>,
    blocks: View<IntRow<8>, 1>,
    at_once: usize,
}

impl<T: Float> Tables<T> {
    /// Those of moments in `layout`, in blocks of so many rows. With several densities an atom is among its neighbours.
    pub fn new(given: &Given<'_>, layout: &MomentLayout, at_once: usize) -> Result<Self> {
        let space = given.space;
        let wself = if given.densities() == 1 { WSELF } else { 0.0 };
        let initial = rounded(&layout.initial(wself));
        Ok(Self {
            initial: list(space, "initial_moments", &initial)?,
            blocks: rows(space, "moment_blocks", &moment_blocks(layout, at_once))?,
            at_once,
        })
    }
}

pub(super) fn stage<T: Float>(p: &ToV<'_, T>, density: usize) -> Result<Stage> {
    let (tables, twojmax) = (&p.tables.ui, p.given.twojmax());
    let buffers = &p.buffers.densities[density];
    let functor = ComputeUi {
        npairs: buffers.npairs.clone(),
        geometry: buffers.geometry.clone(),
        initial: tables.initial.clone(),
        blocks: tables.blocks.clone(),
        moments: buffers.moments.clone(),
        width: p.given.width(),
        at_once: tables.at_once,
        twojmax,
        chunk: chunk(p),
    };
    let policy = TeamPolicy::new(p.tiles, AUTO);
    let work = work::<T>(twojmax);
    Stage::new(p.given.space, "compute_ui", policy, &functor, work)
}

/// Neighbours of a chunk.
fn chunk<T: Float>(p: &ToV<'_, T>) -> usize {
    let features = feature_count(p.given.twojmax());
    let bytes = size_of::<T>() * p.given.width();
    let moments = p.buffers.densities[0].moments.extent(1);
    let beside_m = CACHE.saturating_sub(bytes * moments) / (bytes * features);
    let most = match beside_m {
        SMALLEST_CHUNK..CHUNK => beside_m,
        _ => CHUNK,
    };
    let fit = p.given.neighbors_in_scratch::<T>(features);
    fit.clamp(1, most)
}

fn work<T>(twojmax: usize) -> Work {
    let (real, moments) = (size_of::<T>(), MomentLayout::new(twojmax).nvalues());
    Work {
        atom: Cost::new(0, real * moments),
        near: Cost::new(powers_fma(twojmax) + moments, real * PAIR_ROWS),
        ..Work::default()
    }
}
