//! M to V: from moments in Chebyshev polynomials to the values of Ulisttot on weights (FAST_SNAP section 4).

use portax::layout::InTile;
use portax::{AoSoA, Complex, Float, Functor, TeamKernel, View, device, kernel};

/// V of each atom of a batch, without signs: `Ulisttot_j[mb,ma] = sg(T) V[S,T][n]`.
#[derive(Functor)]
pub struct MomentsToV<T: Float> {
    /// M, `[batch slots, moments]`.
    pub moments: View<T, 2, AoSoA>,
    /// [`BasisChange::items`](crate::tables::BasisChange::items).
    pub items: View<[i32; 8], 1>,
    /// [`BasisChange::t`](crate::tables::BasisChange::t).
    pub t: View<T, 1>,
    /// V, `[batch slots, values]`.
    pub ulisttot: View<Complex<T>, 2, AoSoA>,
}

/// V(S, T) and, for kind 3, V(S, -T) of one item with `N` values n.
#[device]
fn change<T: Float, const N: usize, const KIND: usize>(item: [Int; 8], m: View<T, 2, InTile>, t: View<T, 1>, v: View<Complex<T>, 2, InTile>, lane: Index) {
    let [rr, ir, plus, minus, t0, _, degree, _] = item;
    let mut z: [Complex<T>; N] = [0.0; N];
    let mut y: [Complex<T>; N] = [0.0; N];
    #[unroll]
    for n in 0..N {
        let at = (2 * degree + 2 * n + 1) * n;
        let re = m[(lane, rr + at)];
        if KIND == 0 {
            z[n] = Complex { re: re, im: 0.0 as T };
        } else if KIND == 1 {
            z[n] = Complex { re: re, im: m[(lane, ir + at)] };
        } else if KIND == 2 {
            z[n] = Complex { re: re, im: m[(lane, rr + at + 1)] };
        } else {
            let (ri, im, ii) = (m[(lane, rr + at + 1)], m[(lane, ir + at)], m[(lane, ir + at + 1)]);
            z[n] = Complex { re: re - ii, im: ri + im };
            y[n] = Complex { re: re + ii, im: im - ri };
        }
    }
    #[unroll]
    for n in 0..N {
        let mut sum = t[t0 + n * N] * z[0];
        #[unroll]
        for k in 1..n + 1 {
            sum += t[t0 + (n * N + k)] * z[k];
        }
        v[(lane, plus + n)] = sum;
        if KIND == 3 {
            let mut sum = t[t0 + n * N] * y[0];
            #[unroll]
            for k in 1..n + 1 {
                sum += t[t0 + (n * N + k)] * y[k];
            }
            v[(lane, minus + n)] = sum;
        }
    }
}

// SAFETY: a team writes its own tile only, and every value of it belongs to one item.
#[kernel]
unsafe impl<T: Float> TeamKernel for MomentsToV<T> {
    fn moments_to_v(&self, team: Team) {
        let tile = team.league_rank();
        let (m, v) = (self.moments.tile(tile), self.ulisttot.tile(tile));
        parallel_for(TeamThreadRange(team, self.items.extent(0)), |i| {
            let item = self.items[i];
            for lane in team.lanes() {
                #[unroll]
                for KIND in 0..4 {
                    if item[7] == KIND {
                        #[unroll]
                        for N in 1..=8 {
                            if item[5] == N {
                                change::<T, N, KIND>(item, m, self.t, v, lane);
                            }
                        }
                    }
                }
            }
        });
    }
}
