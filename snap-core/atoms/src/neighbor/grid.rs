//! The grid of bins: how a cell is divided, and how far neighbours reach.

use portax::{Float, IntRow, Space, View, device};

use super::{cell::Cell, error::Error, image::MAX_IMAGE};

/// Bins are this much wider than the cutoff asks, for the rounding of fractional coordinates.
const MARGIN: f64 = 1.0 + 1e-4;
/// Bins of a sparse system, per atom.
const BINS_PER_ATOM: usize = 2;

/// Bins along the cell vectors. Atoms within the cutoff are at most `reach` bins apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Grid {
    /// Bins along a, b, c.
    pub bins: [usize; 3],
    /// How many bins away neighbours can be.
    pub reach: [usize; 3],
}

impl Grid {
    /// Divides `cell` for a cutoff and this many atoms.
    pub fn new(cell: &Cell, cutoff: f64, natoms: usize) -> Result<Self, Error> {
        let (widths, needed) = (cell.widths(), cutoff * MARGIN);
        let mut bins = widths.map(|w| (w / needed).clamp(1.0, 1e6) as usize);
        while bins.iter().product::<usize>() > (BINS_PER_ATOM * natoms).max(1) {
            let most = if bins[0] >= bins[1].max(bins[2]) {
                0
            } else if bins[1] >= bins[2] {
                1
            } else {
                2
            };
            bins[most] = bins[most].div_ceil(2);
        }
        let mut reach = [0; 3];
        for d in 0..3 {
            let far = (needed * bins[d] as f64 / widths[d]).ceil();
            if cell.periodic()[d] && far / bins[d] as f64 > f64::from(MAX_IMAGE) {
                return Err(Error::TooThin {
                    width: widths[d],
                    axis: d,
                    cutoff,
                    limit: MAX_IMAGE,
                });
            }
            reach[d] = if cell.periodic()[d] {
                far as usize
            } else {
                (far as usize).min(bins[d])
            };
        }
        Ok(Grid { bins, reach })
    }

    /// All bins.
    pub fn len(&self) -> usize {
        self.bins.iter().product()
    }

    /// The rows of [`GridRows`].
    fn rows(&self, cell: &Cell) -> [[i32; 4]; 4] {
        let row = |f: &dyn Fn(usize) -> i32| [f(0), f(1), f(2), 0];
        let (bins, reach) = (self.bins.map(|n| n as i32), self.reach.map(|n| n as i32));
        let wraps = |d: usize| if cell.periodic()[d] { reach[d] } else { 0 };
        [
            row(&|d| bins[d]),
            row(&|d| reach[d]),
            row(&|d| -wraps(d)),
            row(&|d| bins[d] - 1 + wraps(d)),
        ]
    }
}

/// The grid on a space, rows of (a, b, c, 0): [`BINS`], [`REACH`], and the [`FIRST`] and [`LAST`] bin that an atom may
/// look into, which lie beyond the faces where the cell repeats.
pub(super) type GridRows = View<IntRow<4>, 1>;

/// Row of [`GridRows`].
pub(super) const BINS: usize = 0;
/// Row of [`GridRows`].
pub(super) const REACH: usize = 1;
/// Row of [`GridRows`].
pub(super) const FIRST: usize = 2;
/// Row of [`GridRows`].
pub(super) const LAST: usize = 3;

/// The grid as kernels read it.
pub(super) fn grid_rows(space: &Space, grid: &Grid, cell: &Cell) -> Result<GridRows, Error> {
    let rows = grid.rows(cell);
    Ok(View::from_slice(space, "grid", [4], IntRow::rows(&rows))?)
}

/// The cell on a space: vectors a, b, c (0..9), the inverse matrix by rows ([`INVERSE`]..), the corner ([`ORIGIN`]..)
/// and 1 or 0 for periodic or not ([`PERIODIC`]..).
pub type CellView<T> = View<T, 1>;

/// First element of the inverse in a [`CellView`].
pub const INVERSE: usize = 9;
/// First element of the corner in a [`CellView`].
pub const ORIGIN: usize = 18;
/// First of the three flags in a [`CellView`].
pub const PERIODIC: usize = 21;
/// Elements of a [`CellView`].
pub const CELL_VALUES: usize = 24;

/// Fractional coordinates of a place in the cell.
#[device]
pub(super) fn fractional<T: Float>(cell: View<T, 1>, x: T, y: T, z: T) -> [T; 3] {
    let dx = x - cell[ORIGIN];
    let dy = y - cell[ORIGIN + 1];
    let dz = z - cell[ORIGIN + 2];
    [
        dx * cell[INVERSE] + dy * cell[INVERSE + 3] + dz * cell[INVERSE + 6],
        dx * cell[INVERSE + 1] + dy * cell[INVERSE + 4] + dz * cell[INVERSE + 7],
        dx * cell[INVERSE + 2] + dy * cell[INVERSE + 5] + dz * cell[INVERSE + 8],
    ]
}

/// The elements of a [`CellView`].
pub(super) fn cell_values<T: Float>(cell: &Cell) -> Vec<T> {
    let rows = [
        cell.vectors(),
        cell.inverse(),
        [
            cell.origin(),
            cell.periodic().map(|p| f64::from(u8::from(p))),
            [0.0; 3],
        ],
    ];
    let values = rows.into_iter().flatten().flatten();
    values.take(CELL_VALUES).map(T::from_f64).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bins_hold_the_cutoff_and_thin_cells_reach_further() {
        let cell = Cell::orthogonal([20.0, 9.9, 1.5], [true; 3]).unwrap();
        let grid = Grid::new(&cell, 5.0, 1000).unwrap();
        assert_eq!((grid.bins, grid.reach), ([3, 1, 1], [1, 1, 4]));
    }

    #[test]
    fn sparse_systems_get_few_bins() {
        let cell = Cell::orthogonal([1e5; 3], [false; 3]).unwrap();
        let grid = Grid::new(&cell, 5.0, 10).unwrap();
        assert!(grid.len() <= 20 && grid.reach == [1; 3], "{grid:?}");
        assert_eq!(Grid::new(&cell, 5.0, 0).unwrap().len(), 1);
    }

    #[test]
    fn cells_thinner_than_an_image_number_are_refused() {
        let thin = |periodic| {
            Grid::new(
                &Cell::orthogonal([0.005, 10.0, 10.0], [periodic, true, true]).unwrap(),
                5.0,
                10,
            )
        };
        assert!(matches!(thin(true), Err(Error::TooThin { axis: 0, .. })));
        assert_eq!(thin(false).unwrap().reach[0], 1);
    }
}
