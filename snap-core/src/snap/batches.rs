//! Batches of tiles, over which the stages run one after the other so that what lies between them stays in a cache.

use portax::{Prepared, Result, Space, View};

use super::given::Given;
use super::upload::list;

/// How a system is divided.
pub struct Batches {
    /// Tiles of a batch.
    pub tiles: usize,
    /// Tiles of the system.
    pub ntiles: usize,
}

impl Batches {
    /// Batches whose values, so many bytes a slot, fit the memory that is given for them; a multiple of `group` tiles each.
    pub fn new(given: &Given<'_>, slot_bytes: usize, group: usize) -> Self {
        let batches = Self::of_tiles(given, given.ntiles(), slot_bytes);
        Self {
            tiles: batches.tiles.next_multiple_of(group),
            ..batches
        }
    }

    /// Batches of so many tiles in all, which need not be those of the atoms.
    pub fn of_tiles(given: &Given<'_>, ntiles: usize, slot_bytes: usize) -> Self {
        let fit = given.batch_bytes / (slot_bytes * given.width());
        let tiles = tiles_per_batch(ntiles, fit, given.space.concurrency());
        Self { tiles, ntiles }
    }

    /// Whether there is more than one.
    pub fn are_many(&self) -> bool {
        self.ntiles > self.tiles
    }

    /// What puts the numbers of the tiles of each batch into `tile_number`; on devices nothing where one batch holds all tiles:
    /// they are there from the beginning.
    pub fn starts(
        &self,
        space: &Space,
        tile_number: &View<i32, 1>,
    ) -> Result<Vec<Option<Prepared>>> {
        if !space.is_host() && (1..=self.tiles).contains(&self.ntiles) {
            return Ok(vec![None]);
        }
        let firsts = (0..self.ntiles).step_by(self.tiles);
        let start = |first| {
            let from = list(space, "tiles_of_batch", &numbers(first, self.tiles))?;
            space
                .prepare_copy("start of batch", tile_number, &from)
                .map(Some)
        };
        firsts.map(start).collect()
    }
}

/// Numbers of so many tiles from `first` on.
pub fn numbers(first: usize, tiles: usize) -> Vec<i32> {
    (first..first + tiles).map(|tile| tile as i32).collect()
}

/// Tiles of a batch, of which `fit` fit its memory: few batches of one size, the same number of tiles for each thread.
fn tiles_per_batch(ntiles: usize, fit: usize, threads: usize) -> usize {
    let most = match fit / threads * threads {
        0 => fit.max(1),
        whole => whole,
    };
    let batches = ntiles.div_ceil(most).max(1);
    let even = ntiles.div_ceil(batches).next_multiple_of(threads);
    even.clamp(1, most).min(ntiles.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_are_even_and_fit() {
        for (ntiles, fit, threads, tiles) in [
            (250, 25, 2, 24),
            (250, 7, 2, 6),
            (100, 60, 1, 50),
            (100, 3, 8, 3),
            (5, 1000, 132, 5),
            (0, 0, 1, 1),
        ] {
            assert_eq!(tiles_per_batch(ntiles, fit, threads), tiles);
        }
    }
}
