//! The launches of the stages.

use std::ops::Range;
use std::panic::resume_unwind;
use std::thread;

use portax::layout::Layout;
use portax::{AUTO, AoSoA, Float, Result, Space, TeamPolicy, View};

use super::constants::{Constants, YiTables};
use super::launches::{Atoms, Batch, Stage};
use super::near::NearPairs;
use super::options::YiForm;
use super::orbit::{OrbitTables, OrbitTuning};
use super::tuning::{PairForm, Tuning};
use crate::neighbor::NeighborList;
use crate::stages::{
    ComputeDeidrj, ComputeDeidrjFused, ComputeForces, ComputeRij, ComputeUi, ComputeUiFused,
    ComputeYiDirect, ComputeYiOrbit, ComputeYiReverse, GradientToC, GradientToPairs, MomentsToV,
    features::feature_count, gradient_features, moment_jobs::MomentJobs,
};

/// Neighbours of a chunk of compute_ui, the most: half of those of bcc metals. M is read and written once a chunk.
const UI_CHUNK: usize = 13;
/// Chunks are smaller where that lets M and their features fit this first cache of a CPU (AVX-512, 2J = 8: 7 neighbours take
/// 4 % less of the stage than 5 and 9).
const UI_CACHE: usize = 48 << 10;
/// Where less than this would fit, chunks are as large as they may be (2J = 14: 13 neighbours take 4 % less than 9).
const SMALLEST_UI_CHUNK: usize = 4;
/// Neighbours of a block of compute_duidrj_deidrj: two or four times as many sums in registers.
const DE_BLOCK: usize = 4;
/// Neighbours of its last block, if they are so few.
const DE_TAIL: usize = 2;

/// Atoms, and threads, of a team of compute_forces.
const FORCES_TEAM: usize = 4;

/// Makes the stages.
pub struct Maker<'a, T: Float, A: Float> {
    pub space: &'a Space,
    pub constants: &'a Constants<T, A>,
    pub atoms: &'a Atoms,
    pub sums: &'a View<A, 2, AoSoA>,
    pub list: &'a NeighborList<f64>,
    pub batch: &'a Batch<T>,
    pub near: &'a NearPairs<T>,
    pub tuning: &'a Tuning,
    pub tiles: usize,
}

impl<T: Float, A: Float> Maker<'_, T, A> {
    fn ntiles(&self) -> i32 {
        self.atoms.tile_element.len() as i32
    }

    /// Is there more than one batch?
    fn batched(&self) -> bool {
        self.atoms.tile_element.len() > self.tiles
    }

    fn width(&self) -> usize {
        self.space.natural_width()
    }

    /// How many neighbours' features fit team scratch.
    fn neighbors_in_scratch(&self, features: usize) -> usize {
        self.space.scratch_limit() / (size_of::<T>() * features * self.width())
    }

    fn stage<K: portax::TeamKernel>(
        &self,
        name: &'static str,
        team_size: usize,
        functor: &K,
    ) -> Result<Stage> {
        self.stage_of(name, TeamPolicy::new(self.tiles, team_size), functor)
    }

    fn stage_of<K: portax::TeamKernel>(
        &self,
        name: &'static str,
        policy: TeamPolicy,
        functor: &K,
    ) -> Result<Stage> {
        Ok(Stage::new(name, self.space.prepare(name, policy, functor)?))
    }

    /// A stage that hosts have in f64 alone ([`Tuning::of_hosts`]): in f32 it is compiled for no executor of theirs.
    fn stage_of_gpus<K: portax::TeamKernel>(
        &self,
        name: &'static str,
        policy: TeamPolicy,
        functor: &K,
    ) -> Result<Stage> {
        let launch = if const { size_of::<T>() == size_of::<f64>() } {
            self.space.prepare(name, policy, functor)?
        } else {
            self.space.prepare_on_device(name, policy, functor)?
        };
        Ok(Stage::new(name, launch))
    }

    /// The stages of a batch, in order.
    pub fn per_batch(&self) -> Result<Vec<Stage>> {
        match self.tuning.pairs {
            PairForm::Staged => self.all(&[
                Self::rij,
                Self::ui,
                Self::moments_to_v,
                Self::yi,
                Self::gradient_to_c,
                Self::deidrj,
            ]),
            PairForm::Fused => match self.constants.orbit {
                Some(_) if self.tuning.yi == YiForm::Orbit && self.tail() > 0 => self.all(&[
                    Self::ui_fused,
                    Self::yi_orbit,
                    Self::yi_orbit_tail,
                    Self::deidrj_fused,
                ]),
                Some(_) if self.tuning.yi == YiForm::Orbit => {
                    self.all(&[Self::ui_fused, Self::yi_orbit, Self::deidrj_fused])
                }
                _ => self.all(&[
                    Self::ui_fused,
                    Self::yi,
                    Self::gradient_to_pairs,
                    Self::deidrj_fused,
                ]),
            },
        }
    }

    /// Makes stages. On a device most of the time is its compiler's, which runs on a thread for each: a cold start takes as
    /// long as the longest stage instead of their sum (NVRTC, 2J=14: 9 s of 16).
    fn all(&self, stages: &[fn(&Self) -> Result<Stage>]) -> Result<Vec<Stage>> {
        if self.space.is_host() {
            return stages.iter().map(|stage| stage(self)).collect();
        }
        thread::scope(|scope| {
            let making = stages.iter().map(|stage| scope.spawn(|| stage(self)));
            let making: Vec<_> = making.collect();
            let made = making.into_iter().map(|stage| stage.join());
            made.map(|stage| stage.unwrap_or_else(|panic| resume_unwind(panic)))
                .collect()
        })
    }

    fn ui_fused(&self) -> Result<Stage> {
        let (c, atoms, batch, list) = (self.constants, self.atoms, self.batch, self.list);
        let jobs = MomentJobs::of(c.twojmax);
        let (threads, parts) = (self.tuning.ui_threads(c.twojmax), self.tuning.ui_parts);
        let functor = ComputeUiFused {
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
            ulisttot: batch.ulisttot.clone(),
            npairs: self.near.npairs.clone(),
            place: self.near.place.clone(),
            kind: self.near.kind.clone(),
            displacement: self.near.dedr.clone(),
            overlap: atoms.overlap.clone(),
            batched: self.batched(),
            width: self.width(),
            threads,
            lanes: self.tuning.ui_lanes,
            parts,
            loads: self.tuning.ui_loads,
            nelements: c.nelements,
            flags: c.flags,
            capacity: list.max_neighbors(),
            jobs,
        };
        let policy = TeamPolicy::new(self.tiles * self.tuning.ui_lanes * parts, threads);
        self.stage_of_gpus(
            "compute_ui",
            capped(policy, self.tuning.ui_registers),
            &functor,
        )
    }

    fn deidrj_fused(&self) -> Result<Stage> {
        let (c, atoms, batch, list) = (self.constants, self.atoms, self.batch, self.list);
        let per_team = self.tuning.de_atoms;
        let functor = ComputeDeidrjFused {
            first: batch.first.clone(),
            ntiles: self.ntiles(),
            tile_element: atoms.tile_element.clone(),
            atom_of_slot: list.slots().atom_of_slot.clone(),
            npairs: self.near.npairs.clone(),
            kind: self.near.kind.clone(),
            pair: c.pair.clone(),
            rmin0: c.rmin0,
            constant: c.constant.clone(),
            c: batch.pairs_of_c.clone(),
            dedr: self.near.dedr.clone(),
            sums: self.sums.clone(),
            energies: atoms.energies.clone(),
            batched: self.batched(),
            width: self.width(),
            atoms: per_team,
            nelements: c.nelements,
            flags: c.flags,
            capacity: list.max_neighbors(),
            twojmax: c.twojmax,
        };
        let league = self.tiles * self.width() / per_team;
        let policy = TeamPolicy::new(league, self.tuning.de_team);
        self.stage_of_gpus(
            "compute_deidrj",
            capped(policy, self.tuning.de_registers),
            &functor,
        )
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
            place: self.near.place.clone(),
            kind: self.near.kind.clone(),
            geometry: batch.geometry.clone(),
            overlap: atoms.overlap.clone(),
            width: self.width(),
            nelements: c.nelements,
            flags: c.flags,
        };
        self.stage("compute_rij", 1, &functor)
    }

    fn ui(&self) -> Result<Stage> {
        let (c, batch) = (self.constants, self.batch);
        let functor = ComputeUi {
            npairs: batch.npairs.clone(),
            geometry: batch.geometry.clone(),
            initial: c.initial.clone(),
            blocks: c.blocks.clone(),
            moments: batch.moments.clone(),
            width: self.width(),
            at_once: self.tuning.pair_rows,
            twojmax: c.twojmax,
            chunk: self.ui_chunk(),
        };
        self.stage("compute_ui", AUTO, &functor)
    }

    fn ui_chunk(&self) -> usize {
        let features = feature_count(self.constants.twojmax);
        let bytes = size_of::<T>() * self.width();
        let beside_m =
            UI_CACHE.saturating_sub(bytes * self.constants.nmoments) / (bytes * features);
        let most = match beside_m {
            SMALLEST_UI_CHUNK..UI_CHUNK => beside_m,
            _ => UI_CHUNK,
        };
        self.neighbors_in_scratch(features).clamp(1, most)
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
        match &self.constants.yi {
            YiTables::Direct { items, jobs } => {
                let tiles = self.tuning.yi_tiles;
                portax::dispatch!(TILES in [1, 2]; tiles => self.yi_direct::<TILES>(items, jobs))
            }
            YiTables::Reverse {
                groups,
                ngroups,
                items,
                z_items,
            } => self.yi_reverse(groups, *ngroups, items, z_items),
        }
    }

    fn yi_reverse(
        &self,
        groups: &View<[i32; 8], 1>,
        ngroups: i32,
        items: &View<[i32; 4], 1>,
        z_items: &View<[i32; 4], 1>,
    ) -> Result<Stage> {
        let (c, batch) = (self.constants, self.batch);
        let functor = ComputeYiReverse {
            first: batch.first.clone(),
            ntiles: self.ntiles(),
            tile_element: self.atoms.tile_element.clone(),
            ulisttot: batch.ulisttot.clone(),
            w: c.w.clone(),
            w_count: c.w_count,
            groups: groups.clone(),
            ngroups,
            items: items.clone(),
            z_items: z_items.clone(),
            ylist: batch.ylist.clone(),
            shapes: c.shapes,
        };
        self.stage("compute_yi", 1, &functor)
    }

    fn yi_direct<const TILES: usize>(
        &self,
        items: &View<[i32; 4], 1>,
        jobs: &View<i32, 2>,
    ) -> Result<Stage> {
        let (c, batch, tuning) = (self.constants, self.batch, self.tuning);
        let functor = ComputeYiDirect::<T, TILES> {
            first: batch.first.clone(),
            ntiles: self.ntiles(),
            tile_element: self.atoms.tile_element.clone(),
            ulisttot: batch.ulisttot.clone(),
            w: c.w.clone(),
            w_count: c.w_count,
            items: items.clone(),
            jobs: jobs.clone(),
            ylist: batch.ylist.clone(),
            parts: tuning.yi_parts,
            shapes: c.shapes,
        };
        let league = self.tiles / TILES * tuning.yi_parts;
        let policy = TeamPolicy::new(league, tuning.yi_team);
        self.stage_of_gpus("compute_yi", capped(policy, tuning.yi_registers), &functor)
    }

    /// The orbit form, where its tables are, else the form that there are tables of.
    fn yi_orbit(&self) -> Result<Stage> {
        match &self.constants.orbit {
            Some(tables) => {
                let tiles = 0..self.tiles - self.tail();
                self.yi_orbit_of(tables, self.tuning.orbit, tiles)
            }
            None => self.yi(),
        }
    }

    /// The last tiles of the batch, by halves.
    fn yi_orbit_tail(&self) -> Result<Stage> {
        match &self.constants.orbit_tail {
            Some(tables) => {
                let tiles = self.tiles - self.tail()..self.tiles;
                self.yi_orbit_of(tables, self.tuning.orbit.halves(), tiles)
            }
            None => self.yi_orbit(),
        }
    }

    fn tail(&self) -> usize {
        match self.constants.orbit_tail {
            Some(_) => self.tuning.orbit.tail_of(self.tiles),
            None => 0,
        }
    }

    fn yi_orbit_of(
        &self,
        tables: &OrbitTables,
        orbit: OrbitTuning,
        tiles: Range<usize>,
    ) -> Result<Stage> {
        let batch = self.batch;
        let functor = ComputeYiOrbit {
            first: batch.first.clone(),
            skip: tiles.start as i32,
            ntiles: self.ntiles(),
            tile_element: self.atoms.tile_element.clone(),
            ulisttot: batch.ulisttot.clone(),
            images_of_v: tables.images.clone(),
            stream: tables.stream.clone(),
            nsegments: tables.nsegments,
            jobs: tables.jobs.clone(),
            slots: tables.slots.clone(),
            c: batch.pairs_of_c.clone(),
            // This form has no G.
            rest: batch.rest.clone(),
            batched: self.batched(),
            width: self.width(),
            images: orbit.images,
            image_rows: tables.images.len(),
            tiles: orbit.tiles,
            team_slots: orbit.slots,
            parts: orbit.parts,
            shapes: orbit.shapes,
        };
        let mut policy = TeamPolicy::new(orbit.league(tiles.len()), orbit.slots * orbit.tiles);
        if orbit.early > 0 {
            policy = policy.early_next();
        }
        self.stage_of_gpus("compute_yi", capped(policy, orbit.registers), &functor)
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

    fn gradient_to_pairs(&self) -> Result<Stage> {
        let (c, batch) = (self.constants, self.batch);
        let functor = GradientToPairs {
            ylist: batch.ylist.clone(),
            items: c.pair_items.clone(),
            t: c.t.clone(),
            c: batch.pairs_of_c.clone(),
        };
        self.stage_of_gpus("gradient_to_c", TeamPolicy::new(self.tiles, AUTO), &functor)
    }

    fn deidrj(&self) -> Result<Stage> {
        if self.neighbors_in_scratch(gradient_features(self.constants.twojmax)) >= DE_BLOCK {
            self.stage(
                "compute_duidrj_deidrj",
                AUTO,
                &self.deidrj_in_blocks::<DE_BLOCK, DE_TAIL>(),
            )
        } else {
            self.stage(
                "compute_duidrj_deidrj",
                AUTO,
                &self.deidrj_in_blocks::<1, 1>(),
            )
        }
    }

    fn deidrj_in_blocks<const BLOCK: usize, const TAIL: usize>(
        &self,
    ) -> ComputeDeidrj<T, A, BLOCK, TAIL> {
        let (c, batch) = (self.constants, self.batch);
        ComputeDeidrj {
            first: batch.first.clone(),
            ntiles: self.ntiles(),
            tile_element: self.atoms.tile_element.clone(),
            atom_of_slot: self.list.slots().atom_of_slot.clone(),
            npairs: batch.npairs.clone(),
            geometry: batch.geometry.clone(),
            constant: c.constant.clone(),
            c: batch.c.clone(),
            initial_places: c.initial_places.clone(),
            rows: c.rows.clone(),
            row_groups: c.row_groups.clone(),
            column_groups: c.column_groups.clone(),
            dedr: self.near.dedr_planes.clone(),
            sums: self.sums.clone(),
            energies: self.atoms.energies.clone(),
            width: self.width(),
            at_once: self.tuning.pair_rows,
            twojmax: c.twojmax,
        }
    }

    pub fn forces(&self) -> Result<Stage> {
        match self.tuning.pairs {
            PairForm::Fused => self.forces_from(&self.near.dedr),
            PairForm::Staged => self.forces_from(&self.near.dedr_planes),
        }
    }

    fn forces_from<L: Layout>(&self, dedr: &View<T, 2, L>) -> Result<Stage> {
        let (atoms, list) = (self.atoms, self.list);
        let functor = ComputeForces {
            slot_of_atom: list.slots().slot_of_atom.clone(),
            reverse_start: list.reverse_start().clone(),
            reverse_entry: list.reverse_entry().clone(),
            place: self.near.place.clone(),
            dedr: dedr.clone(),
            sums: self.sums.clone(),
            f: atoms.f.clone(),
            width: self.width(),
            atoms: FORCES_TEAM,
        };
        let league = atoms.x.extent(0).div_ceil(FORCES_TEAM);
        let policy = TeamPolicy::new(league, FORCES_TEAM);
        self.stage_of("compute_forces", policy, &functor)
    }
}

/// The policy with at most so many registers, 0 for as many as there are.
fn capped(policy: TeamPolicy, registers: usize) -> TeamPolicy {
    match registers {
        0 => policy,
        n => policy.registers(n as u32),
    }
}
