//! Atoms around points of space that are no atoms, such as those of a grid.

use portax::{AoSoA, Float, Functor, IntRow, RangeKernel, RangePolicy, Space, View, kernel};

use super::{
    bins::{Bins, bin_along},
    cell::Cell,
    error::Error,
    grid::{BINS, CellView, FIRST, LAST, REACH, fractional},
    image::{image_shift, pack_image_of_lane},
    pairs::Pairs,
    systems::Systems,
};

/// Squared distance (Å²) up to which an atom stands at the point and is not around it, as LAMMPS' compute sna/grid has it.
const AT_POINT: f64 = 1e-20;

/// A lane finds the atoms around one point, bin by bin (c slowest, a fastest), ascending in a bin.
#[derive(Functor)]
struct SearchPoints<T: Float> {
    cutoff_squared: T,
    cell: View<T, 1>,
    grid: View<IntRow<4>, 1>,
    start: View<i32, 1>,
    atom: View<i32, 1>,
    x: View<T, 2>,
    points: View<T, 2>,
    neighbor: View<i32, 2, AoSoA>,
    image: View<i32, 2, AoSoA>,
    count: View<i32, 1>,
}

#[kernel(unchecked)]
// SAFETY: a lane writes the list and the count of its own point; what does not fit the list is counted, not stored. Bins are
// clamped to those that there are.
unsafe impl<T: Float> RangeKernel for SearchPoints<T> {
    fn search_points(&self, i: Index) {
        let [na, nb, nc, _] = self.grid[BINS];
        let [ra, rb, rc, _] = self.grid[REACH];
        let [fa, fb, fc, _] = self.grid[FIRST];
        let [la, lb, lc, _] = self.grid[LAST];
        let x = self.points[(i, 0)];
        let y = self.points[(i, 1)];
        let z = self.points[(i, 2)];
        let place = fractional(self.cell, x, y, z);
        let a = bin_along(place[0], na);
        let b = bin_along(place[1], nb);
        let c = bin_along(place[2], nc);
        let mut count: i32 = 0;
        for tc in (c - rc).max(fc)..(c + rc).min(lc) + 1 {
            for tb in (b - rb).max(fb)..(b + rb).min(lb) + 1 {
                for ta in (a - ra).max(fa)..(a + ra).min(la) + 1 {
                    let ia = (ta + ra * na) / na - ra;
                    let ib = (tb + rb * nb) / nb - rb;
                    let ic = (tc + rc * nc) / nc - rc;
                    let bin = ((tc - ic * nc) * nb + (tb - ib * nb)) * na + (ta - ia * na);
                    let image = pack_image_of_lane(ia, ib, ic);
                    let [sx, sy, sz] = image_shift(self.cell, image);
                    for q in self.start[bin]..self.start[bin + 1] {
                        let dx = (self.x[(q, 0)] - x) + sx;
                        let dy = (self.x[(q, 1)] - y) + sy;
                        let dz = (self.x[(q, 2)] - z) + sz;
                        let rsq = dx * dx + dy * dy + dz * dz;
                        if rsq < self.cutoff_squared && rsq > AT_POINT {
                            if count < self.neighbor.extent(1) {
                                self.neighbor[(i, count)] = self.atom[q];
                                self.image[(i, count)] = image;
                            }
                            count += 1;
                        }
                    }
                }
            }
        }
        self.count[i] = count;
    }
}

/// The atoms around points, for as many points as are asked for.
pub struct PointNeighbors<T: Float> {
    space: Space,
    cutoff: f64,
    bins: Bins<T>,
    /// Of a list, as the last search found it
    room: usize,
}

/// Atoms around points of one search.
pub struct PointLists {
    /// Atom numbers, `[slots, max_neighbors]`; entry (s, k) is one for k below the count of s.
    pub neighbor: View<i32, 2, AoSoA>,
    /// Their packed images, see [`image`](super::image).
    pub image: View<i32, 2, AoSoA>,
    /// Atoms around each point, `[slots]`; 0 for slots behind the points.
    pub count: View<i32, 1>,
}

impl<T: Float> PointNeighbors<T> {
    /// The atoms at positions `x` (`[natoms, 3]`, Å), which are wrapped into the cell, closer to a point than `cutoff` (Å).
    ///
    /// # Errors
    /// [`Error::Outside`] for an atom that left the cell; [`Error::TooThin`], [`Error::Portax`].
    pub fn new(space: &Space, cell: &Cell, x: &View<T, 2>, cutoff: f64) -> Result<Self, Error> {
        let one = Systems::new(space, &[x.extent(0)])?;
        let mut bins = Bins::new(space, cell, cutoff, one)?;
        bins.sort(space, x, x.extent(0))?;
        Ok(Self {
            space: space.clone(),
            cutoff,
            bins,
            room: 1,
        })
    }

    /// The cell as kernels read it.
    pub fn cell(&self) -> &CellView<T> {
        &self.bins.cell
    }

    /// The atoms around `points` (`[npoints, 3]`, Å), which are inside the cell, in lists of so many slots. An atom at a point
    /// is not around it.
    ///
    /// # Errors
    /// [`Error::TooManyPairs`], [`Error::Portax`].
    ///
    /// # Panics
    /// If there are fewer slots than points.
    pub fn find(&mut self, points: &View<T, 2>, slots: usize) -> Result<PointLists, Error> {
        assert!(slots >= points.extent(0), "every point has a slot");
        let mut pairs = Pairs::new(&self.space, slots, self.room)?;
        pairs.fill(&self.space, |pairs| {
            let search = SearchPoints {
                cutoff_squared: T::from_f64(self.cutoff * self.cutoff),
                cell: self.bins.cell.clone(),
                grid: self.bins.grid_rows.clone(),
                start: self.bins.atoms.start.clone(),
                atom: self.bins.atoms.sorted.clone(),
                x: self.bins.x.clone(),
                points: points.clone(),
                neighbor: pairs.neighbor.clone(),
                image: pairs.image.clone(),
                count: pairs.count.clone(),
            };
            let all = RangePolicy::new(0..points.extent(0));
            self.space
                .parallel_for("find atoms around points", all, &search)
        })?;
        self.room = pairs.neighbor.extent(1);
        let Pairs {
            neighbor,
            image,
            count,
            ..
        } = pairs;
        Ok(PointLists {
            neighbor,
            image,
            count,
        })
    }
}
