//! The features of one neighbour that both pair stages contract: A = a^S and Bx = b^T T_n(x) (FAST_SNAP section 3).
//!
//! Features of a chunk of neighbours lie in a tile of team scratch, `(lane, feature, neighbour of the chunk)`:
//!
//! | features | from |
//! |---|---|
//! | (S, c), real and imaginary part of a^S: 0, then 2 S - 1 + c | 0 |
//! | columns (T, d, n) of [`MomentLayout`](crate::tables::MomentLayout), and padding | [`columns`] |
//! | Chebyshev polynomials T_n(x) | [`chebyshev`] |

use portax::layout::InTile;
use portax::{Complex, Float, device};

use super::pair_geometry::{COS, N, SIN};
use crate::tables::{chebyshev_count, moment_columns, moment_rows};

/// Columns are updated in blocks of a multiple of this many.
pub const COLUMN_BLOCK: usize = 4;

/// First column.
#[must_use]
pub const fn columns(twojmax: usize) -> usize {
    moment_rows(twojmax)
}

/// First Chebyshev polynomial.
#[must_use]
pub const fn chebyshev(twojmax: usize) -> usize {
    columns(twojmax) + moment_columns(twojmax).next_multiple_of(COLUMN_BLOCK)
}

/// First derivative of a Chebyshev polynomial.
#[must_use]
pub const fn derivatives(twojmax: usize) -> usize {
    chebyshev(twojmax) + chebyshev_count(twojmax)
}

/// Number of features without derivatives, those of compute_ui.
#[must_use]
pub const fn feature_count(twojmax: usize) -> usize {
    derivatives(twojmax)
}

/// The quaternion (a, b) of pair `n`: a = cos - i n_z sin, b = (n_y - i n_x) sin.
#[device]
pub fn quaternion<T: Float>(geometry: View<T, 3, InTile>, lane: Index, n: Int) -> [Complex<T>; 2] {
    let sin = geometry[(lane, SIN, n)];
    [
        Complex {
            re: geometry[(lane, COS, n)],
            im: -(geometry[(lane, N + 2, n)] * sin),
        },
        Complex {
            re: geometry[(lane, N + 1, n)] * sin,
            im: -(geometry[(lane, N, n)] * sin),
        },
    ]
}

/// The Chebyshev polynomials at x = 2 |a|^2 - 1, which are the columns with T = 0.
#[device]
fn chebyshev_polynomials<T: Float>(
    f: View<T, 3, InTile>,
    lane: Index,
    k: Int,
    a: Complex<T>,
    twojmax: usize,
) {
    let x = a.norm_sqr() * 2.0 - 1.0;
    let mut before: T = x;
    let mut p: T = 1.0;
    let mut column: Int = comptime!(columns(twojmax));
    for n in 0..twojmax / 2 + 1 {
        f[(lane, n + comptime!(chebyshev(twojmax)), k)] = p;
        f[(lane, column, k)] = p;
        let next = (x * 2.0) * p - before;
        before = p;
        p = next;
        column += 4 * n + 3;
    }
}

/// dT_n/dx.
#[device]
pub fn chebyshev_derivatives<T: Float>(
    f: View<T, 3, InTile>,
    lane: Index,
    k: Int,
    a: Complex<T>,
    twojmax: usize,
) {
    let x = a.norm_sqr() * 4.0 - 2.0;
    let mut before: T = 0.0;
    let mut d: T = 0.0;
    for n in 0..twojmax / 2 + 1 {
        f[(lane, n + comptime!(derivatives(twojmax)), k)] = d;
        let mut p = f[(lane, n + comptime!(chebyshev(twojmax)), k)];
        if n > 0 {
            p = p * 2.0;
        }
        let next = x * d - before + p;
        before = d;
        d = next;
    }
}

/// Features of a neighbour, those from its powers of a times `scale`; the padding of the columns is left alone.
///
/// One loop has the powers of a and of b: neither waits for the other.
#[device]
pub fn features<T: Float>(
    f: View<T, 3, InTile>,
    lane: Index,
    k: Int,
    [a, b]: [Complex<T>; 2],
    scale: T,
    twojmax: usize,
) {
    chebyshev_polynomials(f, lane, k, a, twojmax);
    f[(lane, 0, k)] = scale;
    let mut power_a: Complex<T> = 0.0;
    power_a.re = scale;
    let mut power_b: Complex<T> = 1.0;
    for s in 1..twojmax + 1 {
        power_a = power_a * a;
        power_b = power_b * b;
        f[(lane, 2 * s - 1, k)] = power_a.re;
        f[(lane, 2 * s, k)] = power_a.im;
        let mut column: Int = s * (s + 1) / 2 + s + comptime!(columns(twojmax)) - 1;
        for n in 0..(twojmax - s) / 2 + 1 {
            let p = f[(lane, n + comptime!(chebyshev(twojmax)), k)];
            f[(lane, column, k)] = power_b.re * p;
            f[(lane, column + 1, k)] = power_b.im * p;
            column += 2 * s + 4 * n + 3;
        }
    }
}

/// Clears the padding of the columns of neighbour `k`.
#[device]
pub fn clear_padding<T: Float>(f: View<T, 3, InTile>, lane: Index, k: Int, twojmax: usize) {
    for column in
        comptime!(columns(twojmax) + moment_columns(twojmax))..comptime!(chebyshev(twojmax))
    {
        f[(lane, column, k)] = 0.0;
    }
}
