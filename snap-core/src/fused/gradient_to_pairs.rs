//! G to C, the sibling of [`GradientToC`](crate::staged::GradientToC) for pair stages that contract complex numbers.

use portax::layout::InTile;
use portax::{
    AUTO, AoSoA, Complex, Float, Functor, IntRow, Result, TeamKernel, TeamPolicy, View, device,
    kernel,
};

use super::Parts;
use crate::snap::{Given, Stage, list, rounded, rows};
use crate::staged::back;
use crate::tables::{
    BOTH, BasisChange, GradientPairs, HalfPlane, MomentLayout, PairItem, S_IS_ZERO, T_IS_ZERO,
    radial_count,
};
use crate::work::{Cost, Work};

/// C = dE/dM of each atom of a batch, in the order of [`GradientPairs`](crate::tables::GradientPairs).
#[derive(Functor)]
pub struct GradientToPairs<T: Float> {
    /// G, `[batch slots, values]`.
    pub ylist: View<Complex<T>, 2, AoSoA>,
    /// [`GradientPairs::items`](crate::tables::GradientPairs::items).
    pub items: View<IntRow<8>, 1>,
    /// [`BasisChange::t`](crate::tables::BasisChange::t).
    pub t: View<T, 1>,
    /// C, `[batch slots, pairs]`.
    pub c: View<Complex<T>, 2, AoSoA>,
    /// Largest N of any weight.
    #[comptime]
    pub shapes: usize,
}

/// The values of one item with `N` values n.
#[device(unchecked)]
fn change<T: Float, const N: usize>(
    item: PairItem<Int>,
    g: View<Complex<T>, 2, InTile>,
    t: View<T, 1>,
    c: View<Complex<T>, 2, InTile>,
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
        let re = item.base + item.columns * (item.length * k - comptime!(k * k) + k);
        let im = re + item.length - comptime!(2 * k);
        let u = back::<T, N>(gu, t, item.t, k);
        let zero: T = 0.0;
        if item.kind == BOTH {
            let v = back::<T, N>(gv, t, item.t, k);
            c[(lane, re)] = Complex {
                re: u.re + v.re,
                im: u.im + v.im,
            };
            c[(lane, im)] = Complex {
                re: u.im - v.im,
                im: v.re - u.re,
            };
        } else if item.kind == S_IS_ZERO {
            c[(lane, re)] = Complex { re: u.re, im: zero };
            c[(lane, im)] = Complex { re: u.im, im: zero };
        } else if item.kind == T_IS_ZERO {
            c[(lane, re)] = u;
        } else {
            c[(lane, re)] = Complex { re: u.re, im: zero };
        }
    }
}

// SAFETY: a team writes its own tile only, and every value of it belongs to one item.
#[kernel(unchecked)]
unsafe impl<T: Float> TeamKernel for GradientToPairs<T> {
    fn gradient_to_pairs(&self, team: Team) {
        let tile = team.league_rank();
        let (g, c) = (self.ylist.tile(tile), self.c.tile(tile));
        parallel_for(TeamThreadRange(team, self.items.extent(0)), |i| {
            let item = PairItem::of(self.items[i]);
            let n = item.n.at_most(self.shapes);
            for lane in team.lanes() {
                #[unroll]
                for N in 1..=8 {
                    if n == N {
                        change::<T, N>(item, g, self.t, c, lane);
                    }
                }
            }
        });
    }
}

/// The control data on a space.
#[derive(Clone)]
pub(super) struct Tables<T: Float> {
    items: View<IntRow<8>, 1>,
    t: View<T, 1>,
    work: Work,
}

impl<T: Float> Tables<T> {
    /// Those for the potential's twojmax.
    pub fn new(given: &Given<'_>) -> Result<Self> {
        let (space, twojmax) = (given.space, given.twojmax());
        let change = BasisChange::new(&MomentLayout::new(twojmax));
        let values = HalfPlane::new(twojmax).nvalues() + GradientPairs::count(twojmax);
        Ok(Self {
            items: rows(space, "gradient_pairs", &GradientPairs::items(twojmax))?,
            t: list(space, "basis_change_t", &rounded(&change.t))?,
            work: Work {
                atom: Cost::new(change.fma(), size_of::<Complex<T>>() * values),
                ..Work::default()
            },
        })
    }

    pub fn stage(&self, p: &Parts<'_, T>) -> Result<Stage> {
        let functor = GradientToPairs {
            ylist: p.buffers.between().clone(),
            items: self.items.clone(),
            t: self.t.clone(),
            c: p.buffers.c.clone(),
            shapes: radial_count(p.given.twojmax(), 0),
        };
        let policy = TeamPolicy::new(p.batches.tiles, AUTO);
        Stage::of_gpus::<T, _>(p.given.space, "gradient_to_c", policy, &functor, self.work)
    }
}
