//! compute_yi, direct form: one output weight has one owner, which gathers all products (FAST_SNAP section 6).

use portax::layout::InTile;
use portax::{
    AUTO, AoSoA, Complex, Float, Functor, Result, TeamKernel, TeamPolicy, View, device, kernel,
};

use crate::mapping::{Key, Numbers, Size};
use crate::snap::{Given, Stage, Values, capped, list, rounded};
use crate::tables::{CubicForm, DirectItem, DirectJob, HalfPlane, YiDirect};
use crate::work::{Cost, Work};

/// How [`ComputeYiDirect`] is spread over a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DirectMapping {
    /// Teams that share the outputs of a tile.
    pub parts: usize,
    /// Threads of a team, 0 for the space's choice.
    pub team: usize,
    /// Registers a thread may have, 0 for no limit.
    pub registers: usize,
}

impl DirectMapping {
    pub(crate) fn new(size: &Size, numbers: &Numbers) -> Self {
        let number = |key, otherwise| numbers.get(&key).copied().unwrap_or(otherwise);
        let outputs = HalfPlane::new(size.twojmax).weights().len();
        Self {
            // An output a thread of a team of four.
            parts: number(Key::YiParts, outputs.div_ceil(4)),
            team: number(Key::YiTeam, AUTO),
            registers: number(Key::YiRegisters, 0),
        }
    }

    /// Adds its numbers.
    pub(crate) fn write(&self, numbers: &mut Numbers) {
        numbers.extend([
            (Key::YiParts, self.parts),
            (Key::YiTeam, self.team),
            (Key::YiRegisters, self.registers),
        ]);
    }
}

/// G = dE/dV of each atom of a batch by the jobs of [`YiDirect`]: operand 2 and the sums of an
/// output stay in registers.
///
/// A team thread computes a job for a tile. Both pipelines have this form: it needs no team scratch.
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
    /// [`YiDirect::jobs`](crate::tables::YiDirect::jobs).
    pub jobs: View<[i32; 4], 1>,
    /// [`YiDirect::starts`](crate::tables::YiDirect::starts), `[shapes + 1, jobs]`.
    pub starts: View<i32, 2>,
    /// G, `[batch slots, values]`.
    pub ylist: View<Complex<T>, 2, AoSoA>,
    /// Teams that share the jobs of a tile: one on CPUs, more where few tiles would leave a device idle.
    #[comptime]
    pub parts: usize,
    /// Largest N of any weight.
    #[comptime]
    pub shapes: usize,
}

/// Adds one item of `N2` values of operand 2, kept in registers, to an output of `N3` values.
#[device(unchecked)]
fn kept<T: Float, const N2: usize, const N3: usize>(
    item: DirectItem<Int>,
    w0: Int,
    v: View<Complex<T>, 2, InTile>,
    w: View<T, 1>,
    lane: Index,
    acc: &mut [Complex<T>; N3],
) {
    let mut b: [Complex<T>; N2] = [0.0; N2];
    #[unroll]
    for j in 0..N2 {
        b[j] = v[(lane, item.second + j)].conj_if(item.conj2);
    }
    for i in 0..item.n1 {
        let row = w.row(item.w + w0 + i * ((N2 * N3 + 1) / 2 * 2), N2 * N3);
        let x = v[(lane, item.first + i)].conj_if(item.conj1);
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
#[device(unchecked)]
fn read<T: Float, const N3: usize>(
    item: DirectItem<Int>,
    n2: usize,
    w0: Int,
    v: View<Complex<T>, 2, InTile>,
    w: View<T, 1>,
    lane: Index,
    acc: &mut [Complex<T>; N3],
) {
    let (step_j, step_n) = comptime!(if n2 <= N3 { (N3, 1) } else { (1, n2) });
    for i in 0..item.n1 {
        let row = item.w + w0 + i * comptime!((n2 * N3).next_multiple_of(2));
        let x = v[(lane, item.first + i)].conj_if(item.conj1);
        for j in 0..n2 {
            let p = x * v[(lane, item.second + j)].conj_if(item.conj2);
            let at = row + j * step_j;
            #[unroll]
            for n in 0..N3 {
                acc[n] += w[at + n * step_n] * p;
            }
        }
    }
}

/// All items of a job with `from..=shapes` values of operand 2, by [`read`].
#[device(unchecked)]
fn read_all<T: Float, const N3: usize>(
    from: usize,
    shapes: usize,
    items: View<[i32; 4], 1>,
    starts: View<i32, 2>,
    job: Int,
    w0: Int,
    v: View<Complex<T>, 2, InTile>,
    w: View<T, 1>,
    lane: Index,
    acc: &mut [Complex<T>; N3],
) {
    #[unroll]
    for n2 in from..shapes + 1 {
        for row in items.stream(starts[(n2 - 1, job)], starts[(n2, job)]) {
            read::<T, N3>(DirectItem::of(row), n2, w0, v, w, lane, &mut acc);
        }
    }
}

/// Writes the sums of an output to its values.
#[device]
fn write<T: Float, const N3: usize>(
    g: View<Complex<T>, 2, InTile>,
    lane: Index,
    output: Int,
    acc: [Complex<T>; N3],
) {
    #[unroll]
    for n in 0..N3 {
        g[(lane, output + n)] = acc[n];
    }
}

// SAFETY: every output weight has one job, and every job one team thread of its tile.
#[kernel(unchecked)]
unsafe impl<T: Float> TeamKernel for ComputeYiDirect<T> {
    fn compute_yi_direct(&self, team: Team) {
        let (t, part) = (
            team.league_rank() / self.parts,
            team.league_rank() % self.parts,
        );
        let tile = self.first[0] + t;
        if tile >= self.ntiles {
            return;
        }
        let (v, g) = (self.ulisttot.tile(t), self.ylist.tile(t));
        let w0 = self.tile_element[tile] * self.w_count;
        // Neighbours in the list, longest first: the threads of a team have about the same work.
        let jobs = self.jobs.extent(0);
        let share = (jobs + comptime!(self.parts - 1)) / self.parts;
        parallel_for(
            TeamThreadRange(team, (jobs - part * share).min(share)),
            |n| {
                let number = part * share + n;
                let job = DirectJob::of(self.jobs[number]);
                for lane in team.lanes() {
                    #[unroll]
                    for N3 in 1..=5 {
                        if job.n3 == N3 {
                            if comptime!(N3 <= self.shapes) {
                                let mut acc: [Complex<T>; N3] = [0.0; N3];
                                #[unroll]
                                for N2 in 1..=5 {
                                    if comptime!(N2 <= self.shapes) {
                                        for row in self.items.stream(
                                            self.starts[(N2 - 1, number)],
                                            self.starts[(N2, number)],
                                        ) {
                                            let item = DirectItem::of(row);
                                            kept::<T, N2, N3>(item, w0, v, self.w, lane, &mut acc);
                                        }
                                    }
                                }
                                read_all::<T, N3>(
                                    6,
                                    self.shapes,
                                    self.items,
                                    self.starts,
                                    number,
                                    w0,
                                    v,
                                    self.w,
                                    lane,
                                    &mut acc,
                                );
                                write::<T, N3>(g, lane, job.output, acc);
                            }
                        }
                    }
                    #[unroll]
                    for N3 in 6..=8 {
                        if job.n3 == N3 {
                            if comptime!(N3 <= self.shapes) {
                                let mut acc: [Complex<T>; N3] = [0.0; N3];
                                read_all::<T, N3>(
                                    1,
                                    self.shapes,
                                    self.items,
                                    self.starts,
                                    number,
                                    w0,
                                    v,
                                    self.w,
                                    lane,
                                    &mut acc,
                                );
                                write::<T, N3>(g, lane, job.output, acc);
                            }
                        }
                    }
                }
            },
        );
    }
}

/// The control data on a space.
#[derive(Clone)]
pub(crate) struct Tables<T: Float> {
    w: View<T, 1>,
    w_count: i32,
    items: View<[i32; 4], 1>,
    jobs: View<[i32; 4], 1>,
    starts: View<i32, 2>,
    shapes: usize,
    work: Work,
}

impl<T: Float> Tables<T> {
    /// Those of a potential.
    pub fn new(given: &Given<'_>, form: &CubicForm) -> Result<Self> {
        let (space, yi) = (given.space, YiDirect::new(form));
        let v_bytes = size_of::<Complex<T>>() * form.half_plane.nvalues();
        Ok(Self {
            w: list(
                space,
                "w",
                &rounded(&yi.table.for_elements(given.potential)),
            )?,
            w_count: yi.table.len() as i32,
            items: list(space, "yi_items", &yi.items)?,
            jobs: list(space, "yi_jobs", &yi.jobs)?,
            starts: View::from_slice(
                space,
                "yi_starts",
                [yi.shapes + 1, yi.jobs.len()],
                &yi.starts,
            )?,
            shapes: yi.shapes,
            work: Work {
                atom: Cost::new(yi.fma, 2 * v_bytes),
                ..Work::default()
            },
        })
    }

    /// compute_yi from V to G of so many tiles.
    pub fn stage(
        &self,
        given: &Given<'_>,
        mapping: &DirectMapping,
        values: &Values<T>,
        ylist: &View<Complex<T>, 2, AoSoA>,
        tiles: usize,
    ) -> Result<Stage> {
        let functor = ComputeYiDirect {
            first: values.first.clone(),
            ntiles: given.ntiles() as i32,
            tile_element: given.atoms.tile_element.clone(),
            ulisttot: values.ulisttot.clone(),
            w: self.w.clone(),
            w_count: self.w_count,
            items: self.items.clone(),
            jobs: self.jobs.clone(),
            starts: self.starts.clone(),
            ylist: ylist.clone(),
            parts: mapping.parts,
            shapes: self.shapes,
        };
        let policy = TeamPolicy::new(tiles * mapping.parts, mapping.team);
        let policy = capped(policy, mapping.registers);
        Stage::of_gpus::<T, _>(given.space, "compute_yi", policy, &functor, self.work)
    }
}
