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

/// Number of features of compute_ui.
#[must_use]
pub const fn feature_count(twojmax: usize) -> usize {
    chebyshev(twojmax) + chebyshev_count(twojmax)
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

/// Real and imaginary parts of `scale z^s` for s = 0..=twojmax, from feature `first` on.
#[device]
pub fn powers<T: Float>(
    f: View<T, 3, InTile>,
    first: usize,
    lane: Index,
    k: Int,
    z: Complex<T>,
    scale: T,
    twojmax: usize,
) {
    let mut p: Complex<T> = Complex {
        re: scale,
        im: 0.0 as T,
    };
    f[(lane, first, k)] = scale;
    for s in 1..twojmax + 1 {
        p = p * z;
        f[(lane, 2 * s + first - 1, k)] = p.re;
        f[(lane, 2 * s + first, k)] = p.im;
    }
}

/// The Chebyshev polynomials at x = 2 |a|^2 - 1.
#[device]
pub fn chebyshev_polynomials<T: Float>(
    f: View<T, 3, InTile>,
    first: usize,
    lane: Index,
    k: Int,
    a: Complex<T>,
    twojmax: usize,
) {
    let x = a.norm_sqr() * 2.0 - 1.0;
    let mut before: T = x;
    let mut p: T = 1.0;
    for n in 0..twojmax / 2 + 1 {
        f[(lane, n + first, k)] = p;
        let next = (x * 2.0) * p - before;
        before = p;
        p = next;
    }
}

/// The columns b^T T_n(x) in the order of the layout, zero in the padding.
#[device]
pub fn column_features<T: Float>(
    f: View<T, 3, InTile>,
    first: usize,
    polynomials: usize,
    lane: Index,
    k: Int,
    b: Complex<T>,
    twojmax: usize,
) {
    for n in 0..twojmax / 2 + 1 {
        f[(lane, n * (2 * n + 1) + first, k)] = f[(lane, n + polynomials, k)];
    }
    for padding in comptime!(moment_columns(twojmax))
        ..comptime!(moment_columns(twojmax).next_multiple_of(COLUMN_BLOCK))
    {
        f[(lane, padding + first, k)] = 0.0;
    }
    let mut power: Complex<T> = 1.0;
    for t in 1..twojmax + 1 {
        power = power * b;
        let start = t * (t + 1) / 2 + t + first - 1;
        for n in 0..(twojmax - t) / 2 + 1 {
            let (p, column) = (
                f[(lane, n + polynomials, k)],
                start + n * (2 * t + 2 * n + 1),
            );
            f[(lane, column, k)] = power.re * p;
            f[(lane, column + 1, k)] = power.im * p;
        }
    }
}
