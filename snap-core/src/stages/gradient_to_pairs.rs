//! G to C, the sibling of [`GradientToC`](super::GradientToC) for pair stages that contract complex numbers.

use portax::layout::InTile;
use portax::{AoSoA, Complex, Float, Functor, TeamKernel, View, device, kernel};

use super::gradient_to_c::back;

/// C = dE/dM of each atom of a batch, in the order of [`GradientPairs`](crate::tables::GradientPairs).
#[derive(Functor)]
pub struct GradientToPairs<T: Float> {
    /// G, `[batch slots, values]`.
    pub ylist: View<Complex<T>, 2, AoSoA>,
    /// [`GradientPairs::items`](crate::tables::GradientPairs::items).
    pub items: View<[i32; 8], 1>,
    /// [`BasisChange::t`](crate::tables::BasisChange::t).
    pub t: View<T, 1>,
    /// C, `[batch slots, pairs]`.
    pub c: View<Complex<T>, 2, AoSoA>,
}

/// The values of one item with `N` values n.
#[device]
fn change<T: Float, const N: usize>(
    item: [Int; 8],
    g: View<Complex<T>, 2, InTile>,
    t: View<T, 1>,
    c: View<Complex<T>, 2, InTile>,
    lane: Index,
) {
    let [base, length, plus, minus, t0, _, columns, kind] = item;
    let mut gu: [Complex<T>; N] = [0.0; N];
    let mut gv: [Complex<T>; N] = [0.0; N];
    #[unroll]
    for n in 0..N {
        gu[n] = g[(lane, plus + n)];
        gv[n] = g[(lane, minus + n)];
    }
    #[unroll]
    for k in 0..N {
        let re = base + columns * (length * k - comptime!(k * k) + k);
        let im = re + length - comptime!(2 * k);
        let u = back::<T, N>(gu, t, t0, k);
        let zero: T = 0.0;
        if kind == 3 {
            let v = back::<T, N>(gv, t, t0, k);
            c[(lane, re)] = Complex {
                re: u.re + v.re,
                im: u.im + v.im,
            };
            c[(lane, im)] = Complex {
                re: u.im - v.im,
                im: v.re - u.re,
            };
        } else if kind == 2 {
            c[(lane, re)] = Complex { re: u.re, im: zero };
            c[(lane, im)] = Complex { re: u.im, im: zero };
        } else if kind == 1 {
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
            let item = self.items[i];
            for lane in team.lanes() {
                #[unroll]
                for N in 1..=8 {
                    if item[5] == N {
                        change::<T, N>(item, g, self.t, c, lane);
                    }
                }
            }
        });
    }
}
