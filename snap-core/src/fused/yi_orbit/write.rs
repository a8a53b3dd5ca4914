//! What an output's sums become in C.

use portax::layout::InTile;
use portax::{Complex, Float, device};

use super::MOST_N3;
use crate::tables::{OrbitFlags, OrbitJob, OrbitPlaces};

/// The place of value n of an output among the pairs, and of its second column.
#[device]
fn place(base: Int, length: Int, columns: usize, n: Int) -> (Int, Int) {
    let at = base + (length * n - n * n + n) * columns;
    (at, at + length - n * 2)
}

/// The two columns that a sum of image 0 (2) and of image 1 (3) make in C.
#[device]
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
pub fn write<T: Float>(
    job: OrbitJob<Int>,
    places: OrbitPlaces<Int>,
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
        let odd = (job.flags << OrbitFlags::ODD_TO_SIGN)
            ^ comptime!(if n % 2 == 1 { i32::MIN } else { 0 });
        let value: Int = n;
        let (at0, next0) = place(places.first, places.length, 2, value);
        let (at2, next2) = place(places.swapped, places.swapped_length, 2, value);
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
            if job.flags & OrbitFlags::DIAGONAL != 0 {
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
            if job.flags & OrbitFlags::DIAGONAL != 0 {
                if upper < 0 {
                    rest[(lane, job.rest + 2 * n)] = u;
                    rest[(lane, job.rest + 2 * n + 1)] = v;
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
pub fn write_axis<T: Float>(
    job: OrbitJob<Int>,
    places: OrbitPlaces<Int>,
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
        let odd = (job.flags << OrbitFlags::ODD_TO_SIGN)
            ^ comptime!(if n % 2 == 1 { i32::MIN } else { 0 });
        let value: Int = n;
        let (at0, _) = place(places.first, places.length, 1, value);
        let (at2, next2) = place(places.swapped, places.swapped_length, 2, value);
        let u = acc[0][n];
        if comptime!(images == 4) {
            let (re, im) = (acc[1][n].re.flip(odd), acc[1][n].im.flip(odd));
            if job.flags & OrbitFlags::ZERO != 0 {
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
            if job.flags & OrbitFlags::ZERO != 0 {
                if upper < 0 {
                    rest[(lane, job.rest + n)] = Complex { re: re, im: zero };
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
pub fn add_rest<T: Float>(
    job: OrbitJob<Int>,
    places: OrbitPlaces<Int>,
    c: View<Complex<T>, 2, InTile>,
    rest: View<Complex<T>, 2, InTile>,
    lane: i32,
    upper: i32,
) {
    for n in 0..job.flags & OrbitFlags::N3 {
        if job.flags & OrbitFlags::ZERO != 0 {
            if upper >= 0 {
                let (at, _) = place(places.first, places.length, 1, n);
                c[(lane, at)] += rest[(lane, job.rest + n)];
            }
        } else {
            let (at, next) = place(places.first, places.length, 2, n);
            let (column, of_rest) = (
                if upper < 0 { next } else { at },
                if upper < 0 { 1 } else { 0 },
            );
            c[(lane, column)] += rest[(lane, of_rest + (job.rest + n * 2))];
        }
    }
}
