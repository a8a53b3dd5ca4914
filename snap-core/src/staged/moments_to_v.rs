//! M to V: from moments in Chebyshev polynomials to the values of Ulisttot on weights (FAST_SNAP section 4).

use portax::layout::InTile;
use portax::{
    AUTO, AoSoA, Complex, Float, Functor, IntRow, Result, TeamKernel, TeamPolicy, View, device,
    kernel,
};

use super::to_v::ToV;
use crate::snap::{Given, Stage, list, rounded, rows};
use crate::tables::{
    BOTH, BasisChange, BasisItem, HalfPlane, MomentLayout, S_IS_ZERO, T_IS_ZERO, radial_count,
};
use crate::work::{Cost, Work};

/// V of each atom of a batch, without signs: `Ulisttot_j[mb,ma] = sg(T) V[S,T][n]`.
#[derive(Functor)]
pub struct MomentsToV<T: Float> {
    /// M, `[batch slots, moments]`.
    pub moments: View<T, 2, AoSoA>,
    /// [`BasisChange::items`](crate::tables::BasisChange::items).
    pub items: View<IntRow<8>, 1>,
    /// [`BasisChange::t`](crate::tables::BasisChange::t).
    pub t: View<T, 1>,
    /// V, `[batch slots, values]`.
    pub ulisttot: View<Complex<T>, 2, AoSoA>,
    /// Largest N of any weight.
    #[comptime]
    pub shapes: usize,
}

/// V\[n\] = sum over k <= n of t\[n,k\] z\[k\], to the values from `offset` on.
#[device]
fn multiply<T: Float, const N: usize>(
    z: [Complex<T>; N],
    t: View<T, 1>,
    t0: Int,
    v: View<Complex<T>, 2, InTile>,
    offset: Int,
    lane: Index,
) {
    #[unroll]
    for n in 0..N {
        let mut sum = t[t0 + n * N] * z[0];
        #[unroll]
        for k in 1..n + 1 {
            sum += t[t0 + (n * N + k)] * z[k];
        }
        v[(lane, offset + n)] = sum;
    }
}

/// V(S, T) and, for kind [`BOTH`], V(S, -T) of one item with `N` values n.
#[device(unchecked)]
fn change<T: Float, const N: usize>(
    item: BasisItem<Int>,
    m: View<T, 2, InTile>,
    t: View<T, 1>,
    v: View<Complex<T>, 2, InTile>,
    lane: Index,
) {
    let mut z: [Complex<T>; N] = [0.0; N];
    let mut y: [Complex<T>; N] = [0.0; N];
    #[unroll]
    for n in 0..N {
        let at = (2 * item.degree + 2 * n + 1) * n;
        let re = m[(lane, item.rr + at)];
        z[n].re = re;
        if item.kind == BOTH {
            let (ri, im, ii) = (
                m[(lane, item.rr + at + 1)],
                m[(lane, item.ir + at)],
                m[(lane, item.ir + at + 1)],
            );
            z[n] = Complex {
                re: re - ii,
                im: ri + im,
            };
            y[n] = Complex {
                re: re + ii,
                im: im - ri,
            };
        } else if item.kind == S_IS_ZERO {
            z[n].im = m[(lane, item.rr + at + 1)];
        } else if item.kind == T_IS_ZERO {
            z[n].im = m[(lane, item.ir + at)];
        }
    }
    multiply::<T, N>(z, t, item.t, v, item.plus, lane);
    if item.kind == BOTH {
        multiply::<T, N>(y, t, item.t, v, item.minus, lane);
    }
}

// SAFETY: a team writes its own tile only, and every value of it belongs to one item.
#[kernel(unchecked)]
unsafe impl<T: Float> TeamKernel for MomentsToV<T> {
    fn moments_to_v(&self, team: Team) {
        let tile = team.league_rank();
        let (m, v) = (self.moments.tile(tile), self.ulisttot.tile(tile));
        parallel_for(TeamThreadRange(team, self.items.extent(0)), |i| {
            let item = BasisItem::of(self.items[i]);
            let n = item.n.at_most(self.shapes);
            for lane in team.lanes() {
                #[unroll]
                for N in 1..=8 {
                    if n == N {
                        change::<T, N>(item, m, self.t, v, lane);
                    }
                }
            }
        });
    }
}

/// The basis change on a space, there and back.
#[derive(Clone)]
pub(super) struct Tables<T: Float> {
    /// Of each density, whose values follow those of the one before.
    pub items: Vec<View<IntRow<8>, 1>>,
    pub t: View<T, 1>,
}

impl<T: Float> Tables<T> {
    /// That of moments in `layout`.
    pub fn new(given: &Given<'_>, layout: &MomentLayout) -> Result<Self> {
        let (space, change) = (given.space, BasisChange::new(layout));
        let values = HalfPlane::new(layout.twojmax()).nvalues();
        let of_density = |density: usize| {
            let behind = (density * values) as i32;
            let moved = |&row: &[i32; 8]| BasisItem::of(row).behind(behind).pack();
            let items: Vec<_> = change.items.iter().map(moved).collect();
            rows(space, "basis_change", &items)
        };
        Ok(Self {
            items: (0..given.densities())
                .map(of_density)
                .collect::<Result<_>>()?,
            t: list(space, "basis_change_t", &rounded(&change.t))?,
        })
    }
}

pub(super) fn stage<T: Float>(p: &ToV<'_, T>, density: usize) -> Result<Stage> {
    let functor = MomentsToV {
        moments: p.buffers.densities[density].moments.clone(),
        items: p.tables.change.items[density].clone(),
        t: p.tables.change.t.clone(),
        ulisttot: p.buffers.values.ulisttot.clone(),
        shapes: radial_count(p.given.twojmax(), 0),
    };
    let policy = TeamPolicy::new(p.tiles, AUTO);
    let work = work::<T>(p.given.twojmax());
    Stage::new(p.given.space, "moments_to_v", policy, &functor, work)
}

/// Of one basis change, there or back.
pub(super) fn work<T>(twojmax: usize) -> Work {
    let layout = MomentLayout::new(twojmax);
    let values = 2 * HalfPlane::new(twojmax).nvalues();
    let bytes = size_of::<T>() * (layout.nvalues() + values);
    Work {
        atom: Cost::new(BasisChange::new(&layout).fma(), bytes),
        ..Work::default()
    }
}
