//! compute_yi, orbit form: a thread walks one stream of items with four symmetric images each, and ends with C
//! (FAST_SNAP sections 5 to 7).

use portax::layout::InTile;
use portax::{AoSoA, Complex, Float, Functor, TeamKernel, View, device, kernel};

use crate::tables::{OrbitFlags, OrbitShapes, SEGMENT};

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
    /// Teams that share the slots of their tiles.
    #[comptime]
    pub parts: usize,
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

/// Do products of the operands come before W? The rule by which the tables are made.
const fn multiplies_first(n2: usize, n3: usize, axis: bool) -> bool {
    if axis {
        4 * n2 <= n2 * n3 + 4 * n3
    } else {
        n2 <= n3
    }
}

/// What images 0 and 1, and 2 and 3, of a lane go by: both with four images, what its half goes by with two.
#[device(unchecked)]
fn halves(upper: i32, low: Int, high: Int, images: usize) -> (i32, i32) {
    let mine = if upper < 0 { high } else { low };
    let (low, high) = (low as i32, high as i32);
    let four = comptime!(images == 4);
    (
        if four { low } else { mine },
        if four { high } else { mine },
    )
}

/// Adds to the sums of an output what one value `x` of operand 1 gives, all images of it. On the axis pairs of images have
/// one sum.
#[device(unchecked)]
fn add<T: Float>(
    segment: Segment,
    row: Int,
    x: [Complex<T>; 4],
    b: [[Complex<T>; MOST_N2]; 4],
    n2: usize,
    n3: usize,
    images: usize,
    a_sum: usize,
    acc: &mut [[Complex<T>; MOST_N3]; 4],
) {
    let w = segment.floats::<T>(row);
    if comptime!(multiplies_first(n2, n3, a_sum == 2)) {
        #[unroll]
        for j in 0..n2 {
            let mut p: [Complex<T>; 4] = [0.0; 4];
            #[unroll]
            for s in 0..images / a_sum {
                p[s] = x[comptime!(s * a_sum)] * b[comptime!(s * a_sum)][j];
                if comptime!(a_sum == 2) {
                    p[s] += x[2 * s + 1] * b[2 * s + 1][j];
                }
            }
            #[unroll]
            for n in 0..n3 {
                #[unroll]
                for s in 0..images / a_sum {
                    acc[s][n] += w[j * n3 + n] * p[s];
                }
            }
        }
    } else {
        #[unroll]
        for n in 0..n3 {
            #[unroll]
            for e in 0..images {
                let mut m = w[n * n2] * b[e][0];
                #[unroll]
                for j in 1..n2 {
                    m += w[n * n2 + j] * b[e][j];
                }
                acc[comptime!(e / a_sum)][n] += x[e] * m;
            }
        }
    }
}

/// Adds the items of a run; the row behind their W.
///
/// Image 3 of an output on the axis is the conjugate of image 2, so its operands are conjugated.
#[device(unchecked)]
fn run<T: Float>(
    segment: Segment,
    first: Int,
    items: Int,
    v: View<Complex<T>, 3>,
    tile: Int,
    atom: i32,
    upper: i32,
    n2: usize,
    n3: usize,
    images: usize,
    a_sum: usize,
    acc: &mut [[Complex<T>; MOST_N3]; 4],
) -> Int {
    let mut row: Int = first + items * 2;
    for k in 0..items {
        let (second, one) = (segment.ints(first + k * 2), segment.ints(first + k * 2 + 1));
        let (at0, at2) = halves(upper, second[0] & 0xffff, second[2], images);
        let (at1, at3) = halves(upper, second[1] & 0xffff, second[3], images);
        let at = [at0, at1, at2, at3];
        let (from0, from2) = halves(upper, one[0], one[2], images);
        let (from1, from3) = halves(upper, one[1], one[3], images);
        let from = [from0, from1, from2, from3];
        let (low, high) = halves(upper, second[0], second[1], images);
        let signs = [low, high];
        let mut b: [[Complex<T>; MOST_N2]; 4] = [[0.0; MOST_N2]; 4];
        #[unroll]
        for e in 0..images {
            #[unroll]
            for j in 0..n2 {
                let value: Int = j;
                b[e][j] = v[(atom, at[e] + value, tile)];
                if comptime!(a_sum == 2 && e == 3) {
                    b[e][j].im = -b[e][j].im;
                }
                if comptime!(a_sum == 2 && images == 2 && e == 1) {
                    b[e][j].im = b[e][j].im.flip(upper);
                }
            }
        }
        let n1 = (second[0] >> 16) & 15;
        for i in 0..n1 {
            let mut x: [Complex<T>; 4] = [0.0; 4];
            #[unroll]
            for e in 0..images {
                x[e] = v[(atom, from[e] + i, tile)].conj_if(signs[comptime!(e / 2)]);
                if comptime!(a_sum == 2 && e == 3) {
                    x[e].im = -x[e].im;
                }
                if comptime!(a_sum == 2 && images == 2 && e == 1) {
                    x[e].im = x[e].im.flip(upper);
                }
            }
            add::<T>(segment, row, x, b, n2, n3, images, a_sum, &mut acc);
            row += comptime!((n2 * n3).div_ceil(numbers_per_row::<T>()));
        }
    }
    row
}

/// Conjugates the sums of images 0 and 1 where bit 31 of `low`, and those of images 2 and 3 where bit 31 of `high` is set.
#[device(unchecked)]
fn conjugate<T: Float>(
    low: Int,
    high: Int,
    upper: i32,
    n3: usize,
    images: usize,
    a_sum: usize,
    acc: &mut [[Complex<T>; MOST_N3]; 4],
) {
    let (low, high) = halves(upper, low, high, images);
    #[unroll]
    for n in 0..n3 {
        #[unroll]
        for s in 0..images / a_sum {
            if comptime!(s * a_sum < 2) {
                acc[s][n] = acc[s][n].conj_if(low);
            } else {
                acc[s][n] = acc[s][n].conj_if(high);
            }
        }
    }
}

/// Adds a segment.
#[device(unchecked)]
fn walk<T: Float>(
    segment: Segment,
    v: View<Complex<T>, 3>,
    tile: Int,
    atom: i32,
    upper: i32,
    most_n2: usize,
    n3: usize,
    images: usize,
    a_sum: usize,
    acc: &mut [[Complex<T>; MOST_N3]; 4],
) {
    let mut at: Int = 1;
    let head = segment.ints(0);
    for k in 0..head[0] {
        let [values, items, low, high] = segment.ints(at);
        conjugate::<T>(low, high, upper, n3, images, a_sum, &mut acc);
        let first = at + 1;
        #[unroll]
        for n2 in 1..most_n2 + 1 {
            if values == n2 {
                at = run::<T>(
                    segment, first, items, v, tile, atom, upper, n2, n3, images, a_sum, &mut acc,
                );
            }
        }
    }
}

/// The place of value n of an output among the pairs, and of its second column.
#[device(unchecked)]
fn place(base: Int, length: Int, columns: usize, n: Int) -> (Int, Int) {
    let at = base + (length * n - n * n + n) * columns;
    (at, at + length - n * 2)
}

/// The two columns that a sum of image 0 (2) and of image 1 (3) make in C.
#[device(unchecked)]
fn columns<T: Float>(plus: Complex<T>, minus: Complex<T>) -> (Complex<T>, Complex<T>) {
    (
        plus + minus,
        Complex {
            re: plus.im - minus.im,
            im: minus.re - plus.re,
        },
    )
}

/// Writes C of an output with T > 0 and its images.
#[device(unchecked)]
fn write<T: Float>(
    job: [Int; 4],
    places: [Int; 4],
    c: View<Complex<T>, 2, InTile>,
    rest: View<Complex<T>, 2, InTile>,
    lane: i32,
    upper: i32,
    n3: usize,
    images: usize,
    acc: [[Complex<T>; MOST_N3]; 4],
) {
    #[unroll]
    for n in 0..n3 {
        let odd = (job[0] << 24) ^ comptime!(if n % 2 == 1 { i32::MIN } else { 0 });
        let value: Int = n;
        let (at0, next0) = place(places[0], places[1], 2, value);
        let (at2, next2) = place(places[2], places[3], 2, value);
        if comptime!(images == 4) {
            let (sum, difference) = columns::<T>(acc[0][n], acc[1][n]);
            let (u, v) = (acc[2][n], acc[3][n]);
            let (u, v) = columns::<T>(
                Complex {
                    re: u.re.flip(odd),
                    im: u.im.flip(odd),
                },
                Complex {
                    re: v.re.flip(odd),
                    im: v.im.flip(odd),
                },
            );
            if job[0] & OrbitFlags::DIAGONAL != 0 {
                c[(lane, at0)] = sum + u;
                c[(lane, next0)] = difference + v;
            } else {
                c[(lane, at2)] = u;
                c[(lane, next2)] = v;
                c[(lane, at0)] = sum;
                c[(lane, next0)] = difference;
            }
        } else {
            let sign = upper & odd;
            let (u, v) = (acc[0][n], acc[1][n]);
            let (u, v) = columns::<T>(
                Complex {
                    re: u.re.flip(sign),
                    im: u.im.flip(sign),
                },
                Complex {
                    re: v.re.flip(sign),
                    im: v.im.flip(sign),
                },
            );
            if job[0] & OrbitFlags::DIAGONAL != 0 {
                if upper < 0 {
                    rest[(lane, job[3] + 2 * n)] = u;
                    rest[(lane, job[3] + 2 * n + 1)] = v;
                } else {
                    c[(lane, at0)] = u;
                    c[(lane, next0)] = v;
                }
            } else {
                c[(lane, if upper < 0 { at2 } else { at0 })] = u;
                c[(lane, if upper < 0 { next2 } else { next0 })] = v;
            }
        }
    }
}

/// Writes C of an output with T = 0, whose images 0 and 1 are one, and 2 and 3.
#[device(unchecked)]
fn write_axis<T: Float>(
    job: [Int; 4],
    places: [Int; 4],
    c: View<Complex<T>, 2, InTile>,
    rest: View<Complex<T>, 2, InTile>,
    lane: i32,
    upper: i32,
    n3: usize,
    images: usize,
    acc: [[Complex<T>; MOST_N3]; 4],
) {
    let zero: T = 0.0;
    #[unroll]
    for n in 0..n3 {
        let odd = (job[0] << 24) ^ comptime!(if n % 2 == 1 { i32::MIN } else { 0 });
        let value: Int = n;
        let (at0, _) = place(places[0], places[1], 1, value);
        let (at2, next2) = place(places[2], places[3], 2, value);
        let u = acc[0][n];
        if comptime!(images == 4) {
            let (re, im) = (acc[1][n].re.flip(odd), acc[1][n].im.flip(odd));
            if job[0] & OrbitFlags::ZERO != 0 {
                c[(lane, at0)] = Complex {
                    re: u.re + re,
                    im: zero,
                };
            } else {
                c[(lane, at0)] = u;
                c[(lane, at2)] = Complex { re: re, im: zero };
                c[(lane, next2)] = Complex { re: im, im: zero };
            }
        } else {
            let (re, im) = (u.re.flip(odd), u.im.flip(odd));
            if job[0] & OrbitFlags::ZERO != 0 {
                if upper < 0 {
                    rest[(lane, job[3] + n)] = Complex { re: re, im: zero };
                } else {
                    c[(lane, at0)] = Complex { re: u.re, im: zero };
                }
            } else {
                if upper < 0 {
                    c[(lane, at2)] = Complex { re: re, im: zero };
                    c[(lane, next2)] = Complex { re: im, im: zero };
                } else {
                    c[(lane, at0)] = u;
                }
            }
        }
    }
}

/// Adds to C of an output that all images share what the upper half of the lanes left; each half has a column.
#[device(unchecked)]
fn add_rest<T: Float>(
    job: [Int; 4],
    places: [Int; 4],
    c: View<Complex<T>, 2, InTile>,
    rest: View<Complex<T>, 2, InTile>,
    lane: i32,
    upper: i32,
) {
    for n in 0..job[0] & 15 {
        if job[0] & OrbitFlags::ZERO != 0 {
            if upper >= 0 {
                let (at, _) = place(places[0], places[1], 1, n);
                c[(lane, at)] += rest[(lane, job[3] + n)];
            }
        } else {
            let (at, next) = place(places[0], places[1], 2, n);
            let (column, of_rest) = (
                if upper < 0 { next } else { at },
                if upper < 0 { 1 } else { 0 },
            );
            c[(lane, column)] += rest[(lane, of_rest + (job[3] + n * 2))];
        }
    }
}

/// Slot and tile of a team thread: threads of one slot, which run the same code, on one scheduler of a GPU; those take turns.
#[device(unchecked)]
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
        let (group, part) = (
            team.league_rank() / self.parts,
            team.league_rank() % self.parts,
        );
        // Tiles of a team in tiles of the views, and atoms of one.
        let (a_tile, atoms) = (
            comptime!(4 / self.images),
            comptime!(self.width * self.images / 4),
        );
        let first = group * self.tiles + self.skip as Int * a_tile;
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
                        values[u][k] = from[(slot, low & 0x3fff_ffff)];
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
                                im: values[u][k].im.flip(source[u][k] << 1),
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
                let slot = slot + part * self.team_slots;
                let c = self.c.tile((first + tile) / a_tile);
                let rest = self.rest.tile((first + tile) / a_tile);
                for number in self.slots[slot]..self.slots[slot + 1] {
                    let job = self.jobs[number * 2];
                    let (begin, end) = (segments + job[1], segments + job[2]);
                    let (low, high) = (job[0] << 23, job[0] << 22);
                    let shape = job[0] & 31;
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
                    let slot = slot + part * self.team_slots;
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
