//! The features of one neighbour that both pair stages contract: A = a^S and Bx = b^T T_n(x) (FAST_SNAP section 3).
//!
//! Features of a chunk of neighbours lie in a tile of team scratch, `(lane, feature, neighbour of the chunk)`:
//!
//! | features | from |
//! |---|---|
//! | (S, c), real and imaginary part of a^S: 0, then 2 S - 1 + c | 0 |
//! | columns (T, d, n) of [`MomentLayout`], and padding | [`columns`] |

use portax::layout::InTile;
use portax::{Complex, Float, device};

use crate::pair::geometry::{COS, N, SIN};
use crate::pair::powers::chebyshev;
use crate::tables::{MomentLayout, moment_columns, moment_rows};

/// Columns are updated in blocks of a multiple of this many.
pub const COLUMN_BLOCK: usize = 4;

/// First column.
#[must_use]
pub const fn columns(twojmax: usize) -> usize {
    moment_rows(twojmax)
}

/// Column (T, Re, n); (T, Im, n) is the next.
#[must_use]
pub const fn column(twojmax: usize, t: usize, n: usize) -> usize {
    columns(twojmax) + MomentLayout::column(t, 0, n)
}

/// Number of features.
#[must_use]
pub const fn feature_count(twojmax: usize) -> usize {
    columns(twojmax) + moment_columns(twojmax).next_multiple_of(COLUMN_BLOCK)
}

/// The quaternion (a, b) of pair `n`: a = cos - i n_z sin, b = (n_y - i n_x) sin.
#[device(unchecked)]
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

/// Features of a neighbour, those from its powers of a times `scale`; the padding of the columns is left alone.
///
/// The loops are replicated up to the largest twojmax: with places of features as constants, and polynomials in registers,
/// both pair stages take a fifth to a quarter fewer instructions.
#[device(unchecked)]
pub fn features<T: Float>(
    f: View<T, 3, InTile>,
    lane: Index,
    k: Int,
    [a, b]: [Complex<T>; 2],
    scale: T,
    twojmax: usize,
) {
    let p = chebyshev(a, twojmax);
    f[(lane, 0, k)] = scale;
    #[unroll]
    for n in 0..8 {
        if 2 * n <= twojmax {
            f[(lane, comptime!(column(twojmax, 0, n)), k)] = p[n];
        }
    }
    let mut power_a: Complex<T> = 0.0;
    power_a.re = scale;
    let mut power_b: Complex<T> = 1.0;
    #[unroll]
    for s in 1..15 {
        if s <= twojmax {
            power_a = power_a * a;
            power_b = power_b * b;
            f[(lane, 2 * s - 1, k)] = power_a.re;
            f[(lane, 2 * s, k)] = power_a.im;
            #[unroll]
            for n in 0..(16 - s) / 2 {
                if s + 2 * n <= twojmax {
                    let at = comptime!(column(twojmax, s, n));
                    f[(lane, at, k)] = power_b.re * p[n];
                    f[(lane, at + 1, k)] = power_b.im * p[n];
                }
            }
        }
    }
}

/// Clears the padding of the columns of neighbour `k`.
#[device(unchecked)]
pub fn clear_padding<T: Float>(f: View<T, 3, InTile>, lane: Index, k: Int, twojmax: usize) {
    for column in
        comptime!(columns(twojmax) + moment_columns(twojmax))..comptime!(feature_count(twojmax))
    {
        f[(lane, column, k)] = 0.0;
    }
}
