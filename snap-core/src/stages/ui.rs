//! compute_ui: the moments M of the neighbours, a staircase of rank-1 updates (FAST_SNAP section 3).

use portax::layout::InTile;
use portax::{AoSoA, Float, Functor, TeamKernel, View, device, kernel};

use super::blocks::WIDE;
use super::features::{COLUMN_BLOCK, clear_padding, columns, feature_count, features, quaternion};
use super::pair_geometry::WF;

/// M\[S,c\]\[T,d,n\] of each atom of a batch: features of a chunk of neighbours go to team scratch, then blocks of M are
/// updated in registers.
#[derive(Functor)]
pub struct ComputeUi<T: Float> {
    /// Number of neighbours of each tile, the most.
    pub npairs: View<i32, 1>,
    /// Geometry of the pairs, see [`super::pair_geometry`].
    pub geometry: View<T, 3, AoSoA>,
    /// M before the first neighbour, [`MomentLayout::initial`](crate::tables::MomentLayout::initial).
    pub initial: View<T, 1>,
    /// [`MomentBlocks::items`](super::blocks::MomentBlocks::items).
    pub blocks: View<[i32; 4], 1>,
    /// Blocks of each shape end here.
    pub wide2: i32,
    /// See `wide2`.
    pub narrow2: i32,
    /// See `wide2`.
    pub wide1: i32,
    /// See `wide2`.
    pub narrow1: i32,
    /// M, `[batch slots, moments]`.
    pub moments: View<T, 2, AoSoA>,
    /// Lanes of a tile.
    #[comptime]
    pub width: usize,
    /// Twice the largest angular momentum.
    #[comptime]
    pub twojmax: usize,
    /// Neighbours of a chunk.
    #[comptime]
    pub chunk: usize,
}

/// Adds the chunk's `count` neighbours to one block of M, which starts from `initial` in chunk 0.
#[device]
fn update<T: Float, const ROWS: usize, const COLUMNS: usize>(
    item: [Int; 4],
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
                initial[item[r] + c]
            } else {
                m[(lane, item[r] + c)]
            };
        }
    }
    let (column, row) = (item[2] + comptime!(columns(twojmax)), item[3]);
    for k in 0..count {
        let mut bx: [T; COLUMNS] = [0.0; COLUMNS];
        #[unroll]
        for c in 0..COLUMNS {
            bx[c] = f[(lane, column + c, k)];
        }
        #[unroll]
        for r in 0..ROWS {
            let a = f[(lane, row + r, k)];
            #[unroll]
            for c in 0..COLUMNS {
                acc[r][c] += a * bx[c];
            }
        }
    }
    #[unroll]
    for r in 0..ROWS {
        #[unroll]
        for c in 0..COLUMNS {
            m[(lane, item[r] + c)] = acc[r][c];
        }
    }
}

// SAFETY: a team writes its own tile and its scratch only, its threads different blocks of the one and neighbours of the
// other, with barriers between.
#[kernel]
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
            parallel_for(TeamThreadRange(team, self.narrow1), |i| {
                let item = self.blocks[i];
                for lane in team.lanes() {
                    if i < self.wide2 {
                        update::<T, 2, WIDE>(
                            item,
                            chunk,
                            count,
                            self.initial,
                            f,
                            self.twojmax,
                            m,
                            lane,
                        );
                    } else if i < self.narrow2 {
                        update::<T, 2, COLUMN_BLOCK>(
                            item,
                            chunk,
                            count,
                            self.initial,
                            f,
                            self.twojmax,
                            m,
                            lane,
                        );
                    } else if i < self.wide1 {
                        update::<T, 1, WIDE>(
                            item,
                            chunk,
                            count,
                            self.initial,
                            f,
                            self.twojmax,
                            m,
                            lane,
                        );
                    } else {
                        update::<T, 1, COLUMN_BLOCK>(
                            item,
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
            });
            team.barrier();
        }
    }
}
