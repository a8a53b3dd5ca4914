//! The control data of the orbit form, and its launch.

use std::ops::Range;

use portax::{Complex, Float, IntRow, Result, TeamPolicy, View};

use super::super::Parts;
use super::mapping::{OrbitImages, OrbitMapping};
use super::{ComputeYiOrbit, ROW};
use crate::snap::{Given, Stage, capped, list, rows};
use crate::tables::{CubicForm, GradientPairs, StreamFloat, YiOrbit};
use crate::work::{Cost, Work};

/// The control data on a space, and how they are worked off.
#[derive(Clone)]
pub(in crate::fused) struct Tables {
    pub mapping: OrbitMapping,
    images: View<IntRow<8>, 1>,
    stream: View<IntRow<4>, 1>,
    nsegments: i32,
    nrest: usize,
    /// Planes of C: each value of C is the sum of its values in all planes.
    pub planes: usize,
    jobs: View<IntRow<4>, 1>,
    slots: View<i32, 1>,
    work: Work,
}

impl Tables {
    /// Those of a potential for kernels that compute with `T`.
    pub fn new<T: Float>(
        given: &Given<'_>,
        form: &CubicForm,
        mapping: OrbitMapping,
    ) -> Result<Self> {
        let (space, potential) = (given.space, given.potential);
        let elements = 0..potential.elements().len();
        let betas: Vec<&[f64]> = elements.map(|e| potential.beta(e)).collect();
        let float = match size_of::<T>() {
            4 => StreamFloat::F32,
            _ => StreamFloat::F64,
        };
        let parts = mapping.parts;
        let slots = mapping.slots * parts;
        let yi = YiOrbit::new(form, &betas, slots, parts, mapping.shapes, float);
        let jobs = yi.jobs.iter().zip(&yi.places);
        let jobs: Vec<_> = jobs.flat_map(|(job, places)| [*job, *places]).collect();
        let values =
            parts * form.half_plane.nvalues() + yi.planes * GradientPairs::count(given.twojmax());
        Ok(Self {
            mapping,
            images: rows(space, "yi_images", &yi.images)?,
            stream: rows(space, "yi_stream", &yi.stream)?,
            nsegments: yi.nsegments as i32,
            nrest: yi.nrest,
            planes: yi.planes,
            jobs: rows(space, "yi_jobs", &jobs)?,
            slots: list(space, "yi_slots", &yi.slots)?,
            work: Work {
                atom: Cost::new(yi.fma, size_of::<Complex<T>>() * values),
                ..Work::default()
            },
        })
    }

    /// Values of the rest that a slot needs.
    pub fn rest(&self) -> usize {
        match self.mapping.images {
            OrbitImages::Four { .. } => 0,
            OrbitImages::Two => self.nrest,
        }
    }

    /// Values of V and its images that a slot has in memory.
    pub fn in_memory(&self) -> usize {
        match self.mapping.level {
            0 => 0,
            _ => ROW * self.images.len(),
        }
    }

    /// V and its images in memory, of so many tiles.
    pub fn images_in_memory<T: Float>(
        &self,
        given: &Given<'_>,
        tiles: usize,
    ) -> Result<View<Complex<T>, 3>> {
        let atoms = self.mapping.atoms(given.width());
        let extents = match self.in_memory() {
            0 => [0; 3],
            values => [atoms, values, tiles * given.width() / atoms],
        };
        View::new(given.space, "images_of_v", extents)
    }

    /// compute_yi from V to C of these tiles of a batch.
    pub fn stage<T: Float>(&self, p: &Parts<'_, T>, tiles: Range<usize>) -> Result<Stage> {
        let (given, buffers, mapping) = (p.given, p.buffers, self.mapping);
        let functor = ComputeYiOrbit {
            tile_number: buffers.values.tile_number.clone(),
            skip: tiles.start as i32,
            ntiles: given.ntiles() as i32,
            tile_element: given.atoms.tile_element.clone(),
            ulisttot: buffers.values.ulisttot.clone(),
            images_of_v: self.images.clone(),
            stream: self.stream.clone(),
            nsegments: self.nsegments,
            jobs: self.jobs.clone(),
            slots: self.slots.clone(),
            c: buffers.c.clone(),
            rest: buffers.between().clone(),
            memory: buffers.images_of_tiles.clone(),
            level: mapping.level,
            batched: p.batches.are_many(),
            width: given.width(),
            images: mapping.images.count(),
            image_rows: self.images.len(),
            tiles: mapping.tiles,
            team_slots: mapping.slots,
            parts: mapping.parts,
            shapes: mapping.shapes,
        };
        let team = mapping.slots * mapping.tiles;
        let mut policy = TeamPolicy::new(mapping.league(tiles.len()), team);
        if mapping.early {
            policy = policy.early_next();
        }
        let policy = capped(policy, mapping.registers);
        Stage::of_gpus::<T, _>(given.space, "compute_yi", policy, &functor, self.work)
    }
}
