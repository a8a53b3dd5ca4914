//! compute_yi, direct form: one output weight has one owner, which gathers all products (FAST_SNAP section 6).

use portax::layout::InTile;
use portax::{
    AUTO, AoSoA, Complex, Float, Functor, IntRow, Result, TeamKernel, TeamPolicy, View, device,
    kernel,
};

use crate::beta::{Beta, FormTable};
use crate::mapping::{Key, Numbers, Size};
use crate::snap::{Given, Stage, Values, capped, rows};
use crate::tables::{CoefficientSums, CubicForm, DirectItem, DirectJob, HalfPlane, YiDirect};
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
/// output stay in registers. For `OF_ATOMS` see [`Beta`].
///
/// A team thread computes a job for a tile. Both pipelines have this form: it needs no team scratch.
#[derive(Functor)]
pub struct ComputeYiDirect<T: Float, const OF_ATOMS: usize> {
    /// Number of each tile of the batch.
    pub tile_number: View<i32, 1>,
    /// Tiles of the system.
    pub ntiles: i32,
    /// Element of each tile.
    pub tile_element: View<i32, 1>,
    /// V, `[batch slots, values]`.
    pub ulisttot: View<Complex<T>, 2, AoSoA>,
    /// W of all elements, one after the other, or W0.
    pub w: View<T, 1>,
    /// Entries of W per element, 0 for W0.
    pub w_count: i32,
    /// What W is multiplied with.
    pub beta: Beta<T, OF_ATOMS>,
    /// [`YiDirect::items`](crate::tables::YiDirect::items).
    pub items: View<IntRow<4>, 1>,
    /// [`YiDirect::jobs`](crate::tables::YiDirect::jobs).
    pub jobs: View<IntRow<4>, 1>,
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

/// A tile that a team works on.
#[derive(Clone, Copy)]
struct Tile<I> {
    /// Its number in the batch.
    number: I,
    /// Where W of its element begins.
    w0: I,
}

#[device(unchecked)]
impl<T: Float, const OF_ATOMS: usize> ComputeYiDirect<T, OF_ATOMS> {
    /// Adds one item of `N2` values of operand 2, kept in registers, to an output of `N3` values.
    fn add_kept<const N2: usize, const N3: usize>(
        &self,
        item: DirectItem<Int>,
        tile: Tile<Int>,
        v: View<Complex<T>, 2, InTile>,
        lane: Index,
        acc: &mut [Complex<T>; N3],
    ) {
        let mut b: [Complex<T>; N2] = [0.0; N2];
        #[unroll]
        for j in 0..N2 {
            b[j] = v[(lane, item.second + j)].conj_if(item.conj2);
        }
        for i in 0..item.n1 {
            let at = item.w + i * ((N2 * N3 + 1) / 2 * 2);
            let row = self.w.row(at + tile.w0, N2 * N3);
            let x = v[(lane, item.first + i)].conj_if(item.conj1);
            if N2 <= N3 {
                #[unroll]
                for j in 0..N2 {
                    let p = x * b[j];
                    #[unroll]
                    for n in 0..N3 {
                        let k = j * N3 + n;
                        acc[n] += self.beta.times(row[k], at + k, tile.number, lane) * p;
                    }
                }
            } else {
                #[unroll]
                for n in 0..N3 {
                    let first = n * N2;
                    let mut m = self.beta.times(row[first], at + first, tile.number, lane) * b[0];
                    #[unroll]
                    for j in 1..N2 {
                        let k = n * N2 + j;
                        m += self.beta.times(row[k], at + k, tile.number, lane) * b[j];
                    }
                    acc[n] += x * m;
                }
            }
        }
    }

    /// Adds one item of `n2` values of operand 2, read as they are needed; the order of W is that of
    /// [`add_kept`](Self::add_kept).
    fn add_read<const N3: usize>(
        &self,
        item: DirectItem<Int>,
        n2: usize,
        tile: Tile<Int>,
        v: View<Complex<T>, 2, InTile>,
        lane: Index,
        acc: &mut [Complex<T>; N3],
    ) {
        let (step_j, step_n) = comptime!(if n2 <= N3 { (N3, 1) } else { (1, n2) });
        for i in 0..item.n1 {
            let row = item.w + i * comptime!((n2 * N3).next_multiple_of(2));
            let x = v[(lane, item.first + i)].conj_if(item.conj1);
            for j in 0..n2 {
                let p = x * v[(lane, item.second + j)].conj_if(item.conj2);
                let at = row + j * step_j;
                #[unroll]
                for n in 0..N3 {
                    let w = self.w[at + tile.w0 + n * step_n];
                    acc[n] += self.beta.times(w, at + n * step_n, tile.number, lane) * p;
                }
            }
        }
    }

    /// All items of a job with `from..=shapes` values of operand 2, by [`add_read`](Self::add_read).
    fn add_all_read<const N3: usize>(
        &self,
        from: usize,
        job: Int,
        tile: Tile<Int>,
        v: View<Complex<T>, 2, InTile>,
        lane: Index,
        acc: &mut [Complex<T>; N3],
    ) {
        #[unroll]
        for n2 in from..self.shapes + 1 {
            for row in self
                .items
                .stream(self.starts[(n2 - 1, job)], self.starts[(n2, job)])
            {
                self.add_read::<N3>(DirectItem::of(row), n2, tile, v, lane, &mut acc);
            }
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
unsafe impl<T: Float, const OF_ATOMS: usize> TeamKernel for ComputeYiDirect<T, OF_ATOMS> {
    fn compute_yi_direct(&self, team: Team) {
        let (t, part) = (
            team.league_rank() / self.parts,
            team.league_rank() % self.parts,
        );
        let tile = self.tile_number[t];
        if tile >= self.ntiles {
            return;
        }
        let (v, g) = (self.ulisttot.tile(t), self.ylist.tile(t));
        let here = Tile::<Int> {
            number: t,
            w0: self.tile_element[tile] * self.w_count,
        };
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
                                            self.add_kept::<N2, N3>(item, here, v, lane, &mut acc);
                                        }
                                    }
                                }
                                self.add_all_read::<N3>(6, number, here, v, lane, &mut acc);
                                write::<T, N3>(g, lane, job.output, acc);
                            }
                        }
                    }
                    #[unroll]
                    for N3 in 6..=8 {
                        if job.n3 == N3 {
                            if comptime!(N3 <= self.shapes) {
                                let mut acc: [Complex<T>; N3] = [0.0; N3];
                                self.add_all_read::<N3>(1, number, here, v, lane, &mut acc);
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
    w: FormTable<T>,
    /// What its entries carry.
    pub sums: CoefficientSums,
    items: View<IntRow<4>, 1>,
    jobs: View<IntRow<4>, 1>,
    starts: View<i32, 2>,
    shapes: usize,
    work: Work,
}

impl<T: Float> Tables<T> {
    /// Those of a potential.
    pub fn new(given: &Given<'_>, form: &CubicForm) -> Result<Self> {
        let (space, yi) = (given.space, YiDirect::by_rule(form, given.rule));
        let v_bytes = size_of::<Complex<T>>() * form.nvalues();
        Ok(Self {
            w: FormTable::new(given, &yi.table, &yi.sums)?,
            sums: yi.sums,
            items: rows(space, "yi_items", &yi.items)?,
            jobs: rows(space, "yi_jobs", &yi.jobs)?,
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

    /// compute_yi from V to G of so many tiles, by coefficients of the elements or, where there are some, of the atoms.
    pub fn stage(
        &self,
        given: &Given<'_>,
        mapping: &DirectMapping,
        gradient: &Gradient<'_, T>,
        tiles: usize,
    ) -> Result<Stage> {
        match gradient.beta {
            None => self.of_coefficients(given, mapping, gradient, tiles, Beta::in_w()),
            Some(beta) => {
                let beta = self.w.times(beta);
                self.of_coefficients(given, mapping, gradient, tiles, beta)
            }
        }
    }

    fn of_coefficients<const OF_ATOMS: usize>(
        &self,
        given: &Given<'_>,
        mapping: &DirectMapping,
        gradient: &Gradient<'_, T>,
        tiles: usize,
        beta: Beta<T, OF_ATOMS>,
    ) -> Result<Stage> {
        let functor = ComputeYiDirect {
            tile_number: gradient.values.tile_number.clone(),
            ntiles: given.ntiles() as i32,
            tile_element: given.atoms.tile_element.clone(),
            ulisttot: gradient.values.ulisttot.clone(),
            w: self.w.w.clone(),
            w_count: self.w.count,
            beta,
            items: self.items.clone(),
            jobs: self.jobs.clone(),
            starts: self.starts.clone(),
            ylist: gradient.ylist.clone(),
            parts: mapping.parts,
            shapes: self.shapes,
        };
        let policy = TeamPolicy::new(tiles * mapping.parts, mapping.team);
        let policy = capped(policy, mapping.registers);
        // Hosts have this form by LAMMPS' rule of chemflag; where each atom has a gradient of its own, reverse serves them.
        if const { OF_ATOMS == 0 } {
            Stage::in_f64::<T, _>(given.space, "compute_yi", policy, &functor, self.work)
        } else {
            Stage::of_gpus::<T, _>(given.space, "compute_yi", policy, &functor, self.work)
        }
    }
}

/// What compute_yi works on.
pub(crate) struct Gradient<'a, T: Float> {
    /// V.
    pub values: &'a Values<T>,
    /// Coefficients of each atom, where they are not the element's.
    pub beta: Option<&'a View<T, 2, AoSoA>>,
    /// G, `[batch slots, values]`.
    pub ylist: &'a View<Complex<T>, 2, AoSoA>,
}
