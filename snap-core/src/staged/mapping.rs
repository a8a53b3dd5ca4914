//! The mapping of the staged pipeline.

use crate::mapping::{DirectMapping, Key, Numbers};

/// How the staged pipeline runs: a team a tile, but for compute_yi in the direct form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StagedMapping {
    /// compute_yi.
    pub yi: StagedYi,
    /// Rows of moments that the pair stages sum at once, 2 or 4: compute_ui those of M in up to 16 or 24 sums,
    /// compute_duidrj_deidrj as many rows of H and columns of K for a block of neighbours.
    pub pair_rows: usize,
}

/// compute_yi of the staged pipeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StagedYi {
    /// Every block adds to its three weights.
    Reverse,
    /// Every output gathers its products.
    Direct(DirectMapping),
}

impl StagedMapping {
    pub(crate) fn new(yi: StagedYi, numbers: &Numbers) -> Self {
        Self {
            yi,
            pair_rows: numbers.get(&Key::PairRows).copied().unwrap_or(2),
        }
    }

    /// Adds its numbers.
    pub(crate) fn write(&self, numbers: &mut Numbers) {
        numbers.insert(Key::PairRows, self.pair_rows);
        if let StagedYi::Direct(direct) = &self.yi {
            direct.write(numbers);
        }
    }

    /// Whether every stage of a batch has one team a tile.
    pub(super) fn teams_are_tiles(&self) -> bool {
        self.yi == StagedYi::Reverse
    }
}
