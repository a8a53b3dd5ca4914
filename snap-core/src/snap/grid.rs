//! Descriptors at the points of a grid: LAMMPS' computes sna/grid and sna/grid/local.

use portax::View;
use portax_atoms::neighbor::PointNeighbors;

use super::{Batches, Centres, Given, Snap, make};
use crate::error::Error;
use crate::pair::table::PairTable;
use crate::staged::to_v::{self, ToV};
use crate::{derivatives, descriptors};

/// Points whose lists are there at a time, on CPU threads and on devices.
const POINTS: [usize; 2] = [1 << 13, 1 << 16];

/// A point of a grid over the cell.
#[derive(Clone, Debug, PartialEq)]
pub struct GridPoint {
    /// Its numbers along a, b, c.
    pub index: [usize; 3],
    /// Its position, Å: where the fractions `index / points` of the cell's vectors lead from the corner.
    pub position: [f64; 3],
    /// Its descriptors in the order of [`Snap::descriptors`].
    pub descriptors: Vec<f64>,
}

/// A grid over a cell.
struct Grid {
    points: [usize; 3],
    vectors: [[f64; 3]; 3],
    origin: [f64; 3],
}

impl Grid {
    fn len(&self) -> usize {
        self.points.into_iter().fold(1, usize::saturating_mul)
    }

    /// The point of a number, along a fastest.
    fn index(&self, number: usize) -> [usize; 3] {
        let [a, b, _] = self.points;
        [number % a, number / a % b, number / a / b]
    }

    fn position(&self, index: [usize; 3]) -> [f64; 3] {
        let mut x = self.origin;
        for (n, (points, vector)) in index.into_iter().zip(self.points.iter().zip(self.vectors)) {
            let fraction = n as f64 / *points as f64;
            x.iter_mut()
                .zip(vector)
                .for_each(|(x, v)| *x += fraction * v);
        }
        x
    }
}

impl Snap {
    /// The descriptors of the atoms around each point of a grid, as LAMMPS' computes sna/grid and sna/grid/local have them:
    /// `points` along a, b, c, the first at the cell's corner, those along a one after the other. The lists of some
    /// thousand points are in memory at a time.
    ///
    /// A point stands for an atom of the first type that has an element, with that atom's weight in its own density. Whether an
    /// atom is within the cutoff depends on the atom alone: it is `2 R rcutfac` of its element. `switchinnerflag` does nothing here.
    /// An atom at the point itself (to 1e-10 Å) is left out.
    ///
    /// # Errors
    /// As for [`compute`](Self::compute); [`Error::SeveralSystems`].
    pub fn for_each_grid_point(
        &mut self,
        points: [usize; 3],
        mut then: impl FnMut(GridPoint),
    ) -> Result<(), Error> {
        self.require_one_system("a grid of points")?;
        let cell = *self.list.host_cell();
        let grid = Grid {
            points,
            vectors: cell.vectors(),
            origin: cell.origin(),
        };
        let element = self.elements.iter().flatten().next().copied().unwrap_or(0);
        let finish = self.finish();
        let cutoff = self.potential.rcut_max();
        let (_, given) = self.parts();
        // Wrapped into the cell, which those of the atoms' own lists may not be between two builds.
        let x = View::new(given.space, "x", given.atoms.x.extents())?;
        x.copy_from_slice(&given.atoms.x.to_vec()?)?;
        let neighbors = PointNeighbors::new(given.space, &cell, &x, cutoff)?;
        let most = POINTS[usize::from(!given.space.is_host())].min(grid.len().max(1));
        let mut calculation = OnGrid::new(&given, x.to_vec()?, neighbors, element, most)?;
        for first in (0..grid.len()).step_by(most) {
            let numbers = first..grid.len().min(first + most);
            let indices: Vec<_> = numbers.map(|number| grid.index(number)).collect();
            let positions: Vec<_> = indices.iter().map(|&index| grid.position(index)).collect();
            let rows = calculation.descriptors(&given, &positions)?;
            for ((index, position), row) in indices.into_iter().zip(positions).zip(rows) {
                then(GridPoint {
                    index,
                    position,
                    descriptors: finish.row(&row, element),
                });
            }
        }
        Ok(())
    }
}

/// What points of all parts of a grid share.
struct OnGrid {
    /// Positions of the atoms: all x, then y, then z.
    atoms: Vec<f64>,
    neighbors: PointNeighbors<f64>,
    to_v: to_v::Tables<f64>,
    bi: descriptors::Tables<f64>,
    /// That of a point.
    element: usize,
    /// Of the atoms, then of as many points as a part has.
    elements: View<i32, 1>,
}

impl OnGrid {
    fn new(
        given: &Given<'_>,
        atoms: Vec<f64>,
        neighbors: PointNeighbors<f64>,
        element: usize,
        points: usize,
    ) -> portax::Result<Self> {
        let mut elements = given.atoms.element.to_vec()?;
        elements.resize(elements.len() + points, element as i32);
        let at_once = derivatives::rows_at_once(given.width());
        Ok(Self {
            atoms,
            neighbors,
            to_v: to_v::Tables::new(given, PairTable::of_points(given, element)?, at_once)?,
            bi: descriptors::Tables::new(given, &given.cubic_form())?,
            element,
            elements: super::list(given.space, "element", &elements)?,
        })
    }

    /// Descriptors by class at these positions.
    fn descriptors(
        &mut self,
        given: &Given<'_>,
        positions: &[[f64; 3]],
    ) -> Result<Vec<Vec<f64>>, Error> {
        let centres = self.centres(given, positions)?;
        let slot_bytes = to_v::Buffers::<f64>::slot_bytes(given, &centres);
        let tiles = Batches::of_tiles(given, centres.ntiles(), slot_bytes).tiles;
        let buffers = &to_v::Buffers::new(given, &centres, tiles)?;
        let blist = &self.bi.room(given, tiles)?;
        let to_v = ToV {
            given,
            centres: &centres,
            tables: &self.to_v,
            buffers,
            tiles,
        };
        let mut stages = to_v.stages();
        let bi = || {
            self.bi
                .stage_of(given, centres.ntiles(), &buffers.values, blist, tiles)
        };
        stages.push(Box::new(bi));
        let stages = make(given.space, &stages)?;
        let mut rows = vec![];
        for tile in (0..centres.ntiles()).step_by(tiles) {
            buffers.values.begin_at(tile)?;
            stages.iter().try_for_each(|stage| stage.launch.launch())?;
            let (b, slots) = (blist.to_vec()?, blist.extent(0));
            let row = |slot| b.iter().skip(slot).step_by(slots).copied().collect();
            rows.extend((0..slots).map(row));
        }
        rows.truncate(positions.len());
        Ok(rows)
    }

    /// The points behind the atoms, with the atoms around them.
    fn centres(&mut self, given: &Given<'_>, positions: &[[f64; 3]]) -> Result<Centres, Error> {
        let (space, natoms, npoints) = (given.space, given.atoms.x.extent(0), positions.len());
        let slots = npoints.next_multiple_of(given.width());
        let column = |d: usize| positions.iter().map(move |x| x[d]);
        let points: Vec<f64> = (0..3).flat_map(column).collect();
        let points = View::from_slice(space, "points", [npoints, 3], &points)?;
        let lists = self.neighbors.find(&points, slots)?;
        let of_all = |d: usize| {
            let atoms = &self.atoms[d * natoms..(d + 1) * natoms];
            atoms.iter().copied().chain(column(d)).collect::<Vec<_>>()
        };
        let x: Vec<f64> = (0..3).flat_map(of_all).collect();
        let mut atom_of_slot: Vec<i32> = (natoms..natoms + npoints).map(|i| i as i32).collect();
        atom_of_slot.resize(slots, -1);
        let tile_element = vec![self.element as i32; slots / given.width()];
        Ok(Centres {
            x: View::from_slice(space, "x", [natoms + npoints, 3], &x)?,
            element: self.elements.clone(),
            tile_element: super::list(space, "tile_element", &tile_element)?,
            atom_of_slot: super::list(space, "atom_of_slot", &atom_of_slot)?,
            cell: self.neighbors.cell().clone(),
            count: lists.count,
            neighbor: lists.neighbor,
            image: lists.image,
        })
    }
}
