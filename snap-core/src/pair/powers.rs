//! What a pair's moments are made of, in registers: the quaternion (a, b), its powers and the Chebyshev polynomials
//! (FAST_SNAP section 3). [`features`](crate::staged::features) puts powers of a and the columns made of the others in team scratch.

use portax::{Complex, Float, device};

use super::geometry::{CHAIN_RULE_FMA, COS, N, PAIR_ROWS, SIN};
use crate::tables::{MAX_TWOJMAX, MomentLayout, moment_columns};

/// Powers of a and b, from 0 on, for the largest twojmax.
pub const POWERS: usize = MAX_TWOJMAX + 1;
/// Values n of a weight, for the largest twojmax.
pub const RADIAL: usize = MAX_TWOJMAX / 2 + 1;

const _: () = assert!(
    POWERS == 15 && RADIAL == 8,
    "replicated loops over powers and values n end there"
);

/// FMA of powers of a and b, Chebyshev polynomials and their products, as the formulation counts them.
pub(crate) fn powers_fma(twojmax: usize) -> usize {
    9 * twojmax
}

/// FMA of the gradient of a pair's energy: H, K and the chain rule.
pub(crate) fn gradient_fma(twojmax: usize) -> usize {
    let moments = MomentLayout::new(twojmax).nvalues();
    let products = 2 * (moments + moment_columns(twojmax));
    products + powers_fma(twojmax) + 8 * twojmax + CHAIN_RULE_FMA
}

/// The quaternion (a, b) of a pair: a = cos - i n_z sin, b = (n_y - i n_x) sin.
#[device]
pub fn quaternion_of<T: Float>(g: [T; PAIR_ROWS]) -> [Complex<T>; 2] {
    [
        Complex {
            re: g[COS],
            im: -(g[N + 2] * g[SIN]),
        },
        Complex {
            re: g[N + 1] * g[SIN],
            im: -(g[N] * g[SIN]),
        },
    ]
}

/// Powers 0..=twojmax of `z`, times `scale`.
#[device]
pub fn powers<T: Float>(z: Complex<T>, scale: T, twojmax: usize) -> [Complex<T>; POWERS] {
    let mut p: [Complex<T>; POWERS] = [0.0; POWERS];
    p[0].re = scale;
    if twojmax > 0 {
        p[1] = scale * z;
    }
    #[unroll]
    for s in 2..twojmax + 1 {
        p[s] = p[s - 1] * z;
    }
    p
}

/// Chebyshev polynomials T_n at x = 2 |a|^2 - 1.
#[device]
pub fn chebyshev<T: Float>(a: Complex<T>, twojmax: usize) -> [T; RADIAL] {
    let x = a.norm_sqr() * 2.0 - 1.0;
    let mut p: [T; RADIAL] = [1.0; RADIAL];
    p[1] = x;
    #[unroll]
    for n in 2..8 {
        if 2 * n <= twojmax {
            p[n] = (x * 2.0) * p[n - 1] - p[n - 2];
        }
    }
    p
}

/// The derivatives dT_n/dx of the polynomials `p`: n (2 T_(n-1) + 2 T_(n-3) + ...), where T_0 counts once. Two operations
/// after the polynomials they are there; the recurrence of the derivatives would follow that of the polynomials.
#[device]
pub fn chebyshev_derivatives<T: Float>(p: [T; RADIAL], twojmax: usize) -> [T; RADIAL] {
    let mut sum: [T; RADIAL] = [0.0; RADIAL];
    let mut d: [T; RADIAL] = [0.0; RADIAL];
    sum[1] = 1.0;
    d[1] = 1.0;
    #[unroll]
    for n in 2..8 {
        if 2 * n <= twojmax {
            let degree: T = comptime!(n as f64);
            sum[n] = p[n - 1] * 2.0 + sum[n - 2];
            d[n] = sum[n] * degree;
        }
    }
    d
}
