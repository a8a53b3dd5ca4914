//! compute_yi, reverse form: a product of the cubic form adds to its three weights (FAST_SNAP section 6).

use portax::layout::InTile;
use portax::{
    AoSoA, Complex, Float, Functor, IntRow, Result, TeamKernel, TeamPolicy, View, device, kernel,
};

use super::Parts;
use crate::beta::{Beta, FormTable};
use crate::snap::{Given, Stage, rows};
use crate::tables::{CubicForm, ReverseGroup, ReverseItem, YiReverse, ZItem};
use crate::work::{Cost, Work};

/// G = dE/dV of each atom of a batch by the two lists of [`YiReverse`](crate::tables::YiReverse): the fewest operations,
/// one thread a tile. For `OF_ATOMS` see [`Beta`].
#[derive(Functor)]
pub struct ComputeYiReverse<T: Float, const OF_ATOMS: usize> {
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
    /// [`YiReverse::groups`](crate::tables::YiReverse::groups).
    pub groups: View<IntRow<8>, 1>,
    /// Number of groups.
    pub ngroups: i32,
    /// [`YiReverse::items`](crate::tables::YiReverse::items).
    pub items: View<IntRow<4>, 1>,
    /// [`YiReverse::z_items`](crate::tables::YiReverse::z_items).
    pub z_items: View<IntRow<4>, 1>,
    /// G, `[batch slots, values]`.
    pub ylist: View<Complex<T>, 2, AoSoA>,
    /// Number of values of weight (0, 0).
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
impl<T: Float, const OF_ATOMS: usize> ComputeYiReverse<T, OF_ATOMS> {
    /// W of an entry.
    fn weight(&self, tile: Tile<Int>, at: Int, lane: Index) -> T {
        let w = self.w[at + tile.w0];
        self.beta.times(w, at, tile.number, lane)
    }

    /// Adds an item to G of its first two weights and to `g3`, the sums of the third one.
    ///
    /// For the registers: products come with the factor that changes in the loop first, and Q is complete before P begins
    /// (W is read twice for that: a quarter less time by hand on AVX2, which has 16 registers, nothing on AVX-512).
    fn add_item<const N3: usize, const CONJ1: usize>(
        &self,
        item: ReverseItem<Int>,
        tile: Tile<Int>,
        v: View<Complex<T>, 2, InTile>,
        g: View<Complex<T>, 2, InTile>,
        lane: Index,
        v3: [Complex<T>; N3],
        g3: &mut [Complex<T>; N3],
    ) {
        let a = v[(lane, item.first)];
        let mut ga: Complex<T> = 0.0;
        for y in 0..item.n2 {
            let (b, at) = (v[(lane, item.second + y)], item.w + y * N3);
            let mut q = self.weight(tile, at, lane) * v3[0];
            #[unroll]
            for n in 1..N3 {
                q += self.weight(tile, at + n, lane) * v3[n];
            }
            let mut p: Complex<T> = 0.0;
            if CONJ1 == 1 {
                p = b * a.conj();
            } else {
                p = b * a;
            }
            #[unroll]
            for n in 0..N3 {
                g3[n] += self.weight(tile, at + n, lane) * p;
            }
            if CONJ1 == 1 {
                ga += q.conj() * b;
                g[(lane, item.second + y)] += q * a;
            } else {
                ga += b.conj() * q;
                g[(lane, item.second + y)] += q * a.conj();
            }
        }
        g[(lane, item.first)] += ga;
    }

    /// The items of a group: V and the sums of their third weight, of `N3` values, stay in registers.
    fn add_group<const N3: usize, const CONJ1: usize>(
        &self,
        group: ReverseGroup<Int>,
        tile: Tile<Int>,
        v: View<Complex<T>, 2, InTile>,
        g: View<Complex<T>, 2, InTile>,
        lane: Index,
    ) {
        let mut v3: [Complex<T>; N3] = [0.0; N3];
        let mut g3: [Complex<T>; N3] = [0.0; N3];
        #[unroll]
        for n in 0..N3 {
            v3[n] = v[(lane, group.third + n)].conj_if(group.conj3);
        }
        for row in self.items.stream(group.first, group.end) {
            let item = ReverseItem::of(row);
            self.add_item::<N3, CONJ1>(item, tile, v, g, lane, v3, &mut g3);
        }
        #[unroll]
        for n in 0..N3 {
            g[(lane, group.third + n)] += g3[n].conj_if(group.conj3);
        }
    }

    /// One block with V(0,0), which is real and has `N0` values.
    fn z_block<const N0: usize>(
        &self,
        item: ZItem<Int>,
        tile: Tile<Int>,
        v: View<Complex<T>, 2, InTile>,
        g: View<Complex<T>, 2, InTile>,
        lane: Index,
    ) {
        let mut v0: [T; N0] = [0.0; N0];
        let mut g0: [T; N0] = [0.0; N0];
        #[unroll]
        for n in 0..N0 {
            v0[n] = v[(lane, n)].re;
        }
        for y in 0..item.count {
            let a = v[(lane, item.offset + y)];
            let mut ga: Complex<T> = 0.0;
            let row = item.w + (y * item.count - y * (y + 1) / 2) * N0;
            for z in y..item.count {
                let (b, at) = (v[(lane, item.offset + z)], row + z * N0);
                let p = a.re * b.re + a.im * b.im;
                let first = self.weight(tile, at, lane);
                g0[0] += first * p;
                let mut q = first * v0[0];
                #[unroll]
                for n in 1..N0 {
                    let wn = self.weight(tile, at + n, lane);
                    g0[n] += wn * p;
                    q += wn * v0[n];
                }
                ga += q * b;
                g[(lane, item.offset + z)] += q * a;
            }
            g[(lane, item.offset + y)] += ga;
        }
        #[unroll]
        for n in 0..N0 {
            let old = g[(lane, n)];
            g[(lane, n)] = Complex {
                re: old.re + g0[n],
                im: old.im,
            };
        }
    }
}

// SAFETY: a team of one thread writes its own tile only.
#[kernel(unchecked)]
unsafe impl<T: Float, const OF_ATOMS: usize> TeamKernel for ComputeYiReverse<T, OF_ATOMS> {
    fn compute_yi_reverse(&self, team: Team) {
        let t = team.league_rank();
        let tile = self.tile_number[t];
        if tile >= self.ntiles {
            return;
        }
        let (v, g) = (self.ulisttot.tile(t), self.ylist.tile(t));
        let here = Tile::<Int> {
            number: t,
            w0: self.tile_element[tile] * self.w_count,
        };
        for lane in team.lanes() {
            let mut zero: Complex<T> = 0.0;
            for q in 0..self.ylist.extent(1) {
                g[(lane, q)] = zero;
            }
            for row in self.groups.stream(0, self.ngroups) {
                let group = ReverseGroup::of(row);
                let n3 = group.n3.at_most(self.shapes);
                #[unroll]
                for N3 in 1..=8 {
                    if n3 == N3 {
                        if group.conj1 == 0 {
                            self.add_group::<N3, 0>(group, here, v, g, lane);
                        } else {
                            self.add_group::<N3, 1>(group, here, v, g, lane);
                        }
                    }
                }
            }
            for k in 0..self.z_items.extent(0) {
                let item = ZItem::of(self.z_items[k]);
                #[unroll]
                for N0 in 1..=8 {
                    if comptime!(self.shapes == N0) {
                        self.z_block::<N0>(item, here, v, g, lane);
                    }
                }
            }
        }
    }
}

/// The control data on a space.
#[derive(Clone)]
pub(super) struct Tables<T: Float> {
    w: FormTable<T>,
    groups: View<IntRow<8>, 1>,
    ngroups: i32,
    items: View<IntRow<4>, 1>,
    z_items: View<IntRow<4>, 1>,
    shapes: usize,
    work: Work,
}

impl<T: Float> Tables<T> {
    /// Those of a potential.
    pub fn new(given: &Given<'_>, form: &CubicForm) -> Result<Self> {
        let (space, mut yi) = (given.space, YiReverse::new(form));
        let ngroups = yi.groups.len() as i32;
        // Loads of a stream may run one row ahead.
        yi.groups.push([0; 8]);
        yi.items.push([0; 4]);
        let v_bytes = size_of::<Complex<T>>() * form.nvalues();
        Ok(Self {
            w: FormTable::new(given, &yi.table, &form.classes.sums)?,
            groups: rows(space, "yi_groups", &yi.groups)?,
            ngroups,
            items: rows(space, "yi_items", &yi.items)?,
            z_items: rows(space, "yi_z_items", &yi.z_items)?,
            shapes: form.half_plane.count(0),
            work: Work {
                atom: Cost::new(yi.fma, 2 * v_bytes),
                ..Work::default()
            },
        })
    }
}

/// compute_yi, by coefficients of the elements or, where there are some, of the atoms.
pub(super) fn stage<T: Float>(p: &Parts<'_, T>, tables: &Tables<T>) -> Result<Stage> {
    match p.buffers.beta() {
        None => of_coefficients(p, tables, Beta::in_w()),
        Some(beta) => of_coefficients(p, tables, tables.w.times(beta)),
    }
}

fn of_coefficients<T: Float, const OF_ATOMS: usize>(
    p: &Parts<'_, T>,
    tables: &Tables<T>,
    beta: Beta<T, OF_ATOMS>,
) -> Result<Stage> {
    let functor = ComputeYiReverse {
        tile_number: p.buffers.to_v.values.tile_number.clone(),
        ntiles: p.given.ntiles() as i32,
        tile_element: p.given.atoms.tile_element.clone(),
        ulisttot: p.buffers.to_v.values.ulisttot.clone(),
        w: tables.w.w.clone(),
        w_count: tables.w.count,
        beta,
        groups: tables.groups.clone(),
        ngroups: tables.ngroups,
        items: tables.items.clone(),
        z_items: tables.z_items.clone(),
        ylist: p.buffers.ylist.clone(),
        shapes: tables.shapes,
    };
    let policy = TeamPolicy::new(p.tiles, 1);
    Stage::new(p.given.space, "compute_yi", policy, &functor, tables.work)
}
