//! G to C: the gradient with respect to V becomes that with respect to the moments (FAST_SNAP section 7).

use portax::layout::{InTile, Layout};
use portax::{
    AUTO, AoSoA, Complex, Float, Functor, IntRow, Result, TeamKernel, TeamPolicy, View, device,
    kernel,
};

use super::{Parts, moments_to_v};
use crate::snap::Stage;
use crate::tables::{BOTH, BasisItem, S_IS_ZERO, T_IS_ZERO, radial_count};

/// C = dE/dM of each atom of a batch, in the layout of M; padding stays zero.
#[derive(Functor)]
pub struct GradientToC<T: Float> {
    /// G, `[batch slots, values]`.
    pub ylist: View<Complex<T>, 2, AoSoA>,
    /// [`BasisChange::items`](crate::tables::BasisChange::items).
    pub items: View<IntRow<8>, 1>,
    /// [`BasisChange::t`](crate::tables::BasisChange::t).
    pub t: View<T, 1>,
    /// C, `[batch slots, moments]`.
    pub c: View<T, 2, AoSoA>,
    /// Largest N of any weight.
    #[comptime]
    pub shapes: usize,
}

/// c\[k\] = sum over n >= k of t\[n,k\] G\[n\], for the values from `offset` on.
#[device]
pub fn back<T: Float, const N: usize>(
    g: [Complex<T>; N],
    t: View<T, 1>,
    t0: Int,
    k: usize,
) -> Complex<T> {
    let mut sum = t[t0 + (k * N + k)] * g[k];
    #[unroll]
    for n in k + 1..N {
        sum += t[t0 + (n * N + k)] * g[n];
    }
    sum
}

/// The moments of one item with `N` values n.
#[device(unchecked)]
pub fn moments_of_item<T: Float, G: Layout, C: Layout, const N: usize>(
    item: BasisItem<Int>,
    g: View<Complex<T>, 2, G>,
    t: View<T, 1>,
    c: View<T, 2, C>,
    lane: Index,
) {
    let mut gu: [Complex<T>; N] = [0.0; N];
    let mut gv: [Complex<T>; N] = [0.0; N];
    #[unroll]
    for n in 0..N {
        gu[n] = g[(lane, item.plus + n)];
        gv[n] = g[(lane, item.minus + n)];
    }
    #[unroll]
    for k in 0..N {
        let at = (2 * item.degree + 2 * k + 1) * k;
        let u = back::<T, N>(gu, t, item.t, k);
        if item.kind == BOTH {
            let v = back::<T, N>(gv, t, item.t, k);
            c[(lane, item.rr + at)] = u.re + v.re;
            c[(lane, item.rr + at + 1)] = u.im - v.im;
            c[(lane, item.ir + at)] = u.im + v.im;
            c[(lane, item.ir + at + 1)] = v.re - u.re;
        } else {
            c[(lane, item.rr + at)] = u.re;
            if item.kind == S_IS_ZERO {
                c[(lane, item.rr + at + 1)] = u.im;
            } else if item.kind == T_IS_ZERO {
                c[(lane, item.ir + at)] = u.im;
            }
        }
    }
}

// SAFETY: a team writes its own tile only, and every moment of it belongs to one item.
#[kernel(unchecked)]
unsafe impl<T: Float> TeamKernel for GradientToC<T> {
    fn gradient_to_c(&self, team: Team) {
        let tile = team.league_rank();
        let (g, c) = (self.ylist.tile(tile), self.c.tile(tile));
        parallel_for(TeamThreadRange(team, self.items.extent(0)), |i| {
            let item = BasisItem::of(self.items[i]);
            let n = item.n.at_most(self.shapes);
            for lane in team.lanes() {
                #[unroll]
                for N in 1..=8 {
                    if n == N {
                        moments_of_item::<T, InTile, InTile, N>(item, g, self.t, c, lane);
                    }
                }
            }
        });
    }
}

pub(super) fn stage<T: Float>(p: &Parts<'_, T>, density: usize) -> Result<Stage> {
    let functor = GradientToC {
        ylist: p.buffers.ylist.clone(),
        items: p.constants.to_v.change.items[density].clone(),
        t: p.constants.to_v.change.t.clone(),
        c: p.buffers.densities[density].c.clone(),
        shapes: radial_count(p.given.twojmax(), 0),
    };
    let policy = TeamPolicy::new(p.tiles, AUTO);
    let work = moments_to_v::work::<T>(p.given.twojmax());
    Stage::new(p.given.space, "gradient_to_c", policy, &functor, work)
}
