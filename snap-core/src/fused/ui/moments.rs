//! The moments of a job in registers: neighbours are added, then V is made of them.

use portax::layout::InTile;
use portax::{Complex, Float, device};

use super::NEIGHBOR_COLUMNS;
use super::jobs::{ACCUMULATORS, MomentJobs, Part};
use crate::pair::powers::{RADIAL, chebyshev, powers};
use crate::params::WSELF;
use crate::tables::{BOTH, S_IS_ZERO, T_IS_ZERO};

/// The lane's neighbour `k`.
#[device(unchecked)]
pub fn neighbor_of<T: Float>(f: View<T, 2, InTile>, lane: Index, k: Int) -> [T; NEIGHBOR_COLUMNS] {
    let at = k * NEIGHBOR_COLUMNS;
    [
        f[(lane, at)],
        f[(lane, at + 1)],
        f[(lane, at + 2)],
        f[(lane, at + 3)],
        f[(lane, at + 4)],
    ]
}

/// Adds a neighbour to the moments of job `q`.
#[device(unchecked)]
pub fn add_neighbor<T: Float>(
    g: [T; NEIGHBOR_COLUMNS],
    jobs: &'static MomentJobs,
    q: usize,
    acc: &mut [T; ACCUMULATORS],
) {
    let a = Complex { re: g[0], im: g[1] };
    let b = Complex { re: g[2], im: g[3] };
    let one: T = 1.0;
    let p = chebyshev(a, comptime!(jobs.twojmax()));
    let ap = powers(a, g[4], comptime!(jobs.twojmax()));
    let bp = powers(b, one, comptime!(jobs.twojmax()));
    #[unroll]
    for i in 0..comptime!(jobs.parts(q).len()) {
        let part = comptime!(&jobs.parts(q)[i]);
        #[unroll]
        for n in 0..comptime!(jobs.radial(part.s_begin, part.t)) {
            let b = bp[comptime!(part.t)] * p[n];
            #[unroll]
            for s in comptime!(part.s_begin)..comptime!(part.s_end) {
                if comptime!(n < jobs.radial(s, part.t)) {
                    acc[comptime!(jobs.place(part, [s, 0, 0, n]))] += ap[s].re * b.re;
                    if comptime!(part.t > 0) {
                        acc[comptime!(jobs.place(part, [s, 0, 1, n]))] += ap[s].re * b.im;
                    }
                    if s > 0 {
                        acc[comptime!(jobs.place(part, [s, 1, 0, n]))] += ap[s].im * b.re;
                    }
                    if comptime!(s > 0 && part.t > 0) {
                        acc[comptime!(jobs.place(part, [s, 1, 1, n]))] += ap[s].im * b.im;
                    }
                }
            }
        }
    }
}

/// V\[n\] = sum over k <= n of t\[n,k\] z\[k\] for the `count` values from `offset` on; t are constants of the code.
#[device(unchecked)]
fn multiply<T: Float>(
    z: [Complex<T>; RADIAL],
    jobs: &'static MomentJobs,
    t0: usize,
    count: usize,
    v: View<Complex<T>, 2, InTile>,
    offset: usize,
    column: Index,
) {
    #[unroll]
    for n in 0..count {
        let mut sum = comptime!(jobs.coefficient(t0 + n * count + n)) * z[n];
        #[unroll]
        for k in 0..n {
            if comptime!(jobs.coefficient(t0 + n * count + k) != 0.0) {
                sum += comptime!(jobs.coefficient(t0 + n * count + k)) * z[k];
            }
        }
        v[(column, offset + n)] = sum;
    }
}

/// V(S, T) and V(S, -T) from the moments of (S, T) (FAST_SNAP section 4).
#[device(unchecked)]
fn write_values<T: Float>(
    acc: [T; ACCUMULATORS],
    jobs: &'static MomentJobs,
    part: &'static Part,
    s: usize,
    v: View<Complex<T>, 2, InTile>,
    column: Index,
) {
    let item = comptime!(jobs.item(s, part.t));
    let mut z: [Complex<T>; RADIAL] = [0.0; RADIAL];
    let mut y: [Complex<T>; RADIAL] = [0.0; RADIAL];
    #[unroll]
    for n in 0..item.n {
        let rr = acc[comptime!(jobs.place(part, [s, 0, 0, n]))];
        if item.kind == BOTH {
            let ri = acc[comptime!(jobs.place(part, [s, 0, 1, n]))];
            let ir = acc[comptime!(jobs.place(part, [s, 1, 0, n]))];
            let ii = acc[comptime!(jobs.place(part, [s, 1, 1, n]))];
            z[n] = Complex {
                re: rr - ii,
                im: ri + ir,
            };
            y[n] = Complex {
                re: rr + ii,
                im: ir - ri,
            };
        } else {
            z[n].re = rr;
            if item.kind == S_IS_ZERO {
                z[n].im = acc[comptime!(jobs.place(part, [s, 0, 1, n]))];
            } else if item.kind == T_IS_ZERO {
                z[n].im = acc[comptime!(jobs.place(part, [s, 1, 0, n]))];
            }
        }
    }
    multiply(z, jobs, item.t, item.n, v, item.plus, column);
    if item.kind == BOTH {
        multiply(y, jobs, item.t, item.n, v, item.minus, column);
    }
}

/// Adds the central atom, a neighbour at a = 1, b = 0, to the moments of job `q`: to the real parts of T = 0, where
/// T_n(1) = 1.
#[device(unchecked)]
pub fn add_self<T: Float>(jobs: &'static MomentJobs, q: usize, acc: &mut [T; ACCUMULATORS]) {
    #[unroll]
    for i in 0..comptime!(jobs.parts(q).len()) {
        let part = comptime!(&jobs.parts(q)[i]);
        #[unroll]
        for s in comptime!(part.s_begin)..comptime!(if part.t == 0 {
            part.s_end
        } else {
            part.s_begin
        }) {
            #[unroll]
            for n in 0..comptime!(jobs.radial(s, 0)) {
                acc[comptime!(jobs.place(part, [s, 0, 0, n]))] += WSELF;
            }
        }
    }
}

/// V of job `q` from its moments.
#[device(unchecked)]
pub fn write_job<T: Float>(
    acc: [T; ACCUMULATORS],
    jobs: &'static MomentJobs,
    q: usize,
    v: View<Complex<T>, 2, InTile>,
    column: Index,
) {
    #[unroll]
    for i in 0..comptime!(jobs.parts(q).len()) {
        let part = comptime!(&jobs.parts(q)[i]);
        #[unroll]
        for s in comptime!(part.s_begin)..comptime!(part.s_end) {
            write_values(acc, jobs, part, s, v, column);
        }
    }
}
