//! The two pipelines.

use portax::{AoSoA, Complex, Float, Result, View};

use super::batches::numbers;
use super::given::Given;
use super::launches::Launches;
use super::upload::list;
use crate::fused::Fused;
use crate::mapping::Mapping;
use crate::staged::Staged;

/// The stages of a system with their tables and the values between them.
pub enum Pipeline<T: Float> {
    Staged(Box<Staged<T>>),
    Fused(Box<Fused<T>>),
}

/// V of a batch, which both have.
pub struct Values<T: Float> {
    /// Number of each tile of the batch.
    pub tile_number: View<i32, 1>,
    /// V, `[batch slots, values]`.
    pub ulisttot: View<Complex<T>, 2, AoSoA>,
}

impl<T: Float> Values<T> {
    /// Room for a batch of so many tiles, which are the first.
    pub fn new(given: &Given<'_>, tiles: usize, nvalues: usize) -> Result<Self> {
        let extents = [tiles * given.width(), nvalues];
        Ok(Self {
            tile_number: list(given.space, "tile_number", &numbers(0, tiles))?,
            ulisttot: View::new(given.space, "ulisttot", extents)?,
        })
    }

    /// Makes it the batch that begins with this tile.
    pub fn begin_at(&self, tile: usize) -> Result<()> {
        let tiles = self.tile_number.extent(0);
        self.tile_number.copy_from_slice(&numbers(tile, tiles))
    }
}

impl<T: Float> Pipeline<T> {
    /// The pipeline of a mapping for the lists as they are, with the tables of the one before if it had the same mapping.
    pub fn new(given: &Given<'_>, mapping: &Mapping, before: Option<Self>) -> Result<Self> {
        Ok(match mapping {
            Mapping::Staged(mapping) => {
                let before = match before {
                    Some(Self::Staged(staged)) => Some(*staged),
                    _ => None,
                };
                Self::Staged(Box::new(Staged::new(given, mapping, before)?))
            }
            Mapping::Fused(mapping) => {
                let before = match before {
                    Some(Self::Fused(fused)) => Some(*fused),
                    _ => None,
                };
                Self::Fused(Box::new(Fused::new(given, mapping, before)?))
            }
        })
    }

    /// The launches.
    pub fn launches(&self) -> &Launches {
        match self {
            Self::Staged(staged) => &staged.launches,
            Self::Fused(fused) => &fused.launches,
        }
    }

    /// The launches, to run them.
    pub fn launches_mut(&mut self) -> &mut Launches {
        match self {
            Self::Staged(staged) => &mut staged.launches,
            Self::Fused(fused) => &mut fused.launches,
        }
    }

    /// V of a batch, after the stages that lead to it, and the batch's number of tiles.
    pub fn values(&self) -> (&Values<T>, usize) {
        match self {
            Self::Staged(staged) => (&staged.buffers.to_v.values, staged.batches.tiles),
            Self::Fused(fused) => (&fused.buffers.values, fused.batches.tiles),
        }
    }

    /// The virial of each atom after a run.
    pub fn virials(&self, given: &Given<'_>) -> Result<Vec<[f64; 6]>> {
        match self {
            Self::Staged(staged) => staged.buffers.virials(given),
            Self::Fused(fused) => fused.buffers.virials(given),
        }
    }

    /// Bytes of the values between the stages.
    pub fn bytes(&self) -> usize {
        match self {
            Self::Staged(staged) => staged.buffers.bytes(),
            Self::Fused(fused) => fused.buffers.bytes(),
        }
    }
}
