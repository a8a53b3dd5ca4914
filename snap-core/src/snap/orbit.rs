//! Mapping and tables of the orbit form of compute_yi.

use portax::{Float, Result, Space, View};

use crate::SnapPotential;
use crate::stages::ComputeYiOrbit;
use crate::tables::{CubicForm, OrbitShapes, SEGMENT, StreamFloat, YiOrbit};

/// ns an atom of compute_yi in full rounds of teams, with pairs of tiles and with half a tile: sm_90 at 2J = 8
/// (docs/performance/log/2026-11-22-h200.md).
const NS_PAIR: f64 = 15.5;
const NS_HALF: f64 = 18.9;

/// How [`ComputeYiOrbit`] is spread over a device. A team has a thread for each of its slots and each of its
/// tiles, which are halves with two images a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrbitTuning {
    /// Images of an item that a lane has: 4, or 2 of half as many atoms.
    pub images: usize,
    /// Tiles of a team, 1 or 2.
    pub tiles: usize,
    /// Slots of a team.
    pub slots: usize,
    /// Teams that share the jobs of a group of tiles, each with its own copy of V.
    pub parts: usize,
    /// Registers a thread may have, 0 for no limit.
    pub registers: usize,
    /// 1: the next launch takes its place while this one runs.
    pub early: usize,
    /// Tiles at the end of a batch that halves take, which are done sooner than a round that few teams fill.
    pub tail: usize,
    /// Largest shapes.
    pub shapes: OrbitShapes,
}

impl OrbitTuning {
    /// Pairs of tiles with four images, up to 2J = 8 and where they do not leave compute units idle; else halves of tiles
    /// with two.
    pub(super) fn computed(
        natoms: usize,
        twojmax: usize,
        width: usize,
        concurrency: usize,
    ) -> Self {
        // Rounds of teams, in time for an atom: each team has a compute unit to itself.
        let rounds = |atoms: usize| (natoms.div_ceil(atoms).div_ceil(concurrency) * atoms) as f64;
        let pairs =
            twojmax <= 8 && rounds(2 * width) * NS_PAIR <= rounds((width / 2).max(1)) * NS_HALF;
        let (images, tiles, slots) = match twojmax {
            ..=8 if pairs => (4, 2, 6),
            _ => (2, 1, 16),
        };
        Self {
            images,
            tiles,
            slots,
            parts: 1,
            registers: 0,
            early: 0,
            tail: if pairs {
                tail(natoms, width, concurrency)
            } else {
                0
            },
            shapes: OrbitShapes {
                n2: 4,
                n3: 3,
                axis: 4,
            },
        }
    }

    /// How the tail is spread.
    pub(super) fn halves(self) -> Self {
        Self {
            images: 2,
            tiles: 1,
            slots: self.slots * self.tiles,
            tail: 0,
            ..self
        }
    }

    /// Of a batch of so many tiles those that are the tail: whole teams, and not all.
    pub(super) fn tail_of(&self, tiles: usize) -> usize {
        match self.images {
            4 => (self.tail / self.tiles * self.tiles).min(tiles - self.tiles.min(tiles)),
            _ => 0,
        }
    }

    /// Teams for so many tiles of the views.
    pub(super) fn league(&self, tiles: usize) -> usize {
        tiles * 4 / self.images / self.tiles * self.parts
    }

    /// Bytes of team scratch, copies of the streams included.
    pub(super) fn scratch<T: Float>(&self, width: usize, twojmax: usize) -> usize {
        let rings = 2 * 16 * SEGMENT * self.slots * self.tiles;
        let atoms = width * self.images / 4;
        ComputeYiOrbit::<T>::scratch(atoms, YiOrbit::image_rows(twojmax), self.tiles) + rings
    }

    /// What fits the space's team scratch.
    pub(super) fn fitted<T: Float>(self, space: &Space, twojmax: usize) -> Option<Self> {
        self.within::<T>(space.natural_width(), space.scratch_limit(), twojmax)
    }

    /// What fits so much team scratch: one tile where two do not, half a tile, if it has one, where one does not; `None`
    /// where that does not. What is made smaller has no tail: that is for teams of the size that was asked for.
    fn within<T: Float>(self, width: usize, limit: usize, twojmax: usize) -> Option<Self> {
        let has_halves = width.is_multiple_of(2);
        let whole = if has_halves {
            self
        } else {
            Self {
                images: 4,
                tail: 0,
                ..self
            }
        };
        let tile = Self {
            tiles: 1,
            tail: 0,
            ..whole
        };
        let half = Self { images: 2, ..tile };
        let possible = |tuning: &Self| tuning.images == 4 || has_halves;
        let fits = |tuning: &Self| tuning.scratch::<T>(width, twojmax) <= limit;
        [whole, tile, half]
            .into_iter()
            .find(|tuning| possible(tuning) && fits(tuning))
    }
}

/// Tiles that pairs of tiles would leave to a last round which halves end sooner.
fn tail(natoms: usize, width: usize, concurrency: usize) -> usize {
    let teams = natoms.div_ceil(2 * width);
    let last = teams % concurrency;
    let rounds = (4 * last).div_ceil(concurrency);
    let ends_sooner = (rounds * width / 2) as f64 * NS_HALF < (2 * width) as f64 * NS_PAIR;
    if teams > concurrency && ends_sooner {
        2 * last
    } else {
        0
    }
}

/// The control data.
pub struct OrbitTables {
    pub images: View<[i32; 8], 1>,
    pub stream: View<[i32; 4], 1>,
    pub nsegments: i32,
    /// Values of the rest.
    pub nrest: usize,
    pub jobs: View<[i32; 4], 1>,
    pub slots: View<i32, 1>,
}

impl OrbitTables {
    /// Those of kernels that compute with `T`.
    pub fn new<T: Float>(
        space: &Space,
        form: &CubicForm,
        potential: &SnapPotential,
        tuning: OrbitTuning,
    ) -> Result<Self> {
        let betas: Vec<&[f64]> = (0..potential.elements().len())
            .map(|e| potential.beta(e))
            .collect();
        let OrbitTuning {
            slots,
            parts,
            shapes,
            ..
        } = tuning;
        let float = match size_of::<T>() {
            4 => StreamFloat::F32,
            _ => StreamFloat::F64,
        };
        let yi = YiOrbit::new(form, &betas, slots * parts, shapes, float);
        let jobs = yi.jobs.iter().zip(&yi.places);
        let jobs: Vec<_> = jobs.flat_map(|(job, places)| [*job, *places]).collect();
        Ok(Self {
            images: View::from_slice(space, "yi_images", [yi.images.len()], &yi.images)?,
            stream: View::from_slice(space, "yi_stream", [yi.stream.len()], &yi.stream)?,
            nsegments: yi.nsegments as i32,
            nrest: yi.nrest,
            jobs: View::from_slice(space, "yi_jobs", [jobs.len()], &jobs)?,
            slots: View::from_slice(space, "yi_slots", [yi.slots.len()], &yi.slots)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_take_what_would_not_fill_a_round() {
        // 15 rounds of 132 teams and 20 more, which are 80 of halves.
        assert_eq!(tail(128_000, 32, 132), 40);
        // 118 of 132 teams; one round.
        assert_eq!(tail(16_000, 32, 132), 0);
        assert_eq!(tail(132 * 64, 32, 132), 0);
        let tuning = OrbitTuning::computed(128_000, 8, 32, 132);
        assert_eq!((tuning.tail, tuning.halves().slots), (40, 12));
        assert_eq!([4000, 40, 2, 0].map(|n| tuning.tail_of(n)), [40, 38, 0, 0]);
        assert_eq!(OrbitTuning::computed(2000, 8, 32, 132).tail, 0);
    }

    #[test]
    fn what_scratch_makes_smaller_has_no_tail() {
        let tuning = OrbitTuning::computed(128_000, 8, 32, 132);
        let within = |kib: usize| tuning.within::<f64>(32, kib << 10, 8);
        let shape = |kib| within(kib).map(|t| (t.images, t.tiles, t.tail));
        // Pairs of tiles, one tile, half of one; its tables are made for the slots of a pair.
        assert_eq!(shape(227), Some((4, 2, 40)));
        assert_eq!(shape(160), Some((4, 1, 0)));
        assert_eq!(shape(96), Some((2, 1, 0)));
        assert_eq!(shape(32), None);
        let of_one_lane = tuning.within::<f64>(1, 227 << 10, 8);
        assert_eq!(of_one_lane.map(|t| (t.images, t.tail)), Some((4, 0)));
    }
}
