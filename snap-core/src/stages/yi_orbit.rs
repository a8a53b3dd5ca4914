//! compute_yi, orbit form: a thread walks one stream of items with four symmetric images each, and ends with C
//! (FAST_SNAP sections 6, 7 and 11).

use portax::layout::InTile;
use portax::{AoSoA, Complex, Float, Functor, TeamKernel, View, device, kernel};

use crate::tables::{OrbitFlags, OrbitShapes, SEGMENT};

/// The largest shapes. They are values, not const generics, so that rustc compiles the body once an executor: devices
/// get code for each shape in the tables all the same, and CPUs use other forms.
pub const LARGEST_SHAPES: OrbitShapes = OrbitShapes {
    n2: 4,
    n3: 3,
    axis: 4,
};

/// Most values n of operand 2, and of an output.
const MOST_N2: usize = LARGEST_SHAPES.n2;
const MOST_N3: usize = LARGEST_SHAPES.axis;

/// Values of V that a thread has on the way to team scratch at a time.
const ON_THE_WAY: usize = 8;

/// Among how many schedulers a GPU deals the threads of a team.
const SCHEDULERS: usize = 4;

/// C of each atom of a batch by the streams of [`YiOrbit`](crate::tables::YiOrbit): V and its images in team scratch, the
/// sums of an output and operand 2 in registers.
///
/// A team takes `tiles` tiles of one element; each of its threads walks the stream of a slot for one of them.
#[derive(Functor)]
pub struct ComputeYiOrbit<T: Float> {
    /// First tile of the batch, one element.
    pub first: View<i32, 1>,
    /// Tiles of the system.
    pub ntiles: i32,
    /// Element of each tile.
    pub tile_element: View<i32, 1>,
    /// V, `[batch slots, values]`.
    pub ulisttot: View<Complex<T>, 2, AoSoA>,
    /// [`YiOrbit::images`](crate::tables::YiOrbit::images).
    pub images: View<[i32; 8], 1>,
    /// [`YiOrbit::stream`](crate::tables::YiOrbit::stream).
    pub stream: View<[i32; 4], 1>,
    /// Segments of one element.
    pub nsegments: i32,
    /// [`YiOrbit::jobs`](crate::tables::YiOrbit::jobs).
    pub jobs: View<[i32; 4], 1>,
    /// [`YiOrbit::places`](crate::tables::YiOrbit::places).
    pub places: View<[i32; 4], 1>,
    /// [`YiOrbit::slots`](crate::tables::YiOrbit::slots).
    pub slots: View<i32, 1>,
    /// C as [`GradientPairs`](crate::tables::GradientPairs), `[batch slots, pairs]`.
    pub c: View<Complex<T>, 2, AoSoA>,
    /// Lanes of a tile.
    #[comptime]
    pub width: usize,
    /// Rows of the image table.
    #[comptime]
    pub image_rows: usize,
    /// Tiles of a team.
    #[comptime]
    pub tiles: usize,
    /// Slots of a team.
    #[comptime]
    pub team_slots: usize,
    /// Teams that share the slots of their tiles.
    #[comptime]
    pub parts: usize,
    /// Shapes in the tables.
    #[comptime]
    pub shapes: OrbitShapes,
}

impl<T: Float> ComputeYiOrbit<T> {
    /// Bytes of team scratch with so many rows of images.
    #[must_use]
    pub fn scratch(width: usize, image_rows: usize, tiles: usize) -> usize {
        2 * size_of::<T>() * width * ON_THE_WAY * image_rows * tiles
    }
}

/// Do products of the operands come before W? The rule by which the tables are made.
const fn multiplies_first(n2: usize, n3: usize, axis: bool) -> bool {
    if axis {
        4 * n2 <= n2 * n3 + 4 * n3
    } else {
        n2 <= n3
    }
}

/// Adds to the sums of an output what one value `x` of operand 1 gives, four images of it.
#[device]
fn add<T: Float>(
    segment: Segment,
    row: Int,
    x: [Complex<T>; 4],
    b: [[Complex<T>; MOST_N2]; 4],
    n2: usize,
    n3: usize,
    sums: usize,
    acc: &mut [[Complex<T>; MOST_N3]; 4],
) {
    let w = segment.floats::<T>(row);
    if comptime!(multiplies_first(n2, n3, sums == 2)) {
        #[unroll]
        for j in 0..n2 {
            let mut p: [Complex<T>; 4] = [0.0; 4];
            #[unroll]
            for s in 0..sums {
                p[s] = x[comptime!(s * 4 / sums)] * b[comptime!(s * 4 / sums)][j];
                if comptime!(sums == 2) {
                    p[s] += x[2 * s + 1] * b[2 * s + 1][j];
                }
            }
            #[unroll]
            for n in 0..n3 {
                #[unroll]
                for s in 0..sums {
                    acc[s][n] += w[j * n3 + n] * p[s];
                }
            }
        }
    } else {
        #[unroll]
        for n in 0..n3 {
            #[unroll]
            for e in 0..4 {
                let mut m = w[n * n2] * b[e][0];
                #[unroll]
                for j in 1..n2 {
                    m += w[n * n2 + j] * b[e][j];
                }
                acc[comptime!(e * sums / 4)][n] += x[e] * m;
            }
        }
    }
}

/// Adds the items of a run; the row behind their W.
///
/// Image 3 of an output on the axis is the conjugate of image 2, so its operands are conjugated.
#[device]
fn run<T: Float>(
    segment: Segment,
    first: Int,
    items: Int,
    v: View<Complex<T>, 3, InTile>,
    tile: Int,
    lane: Index,
    n2: usize,
    n3: usize,
    sums: usize,
    acc: &mut [[Complex<T>; MOST_N3]; 4],
) -> Int {
    let mut row: Int = first + items * 2;
    for k in 0..items {
        let (second, one) = (segment.ints(first + k * 2), segment.ints(first + k * 2 + 1));
        let at = [second[0] & 0xffff, second[1] & 0xffff, second[2], second[3]];
        let mut b: [[Complex<T>; MOST_N2]; 4] = [[0.0; MOST_N2]; 4];
        #[unroll]
        for e in 0..4 {
            #[unroll]
            for j in 0..n2 {
                b[e][j] = v[(lane, at[e] + j, tile)];
                if comptime!(sums == 2 && e == 3) {
                    b[e][j].im = -b[e][j].im;
                }
            }
        }
        let n1 = (second[0] >> 16) & 15;
        for i in 0..n1 {
            let mut x: [Complex<T>; 4] = [0.0; 4];
            #[unroll]
            for e in 0..4 {
                x[e] = v[(lane, one[e] + i, tile)].conj_if(second[comptime!(e / 2)]);
                if comptime!(sums == 2 && e == 3) {
                    x[e].im = -x[e].im;
                }
            }
            add::<T>(segment, row, x, b, n2, n3, sums, &mut acc);
            row += comptime!((n2 * n3).div_ceil(2));
        }
    }
    row
}

/// Conjugates the sums of the first and of the second half of the images where bit 31 says so.
#[device]
fn conjugate<T: Float>(
    low: Int,
    high: Int,
    n3: usize,
    sums: usize,
    acc: &mut [[Complex<T>; MOST_N3]; 4],
) {
    #[unroll]
    for n in 0..n3 {
        #[unroll]
        for s in 0..sums {
            if comptime!(2 * s < sums) {
                acc[s][n] = acc[s][n].conj_if(low);
            } else {
                acc[s][n] = acc[s][n].conj_if(high);
            }
        }
    }
}

/// Adds a segment.
#[device]
fn walk<T: Float>(
    segment: Segment,
    v: View<Complex<T>, 3, InTile>,
    tile: Int,
    lane: Index,
    most_n2: usize,
    n3: usize,
    sums: usize,
    acc: &mut [[Complex<T>; MOST_N3]; 4],
) {
    let mut at: Int = 1;
    let head = segment.ints(0);
    for k in 0..head[0] {
        let [values, items, low, high] = segment.ints(at);
        conjugate::<T>(low, high, n3, sums, &mut acc);
        let first = at + 1;
        #[unroll]
        for n2 in 1..most_n2 + 1 {
            if values == n2 {
                at = run::<T>(segment, first, items, v, tile, lane, n2, n3, sums, &mut acc);
            }
        }
    }
}

/// The place of value n of an output among the pairs, and of its second column.
#[device]
fn place(base: Int, length: Int, columns: usize, n: usize) -> (Int, Int) {
    let at = base + (length * n - comptime!(n * n) + n) * columns;
    (at, at + length - comptime!(2 * n))
}

/// Writes C of an output with T > 0 and its images.
#[device]
fn write<T: Float>(
    head: Int,
    places: [Int; 4],
    c: View<Complex<T>, 2, InTile>,
    lane: Index,
    n3: usize,
    acc: [[Complex<T>; MOST_N3]; 4],
) {
    #[unroll]
    for n in 0..n3 {
        let sign = (head << 24) ^ comptime!(if n % 2 == 1 { i32::MIN } else { 0 });
        let mut plus = acc[0][n];
        let mut minus = acc[1][n];
        let u = Complex {
            re: acc[2][n].re.flip(sign),
            im: acc[2][n].im.flip(sign),
        };
        let v = Complex {
            re: acc[3][n].re.flip(sign),
            im: acc[3][n].im.flip(sign),
        };
        if head & OrbitFlags::DIAGONAL != 0 {
            plus = plus + u;
            minus = minus + v;
        } else {
            let (at, next) = place(places[2], places[3], 2, n);
            c[(lane, at)] = u + v;
            c[(lane, next)] = Complex {
                re: u.im - v.im,
                im: v.re - u.re,
            };
        }
        let (at, next) = place(places[0], places[1], 2, n);
        c[(lane, at)] = plus + minus;
        c[(lane, next)] = Complex {
            re: plus.im - minus.im,
            im: minus.re - plus.re,
        };
    }
}

/// Writes C of an output with T = 0, whose images 0 and 1 are one, and 2 and 3.
#[device]
fn write_axis<T: Float>(
    head: Int,
    places: [Int; 4],
    c: View<Complex<T>, 2, InTile>,
    lane: Index,
    n3: usize,
    acc: [[Complex<T>; MOST_N3]; 4],
) {
    #[unroll]
    for n in 0..n3 {
        let sign = (head << 24) ^ comptime!(if n % 2 == 1 { i32::MIN } else { 0 });
        let zero: T = 0.0;
        let (u, re, im) = (acc[0][n], acc[1][n].re.flip(sign), acc[1][n].im.flip(sign));
        let (at, _) = place(places[0], places[1], 1, n);
        if head & OrbitFlags::ZERO != 0 {
            c[(lane, at)] = Complex {
                re: u.re + re,
                im: zero,
            };
        } else {
            c[(lane, at)] = u;
            let (at, next) = place(places[2], places[3], 2, n);
            c[(lane, at)] = Complex { re: re, im: zero };
            c[(lane, next)] = Complex { re: im, im: zero };
        }
    }
}

// SAFETY: the tables give every value of C one job, and every job one slot, which one thread of a tile's teams walks;
// scratch is written before the barrier, by the lane that reads it.
#[kernel]
unsafe impl<T: Float> TeamKernel for ComputeYiOrbit<T> {
    fn compute_yi_orbit(&self, team: Team) {
        let (group, part) = (
            team.league_rank() / self.parts,
            team.league_rank() % self.parts,
        );
        let first = group * self.tiles;
        let tile0 = self.first[0] + first;
        if tile0 >= self.ntiles {
            return;
        }
        let v = team.scratch_tile::<Complex<T>, 3>([
            self.width,
            comptime!(self.image_rows * ON_THE_WAY),
            self.tiles,
        ]);
        parallel_for(
            TeamThreadRange(team, comptime!(self.image_rows * self.tiles)),
            |n| {
                let (tile, row) = (n / self.image_rows, n % self.image_rows);
                let from = self.ulisttot.tile(first + tile);
                let sources = self.images[row];
                for lane in team.lanes() {
                    let mut values: [Complex<T>; ON_THE_WAY] = [0.0; ON_THE_WAY];
                    #[unroll]
                    for k in 0..8 {
                        values[k] = from[(lane, sources[k] & 0x3fff_ffff)];
                    }
                    #[unroll]
                    for k in 0..8 {
                        v[(lane, row * 8 + k, tile)] = Complex {
                            re: values[k].re.flip(sources[k]),
                            im: values[k].im.flip(sources[k] << 1),
                        };
                    }
                }
            },
        );
        team.barrier();
        let segments = self.tile_element[tile0] * self.nsegments;
        parallel_for(
            TeamThreadRange(team, comptime!(self.team_slots * self.tiles)),
            |n| {
                // Threads of one slot, which run the same code, on one scheduler of a GPU: those take turns.
                let threads = comptime!(self.team_slots * self.tiles);
                let turns = comptime!(if threads % SCHEDULERS == 0 {
                    SCHEDULERS
                } else {
                    1
                });
                let order = n % turns * comptime!(threads / turns) + n / turns;
                let slot = order / self.tiles + part * self.team_slots;
                let tile = order % self.tiles;
                let c = self.c.tile(first + tile);
                for number in self.slots[slot]..self.slots[slot + 1] {
                    let job = self.jobs[number];
                    let (begin, end) = (segments + job[1], segments + job[2]);
                    let (low, high) = (job[0] << 23, job[0] << 22);
                    let shape = job[0] & 31;
                    for lane in team.lanes() {
                        #[unroll]
                        for n3 in 1..self.shapes.n3 + 1 {
                            if shape == n3 {
                                let mut acc: [[Complex<T>; MOST_N3]; 4] = [[0.0; MOST_N3]; 4];
                                for segment in self.stream.segments::<SEGMENT>(team, begin, end) {
                                    walk::<T>(
                                        segment,
                                        v,
                                        tile,
                                        lane,
                                        self.shapes.n2,
                                        n3,
                                        4,
                                        &mut acc,
                                    );
                                }
                                conjugate::<T>(low, high, n3, 4, &mut acc);
                                let places = self.places[number];
                                write::<T>(job[0], places, c, lane, n3, acc);
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
                                        lane,
                                        self.shapes.n2,
                                        n3,
                                        2,
                                        &mut acc,
                                    );
                                }
                                conjugate::<T>(low, high, n3, 2, &mut acc);
                                let places = self.places[number];
                                write_axis::<T>(job[0], places, c, lane, n3, acc);
                            }
                        }
                    }
                }
            },
        );
    }
}
