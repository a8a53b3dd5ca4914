//! The stages of one system, prepared: validated once for the lists' memory, launched at every step.

use std::sync::Arc;

use portax::{AoSoA, Graph, Prepared, Result, Space, View};

use super::batches::Batches;
use super::given::Given;
use super::stage::{Stage, StageTime, Watch};
use crate::neighbor::NeighborList;

/// The stages of a pipeline.
pub struct Stages {
    /// Those of a batch, in order.
    pub per_batch: Vec<Stage>,
    /// How many of them lead to V.
    pub to_v: usize,
    /// Those after all batches, over all atoms.
    pub of_all: Vec<Stage>,
    /// Has every one of a batch one team a tile, which reads and writes what belongs to that tile, and to its place in the batch?
    /// Then a thread of a host takes one tile after the other through all stages, in a place of its own.
    pub teams_are_tiles: bool,
}

/// All launches of a computation.
pub struct Launches {
    space: Space,
    /// Whose memory the launches use.
    neighbor: View<i32, 2, AoSoA>,
    reverse_entry: View<i32, 1>,
    starts: Vec<Option<Prepared>>,
    stages: Stages,
    tile_number: View<i32, 1>,
    /// Tiles of the system.
    ntiles: usize,
    /// All batches and what follows them
    graph: Option<Graph>,
}

/// Is it the same memory?
fn same<T: portax::view::ViewElement, const R: usize, L: portax::layout::Layout>(
    a: &View<T, R, L>,
    b: &View<T, R, L>,
) -> bool {
    Arc::ptr_eq(a.allocation(), b.allocation())
}

impl Launches {
    /// The stages over all batches, whose tiles are in `tile_number`.
    pub fn new(
        given: &Given<'_>,
        batches: &Batches,
        tile_number: &View<i32, 1>,
        stages: Stages,
    ) -> Result<Self> {
        Ok(Self {
            space: given.space.clone(),
            neighbor: given.list.neighbor().clone(),
            reverse_entry: given.list.reverse_entry().clone(),
            starts: batches.starts(given.space, tile_number)?,
            stages,
            tile_number: tile_number.clone(),
            ntiles: batches.ntiles,
            graph: None,
        })
    }

    /// Whether the launches use the memory that the lists have now.
    pub fn fit(&self, list: &NeighborList<f64>) -> bool {
        same(&self.neighbor, list.neighbor()) && same(&self.reverse_entry, list.reverse_entry())
    }

    /// Runs all stages over all batches: by one call, but where each is measured for a watch.
    pub fn run(&mut self, watch: Option<&mut Watch<'_>>) -> Result<()> {
        let Stages {
            per_batch, of_all, ..
        } = &mut self.stages;
        for stage in per_batch.iter_mut().chain(&mut *of_all) {
            stage.time.seconds = 0.0;
        }
        let Some(watch) = watch else {
            return self.graph()?.launch();
        };
        for start in &self.starts {
            start.iter().try_for_each(Prepared::launch)?;
            for stage in &mut *per_batch {
                stage.run(&self.space, watch)?;
            }
        }
        of_all
            .iter_mut()
            .try_for_each(|stage| stage.run(&self.space, watch))
    }

    /// Runs the stages up to V over all batches, and `then` after each batch.
    pub fn run_to_v(&self, mut then: impl FnMut() -> Result<()>) -> Result<()> {
        for start in &self.starts {
            start.iter().try_for_each(Prepared::launch)?;
            for stage in &self.stages.per_batch[..self.stages.to_v] {
                stage.launch.launch()?;
            }
            then()?;
        }
        Ok(())
    }

    /// All batches of a host as one launch, where teams are tiles.
    fn tile_by_tile(&self) -> Result<Option<Prepared>> {
        if !self.stages.teams_are_tiles {
            return Ok(None);
        }
        let stages = self.stages.per_batch.iter().map(|stage| &stage.launch);
        // SAFETY: team t of every stage has tile `tile_number[t]`, the only element that it reads. It reads the system, and reads
        // and writes place t of the batch and the tile's slots in what is kept of pairs and atoms; energies by atom, which has
        // one slot. `overlap` is joined by atomics.
        unsafe { Prepared::item_by_item(stages, self.ntiles, &self.tile_number) }
    }

    /// All batches, each started, then its stages.
    fn batch_by_batch(&self) -> Vec<Prepared> {
        let stages = self.stages.per_batch.iter().map(|stage| &stage.launch);
        let batches = self.starts.iter();
        let batches = batches.flat_map(|start| start.iter().chain(stages.clone()));
        batches.cloned().collect()
    }

    fn graph(&mut self) -> Result<&Graph> {
        let graph = match self.graph.take() {
            Some(graph) => graph,
            None => {
                let one = self.tile_by_tile()?.map(|launch| vec![launch]);
                let of_tiles = one.unwrap_or_else(|| self.batch_by_batch());
                let of_all = self.stages.of_all.iter().map(|stage| &stage.launch);
                Graph::new(&self.space, of_tiles.iter().chain(of_all))?
            }
        };
        Ok(self.graph.insert(graph))
    }

    /// Seconds of each stage in the last run, zero without a watch.
    pub fn times(&self) -> Vec<StageTime> {
        let mut times: Vec<StageTime> = vec![];
        let stages = self.stages.per_batch.iter().chain(&self.stages.of_all);
        for Stage { time, .. } in stages {
            // A stage may take two launches, each of other tiles.
            match times.last_mut() {
                Some(last) if last.name == time.name => last.seconds += time.seconds,
                _ => times.push(time.clone()),
            }
        }
        times
    }
}
