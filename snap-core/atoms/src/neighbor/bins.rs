//! Atoms by bin, with their positions wrapped into the cell.

use portax::{
    Float, Functor, IntRow, Min, RangeKernel, RangePolicy, ReduceKernel, Space, View, device,
    kernel,
};

use super::{
    cell::Cell,
    error::Error,
    grid::{BINS, CellView, Grid, GridRows, PERIODIC, cell_values, fractional, grid_rows},
    segments::Segments,
    systems::Systems,
};

/// How far outside the cell, in fractional coordinates, is rounding.
const SLACK: f64 = 1e-6;

/// Moves atoms into the cell and finds their bins; gives the first atom that cannot be, or `i32::MAX`.
#[derive(Functor)]
struct Wrap<T: Float> {
    cell: View<T, 1>,
    grid: View<IntRow<4>, 1>,
    system: View<i32, 1>,
    x: View<T, 2>,
    turns: View<i32, 2>,
    bin: View<i32, 1>,
}

#[kernel]
impl<T: Float> ReduceKernel for Wrap<T> {
    type Value = i32;
    fn wrap(&self, i: Index) -> i32 {
        let x = self.x[(i, 0)];
        let y = self.x[(i, 1)];
        let z = self.x[(i, 2)];
        let [fa, fb, fc] = fractional(self.cell, x, y, z);
        let na = fa.floor() * self.cell[PERIODIC];
        let nb = fb.floor() * self.cell[PERIODIC + 1];
        let nc = fc.floor() * self.cell[PERIODIC + 2];
        self.x[(i, 0)] = x - na * self.cell[0] - nb * self.cell[3] - nc * self.cell[6];
        self.x[(i, 1)] = y - na * self.cell[1] - nb * self.cell[4] - nc * self.cell[7];
        self.x[(i, 2)] = z - na * self.cell[2] - nb * self.cell[5] - nc * self.cell[8];
        self.turns[(i, 0)] += na as i32;
        self.turns[(i, 1)] += nb as i32;
        self.turns[(i, 2)] += nc as i32;
        let [ma, mb, mc, _] = self.grid[BINS];
        let system = self.system[i];
        let a = bin_along(fa - na, ma);
        let b = bin_along(fb - nb, mb);
        let c = bin_along(fc - nc, mc);
        self.bin[i] = ((system * mc + c) * mb + b) * ma + a;
        let inside = is_inside(fa - na) && is_inside(fb - nb) && is_inside(fc - nc);
        let number: i32 = i;
        if inside { i32::MAX } else { number }
    }
}

/// Bin of a fractional coordinate among `bins`.
#[device]
pub(super) fn bin_along<T: Float>(f: T, bins: Int) -> i32 {
    ((f * (bins as T)) as i32).min(bins - 1).max(0)
}

/// Is a fractional coordinate in the cell, up to rounding? Not a number is not.
#[device]
fn is_inside<T: Float>(f: T) -> bool {
    f >= -SLACK && f <= 1.0 + SLACK
}

/// Counts the atoms of each bin; keeps how many came before in its own.
#[derive(Functor)]
struct Count {
    bin: View<i32, 1>,
    count: View<i32, 1>,
    rank: View<i32, 1>,
}

#[kernel]
impl RangeKernel for Count {
    fn count(&self, i: Index) {
        self.rank[i] = self.count.atomic_fetch_add(self.bin[i], 1);
    }
}

/// Puts atoms into their bins, in no order.
#[derive(Functor)]
struct Fill {
    bin: View<i32, 1>,
    rank: View<i32, 1>,
    start: View<i32, 1>,
    atom: View<i32, 1>,
}

// SAFETY: ranks of one bin differ and are below its count, so every atom has a place of its own.
#[kernel(unchecked)]
unsafe impl RangeKernel for Fill {
    fn fill(&self, i: Index) {
        let place = self.start[self.bin[i]] + self.rank[i];
        self.atom[place] = i;
    }
}

/// Positions in the order of the bins.
#[derive(Functor)]
struct Gather<T: Float> {
    atom: View<i32, 1>,
    x: View<T, 2>,
    binned: View<T, 2>,
}

#[kernel]
impl<T: Float> RangeKernel for Gather<T> {
    fn gather(&self, p: Index) {
        let i = self.atom[p];
        self.binned[(p, 0)] = self.x[(i, 0)];
        self.binned[(p, 1)] = self.x[(i, 1)];
        self.binned[(p, 2)] = self.x[(i, 2)];
    }
}

/// The atoms of each bin, ascending, with their positions.
pub(super) struct Bins<T: Float> {
    pub grid: Grid,
    pub grid_rows: GridRows,
    pub host_cell: Cell,
    pub cell: CellView<T>,
    systems: Systems,
    /// Bin of each atom: those of the first system, then those of the second, ...
    bin: View<i32, 1>,
    /// Atoms counted in its bin before it
    rank: View<i32, 1>,
    pub atoms: Segments,
    /// Positions in the order of the bins, `[natoms, 3]`, Å
    pub x: View<T, 2>,
    /// How many lattice vectors each atom was moved back by, `[natoms, 3]`
    pub turns: View<i32, 2>,
}

impl<T: Float> Bins<T> {
    /// Bins of `cell` for a cutoff in Å and these systems.
    pub fn new(space: &Space, cell: &Cell, cutoff: f64, systems: Systems) -> Result<Self, Error> {
        let grid = Grid::new(cell, cutoff, systems.mean_size())?;
        let natoms = systems.natoms();
        let cell_values = cell_values::<T>(cell);
        Ok(Bins {
            grid,
            grid_rows: grid_rows(space, &grid, cell)?,
            host_cell: *cell,
            cell: View::from_slice(space, "cell", [cell_values.len()], &cell_values)?,
            bin: View::new(space, "bin", [natoms])?,
            rank: View::new(space, "rank_in_bin", [natoms])?,
            atoms: Segments::new(space, "bin", systems.len() * grid.len())?,
            x: View::new(space, "binned_x", [natoms, 3])?,
            turns: View::new(space, "turns", [natoms, 3])?,
            systems,
        })
    }

    /// Bins of another cell; the view of the cell stays.
    pub fn set_cell(&mut self, space: &Space, cell: &Cell, cutoff: f64) -> Result<(), Error> {
        let grid = Grid::new(cell, cutoff, self.systems.mean_size())?;
        if grid != self.grid || cell.periodic() != self.host_cell.periodic() {
            self.grid_rows = grid_rows(space, &grid, cell)?;
            self.atoms = Segments::new(space, "bin", self.systems.len() * grid.len())?;
            self.grid = grid;
        }
        self.cell.copy_from_slice(&cell_values(cell))?;
        self.host_cell = *cell;
        Ok(())
    }

    /// Number of bins, of all systems.
    pub fn len(&self) -> usize {
        self.systems.len() * self.grid.len()
    }

    /// The systems.
    pub fn systems(&self) -> &Systems {
        &self.systems
    }

    /// Wraps the first `natoms` positions `x` (`[natoms, 3]`, Å) into the cell and sorts the atoms.
    pub fn sort(&mut self, space: &Space, x: &View<T, 2>, natoms: usize) -> Result<(), Error> {
        let all = || RangePolicy::new(0..natoms);
        let wrap = Wrap {
            cell: self.cell.clone(),
            grid: self.grid_rows.clone(),
            system: self.systems.of_atom.clone(),
            x: x.clone(),
            turns: self.turns.clone(),
            bin: self.bin.clone(),
        };
        let outside = space.parallel_reduce("wrap", all(), &wrap, Min)?;
        if outside != i32::MAX {
            return Err(Error::Outside {
                atom: outside as usize,
            });
        }
        self.atoms.clear(space)?;
        let count = Count {
            bin: self.bin.clone(),
            count: self.atoms.count.clone(),
            rank: self.rank.clone(),
        };
        space.parallel_for("count atoms", all(), &count)?;
        self.atoms.place(space)?;
        let fill = Fill {
            bin: self.bin.clone(),
            rank: self.rank.clone(),
            start: self.atoms.start.clone(),
            atom: self.atoms.unsorted.clone(),
        };
        space.parallel_for("fill bins", all(), &fill)?;
        self.atoms.sort(space)?;
        let gather = Gather {
            atom: self.atoms.sorted.clone(),
            x: x.clone(),
            binned: self.x.clone(),
        };
        Ok(space.parallel_for("gather positions", all(), &gather)?)
    }
}
