//! compute_yi, reverse form: a product of the cubic form adds to its three weights (FAST_SNAP section 6).

use portax::layout::InTile;
use portax::{
    AoSoA, Complex, Float, Functor, Result, TeamKernel, TeamPolicy, View, device, kernel,
};

use super::Parts;
use crate::snap::{Given, Stage, list, rounded};
use crate::tables::{CubicForm, ReverseGroup, ReverseItem, YiReverse, ZItem};
use crate::work::{Cost, Work};

/// G = dE/dV of each atom of a batch by the two lists of [`YiReverse`](crate::tables::YiReverse): the fewest operations,
/// one thread a tile.
#[derive(Functor)]
pub struct ComputeYiReverse<T: Float> {
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
    /// [`YiReverse::groups`](crate::tables::YiReverse::groups).
    pub groups: View<[i32; 8], 1>,
    /// Number of groups.
    pub ngroups: i32,
    /// [`YiReverse::items`](crate::tables::YiReverse::items).
    pub items: View<[i32; 4], 1>,
    /// [`YiReverse::z_items`](crate::tables::YiReverse::z_items).
    pub z_items: View<[i32; 4], 1>,
    /// G, `[batch slots, values]`.
    pub ylist: View<Complex<T>, 2, AoSoA>,
    /// Number of values of weight (0, 0).
    #[comptime]
    pub shapes: usize,
}

/// Adds an item to G of its first two weights and to `g3`, the sums of the third one.
///
/// For the registers: products come with the factor that changes in the loop first, and Q is complete before P begins
/// (W is read twice for that: a quarter less time by hand on AVX2, which has 16 registers, nothing on AVX-512).
#[device(unchecked)]
fn add_item<T: Float, const N3: usize, const CONJ1: usize>(
    item: ReverseItem<Int>,
    w0: Int,
    v: View<Complex<T>, 2, InTile>,
    g: View<Complex<T>, 2, InTile>,
    w: View<T, 1>,
    lane: Index,
    v3: [Complex<T>; N3],
    g3: &mut [Complex<T>; N3],
) {
    let a = v[(lane, item.first)];
    let mut ga: Complex<T> = 0.0;
    for y in 0..item.n2 {
        let (b, at) = (v[(lane, item.second + y)], item.w + w0 + y * N3);
        let mut q = w[at] * v3[0];
        #[unroll]
        for n in 1..N3 {
            q += w[at + n] * v3[n];
        }
        let mut p: Complex<T> = 0.0;
        if CONJ1 == 1 {
            p = b * a.conj();
        } else {
            p = b * a;
        }
        #[unroll]
        for n in 0..N3 {
            g3[n] += w[at + n] * p;
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
#[device(unchecked)]
fn add_group<T: Float, const N3: usize, const CONJ1: usize>(
    group: ReverseGroup<Int>,
    items: View<[i32; 4], 1>,
    w0: Int,
    v: View<Complex<T>, 2, InTile>,
    g: View<Complex<T>, 2, InTile>,
    w: View<T, 1>,
    lane: Index,
) {
    let mut v3: [Complex<T>; N3] = [0.0; N3];
    let mut g3: [Complex<T>; N3] = [0.0; N3];
    #[unroll]
    for n in 0..N3 {
        v3[n] = v[(lane, group.third + n)].conj_if(group.conj3);
    }
    for row in items.stream(group.first, group.end) {
        let item = ReverseItem::of(row);
        add_item::<T, N3, CONJ1>(item, w0, v, g, w, lane, v3, &mut g3);
    }
    #[unroll]
    for n in 0..N3 {
        g[(lane, group.third + n)] += g3[n].conj_if(group.conj3);
    }
}

/// One block with V(0,0), which is real and has `N0` values.
#[device(unchecked)]
fn z_block<T: Float, const N0: usize>(
    item: ZItem<Int>,
    w0: Int,
    v: View<Complex<T>, 2, InTile>,
    g: View<Complex<T>, 2, InTile>,
    w: View<T, 1>,
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
        let row = item.w + w0 + (y * item.count - y * (y + 1) / 2) * N0;
        for z in y..item.count {
            let (b, at) = (v[(lane, item.offset + z)], row + z * N0);
            let p = a.re * b.re + a.im * b.im;
            let first = w[at];
            g0[0] += first * p;
            let mut q = first * v0[0];
            #[unroll]
            for n in 1..N0 {
                let wn = w[at + n];
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

// SAFETY: a team of one thread writes its own tile only.
#[kernel(unchecked)]
unsafe impl<T: Float> TeamKernel for ComputeYiReverse<T> {
    fn compute_yi_reverse(&self, team: Team) {
        let t = team.league_rank();
        let tile = self.first[0] + t;
        if tile >= self.ntiles {
            return;
        }
        let (v, g) = (self.ulisttot.tile(t), self.ylist.tile(t));
        let w0 = self.tile_element[tile] * self.w_count;
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
                            add_group::<T, N3, 0>(group, self.items, w0, v, g, self.w, lane);
                        } else {
                            add_group::<T, N3, 1>(group, self.items, w0, v, g, self.w, lane);
                        }
                    }
                }
            }
            for k in 0..self.z_items.extent(0) {
                let item = ZItem::of(self.z_items[k]);
                #[unroll]
                for N0 in 1..=8 {
                    if comptime!(self.shapes == N0) {
                        z_block::<T, N0>(item, w0, v, g, self.w, lane);
                    }
                }
            }
        }
    }
}

/// The control data on a space.
#[derive(Clone)]
pub(super) struct Tables<T: Float> {
    w: View<T, 1>,
    w_count: i32,
    groups: View<[i32; 8], 1>,
    ngroups: i32,
    items: View<[i32; 4], 1>,
    z_items: View<[i32; 4], 1>,
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
        let v_bytes = size_of::<Complex<T>>() * form.half_plane.nvalues();
        Ok(Self {
            w: list(
                space,
                "w",
                &rounded(&yi.table.for_elements(given.potential)),
            )?,
            w_count: yi.table.len() as i32,
            groups: list(space, "yi_groups", &yi.groups)?,
            ngroups,
            items: list(space, "yi_items", &yi.items)?,
            z_items: list(space, "yi_z_items", &yi.z_items)?,
            shapes: form.half_plane.count(0),
            work: Work {
                atom: Cost::new(yi.fma, 2 * v_bytes),
                ..Work::default()
            },
        })
    }
}

pub(super) fn stage<T: Float>(p: &Parts<'_, T>, tables: &Tables<T>) -> Result<Stage> {
    let functor = ComputeYiReverse {
        first: p.buffers.values.first.clone(),
        ntiles: p.given.ntiles() as i32,
        tile_element: p.given.atoms.tile_element.clone(),
        ulisttot: p.buffers.values.ulisttot.clone(),
        w: tables.w.clone(),
        w_count: tables.w_count,
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
