//! compute_yi, orbit form: a thread walks one stream of items with four symmetric images each, and ends with C
//! (FAST_SNAP sections 5 to 7).

pub mod mapping;
mod sums;
mod tables;
mod write;

use portax::{AoSoA, Complex, Float, Functor, TeamKernel, View, device, kernel};

use crate::tables::{IMAGE_IM_TO_SIGN, IMAGE_SOURCE, OrbitFlags, OrbitShapes, SEGMENT};
use sums::{conjugate, halves, walk};
pub(super) use tables::Tables;
use write::{add_rest, write, write_axis};

/// The largest shapes. They are values, not const generics, so that rustc compiles the body once an executor: devices
/// get code for each shape in the tables all the same, and CPUs use other forms.
pub const LARGEST_SHAPES: OrbitShapes = OrbitShapes {
    n2: 4,
    n3: 5,
    axis: 8,
};

/// Most values n of operand 2, and of an output.
const MOST_N2: usize = LARGEST_SHAPES.n2;
const MOST_N3: usize = LARGEST_SHAPES.axis;

/// Values of V in a row of the image table.
const ROW: usize = 8;

/// Most rows of the image table that a thread fills at once.
const ROWS_AT_ONCE: usize = 4;

/// Among how many schedulers a GPU deals the threads of a team.
const SCHEDULERS: usize = 4;

/// C of each atom of a batch by the streams of [`YiOrbit`](crate::tables::YiOrbit): V and its images in team scratch, the
/// sums of an output and operand 2 in registers.
///
/// A team takes `tiles` tiles of one element; each of its threads walks the stream of a slot for one of them.
///
/// With four images an item, a lane has an atom. With two, where V of a whole tile does not fit or leaves too few teams, what
/// is called tile here is half a tile of the atoms: the lower half of the lanes has images 0 and 1 of its atoms, the upper
/// half images 2 and 3 of the same atoms. Where both belong to one output, the upper half leaves its part in `rest`.
#[derive(Functor)]
pub struct ComputeYiOrbit<T: Float> {
    /// First tile of the batch, one element.
    pub first: View<i32, 1>,
    /// Tiles of the batch that precede those of this launch.
    pub skip: i32,
    /// Tiles of the system.
    pub ntiles: i32,
    /// Element of each tile.
    pub tile_element: View<i32, 1>,
    /// V, `[batch slots, values]`.
    pub ulisttot: View<Complex<T>, 2, AoSoA>,
    /// [`YiOrbit::images`](crate::tables::YiOrbit::images).
    pub images_of_v: View<[i32; 8], 1>,
    /// [`YiOrbit::stream`](crate::tables::YiOrbit::stream).
    pub stream: View<[i32; 4], 1>,
    /// Segments of one element.
    pub nsegments: i32,
    /// [`YiOrbit::jobs`](crate::tables::YiOrbit::jobs), each followed by its
    /// [`YiOrbit::places`](crate::tables::YiOrbit::places): a thread that has read one has both in its cache.
    pub jobs: View<[i32; 4], 1>,
    /// [`YiOrbit::slots`](crate::tables::YiOrbit::slots).
    pub slots: View<i32, 1>,
    /// C as [`GradientPairs`](crate::tables::GradientPairs), `[batch slots, pairs]`.
    pub c: View<Complex<T>, 2, AoSoA>,
    /// What images 2 and 3 add to C of outputs that all images share, `[batch slots, at least` [`YiOrbit::nrest`](crate::tables::YiOrbit::nrest)`]`.
    pub rest: View<Complex<T>, 2, AoSoA>,
    /// Is there more than one batch? Where there is one, no team waits for the number of its first tile.
    #[comptime]
    pub batched: bool,
    /// Lanes of a tile.
    #[comptime]
    pub width: usize,
    /// Images of an item that a lane has, 4 or 2.
    #[comptime]
    pub images: usize,
    /// Rows of the image table.
    #[comptime]
    pub image_rows: usize,
    /// Tiles of a team.
    #[comptime]
    pub tiles: usize,
    /// Slots of a team.
    #[comptime]
    pub team_slots: usize,
    /// Shapes in the tables.
    #[comptime]
    pub shapes: OrbitShapes,
}

impl<T: Float> ComputeYiOrbit<T> {
    /// Bytes of team scratch with so many atoms a tile, rows of images and tiles.
    #[must_use]
    pub fn scratch(atoms: usize, image_rows: usize, tiles: usize) -> usize {
        2 * size_of::<T>() * atoms * ROW * image_rows * tiles
    }
}

/// Numbers of W in a row of the stream.
const fn numbers_per_row<T>() -> usize {
    16 / size_of::<T>()
}

/// Rows of the image table that a thread fills at once, where a team of `slots` threads a tile has `rows` a tile; more than
/// 16 values do not stay in registers.
const fn rows_at_once(rows: usize, slots: usize, images: usize) -> usize {
    let (most, share) = (2 * ROWS_AT_ONCE / images, rows.div_ceil(slots));
    if share < most { share } else { most }
}

/// Slot and tile of a team thread: threads of one slot, which run the same code, on one scheduler of a GPU; those take turns.
#[device]
fn slot_and_tile(n: Int, slots: usize, tiles: usize) -> (Int, Int) {
    let threads = comptime!(slots * tiles);
    let turns = comptime!(if threads % SCHEDULERS == 0 {
        SCHEDULERS
    } else {
        1
    });
    let order = n % turns * comptime!(threads / turns) + n / turns;
    (order / tiles, order % tiles)
}

#[kernel(unchecked)]
// SAFETY: a value of `c` or `rest` has one job, and that one slot and lane; where halves of the lanes share it, a barrier
// stands between them, as it does between writes and reads of scratch.
unsafe impl<T: Float> TeamKernel for ComputeYiOrbit<T> {
    fn compute_yi_orbit(&self, team: Team) {
        // Tiles of a team in tiles of the views, and atoms of one.
        let (a_tile, atoms) = (
            comptime!(4 / self.images),
            comptime!(self.width * self.images / 4),
        );
        let first = team.league_rank() * self.tiles + self.skip as Int * a_tile;
        let mut tile0 = first / a_tile;
        if comptime!(self.batched) {
            tile0 = tile0 + self.first[0];
        }
        if tile0 >= self.ntiles {
            return;
        }
        let segments = self.tile_element[tile0] * self.nsegments;
        let v =
            team.scratch::<Complex<T>, 3>([atoms, comptime!(self.image_rows * ROW), self.tiles]);
        // A thread has the loads of several rows under way at once.
        let rows = comptime!(self.image_rows * self.tiles);
        let at_once = comptime!(rows_at_once(self.image_rows, self.team_slots, self.images));
        let steps = comptime!(rows.div_ceil(at_once));
        parallel_for(TeamThreadRange(team, steps), |step| {
            for lane in team.lanes() {
                let atom = lane % atoms;
                let upper = if lane >= atoms { i32::MIN } else { 0 };
                let (none, half): (Int, Int) = (0, 4);
                let (skip, _) = halves(upper, none, half, self.images);
                let mut values: [[Complex<T>; ROW]; ROWS_AT_ONCE] = [[0.0; ROW]; ROWS_AT_ONCE];
                let mut source: [[i32; ROW]; ROWS_AT_ONCE] = [[0; ROW]; ROWS_AT_ONCE];
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
                #[unroll]
                for u in 0..at_once {
                    let n = step + u * steps;
                    if n < rows {
                        let (tile, row) = (n / self.image_rows, n % self.image_rows);
                        #[unroll]
                        for k in 0..2 * self.images {
                            v[(atom, row * 8 + k + skip, tile)] = Complex {
                                re: values[u][k].re.flip(source[u][k]),
                                im: values[u][k].im.flip(source[u][k] << IMAGE_IM_TO_SIGN),
                            };
                        }
                    }
                }
            }
        });
        team.barrier();
        parallel_for(
            TeamThreadRange(team, comptime!(self.team_slots * self.tiles)),
            |n| {
                let (slot, tile) = slot_and_tile(n, self.team_slots, self.tiles);
                let c = self.c.tile((first + tile) / a_tile);
                let rest = self.rest.tile((first + tile) / a_tile);
                for number in self.slots[slot]..self.slots[slot + 1] {
                    let job = self.jobs[number * 2];
                    let (begin, end) = (segments + job[1], segments + job[2]);
                    let (low, high) = (
                        job[0] << OrbitFlags::CONJUGATED_0_TO_SIGN,
                        job[0] << OrbitFlags::CONJUGATED_2_TO_SIGN,
                    );
                    let shape = job[0] & OrbitFlags::SHAPE;
                    for lane in team.lanes() {
                        let atom = lane % atoms;
                        let upper = if lane >= atoms { i32::MIN } else { 0 };
                        let to = (first + tile) % a_tile * atoms + atom;
                        #[unroll]
                        for n3 in 1..self.shapes.n3 + 1 {
                            if shape == n3 {
                                let mut acc: [[Complex<T>; MOST_N3]; 4] = [[0.0; MOST_N3]; 4];
                                for segment in self.stream.segments::<SEGMENT>(team, begin, end) {
                                    walk::<T>(
                                        segment,
                                        v,
                                        tile,
                                        atom,
                                        upper,
                                        self.shapes.n2,
                                        n3,
                                        self.images,
                                        1,
                                        &mut acc,
                                    );
                                }
                                conjugate::<T>(low, high, upper, n3, self.images, 1, &mut acc);
                                let places = self.jobs[number * 2 + 1];
                                write::<T>(job, places, c, rest, to, upper, n3, self.images, acc);
                            }
                        }
                        #[unroll]
                        for n3 in 1..self.shapes.axis + 1 {
                            if shape == comptime!(n3 as i32 | OrbitFlags::AXIS) {
                                let mut acc: [[Complex<T>; MOST_N3]; 4] = [[0.0; MOST_N3]; 4];
                                for segment in self.stream.segments::<SEGMENT>(team, begin, end) {
                                    walk::<T>(
                                        segment,
                                        v,
                                        tile,
                                        atom,
                                        upper,
                                        self.shapes.n2,
                                        n3,
                                        self.images,
                                        2,
                                        &mut acc,
                                    );
                                }
                                conjugate::<T>(low, high, upper, n3, self.images, 2, &mut acc);
                                let places = self.jobs[number * 2 + 1];
                                write_axis::<T>(
                                    job,
                                    places,
                                    c,
                                    rest,
                                    to,
                                    upper,
                                    n3,
                                    self.images,
                                    acc,
                                );
                            }
                        }
                    }
                }
            },
        );
        if comptime!(self.images == 2) {
            team.barrier();
            parallel_for(
                TeamThreadRange(team, comptime!(self.team_slots * self.tiles)),
                |n| {
                    let (slot, tile) = slot_and_tile(n, self.team_slots, self.tiles);
                    let c = self.c.tile((first + tile) / a_tile);
                    let rest = self.rest.tile((first + tile) / a_tile);
                    for number in self.slots[slot]..self.slots[slot + 1] {
                        let job = self.jobs[number * 2];
                        if job[0] & (OrbitFlags::DIAGONAL | OrbitFlags::ZERO) != 0 {
                            let places = self.jobs[number * 2 + 1];
                            for lane in team.lanes() {
                                let to = (first + tile) % a_tile * atoms + lane % atoms;
                                let upper = if lane >= atoms { i32::MIN } else { 0 };
                                add_rest::<T>(job, places, c, rest, to, upper);
                            }
                        }
                    }
                },
            );
        }
    }
}
