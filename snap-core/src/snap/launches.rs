//! The stages of one system, prepared: validated once for the lists' memory, launched at every step.

use std::sync::Arc;
use std::time::Instant;

use portax::{AUTO, AoSoA, Complex, Prepared, RangePolicy, Result, Space, TeamPolicy, View};

use super::constants::{Constants, YiTables};
use super::tiles::tiles_per_batch;
use crate::neighbor::NeighborList;
use crate::stages::rij::PAIR_ROWS;
use crate::stages::{
    ComputeDeidrj, ComputeEnergy, ComputeForces, ComputeRij, ComputeUi, ComputeYiDirect,
    ComputeYiReverse, GradientToC, MomentsToV, features::feature_count, gradient_features,
};

/// Neighbours of a chunk of compute_ui: their features and M fill the first cache of a CPU.
const UI_CHUNK: usize = 7;
/// Neighbours of a block of compute_duidrj_deidrj: twice as many sums in registers.
const DE_BLOCK: usize = 4;
/// Stages of a batch from positions to V.
const STAGES_TO_V: usize = 3;

/// What belongs to the atoms and stays on the space.
pub struct Atoms {
    /// Positions, `[natoms, 3]`.
    pub x: View<f64, 2>,
    /// Forces, `[natoms, 3]`.
    pub f: View<f64, 2>,
    /// Energy of each atom.
    pub energies: View<f64, 1>,
    /// Element of each atom.
    pub element: View<i32, 1>,
    /// Element of each tile.
    pub tile_element: View<i32, 1>,
    /// Force sum and virial of each slot, `[slots, 9]`.
    pub sums: View<f64, 2, AoSoA>,
    /// One more than an atom that overlaps another.
    pub overlap: View<i32, 1>,
}

/// The values between the stages, for a batch of tiles.
pub struct Batch {
    /// First tile, one element.
    pub first: View<i32, 1>,
    npairs: View<i32, 1>,
    near: View<i32, 2, AoSoA>,
    geometry: View<f64, 3, AoSoA>,
    moments: View<f64, 2, AoSoA>,
    /// V, `[batch slots, values]`.
    pub ulisttot: View<Complex<f64>, 2, AoSoA>,
    ylist: View<Complex<f64>, 2, AoSoA>,
    c: View<f64, 2, AoSoA>,
}

/// Bytes of a batch's values per slot.
fn bytes_per_slot(constants: &Constants, max_neighbors: usize) -> usize {
    8 * (2 * constants.nmoments + 4 * constants.nvalues + PAIR_ROWS * max_neighbors)
        + 4 * max_neighbors
}

impl Batch {
    fn new(
        space: &Space,
        constants: &Constants,
        tiles: usize,
        max_neighbors: usize,
    ) -> Result<Self> {
        let slots = tiles * space.natural_width();
        Ok(Self {
            first: View::new(space, "first_tile", [1])?,
            npairs: View::new(space, "npairs", [tiles])?,
            near: View::new(space, "near", [slots, max_neighbors])?,
            geometry: View::new(space, "geometry", [slots, PAIR_ROWS, max_neighbors])?,
            moments: View::new(space, "moments", [slots, constants.nmoments])?,
            ulisttot: View::new(space, "ulisttot", [slots, constants.nvalues])?,
            ylist: View::new(space, "ylist", [slots, constants.nvalues])?,
            c: View::new(space, "c", [slots, constants.nmoments])?,
        })
    }

    fn bytes(&self) -> usize {
        let per_pair = self.near.bytes() + self.geometry.bytes() + self.npairs.bytes();
        per_pair
            + self.moments.bytes()
            + self.ulisttot.bytes()
            + self.ylist.bytes()
            + self.c.bytes()
    }
}

/// Seconds of a stage.
#[derive(Clone, Debug, PartialEq)]
pub struct StageTime {
    /// Its name.
    pub name: &'static str,
    /// Seconds of the last computation.
    pub seconds: f64,
}

/// A stage over a batch, or over all atoms.
struct Stage {
    launch: Prepared,
    time: StageTime,
}

/// All stages.
pub struct Launches {
    space: Space,
    /// Whose memory the launches use.
    neighbor: View<i32, 2, AoSoA>,
    reverse_entry: View<i32, 1>,
    batch: Batch,
    tiles_per_batch: usize,
    ntiles: usize,
    dedr: View<f64, 3, AoSoA>,
    per_batch: Vec<Stage>,
    forces: Stage,
}

/// Is it the same memory?
fn same<T: portax::view::ViewElement, const R: usize, L: portax::layout::Layout>(
    a: &View<T, R, L>,
    b: &View<T, R, L>,
) -> bool {
    Arc::ptr_eq(a.allocation(), b.allocation())
}

impl Launches {
    /// Prepares the stages for lists of a system; a batch holds at most `batch_bytes`.
    pub fn new(
        space: &Space,
        constants: &Constants,
        atoms: &Atoms,
        list: &NeighborList<f64>,
        batch_bytes: usize,
    ) -> Result<Self> {
        let (ntiles, max_neighbors) = (atoms.tile_element.len(), list.max_neighbors());
        let tile_bytes = bytes_per_slot(constants, max_neighbors) * space.natural_width();
        let tiles_per_batch =
            tiles_per_batch(ntiles, batch_bytes / tile_bytes, space.concurrency());
        let batch = Batch::new(space, constants, tiles_per_batch, max_neighbors)?;
        let dedr = View::new(space, "dedr", [list.slots().len(), 3, max_neighbors])?;
        let maker = Maker {
            space,
            constants,
            atoms,
            list,
            batch: &batch,
            dedr: &dedr,
            tiles: tiles_per_batch,
        };
        let per_batch = vec![
            maker.rij()?,
            maker.ui()?,
            maker.moments_to_v()?,
            maker.yi()?,
            maker.energy()?,
            maker.gradient_to_c()?,
            maker.deidrj()?,
        ];
        let forces = maker.forces()?;
        let (neighbor, reverse_entry) = (list.neighbor().clone(), list.reverse_entry().clone());
        Ok(Self {
            space: space.clone(),
            neighbor,
            reverse_entry,
            batch,
            tiles_per_batch,
            ntiles,
            dedr,
            per_batch,
            forces,
        })
    }

    /// Do the launches use the memory that the lists have now?
    pub fn fit(&self, list: &NeighborList<f64>) -> bool {
        same(&self.neighbor, list.neighbor()) && same(&self.reverse_entry, list.reverse_entry())
    }

    /// Runs all stages over all batches.
    pub fn run(&mut self, timing: bool) -> Result<()> {
        for stage in self.per_batch.iter_mut().chain([&mut self.forces]) {
            stage.time.seconds = 0.0;
        }
        for first in (0..self.ntiles).step_by(self.tiles_per_batch) {
            self.batch.first.copy_from_slice(&[first as i32])?;
            for stage in &mut self.per_batch {
                stage.run(&self.space, timing)?;
            }
        }
        self.forces.run(&self.space, timing)
    }

    /// Runs the stages up to V over all batches, and after each batch `then` with its values and its number of tiles.
    pub fn run_to_v(&mut self, mut then: impl FnMut(&Batch, usize) -> Result<()>) -> Result<()> {
        for first in (0..self.ntiles).step_by(self.tiles_per_batch) {
            self.batch.first.copy_from_slice(&[first as i32])?;
            for stage in &mut self.per_batch[..STAGES_TO_V] {
                stage.run(&self.space, false)?;
            }
            then(&self.batch, self.tiles_per_batch)?;
        }
        Ok(())
    }

    /// Seconds of each stage in the last run, zero without timing.
    pub fn times(&self) -> Vec<StageTime> {
        self.per_batch
            .iter()
            .chain([&self.forces])
            .map(|stage| stage.time.clone())
            .collect()
    }

    /// Bytes of the values between the stages.
    pub fn bytes(&self) -> usize {
        self.batch.bytes() + self.dedr.bytes()
    }
}

impl Stage {
    fn run(&mut self, space: &Space, timing: bool) -> Result<()> {
        if !timing {
            return self.launch.launch();
        }
        let start = Instant::now();
        self.launch.launch()?;
        space.fence()?;
        self.time.seconds += start.elapsed().as_secs_f64();
        Ok(())
    }
}

/// Makes the stages.
struct Maker<'a> {
    space: &'a Space,
    constants: &'a Constants,
    atoms: &'a Atoms,
    list: &'a NeighborList<f64>,
    batch: &'a Batch,
    dedr: &'a View<f64, 3, AoSoA>,
    tiles: usize,
}

impl Maker<'_> {
    fn ntiles(&self) -> i32 {
        self.atoms.tile_element.len() as i32
    }

    fn width(&self) -> usize {
        self.space.natural_width()
    }

    /// How many neighbours' features fit team scratch.
    fn neighbors_in_scratch(&self, features: usize) -> usize {
        self.space.scratch_limit() / (8 * features * self.width())
    }

    fn stage<K: portax::TeamKernel>(
        &self,
        name: &'static str,
        team_size: usize,
        functor: &K,
    ) -> Result<Stage> {
        let launch = self
            .space
            .prepare(name, TeamPolicy::new(self.tiles, team_size), functor)?;
        Ok(Stage {
            launch,
            time: StageTime { name, seconds: 0.0 },
        })
    }

    fn rij(&self) -> Result<Stage> {
        let (c, atoms, batch, list) = (self.constants, self.atoms, self.batch, self.list);
        let functor = ComputeRij {
            first: batch.first.clone(),
            ntiles: self.ntiles(),
            x: atoms.x.clone(),
            cell: list.cell().clone(),
            element: atoms.element.clone(),
            tile_element: atoms.tile_element.clone(),
            atom_of_slot: list.slots().atom_of_slot.clone(),
            count: list.count().clone(),
            neighbor: list.neighbor().clone(),
            image: list.image().clone(),
            pair: c.pair.clone(),
            rmin0: c.rmin0,
            npairs: batch.npairs.clone(),
            near: batch.near.clone(),
            geometry: batch.geometry.clone(),
            dedr: self.dedr.clone(),
            overlap: atoms.overlap.clone(),
            width: self.width(),
            nelements: c.nelements,
            flags: c.flags,
        };
        self.stage("compute_rij", 1, &functor)
    }

    fn ui(&self) -> Result<Stage> {
        let (c, batch) = (self.constants, self.batch);
        let [_, wide2, narrow2, wide1, narrow1] = c.block_starts;
        let functor = ComputeUi {
            npairs: batch.npairs.clone(),
            geometry: batch.geometry.clone(),
            initial: c.initial.clone(),
            blocks: c.blocks.clone(),
            wide2,
            narrow2,
            wide1,
            narrow1,
            moments: batch.moments.clone(),
            width: self.width(),
            twojmax: c.twojmax,
            chunk: self
                .neighbors_in_scratch(feature_count(c.twojmax))
                .clamp(1, UI_CHUNK),
        };
        self.stage("compute_ui", AUTO, &functor)
    }

    fn moments_to_v(&self) -> Result<Stage> {
        let (c, batch) = (self.constants, self.batch);
        let functor = MomentsToV {
            moments: batch.moments.clone(),
            items: c.change.clone(),
            t: c.t.clone(),
            ulisttot: batch.ulisttot.clone(),
        };
        self.stage("moments_to_v", AUTO, &functor)
    }

    fn yi(&self) -> Result<Stage> {
        let (c, batch) = (self.constants, self.batch);
        let (first, ntiles, tile_element) = (
            batch.first.clone(),
            self.ntiles(),
            self.atoms.tile_element.clone(),
        );
        let (ulisttot, ylist, w, w_count, shapes) = (
            batch.ulisttot.clone(),
            batch.ylist.clone(),
            c.w.clone(),
            c.w_count,
            c.shapes,
        );
        match &c.yi {
            YiTables::Direct { items, jobs } => {
                let (items, jobs) = (items.clone(), jobs.clone());
                self.stage(
                    "compute_yi",
                    AUTO,
                    &ComputeYiDirect::<f64, 1> {
                        first,
                        ntiles,
                        tile_element,
                        ulisttot,
                        w,
                        w_count,
                        items,
                        jobs,
                        ylist,
                        parts: 1,
                        shapes,
                    },
                )
            }
            YiTables::Reverse {
                items,
                nitems,
                z_items,
            } => {
                let (items, nitems, z_items) = (items.clone(), *nitems, z_items.clone());
                self.stage(
                    "compute_yi",
                    1,
                    &ComputeYiReverse {
                        first,
                        ntiles,
                        tile_element,
                        ulisttot,
                        w,
                        w_count,
                        items,
                        nitems,
                        z_items,
                        ylist,
                        shapes,
                    },
                )
            }
        }
    }

    fn energy(&self) -> Result<Stage> {
        let (c, atoms, batch) = (self.constants, self.atoms, self.batch);
        let functor = ComputeEnergy {
            first: batch.first.clone(),
            ntiles: self.ntiles(),
            tile_element: atoms.tile_element.clone(),
            atom_of_slot: self.list.slots().atom_of_slot.clone(),
            constant: c.constant.clone(),
            ulisttot: batch.ulisttot.clone(),
            ylist: batch.ylist.clone(),
            energies: atoms.energies.clone(),
            width: self.width(),
        };
        self.stage("compute_energy", 1, &functor)
    }

    fn gradient_to_c(&self) -> Result<Stage> {
        let (c, batch) = (self.constants, self.batch);
        let functor = GradientToC {
            ylist: batch.ylist.clone(),
            items: c.change.clone(),
            t: c.t.clone(),
            c: batch.c.clone(),
        };
        self.stage("gradient_to_c", AUTO, &functor)
    }

    fn deidrj(&self) -> Result<Stage> {
        if self.neighbors_in_scratch(gradient_features(self.constants.twojmax)) >= DE_BLOCK {
            self.stage(
                "compute_duidrj_deidrj",
                AUTO,
                &self.deidrj_in_blocks::<DE_BLOCK>(),
            )
        } else {
            self.stage("compute_duidrj_deidrj", AUTO, &self.deidrj_in_blocks::<1>())
        }
    }

    fn deidrj_in_blocks<const BLOCK: usize>(&self) -> ComputeDeidrj<f64, BLOCK> {
        let (c, batch) = (self.constants, self.batch);
        ComputeDeidrj {
            first: batch.first.clone(),
            ntiles: self.ntiles(),
            npairs: batch.npairs.clone(),
            geometry: batch.geometry.clone(),
            near: batch.near.clone(),
            c: batch.c.clone(),
            rows: c.rows.clone(),
            groups: c.groups.clone(),
            dedr: self.dedr.clone(),
            sums: self.atoms.sums.clone(),
            width: self.width(),
            twojmax: c.twojmax,
        }
    }

    fn forces(&self) -> Result<Stage> {
        let (atoms, list) = (self.atoms, self.list);
        let functor = ComputeForces {
            slot_of_atom: list.slots().slot_of_atom.clone(),
            reverse_start: list.reverse_start().clone(),
            reverse_entry: list.reverse_entry().clone(),
            longest: list.max_neighbors() as i32,
            dedr: self.dedr.clone(),
            sums: atoms.sums.clone(),
            f: atoms.f.clone(),
        };
        let launch = self.space.prepare(
            "compute_forces",
            RangePolicy::new(0..atoms.x.extent(0)),
            &functor,
        )?;
        Ok(Stage {
            launch,
            time: StageTime {
                name: "compute_forces",
                seconds: 0.0,
            },
        })
    }
}
