//! From positions to V: the first three stages of the pipeline, with which derivatives of descriptors and descriptors of points of a
//! grid begin too.

use portax::{AoSoA, Float, Result, View};

use super::features::COLUMN_BLOCK;
use super::{moments_to_v, rij, ui};
use crate::pair::geometry::PAIR_ROWS;
use crate::pair::table::{NearPairs, PairTable};
use crate::snap::{Centres, Given, Maker, Values, of_densities};
use crate::tables::{HalfPlane, MomentLayout};

/// What the stages read that does not depend on the atoms.
#[derive(Clone)]
pub(crate) struct Tables<T: Float> {
    pub(super) pairs: PairTable<T>,
    pub(super) ui: ui::Tables<T>,
    pub(super) change: moments_to_v::Tables<T>,
}

/// The values between the stages, for a batch of tiles, and the numbers of pairs, for all.
pub(crate) struct Buffers<T: Float> {
    pub values: Values<T>,
    pub densities: Vec<Pairs<T>>,
    pub near: NearPairs,
}

/// The neighbours that add to one density.
pub(crate) struct Pairs<T: Float> {
    /// Number of neighbours of each tile within the cutoff, the most.
    pub npairs: View<i32, 1>,
    /// `[batch slots, PAIR_ROWS, pairs of a slot]`.
    pub geometry: View<T, 3, AoSoA>,
    /// M, `[batch slots, moments]`.
    pub moments: View<T, 2, AoSoA>,
}

/// What the stages are made from.
pub(crate) struct ToV<'a, T: Float> {
    pub given: &'a Given<'a>,
    /// Whose V they are.
    pub centres: &'a Centres,
    pub tables: &'a Tables<T>,
    pub buffers: &'a Buffers<T>,
    /// Tiles of a batch.
    pub tiles: usize,
}

impl<T: Float> Tables<T> {
    /// Those of a potential, with the constants of its pairs; compute_ui sums so many rows of moments at once.
    pub fn new(given: &Given<'_>, pairs: PairTable<T>, pair_rows: usize) -> Result<Self> {
        let layout = layout(given.twojmax());
        Ok(Self {
            pairs,
            ui: ui::Tables::new(given, &layout, pair_rows)?,
            change: moments_to_v::Tables::new(given, &layout)?,
        })
    }
}

impl<T: Float> Buffers<T> {
    /// Room for a batch of so many tiles.
    pub fn new(given: &Given<'_>, centres: &Centres, tiles: usize) -> Result<Self> {
        let densities = given.densities();
        let nvalues = densities * HalfPlane::new(given.twojmax()).nvalues();
        let density = |_| Pairs::new(given, centres, tiles);
        Ok(Self {
            densities: (0..densities).map(density).collect::<Result<_>>()?,
            values: Values::new(given, tiles, nvalues)?,
            near: NearPairs::new(given, centres)?,
        })
    }

    /// Bytes of a slot of a batch.
    pub fn slot_bytes(given: &Given<'_>, centres: &Centres) -> usize {
        let twojmax = given.twojmax();
        let complex = 2 * HalfPlane::new(twojmax).nvalues();
        let moments = layout(twojmax).nvalues();
        let of_density = complex + moments + PAIR_ROWS * centres.pairs_of_slot(given.densities());
        size_of::<T>() * given.densities() * of_density
    }

    pub fn bytes(&self) -> usize {
        let densities = self.densities.iter().map(Pairs::bytes).sum::<usize>();
        self.values.ulisttot.bytes() + densities + self.near.bytes()
    }
}

impl<T: Float> Pairs<T> {
    fn new(given: &Given<'_>, centres: &Centres, tiles: usize) -> Result<Self> {
        let (space, slots) = (given.space, tiles * given.width());
        let pairs = centres.pairs_of_slot(given.densities());
        let nmoments = layout(given.twojmax()).nvalues();
        Ok(Self {
            npairs: View::new(space, "npairs", [tiles])?,
            geometry: View::new(space, "geometry", [slots, PAIR_ROWS, pairs])?,
            moments: View::new(space, "moments", [slots, nmoments])?,
        })
    }

    fn bytes(&self) -> usize {
        self.npairs.bytes() + self.geometry.bytes() + self.moments.bytes()
    }
}

impl<T: Float> ToV<'_, T> {
    /// The stages in their order.
    pub fn stages(&self) -> Vec<Maker<'_>> {
        let densities = self.buffers.densities.len();
        of_densities(self, densities, rij::stage)
            .chain(of_densities(self, densities, ui::stage))
            .chain(of_densities(self, densities, moments_to_v::stage))
            .collect()
    }
}

/// The layout of M and C.
pub(super) fn layout(twojmax: usize) -> MomentLayout {
    MomentLayout::padded(twojmax, COLUMN_BLOCK)
}
