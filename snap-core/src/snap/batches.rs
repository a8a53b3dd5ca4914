//! Batches of tiles, over which the stages run one after the other so that what lies between them stays in a cache.

use portax::{Prepared, Result, Space, View};

use super::given::Given;

/// How a system is divided.
pub struct Batches {
    /// Tiles of a batch.
    pub tiles: usize,
    /// Tiles of the system.
    ntiles: usize,
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

    /// Is there more than one?
    pub fn are_many(&self) -> bool {
        self.ntiles > self.tiles
    }

    /// The first tile of the first batch, as density number `density` counts tiles: behind those of the densities before.
    pub fn first(&self, space: &Space, density: usize) -> Result<View<i32, 1>> {
        let tile = density * self.ntiles;
        View::from_slice(space, "first_tile", [1], &[tile as i32])
    }

    /// What sets the first tile of each batch, for each density; nothing where one batch holds all tiles: they are right from
    /// the beginning.
    pub fn starts(&self, space: &Space, first: &[View<i32, 1>]) -> Result<Vec<Vec<Prepared>>> {
        if (1..=self.tiles).contains(&self.ntiles) {
            return Ok(vec![vec![]]);
        }
        let tiles = (0..self.ntiles).step_by(self.tiles);
        let start = |tile| {
            let numbered = first.iter().enumerate();
            let start = numbered.map(|(density, first)| {
                let tile = density * self.ntiles + tile;
                let from = View::from_slice(space, "start_of_batch", [1], &[tile as i32])?;
                space.prepare_copy("start of batch", first, &from)
            });
            start.collect()
        };
        tiles.map(start).collect()
    }
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
