//! The sums of an output: segments of the stream, their runs, and items.

use portax::{Complex, Float, device};

use super::{MOST_N2, MOST_N3, numbers_per_row};
use crate::tables::{OrbitItem, OrbitRun};

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
pub fn halves(upper: i32, low: Int, high: Int, images: usize) -> (i32, i32) {
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
        let item = OrbitItem::of([segment.ints(first + k * 2), segment.ints(first + k * 2 + 1)]);
        let (at0, at2) = halves(upper, item.second[0], item.second[2], images);
        let (at1, at3) = halves(upper, item.second[1], item.second[3], images);
        let at = [at0, at1, at2, at3];
        let (from0, from2) = halves(upper, item.first[0], item.first[2], images);
        let (from1, from3) = halves(upper, item.first[1], item.first[3], images);
        let from = [from0, from1, from2, from3];
        let (low, high) = halves(upper, item.signs[0], item.signs[1], images);
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
        for i in 0..item.n1 {
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
pub fn conjugate<T: Float>(
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
pub fn walk<T: Float>(
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
    let [runs, _, _, _] = segment.ints(0);
    for k in 0..runs {
        let head = OrbitRun::of(segment.ints(at));
        conjugate::<T>(
            head.flip_low,
            head.flip_high,
            upper,
            n3,
            images,
            a_sum,
            &mut acc,
        );
        let first = at + 1;
        #[unroll]
        for n2 in 1..most_n2 + 1 {
            if head.n2 == n2 {
                at = run::<T>(
                    segment, first, head.items, v, tile, atom, upper, n2, n3, images, a_sum,
                    &mut acc,
                );
            }
        }
    }
}
