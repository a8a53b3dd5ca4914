//! V and its images in team scratch.

use portax::{Complex, Float, device};

use super::ROW;
use super::sums::halves;
use crate::tables::{IMAGE_IM_TO_SIGN, IMAGE_SOURCE};

/// Most rows of the image table that a thread fills at once.
const ROWS_AT_ONCE: usize = 4;

/// Rows of the image table that a thread fills at once, where a team of `slots` threads a tile has `rows` a tile; more than
/// 16 values do not stay in registers.
const fn rows_at_once(rows: usize, slots: usize, images: usize) -> usize {
    let (most, share) = (2 * ROWS_AT_ONCE / images, rows.div_ceil(slots));
    if share < most { share } else { most }
}

#[device(unchecked)]
impl<T: Float> super::ComputeYiOrbit<T> {
    /// Fills the image tables of the team's tiles from `first` on. A thread has the loads of several rows under way at once.
    pub(super) fn load_images(&self, team: Team, first: Int, v: View<Complex<T>, 3>) {
        let at_once = comptime!(rows_at_once(self.image_rows, self.team_slots, self.images));
        let steps = comptime!((self.image_rows * self.tiles).div_ceil(at_once));
        let atoms = comptime!(self.width * self.images / 4);
        parallel_for(TeamThreadRange(team, steps), |step| {
            for lane in team.lanes() {
                let atom = lane % atoms;
                let upper = if lane >= atoms { i32::MIN } else { 0 };
                let mut values: [[Complex<T>; ROW]; ROWS_AT_ONCE] = [[0.0; ROW]; ROWS_AT_ONCE];
                let mut source: [[i32; ROW]; ROWS_AT_ONCE] = [[0; ROW]; ROWS_AT_ONCE];
                self.load_rows(first, step, atom, upper, &mut values, &mut source);
                self.write_rows(first, step, atom, upper, values, source, v);
            }
        });
    }

    /// Where the images of a team's tile lie.
    pub(super) fn tile_of_v(&self, first: Int, tile: Int) -> Int {
        let mut at: Int = tile;
        if comptime!(self.level == 1) {
            at = first + tile;
        }
        at
    }

    /// Loads what a step's rows are made of, and from where.
    fn load_rows(
        &self,
        first: Int,
        step: Int,
        atom: i32,
        upper: i32,
        values: &mut [[Complex<T>; ROW]; ROWS_AT_ONCE],
        source: &mut [[i32; ROW]; ROWS_AT_ONCE],
    ) {
        let (a_tile, atoms) = (
            comptime!(4 / self.images),
            comptime!(self.width * self.images / 4),
        );
        let rows = comptime!(self.image_rows * self.tiles);
        let at_once = comptime!(rows_at_once(self.image_rows, self.team_slots, self.images));
        let steps = comptime!(rows.div_ceil(at_once));
        #[unroll]
        for u in 0..at_once {
            let n = (step + u * steps).min(comptime!(rows - 1));
            let (tile, row) = (n / self.image_rows, n % self.image_rows);
            let from = self.ulisttot.tile((first + tile) / a_tile);
            let slot = (first + tile) % a_tile * atoms + atom;
            let sources = self.images_of_v[row];
            #[unroll]
            for k in 0..2 * self.images {
                let (low, _) = halves(
                    upper,
                    sources[k],
                    sources[comptime!((k + 4) % ROW)],
                    self.images,
                );
                source[u][k] = low;
                values[u][k] = from[(slot, low & IMAGE_SOURCE)];
            }
        }
    }

    /// Writes a step's rows with the signs of their sources.
    fn write_rows(
        &self,
        first: Int,
        step: Int,
        atom: i32,
        upper: i32,
        values: [[Complex<T>; ROW]; ROWS_AT_ONCE],
        source: [[i32; ROW]; ROWS_AT_ONCE],
        v: View<Complex<T>, 3>,
    ) {
        let rows = comptime!(self.image_rows * self.tiles);
        let at_once = comptime!(rows_at_once(self.image_rows, self.team_slots, self.images));
        let steps = comptime!(rows.div_ceil(at_once));
        let (none, half): (Int, Int) = (0, 4);
        let (skip, _) = halves(upper, none, half, self.images);
        #[unroll]
        for u in 0..at_once {
            let n = step + u * steps;
            if n < rows {
                let (tile, row) = (n / self.image_rows, n % self.image_rows);
                #[unroll]
                for k in 0..2 * self.images {
                    v[(atom, row * 8 + k + skip, self.tile_of_v(first, tile))] = Complex {
                        re: values[u][k].re.flip(source[u][k]),
                        im: values[u][k].im.flip(source[u][k] << IMAGE_IM_TO_SIGN),
                    };
                }
            }
        }
    }
}
