//! compute_yi, direct form: one output weight has one owner, which gathers all products (FAST_SNAP section 6).

use portax::layout::InTile;
use portax::{AoSoA, Complex, Float, Functor, TeamKernel, View, device, kernel};

/// G = dE/dV of each atom of a batch by the jobs of [`YiDirect`](crate::tables::YiDirect): operand 2 and the sums of an
/// output stay in registers.
#[derive(Functor)]
pub struct ComputeYiDirect<T: Float> {
    /// First tile of the batch, one element.
    pub first: View<i32, 1>,
    /// Tiles of the system.
    pub ntiles: i32,
    /// Element of each tile.
    pub tile_element: View<i32, 1>,
    /// V, `[batch slots, values]`.
    pub ulisttot: View<Complex<T>, 2, AoSoA>,
    /// W of all elements, one after the other.
    pub w: View<T, 1>,
    /// Entries of W per element.
    pub w_count: i32,
    /// [`YiDirect::items`](crate::tables::YiDirect::items).
    pub items: View<[i32; 4], 1>,
    /// [`YiDirect::jobs`](crate::tables::YiDirect::jobs), `[job fields, jobs]`.
    pub jobs: View<i32, 2>,
    /// G, `[batch slots, values]`.
    pub ylist: View<Complex<T>, 2, AoSoA>,
    /// Largest N of any weight.
    #[comptime]
    pub shapes: usize,
}

/// Most values of operand 2 that are kept in registers.
const LONGEST_KEPT: usize = 4;

/// Adds one item of `N2` values of operand 2, kept in registers, to an output of `N3` values.
#[device]
fn kept<T: Float, const N2: usize, const N3: usize>(it: [Int; 4], w0: Int, v: View<Complex<T>, 2, InTile>, w: View<T, 1>, lane: Index, acc: &mut [Complex<T>; N3]) {
    let (n1, c1, c2) = (it[2] & 255, (it[2] << 23) & i32::MIN, (it[2] << 22) & i32::MIN);
    let mut b: [Complex<T>; N2] = [0.0; N2];
    #[unroll]
    for j in 0..N2 {
        b[j] = v[(lane, it[1] + j)].conj_if(c2);
    }
    for i in 0..n1 {
        let row = w.row(it[3] + w0 + i * ((N2 * N3 + 1) / 2 * 2), N2 * N3);
        let x = v[(lane, it[0] + i)].conj_if(c1);
        if N2 <= N3 {
            #[unroll]
            for j in 0..N2 {
                let p = x * b[j];
                #[unroll]
                for n in 0..N3 {
                    acc[n] += row[j * N3 + n] * p;
                }
            }
        } else {
            #[unroll]
            for n in 0..N3 {
                let mut m = row[n * N2] * b[0];
                #[unroll]
                for j in 1..N2 {
                    m += row[n * N2 + j] * b[j];
                }
                acc[n] += x * m;
            }
        }
    }
}

/// Adds one item of `n2` values of operand 2, read as they are needed; the order of W is that of [`kept`].
#[device]
fn read<T: Float, const N3: usize>(it: [Int; 4], n2: usize, w0: Int, v: View<Complex<T>, 2, InTile>, w: View<T, 1>, lane: Index, acc: &mut [Complex<T>; N3]) {
    let (n1, c1, c2) = (it[2] & 255, (it[2] << 23) & i32::MIN, (it[2] << 22) & i32::MIN);
    let (step_j, step_n) = comptime!(if n2 <= N3 { (N3, 1) } else { (1, n2) });
    for i in 0..n1 {
        let row = it[3] + w0 + i * comptime!((n2 * N3).next_multiple_of(2));
        let x = v[(lane, it[0] + i)].conj_if(c1);
        for j in 0..n2 {
            let p = x * v[(lane, it[1] + j)].conj_if(c2);
            let at = row + j * step_j;
            #[unroll]
            for n in 0..N3 {
                acc[n] += w[at + n * step_n] * p;
            }
        }
    }
}

// SAFETY: every output weight has one job, and every job one team thread of its tile.
#[kernel]
unsafe impl<T: Float> TeamKernel for ComputeYiDirect<T> {
    fn compute_yi_direct(&self, team: Team) {
        let t = team.league_rank();
        let tile = self.first[0] + t;
        if tile >= self.ntiles {
            return;
        }
        let (v, g) = (self.ulisttot.tile(t), self.ylist.tile(t));
        let w0 = self.tile_element[tile] * self.w_count;
        parallel_for(TeamThreadRange(team, self.jobs.extent(1)), |job| {
            for lane in team.lanes() {
                let n3 = self.jobs[(1, job)];
                #[unroll]
                for N3 in 1..=8 {
                    if n3 == N3 {
                        let mut acc: [Complex<T>; N3] = [0.0; N3];
                        #[unroll]
                        for N2 in 1..=4 {
                            if comptime!(N2 <= self.shapes) {
                                for it in self.items.stream(self.jobs[(N2 + 1, job)], self.jobs[(N2 + 2, job)]) {
                                    kept::<T, N2, N3>(it, w0, v, self.w, lane, &mut acc);
                                }
                            }
                        }
                        #[unroll]
                        for n2 in LONGEST_KEPT + 1..self.shapes + 1 {
                            for it in self.items.stream(self.jobs[(n2 + 1, job)], self.jobs[(n2 + 2, job)]) {
                                read::<T, N3>(it, n2, w0, v, self.w, lane, &mut acc);
                            }
                        }
                        let o3 = self.jobs[(0, job)];
                        #[unroll]
                        for n in 0..N3 {
                            g[(lane, o3 + n)] = acc[n];
                        }
                    }
                }
            }
        });
    }
}
