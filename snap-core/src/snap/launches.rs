//! The stages of one system, prepared: validated once for the lists' memory, launched at every step.

use std::sync::Arc;
use std::time::Instant;

use portax::{AoSoA, Complex, Error, Float, Graph, Prepared, Result, Space, View};

use super::constants::Constants;
use super::maker::Maker;
use super::model::Given;
use super::near::NearPairs;
use super::options::YiForm;
use super::tiles::tiles_per_batch;
use super::tuning::{PairForm, Tuning};
use crate::neighbor::NeighborList;
use crate::stages::pair_geometry::PAIR_ROWS;
use crate::tables::GradientPairs;

/// What belongs to the atoms and stays on the space: f64 in every precision.
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
    /// One more than an atom that overlaps another.
    pub overlap: View<i32, 1>,
}

/// The values between the stages, for a batch of tiles.
pub struct Batch<T: Float> {
    /// First tile, one element.
    pub first: View<i32, 1>,
    pub npairs: View<i32, 1>,
    pub geometry: View<T, 3, AoSoA>,
    pub moments: View<T, 2, AoSoA>,
    /// V, `[batch slots, values]`.
    pub ulisttot: View<Complex<T>, 2, AoSoA>,
    pub ylist: View<Complex<T>, 2, AoSoA>,
    pub rest: View<Complex<T>, 2, AoSoA>,
    pub c: View<T, 2, AoSoA>,
    pub pairs_of_c: View<Complex<T>, 2, AoSoA>,
}

/// How many values of each kind a slot has in memory.
struct PerSlot {
    /// G, which the orbit form goes without
    ylist: usize,
    /// C of half the images of the orbit form
    rest: usize,
    /// M, and C in the layout of M
    moments: usize,
    /// C as complex numbers
    pairs_of_c: usize,
    /// Geometry of pairs
    neighbors: usize,
}

impl PerSlot {
    fn new<T: Float, A: Float>(
        constants: &Constants<T, A>,
        tuning: &Tuning,
        max_neighbors: usize,
    ) -> Self {
        let halves = match tuning.orbit.images {
            2 => &constants.orbit,
            _ => &constants.orbit_tail,
        };
        let (ylist, rest) = match tuning.yi {
            YiForm::Orbit => (0, halves.as_ref().map_or(0, |tables| tables.nrest)),
            _ => (constants.nvalues, 0),
        };
        match tuning.pairs {
            PairForm::Staged => PerSlot {
                ylist,
                rest,
                moments: constants.nmoments,
                pairs_of_c: 0,
                neighbors: max_neighbors,
            },
            PairForm::Fused => PerSlot {
                ylist,
                rest,
                moments: 0,
                pairs_of_c: GradientPairs::count(constants.twojmax),
                neighbors: 0,
            },
        }
    }

    fn bytes<T: Float, A: Float>(&self, constants: &Constants<T, A>) -> usize {
        let complex = constants.nvalues + self.ylist + self.rest + self.pairs_of_c;
        let real = 2 * self.moments;
        size_of::<T>() * (2 * complex + real + PAIR_ROWS * self.neighbors)
    }
}

impl<T: Float> Batch<T> {
    fn new(space: &Space, nvalues: usize, tiles: usize, per_slot: &PerSlot) -> Result<Self> {
        let &PerSlot {
            ylist,
            rest,
            moments,
            pairs_of_c,
            neighbors,
        } = per_slot;
        let slots = tiles * space.natural_width();
        Ok(Self {
            first: View::new(space, "first_tile", [1])?,
            npairs: View::new(space, "npairs", [tiles])?,
            geometry: View::new(space, "geometry", [slots, PAIR_ROWS, neighbors])?,
            moments: View::new(space, "moments", [slots, moments])?,
            ulisttot: View::new(space, "ulisttot", [slots, nvalues])?,
            ylist: View::new(space, "ylist", [slots, ylist])?,
            rest: View::new(space, "rest", [slots, rest])?,
            c: View::new(space, "c", [slots, moments])?,
            pairs_of_c: View::new(space, "c", [slots, pairs_of_c])?,
        })
    }

    fn bytes(&self) -> usize {
        self.geometry.bytes()
            + self.npairs.bytes()
            + self.moments.bytes()
            + self.ulisttot.bytes()
            + self.ylist.bytes()
            + self.rest.bytes()
            + self.c.bytes()
            + self.pairs_of_c.bytes()
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
pub struct Stage {
    launch: Prepared,
    time: StageTime,
}

/// All stages.
pub struct Launches<T: Float> {
    space: Space,
    /// Whose memory the launches use.
    neighbor: View<i32, 2, AoSoA>,
    reverse_entry: View<i32, 1>,
    batch: Batch<T>,
    tiles_per_batch: usize,
    tuning: Tuning,
    near: NearPairs<T>,
    /// What sets the first tile of each batch; nothing where one batch holds all tiles: that is 0 from the beginning
    starts: Vec<Option<Prepared>>,
    per_batch: Vec<Stage>,
    stages_to_v: usize,
    forces: Stage,
    /// All batches and the forces
    graph: Option<Graph>,
}

/// What sets the first tile of each batch.
fn starts(
    space: &Space,
    first: &View<i32, 1>,
    ntiles: usize,
    tiles_per_batch: usize,
) -> Result<Vec<Option<Prepared>>> {
    if (1..=tiles_per_batch).contains(&ntiles) {
        return Ok(vec![None]);
    }
    let tiles = (0..ntiles).step_by(tiles_per_batch);
    let start = |tile| {
        let from = View::from_slice(space, "start_of_batch", [1], &[tile as i32])?;
        Ok(Some(space.prepare_copy("start of batch", first, &from)?))
    };
    tiles.map(start).collect()
}

/// Is it the same memory?
fn same<T: portax::view::ViewElement, const R: usize, L: portax::layout::Layout>(
    a: &View<T, R, L>,
    b: &View<T, R, L>,
) -> bool {
    Arc::ptr_eq(a.allocation(), b.allocation())
}

impl<T: Float> Launches<T> {
    /// Prepares the stages for lists of a system.
    pub fn new<A: Float>(
        given: &Given<'_>,
        constants: &Constants<T, A>,
        sums: &View<A, 2, AoSoA>,
    ) -> Result<Self> {
        let neighbors = given.list.max_neighbors();
        let fitted = given
            .tuning
            .fitted::<T>(given.space, constants.twojmax, neighbors);
        let with = |tuning| Self::with(given, constants, sums, tuning);
        match with(&fitted) {
            // Only the compiled kernel tells how large its teams may be.
            Err(Error::Limit { .. }) if fitted.yi == YiForm::Orbit => with(&Tuning {
                yi: YiForm::Direct,
                ..fitted
            }),
            made => made,
        }
    }

    /// The same with exactly this mapping.
    fn with<A: Float>(
        given: &Given<'_>,
        constants: &Constants<T, A>,
        sums: &View<A, 2, AoSoA>,
        tuning: &Tuning,
    ) -> Result<Self> {
        let &Given {
            space, atoms, list, ..
        } = given;
        let (ntiles, max_neighbors) = (atoms.tile_element.len(), list.max_neighbors());
        let per_slot = PerSlot::new(constants, tuning, max_neighbors);
        let tile_bytes = per_slot.bytes(constants) * space.natural_width();
        let tiles_per_batch =
            tiles_per_batch(ntiles, given.batch_bytes / tile_bytes, space.concurrency())
                .next_multiple_of(tuning.group());
        let batch = Batch::new(space, constants.nvalues, tiles_per_batch, &per_slot)?;
        let slots = list.slots().len();
        let near = NearPairs::new(
            space,
            slots,
            max_neighbors,
            constants.nelements,
            tuning.pairs,
        )?;
        let maker = Maker {
            space,
            constants,
            atoms,
            sums,
            list,
            batch: &batch,
            near: &near,
            tuning,
            tiles: tiles_per_batch,
        };
        let (per_batch, forces) = (maker.per_batch()?, maker.forces()?);
        let starts = starts(space, &batch.first, ntiles, tiles_per_batch)?;
        let (neighbor, reverse_entry) = (list.neighbor().clone(), list.reverse_entry().clone());
        Ok(Self {
            space: space.clone(),
            neighbor,
            reverse_entry,
            batch,
            tiles_per_batch,
            tuning: *tuning,
            near,
            starts,
            per_batch,
            stages_to_v: tuning.pairs.stages_to_v(),
            forces,
            graph: None,
        })
    }

    /// Do the launches use the memory that the lists have now?
    pub fn fit(&self, list: &NeighborList<f64>) -> bool {
        same(&self.neighbor, list.neighbor()) && same(&self.reverse_entry, list.reverse_entry())
    }

    /// Runs all stages over all batches: by one call, but for the measurement of stages.
    pub fn run(&mut self, timing: bool) -> Result<()> {
        for stage in self.per_batch.iter_mut().chain([&mut self.forces]) {
            stage.time.seconds = 0.0;
        }
        if !timing {
            return self.graph()?.launch();
        }
        for start in &self.starts {
            start.as_ref().map_or(Ok(()), Prepared::launch)?;
            for stage in &mut self.per_batch {
                stage.run(&self.space)?;
            }
        }
        self.forces.run(&self.space)
    }

    /// Runs the stages up to V over all batches, and after each batch `then` with its values and its number of tiles.
    pub fn run_to_v(&mut self, mut then: impl FnMut(&Batch<T>, usize) -> Result<()>) -> Result<()> {
        for start in &self.starts {
            start.as_ref().map_or(Ok(()), Prepared::launch)?;
            for stage in &self.per_batch[..self.stages_to_v] {
                stage.launch.launch()?;
            }
            then(&self.batch, self.tiles_per_batch)?;
        }
        Ok(())
    }

    /// The stages of a batch as the graph launches them.
    fn stages_of_batch(&self) -> Vec<Prepared> {
        let stages = self.per_batch.iter().map(|stage| &stage.launch);
        if !self.tuning.teams_are_tiles() {
            return stages.cloned().collect();
        }
        // SAFETY: team r of every stage has tile r of the batch. It reads the system and the tile's own slots, in the batch and
        // in what is kept of pairs and atoms, and writes the latter; energies by atom, which has one slot. `overlap` is
        // joined by atomics.
        unsafe { Prepared::team_by_team(stages) }
    }

    fn graph(&mut self) -> Result<&Graph> {
        let graph = match self.graph.take() {
            Some(graph) => graph,
            None => {
                let stages = self.stages_of_batch();
                let batches = self.starts.iter().flat_map(|s| s.iter().chain(&stages));
                Graph::new(&self.space, batches.chain([&self.forces.launch]))?
            }
        };
        Ok(self.graph.insert(graph))
    }

    /// The mapping that fits the space.
    pub fn tuning(&self) -> Tuning {
        self.tuning
    }

    /// Seconds of each stage in the last run, zero without timing.
    pub fn times(&self) -> Vec<StageTime> {
        let mut times: Vec<StageTime> = vec![];
        for Stage { time, .. } in self.per_batch.iter().chain([&self.forces]) {
            // A stage may take two launches.
            match times.last_mut() {
                Some(last) if last.name == time.name => last.seconds += time.seconds,
                _ => times.push(time.clone()),
            }
        }
        times
    }

    /// Bytes of the values between the stages.
    pub fn bytes(&self) -> usize {
        self.batch.bytes() + self.near.bytes()
    }
}

impl Stage {
    /// A launch and its name.
    pub fn new(name: &'static str, launch: Prepared) -> Self {
        let time = StageTime { name, seconds: 0.0 };
        Stage { launch, time }
    }

    /// Runs and measures it.
    fn run(&mut self, space: &Space) -> Result<()> {
        let start = Instant::now();
        self.launch.launch()?;
        space.fence()?;
        self.time.seconds += start.elapsed().as_secs_f64();
        Ok(())
    }
}
