//! The lists themselves.

use portax::{
    AoSoA, Float, Functor, IntRow, Max, RangePolicy, ReduceKernel, Space, TeamKernel, TeamPolicy,
    View, device, kernel,
};

use super::{
    bins::Bins,
    error::Error,
    grid::{BINS, FIRST, LAST, REACH},
    image::{pack, pack_image},
    slots::Slots,
};

/// The atom's own copy of the cell.
const HOME: i32 = pack([0, 0, 0]);

/// Displacement by an image, Å.
#[device]
fn uniform_shift<T: Float>(cell: View<T, 1>, ia: Int, ib: Int, ic: Int) -> [Uniform<T>; 3] {
    let na = ia as Uniform<T>;
    let nb = ib as Uniform<T>;
    let nc = ic as Uniform<T>;
    [
        na * cell[0] + nb * cell[3] + nc * cell[6],
        na * cell[1] + nb * cell[4] + nc * cell[7],
        na * cell[2] + nb * cell[5] + nc * cell[8],
    ]
}

/// A team of one thread finds the neighbours of one bin's atoms, an atom a lane. All lanes look at the same atoms, bin by bin
/// (c slowest, a fastest), ascending in a bin. Those within `near_squared` come first in a list, which spares kernels that
/// look for them branches: a far one gives its place to the next near one and goes to the end.
#[derive(Functor)]
struct Search<T: Float> {
    cutoff_squared: T,
    near_squared: T,
    cell: View<T, 1>,
    grid: View<IntRow<4>, 1>,
    start: View<i32, 1>,
    atom: View<i32, 1>,
    x: View<T, 2>,
    slot_of_atom: View<i32, 1>,
    neighbor: View<i32, 2, AoSoA>,
    image: View<i32, 2, AoSoA>,
    count: View<i32, 1>,
}

#[kernel(unchecked)]
// SAFETY: every atom is in one bin and has a slot of its own or none, whose list and count only its lane of a team of one
// thread reads and writes; what does not fit the list is counted, not stored.
unsafe impl<T: Float> TeamKernel for Search<T> {
    fn search(&self, team: Team) {
        let home = team.league_rank();
        let [na, nb, nc, _] = self.grid[BINS];
        let [ra, rb, rc, _] = self.grid[REACH];
        let [fa, fb, fc, _] = self.grid[FIRST];
        let [la, lb, lc, _] = self.grid[LAST];
        let (a, b, c) = (home % na, home / na % nb, home / (na * nb) % nc);
        let system = home / (na * nb * nc);
        let begin = self.start[home];
        let n = self.start[home + 1] - begin;
        parallel_for(ThreadVectorRange(team, n), |l| {
            let p = l + begin;
            let slot = self.slot_of_atom[self.atom[p]];
            let x = self.x[(p, 0)];
            let y = self.x[(p, 1)];
            let z = self.x[(p, 2)];
            let mut count: i32 = 0;
            let mut near: i32 = 0;
            for tc in (c - rc).max(fc)..=(c + rc).min(lc) {
                for tb in (b - rb).max(fb)..=(b + rb).min(lb) {
                    for ta in (a - ra).max(fa)..=(a + ra).min(la) {
                        let ia = (ta + ra * na) / na - ra;
                        let ib = (tb + rb * nb) / nb - rb;
                        let ic = (tc + rc * nc) / nc - rc;
                        let layer = system * nc + (tc - ic * nc);
                        let bin = (layer * nb + (tb - ib * nb)) * na + (ta - ia * na);
                        let image = pack_image(ia, ib, ic);
                        let [sx, sy, sz] = uniform_shift(self.cell, ia, ib, ic);
                        for q in self.start[bin]..self.start[bin + 1] {
                            let dx = (self.x[(q, 0)] - x) + sx;
                            let dy = (self.x[(q, 1)] - y) + sy;
                            let dz = (self.x[(q, 2)] - z) + sz;
                            let is_other = q != p || image != HOME;
                            let rsq = dx * dx + dy * dy + dz * dz;
                            if rsq < self.cutoff_squared && is_other && slot >= 0 {
                                if count < self.neighbor.extent(1) {
                                    let mut at = count;
                                    if rsq < self.near_squared {
                                        at = near;
                                        self.neighbor[(slot, count)] = self.neighbor[(slot, near)];
                                        self.image[(slot, count)] = self.image[(slot, near)];
                                        near += 1;
                                    }
                                    self.neighbor[(slot, at)] = self.atom[q];
                                    self.image[(slot, at)] = image;
                                }
                                count += 1;
                            }
                        }
                    }
                }
            }
            if slot >= 0 {
                self.count[slot] = count;
            }
        });
    }
}

/// Longest list.
#[derive(Functor)]
struct Longest {
    count: View<i32, 1>,
}

#[kernel]
impl ReduceKernel for Longest {
    type Value = i32;
    fn longest(&self, slot: Index) -> i32 {
        self.count[slot]
    }
}

/// Neighbours of every slot.
pub(super) struct Pairs {
    pub neighbor: View<i32, 2, AoSoA>,
    pub image: View<i32, 2, AoSoA>,
    pub count: View<i32, 1>,
    /// Longest list
    pub longest: usize,
}

impl Pairs {
    /// Empty lists with room for `max_neighbors` in each.
    pub fn new(space: &Space, slots: usize, max_neighbors: usize) -> Result<Self, Error> {
        if slots
            .checked_mul(max_neighbors)
            .is_none_or(|n| n > i32::MAX as usize)
        {
            return Err(Error::TooManyPairs {
                slots,
                max_neighbors,
            });
        }
        Ok(Pairs {
            neighbor: View::new(space, "neighbor", [slots, max_neighbors])?,
            image: View::new(space, "image", [slots, max_neighbors])?,
            count: View::new(space, "neighbor_count", [slots])?,
            longest: 0,
        })
    }

    /// Finds all neighbours within `cutoff` (Å), those within `near` first, making room for them.
    pub fn find<T: Float>(
        &mut self,
        space: &Space,
        [near, cutoff]: [f64; 2],
        bins: &Bins<T>,
        slots: &Slots,
    ) -> Result<(), Error> {
        self.fill(space, |pairs| {
            let search = Search {
                cutoff_squared: T::from_f64(cutoff * cutoff),
                near_squared: T::from_f64(near * near),
                cell: bins.cell.clone(),
                grid: bins.grid_rows.clone(),
                start: bins.atoms.start.clone(),
                atom: bins.atoms.sorted.clone(),
                x: bins.x.clone(),
                slot_of_atom: slots.slot_of_atom.clone(),
                neighbor: pairs.neighbor.clone(),
                image: pairs.image.clone(),
                count: pairs.count.clone(),
            };
            space.parallel_for("find neighbors", TeamPolicy::new(bins.len(), 1), &search)
        })
    }

    /// Fills the lists by a search that counts all neighbours and stores those that fit, with more room until all do.
    pub fn fill(
        &mut self,
        space: &Space,
        search: impl Fn(&Self) -> portax::Result<()>,
    ) -> Result<(), Error> {
        loop {
            search(self)?;
            let count = self.count.clone();
            let all = RangePolicy::new(0..count.len());
            let longest = space.parallel_reduce("longest list", all, &Longest { count }, Max)?;
            self.longest = longest.max(0) as usize;
            if self.longest <= self.neighbor.extent(1) {
                return Ok(());
            }
            let room = (self.longest + self.longest / 8).next_multiple_of(ROUND);
            *self = Pairs::new(space, self.count.len(), room)?;
        }
    }
}

/// Room is a multiple of this.
const ROUND: usize = 4;
