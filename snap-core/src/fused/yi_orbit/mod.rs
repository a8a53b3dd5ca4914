//! compute_yi, orbit form: a thread walks one stream of items with four symmetric images each, and ends with C
//! (FAST_SNAP sections 5 to 7).

mod images;
mod jobs;
pub mod mapping;
mod sums;
mod tables;
mod write;

use portax::{AoSoA, Complex, Float, Functor, IntRow, TeamKernel, View, kernel};

use crate::tables::OrbitShapes;
pub(super) use tables::Tables;

/// The largest shapes. They are values, not const generics, so that rustc compiles the body once an executor: devices
/// get code for each shape in the tables all the same, and CPUs use other forms.
pub const LARGEST_SHAPES: OrbitShapes = OrbitShapes {
    n2: 4,
    n3: 5,
    axis: 8,
};

/// Most values n of operand 2, and of an output.
const MOST_N2: usize = LARGEST_SHAPES.n2;
const MOST_N3: usize = LARGEST_SHAPES.axis;

/// Values of V in a row of the image table.
const ROW: usize = 8;

/// C of each atom of a batch by the streams of [`YiOrbit`](crate::tables::YiOrbit): V and its images in team scratch, the
/// sums of an output and operand 2 in registers.
///
/// A team takes `tiles` tiles of one element; each of its threads walks the stream of a slot for one of them. Where tiles are few,
/// `parts` teams share their slots, each with V in its own scratch.
///
/// With four images an item, a lane has an atom. With two, where V of a whole tile does not fit or leaves too few teams, what
/// is called tile here is half a tile of the atoms: the lower half of the lanes has images 0 and 1 of its atoms, the upper
/// half images 2 and 3 of the same atoms. Where both belong to one output, the upper half leaves its part in `rest`.
#[derive(Functor)]
pub struct ComputeYiOrbit<T: Float> {
    /// Number of each tile of the batch.
    pub tile_number: View<i32, 1>,
    /// Tiles of the batch that precede those of this launch.
    pub skip: i32,
    /// Tiles of the system.
    pub ntiles: i32,
    /// Element of each tile.
    pub tile_element: View<i32, 1>,
    /// V, `[batch slots, values]`.
    pub ulisttot: View<Complex<T>, 2, AoSoA>,
    /// [`YiOrbit::images`](crate::tables::YiOrbit::images).
    pub images_of_v: View<IntRow<8>, 1>,
    /// [`YiOrbit::stream`](crate::tables::YiOrbit::stream).
    pub stream: View<IntRow<4>, 1>,
    /// Segments of one element.
    pub nsegments: i32,
    /// [`YiOrbit::jobs`](crate::tables::YiOrbit::jobs), each followed by its
    /// [`YiOrbit::places`](crate::tables::YiOrbit::places): a thread that has read one has both in its cache.
    pub jobs: View<IntRow<4>, 1>,
    /// [`YiOrbit::slots`](crate::tables::YiOrbit::slots).
    pub slots: View<i32, 1>,
    /// C as [`GradientPairs`](crate::tables::GradientPairs), `[batch slots, pairs of each plane]`: C is the sum of its planes.
    pub c: View<Complex<T>, 2, AoSoA>,
    /// What images 2 and 3 add to C of outputs that all images share, `[batch slots, at least` [`YiOrbit::nrest`](crate::tables::YiOrbit::nrest)`]`.
    pub rest: View<Complex<T>, 2, AoSoA>,
    /// What of level 0 is team scratch, `[atoms, image_rows * ROW, tiles of the batch]`; empty there.
    pub memory: View<Complex<T>, 3>,
    /// Where a team has V and its images, as Kokkos numbers it: 0 in team scratch, 1 in `memory`, read through caches.
    #[comptime]
    pub level: usize,
    /// Is there more than one batch? Where there is one, no team waits for the number of its first tile.
    #[comptime]
    pub batched: bool,
    /// Lanes of a tile.
    #[comptime]
    pub width: usize,
    /// Images of an item that a lane has, 4 or 2.
    #[comptime]
    pub images: usize,
    /// Rows of the image table.
    #[comptime]
    pub image_rows: usize,
    /// Tiles of a team.
    #[comptime]
    pub tiles: usize,
    /// Slots of a team.
    #[comptime]
    pub team_slots: usize,
    /// Teams that share the slots of a tile.
    #[comptime]
    pub parts: usize,
    /// Shapes in the tables.
    #[comptime]
    pub shapes: OrbitShapes,
}

impl<T: Float> ComputeYiOrbit<T> {
    /// Bytes of team scratch with so many atoms a tile, rows of images and tiles.
    #[must_use]
    pub fn scratch(atoms: usize, image_rows: usize, tiles: usize) -> usize {
        2 * size_of::<T>() * atoms * ROW * image_rows * tiles
    }
}

/// Numbers of W in a row of the stream.
const fn numbers_per_row<T>() -> usize {
    16 / size_of::<T>()
}

#[kernel(unchecked)]
// SAFETY: a value of `c` or `rest` has one job, and that one slot and lane; where halves of the lanes share it, a barrier
// stands between them, as it does between writes and reads of scratch.
unsafe impl<T: Float> TeamKernel for ComputeYiOrbit<T> {
    fn compute_yi_orbit(&self, team: Team) {
        // Tiles of a team in tiles of the views, and atoms of one.
        let (a_tile, atoms) = (
            comptime!(4 / self.images),
            comptime!(self.width * self.images / 4),
        );
        let rank = team.league_rank();
        let first = rank / self.parts * self.tiles + self.skip as Int * a_tile;
        let slots = rank % self.parts * self.team_slots;
        let mut tile0 = first / a_tile;
        if comptime!(self.batched) {
            tile0 = tile0 + self.tile_number[0];
        }
        if tile0 >= self.ntiles {
            return;
        }
        let segments = self.tile_element[tile0] * self.nsegments;
        let v = if comptime!(self.level == 0) {
            team.scratch::<Complex<T>, 3>([atoms, comptime!(self.image_rows * ROW), self.tiles])
        } else {
            self.memory
        };
        self.load_images(team, first, v);
        team.barrier();
        self.walk_jobs(team, first, slots, segments, v);
        if comptime!(self.images == 2) {
            team.barrier();
            self.join_halves(team, first, slots);
        }
    }
}
