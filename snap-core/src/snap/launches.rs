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
    /// Has every one of a batch one team a tile, which reads and writes what belongs to that tile? Then a thread of a host takes
    /// a tile through all stages.
    pub teams_are_tiles: bool,
}

/// All launches of a computation.
pub struct Launches {
    space: Space,
    /// Whose memory the launches use.
    neighbor: View<i32, 2, AoSoA>,
    reverse_entry: View<i32, 1>,
    starts: Vec<Vec<Prepared>>,
    stages: Stages,
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
    /// The stages over all batches, whose first tile is in `first` as each density counts it.
    pub fn new(
        given: &Given<'_>,
        batches: &Batches,
        first: &[View<i32, 1>],
        stages: Stages,
    ) -> Result<Self> {
        Ok(Self {
            space: given.space.clone(),
            neighbor: given.list.neighbor().clone(),
            reverse_entry: given.list.reverse_entry().clone(),
            starts: batches.starts(given.space, first)?,
            stages,
            graph: None,
        })
    }

    /// Do the launches use the memory that the lists have now?
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

    /// The stages of a batch as the graph launches them.
    fn stages_of_batch(&self) -> Vec<Prepared> {
        let stages = self.stages.per_batch.iter().map(|stage| &stage.launch);
        if !self.stages.teams_are_tiles {
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
                let of_all = self.stages.of_all.iter().map(|stage| &stage.launch);
                Graph::new(&self.space, batches.chain(of_all))?
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
