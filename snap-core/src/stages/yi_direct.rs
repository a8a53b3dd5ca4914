//! compute_yi, direct form: one output weight has one owner, which gathers all products (FAST_SNAP section 6).

use portax::layout::InTile;
use portax::{AoSoA, Complex, Float, Functor, TeamKernel, View, device, kernel};

/// G = dE/dV of each atom of a batch by the jobs of [`YiDirect`](crate::tables::YiDirect): operand 2 and the sums of an
/// output stay in registers.
///
/// A team thread computes a job for `TILES` tiles at once, which share the control data and W (so they are of one element);
/// the batch has a multiple of them. One is best on CPUs, two on GPUs with registers for it.
#[derive(Functor)]
pub struct ComputeYiDirect<T: Float, const TILES: usize> {
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
    /// Teams that share the jobs of a group of tiles: one on CPUs, more where few tiles would leave a device idle.
    #[comptime]
    pub parts: usize,
    /// Largest N of any weight.
    #[comptime]
    pub shapes: usize,
}

/// Adds one item of `N2` values of operand 2, kept in registers, to an output of `N3` values.
#[device]
fn kept<T: Float, const N2: usize, const N3: usize, const TILES: usize>(
    it: [Int; 4],
    w0: Int,
    v: [View<Complex<T>, 2, InTile>; TILES],
    w: View<T, 1>,
    lane: Index,
    acc: &mut [[Complex<T>; N3]; TILES],
) {
    let (n1, c1, c2) = (
        it[2] & 255,
        (it[2] << 23) & i32::MIN,
        (it[2] << 22) & i32::MIN,
    );
    let mut b: [[Complex<T>; N2]; TILES] = [[0.0; N2]; TILES];
    #[unroll]
    for a in 0..TILES {
        #[unroll]
        for j in 0..N2 {
            b[a][j] = v[a][(lane, it[1] + j)].conj_if(c2);
        }
    }
    for i in 0..n1 {
        let row = w.row(it[3] + w0 + i * ((N2 * N3 + 1) / 2 * 2), N2 * N3);
        let mut x: [Complex<T>; TILES] = [0.0; TILES];
        #[unroll]
        for a in 0..TILES {
            x[a] = v[a][(lane, it[0] + i)].conj_if(c1);
        }
        if N2 <= N3 {
            #[unroll]
            for j in 0..N2 {
                #[unroll]
                for a in 0..TILES {
                    let p = x[a] * b[a][j];
                    #[unroll]
                    for n in 0..N3 {
                        acc[a][n] += row[j * N3 + n] * p;
                    }
                }
            }
        } else {
            #[unroll]
            for n in 0..N3 {
                #[unroll]
                for a in 0..TILES {
                    let mut m = row[n * N2] * b[a][0];
                    #[unroll]
                    for j in 1..N2 {
                        m += row[n * N2 + j] * b[a][j];
                    }
                    acc[a][n] += x[a] * m;
                }
            }
        }
    }
}

/// Adds one item of `n2` values of operand 2, read as they are needed; the order of W is that of [`kept`].
#[device]
fn read<T: Float, const N3: usize, const TILES: usize>(
    it: [Int; 4],
    n2: usize,
    w0: Int,
    v: [View<Complex<T>, 2, InTile>; TILES],
    w: View<T, 1>,
    lane: Index,
    acc: &mut [[Complex<T>; N3]; TILES],
) {
    let (n1, c1, c2) = (
        it[2] & 255,
        (it[2] << 23) & i32::MIN,
        (it[2] << 22) & i32::MIN,
    );
    let (step_j, step_n) = comptime!(if n2 <= N3 { (N3, 1) } else { (1, n2) });
    for i in 0..n1 {
        let row = it[3] + w0 + i * comptime!((n2 * N3).next_multiple_of(2));
        #[unroll]
        for a in 0..TILES {
            let x = v[a][(lane, it[0] + i)].conj_if(c1);
            for j in 0..n2 {
                let p = x * v[a][(lane, it[1] + j)].conj_if(c2);
                let at = row + j * step_j;
                #[unroll]
                for n in 0..N3 {
                    acc[a][n] += w[at + n * step_n] * p;
                }
            }
        }
    }
}

/// All items of a job with `from..=shapes` values of operand 2, by [`read`].
#[device]
fn read_all<T: Float, const N3: usize, const TILES: usize>(
    from: usize,
    shapes: usize,
    items: View<[i32; 4], 1>,
    jobs: View<i32, 2>,
    job: Int,
    w0: Int,
    v: [View<Complex<T>, 2, InTile>; TILES],
    w: View<T, 1>,
    lane: Index,
    acc: &mut [[Complex<T>; N3]; TILES],
) {
    #[unroll]
    for n2 in from..shapes + 1 {
        for it in items.stream(jobs[(n2 + 1, job)], jobs[(n2 + 2, job)]) {
            read::<T, N3, TILES>(it, n2, w0, v, w, lane, &mut acc);
        }
    }
}

/// Writes the sums of an output from value `o3` on.
#[device]
fn write<T: Float, const N3: usize, const TILES: usize>(
    g: [View<Complex<T>, 2, InTile>; TILES],
    lane: Index,
    o3: Int,
    acc: [[Complex<T>; N3]; TILES],
) {
    #[unroll]
    for a in 0..TILES {
        #[unroll]
        for n in 0..N3 {
            g[a][(lane, o3 + n)] = acc[a][n];
        }
    }
}

// SAFETY: every output weight has one job, and every job one team thread of its tiles.
#[kernel(unchecked)]
unsafe impl<T: Float, const TILES: usize> TeamKernel for ComputeYiDirect<T, TILES> {
    fn compute_yi_direct(&self, team: Team) {
        let (group, part) = (
            team.league_rank() / self.parts,
            team.league_rank() % self.parts,
        );
        let t = group * TILES;
        let tile = self.first[0] + t;
        if tile >= self.ntiles {
            return;
        }
        let (v, g) = (
            self.ulisttot.tiles::<TILES>(t),
            self.ylist.tiles::<TILES>(t),
        );
        let w0 = self.tile_element[tile] * self.w_count;
        // Neighbours in the list, longest first: the threads of a team have about the same work.
        let jobs = self.jobs.extent(1);
        let share = (jobs + comptime!(self.parts - 1)) / self.parts;
        parallel_for(
            TeamThreadRange(team, (jobs - part * share).min(share)),
            |n| {
                let job = part * share + n;
                let (o3, n3) = (self.jobs[(0, job)], self.jobs[(1, job)]);
                for lane in team.lanes() {
                    #[unroll]
                    for N3 in 1..=5 {
                        if n3 == N3 {
                            let mut acc: [[Complex<T>; N3]; TILES] = [[0.0; N3]; TILES];
                            #[unroll]
                            for N2 in 1..=5 {
                                if comptime!(N2 <= self.shapes) {
                                    for it in self
                                        .items
                                        .stream(self.jobs[(N2 + 1, job)], self.jobs[(N2 + 2, job)])
                                    {
                                        kept::<T, N2, N3, TILES>(it, w0, v, self.w, lane, &mut acc);
                                    }
                                }
                            }
                            read_all::<T, N3, TILES>(
                                6,
                                self.shapes,
                                self.items,
                                self.jobs,
                                job,
                                w0,
                                v,
                                self.w,
                                lane,
                                &mut acc,
                            );
                            write::<T, N3, TILES>(g, lane, o3, acc);
                        }
                    }
                    #[unroll]
                    for N3 in 6..=8 {
                        if n3 == N3 {
                            let mut acc: [[Complex<T>; N3]; TILES] = [[0.0; N3]; TILES];
                            read_all::<T, N3, TILES>(
                                1,
                                self.shapes,
                                self.items,
                                self.jobs,
                                job,
                                w0,
                                v,
                                self.w,
                                lane,
                                &mut acc,
                            );
                            write::<T, N3, TILES>(g, lane, o3, acc);
                        }
                    }
                }
            },
        );
    }
}
