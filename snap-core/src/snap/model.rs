//! The pipeline in the types of one precision.

use portax::Float;

use super::given::Given;
use super::pipeline::Pipeline;
use super::precision::Precision;
use super::stage::{StageTime, Watch};
use crate::Error;
use crate::descriptors::Descriptors;
use crate::mapping::Chosen;
use crate::mapping::choice::Choice;
use crate::neighbor::NeighborList;

/// A [`Model`] of any type.
pub trait AnyModel: Send + Sync {
    /// Prepares the stages for the lists as they are.
    fn prepare(&mut self, given: &Given<'_>) -> Result<(), Error>;
    /// Whether they are prepared.
    fn is_prepared(&self, list: &NeighborList<f64>) -> bool;
    /// Runs them, prepared before where they are not.
    fn run(&mut self, given: &Given<'_>, watch: Option<&mut Watch<'_>>) -> Result<(), Error>;
    /// The descriptors of each atom by their classes, those of an isolated one not subtracted.
    fn descriptors(&mut self, given: &Given<'_>) -> Result<Vec<Vec<f64>>, Error>;
    /// The virial of each atom after a run.
    fn virials(&self, given: &Given<'_>) -> Result<Option<Vec<[f64; 6]>>, Error>;
    /// The mapping: from the first preparation on the one that runs.
    fn chosen(&self) -> &Chosen;
    /// Seconds of each stage in the last run.
    fn times(&self) -> Vec<StageTime>;
    /// Bytes of the values between the stages.
    fn bytes(&self) -> usize;
}

/// The pipeline, whose values are `T`; sums over neighbours are f64 in every precision.
struct Model<T: Float> {
    choice: Choice,
    chosen: Chosen,
    pipeline: Option<Pipeline<T>>,
    /// Those of the pipeline's batches.
    descriptors: Option<Descriptors>,
}

/// The model of a choice.
///
/// # Errors
/// [`Error::NoF32`].
pub fn model(choice: Choice, precision: Precision) -> Result<Box<dyn AnyModel>, Error> {
    match precision {
        Precision::Double => Ok(boxed::<f64>(choice)),
        // Unit tests are compiled beside the library, and none needs it: 125 s of CPU time.
        #[cfg(all(feature = "f32", not(test)))]
        Precision::Mixed => Ok(boxed::<f32>(choice)),
        #[cfg(any(not(feature = "f32"), test))]
        Precision::Mixed => Err(Error::NoF32),
    }
}

fn boxed<T: Float>(choice: Choice) -> Box<dyn AnyModel> {
    Box::new(Model::<T> {
        chosen: choice.asked(),
        choice,
        pipeline: None,
        descriptors: None,
    })
}

impl<T: Float> Model<T> {
    /// The stages for the lists as they are.
    fn prepared(&mut self, given: &Given<'_>) -> Result<&mut Pipeline<T>, Error> {
        let pipeline = match self.pipeline.take() {
            Some(pipeline) if pipeline.launches().fit(given.list) => pipeline,
            before => {
                self.descriptors = None;
                self.fitted(given, before)?
            }
        };
        Ok(self.pipeline.insert(pipeline))
    }

    /// The pipeline of the first mapping on the path of [`choice`](crate::mapping::choice) that fits and whose teams start.
    fn fitted(
        &mut self,
        given: &Given<'_>,
        mut before: Option<Pipeline<T>>,
    ) -> Result<Pipeline<T>, Error> {
        let (space, neighbors) = (given.space, given.list.max_neighbors());
        self.chosen = self.choice.fitted::<T>(space, neighbors);
        loop {
            let why = match Pipeline::new(given, &self.chosen.mapping, before.take()) {
                Ok(pipeline) => return Ok(pipeline),
                Err(why) => why,
            };
            let next = match &why {
                portax::Error::Limit { .. } | portax::Error::KernelGroup { .. } => {
                    self.choice.after::<T>(&self.chosen, &why, space, neighbors)
                }
                _ => None,
            };
            match next {
                Some(next) => self.chosen = next,
                None => return Err(why.into()),
            }
        }
    }
}

impl<T: Float> AnyModel for Model<T> {
    fn prepare(&mut self, given: &Given<'_>) -> Result<(), Error> {
        self.prepared(given).map(drop)
    }

    fn is_prepared(&self, list: &NeighborList<f64>) -> bool {
        let pipeline = self.pipeline.as_ref();
        pipeline.is_some_and(|pipeline| pipeline.launches().fit(list))
    }

    fn run(&mut self, given: &Given<'_>, watch: Option<&mut Watch<'_>>) -> Result<(), Error> {
        Ok(self.prepared(given)?.launches_mut().run(watch)?)
    }

    fn descriptors(&mut self, given: &Given<'_>) -> Result<Vec<Vec<f64>>, Error> {
        self.prepared(given)?;
        let Some(pipeline) = &self.pipeline else {
            return Ok(vec![]);
        };
        let descriptors = match self.descriptors.take() {
            Some(descriptors) => descriptors,
            None => {
                let (values, tiles) = pipeline.values();
                Descriptors::new(given, values, tiles)?
            }
        };
        let mut rows = vec![vec![]; given.atoms.x.extent(0)];
        let collect = || descriptors.compute(given, &mut rows);
        pipeline.launches().run_to_v(collect)?;
        self.descriptors = Some(descriptors);
        Ok(rows)
    }

    fn virials(&self, given: &Given<'_>) -> Result<Option<Vec<[f64; 6]>>, Error> {
        let pipeline = self.pipeline.as_ref();
        let virials = pipeline.map(|pipeline| pipeline.virials(given));
        Ok(virials.transpose()?)
    }

    fn chosen(&self) -> &Chosen {
        &self.chosen
    }

    fn times(&self) -> Vec<StageTime> {
        let pipeline = self.pipeline.as_ref();
        pipeline.map_or_else(Vec::new, |pipeline| pipeline.launches().times())
    }

    fn bytes(&self) -> usize {
        self.pipeline.as_ref().map_or(0, Pipeline::bytes)
    }
}
