//! Mapping and tables of the orbit form of compute_yi.

use portax::{Result, Space, View};

use super::tuning::{Tuning, number};
use crate::SnapPotential;
use crate::stages::{ComputeYiOrbit, LARGEST_SHAPES};
use crate::tables::{CubicForm, OrbitShapes, SEGMENT, YiOrbit};

/// How [`ComputeYiOrbit`] is spread over a device. A team has a thread for each of its slots and each of its tiles
/// (`yi_tiles`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrbitTuning {
    /// Slots of a team.
    pub slots: usize,
    /// Teams that share the jobs of a group of tiles, each with its own copy of V.
    pub parts: usize,
    /// Registers a thread may have, 0 for no limit.
    pub registers: usize,
    /// Largest shapes.
    pub shapes: OrbitShapes,
}

impl OrbitTuning {
    /// Measured on sm_90; `many` tiles fill the device in pairs.
    pub(super) const fn gpu(many: bool) -> Self {
        Self {
            slots: if many { 6 } else { 8 },
            parts: if many { 1 } else { 2 },
            registers: 168,
            shapes: OrbitShapes {
                n2: 4,
                n3: 3,
                axis: 4,
            },
        }
    }

    /// Sets what the key names after `orbit_`; false where there is no such key.
    pub(super) fn set(
        &mut self,
        key: &str,
        value: &str,
    ) -> std::result::Result<bool, &'static str> {
        let (place, least, most) = match key {
            "slots" => (&mut self.slots, 1, 16),
            "parts" => (&mut self.parts, 1, 64),
            "registers" => (&mut self.registers, 0, 255),
            "n2" => (&mut self.shapes.n2, 1, LARGEST_SHAPES.n2),
            "n3" => (&mut self.shapes.n3, 1, LARGEST_SHAPES.n3),
            "axis" => (&mut self.shapes.axis, 1, LARGEST_SHAPES.axis),
            _ => return Ok(false),
        };
        *place = number(value, least, most)?;
        Ok(true)
    }

    /// Bytes of team scratch with so many tiles, copies of the streams included.
    pub(super) fn scratch(&self, width: usize, twojmax: usize, tiles: usize) -> usize {
        let rings = 2 * 16 * SEGMENT * self.slots * tiles;
        ComputeYiOrbit::<f64>::scratch(width, YiOrbit::image_rows(twojmax), tiles) + rings
    }

    /// The number of tiles, at most `tiles`, that fits team scratch; `None` where one does not.
    pub(super) fn tiles(&self, space: &Space, twojmax: usize, tiles: usize) -> Option<usize> {
        let fits =
            |n: &usize| self.scratch(space.natural_width(), twojmax, *n) <= space.scratch_limit();
        (1..=tiles)
            .rev()
            .filter(|n| tiles.is_multiple_of(*n))
            .find(fits)
    }
}

/// The control data.
pub struct OrbitTables {
    pub images: View<[i32; 8], 1>,
    pub stream: View<[i32; 4], 1>,
    pub nsegments: i32,
    pub jobs: View<[i32; 4], 1>,
    pub places: View<[i32; 4], 1>,
    pub slots: View<i32, 1>,
}

impl OrbitTables {
    pub fn new(
        space: &Space,
        form: &CubicForm,
        potential: &SnapPotential,
        tuning: &Tuning,
    ) -> Result<Self> {
        let betas: Vec<&[f64]> = (0..potential.elements().len())
            .map(|e| potential.beta(e))
            .collect();
        let OrbitTuning {
            slots,
            parts,
            shapes,
            ..
        } = tuning.orbit;
        let yi = YiOrbit::new(form, &betas, slots * parts, shapes);
        Ok(Self {
            images: View::from_slice(space, "yi_images", [yi.images.len()], &yi.images)?,
            stream: View::from_slice(space, "yi_stream", [yi.stream.len()], &yi.stream)?,
            nsegments: yi.nsegments as i32,
            jobs: View::from_slice(space, "yi_jobs", [yi.jobs.len()], &yi.jobs)?,
            places: View::from_slice(space, "yi_places", [yi.places.len()], &yi.places)?,
            slots: View::from_slice(space, "yi_slots", [yi.slots.len()], &yi.slots)?,
        })
    }
}
