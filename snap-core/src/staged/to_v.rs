//! From positions to V: the first three stages, which the descriptors of atoms and of points of a grid share with the forces.

use portax::{AoSoA, Float, Result, View};

use super::features::COLUMN_BLOCK;
use super::{moments_to_v, rij, ui};
use crate::pair::geometry::PAIR_ROWS;
use crate::pair::table::{NearPairs, PairTable};
use crate::snap::{Centres, Given, Maker, Stage, Values};
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
    /// First tile of the batch: this density's tiles are numbered behind those of the densities before.
    pub first: View<i32, 1>,
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
    /// Rows of moments that compute_ui sums at once.
    pub pair_rows: usize,
    /// Tiles of a batch.
    pub tiles: usize,
}

impl<T: Float> Tables<T> {
    /// Those of a potential, with the constants of its pairs.
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
    /// Room for a batch of so many tiles. `first` makes the first tile of the batch for each density.
    pub fn new(
        given: &Given<'_>,
        centres: &Centres,
        tiles: usize,
        first: impl Fn(usize) -> Result<View<i32, 1>>,
    ) -> Result<Self> {
        let (densities, slots) = (given.densities(), tiles * given.width());
        let nvalues = densities * HalfPlane::new(given.twojmax()).nvalues();
        let values = Values::new(given.space, slots, nvalues)?;
        let density = |number| {
            let first = match number {
                0 => values.first.clone(),
                _ => first(number)?,
            };
            Pairs::new(given, centres, tiles, first)
        };
        Ok(Self {
            densities: (0..densities).map(density).collect::<Result<_>>()?,
            values,
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
    fn new(
        given: &Given<'_>,
        centres: &Centres,
        tiles: usize,
        first: View<i32, 1>,
    ) -> Result<Self> {
        let (space, slots) = (given.space, tiles * given.width());
        let pairs = centres.pairs_of_slot(given.densities());
        let nmoments = layout(given.twojmax()).nvalues();
        Ok(Self {
            first,
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
        let mut stages: Vec<Maker<'_>> = vec![];
        self.for_densities(&mut stages, rij::stage);
        self.for_densities(&mut stages, ui::stage);
        self.for_densities(&mut stages, moments_to_v::stage);
        stages
    }

    /// The same stage for each density.
    fn for_densities<'a>(
        &'a self,
        stages: &mut Vec<Maker<'a>>,
        stage: fn(&Self, usize) -> Result<Stage>,
    ) {
        let densities = 0..self.buffers.densities.len();
        stages.extend(densities.map(|d| Box::new(move || stage(self, d)) as Maker<'a>));
    }

    /// How many neighbours' features fit team scratch.
    pub fn neighbors_in_scratch(&self, features: usize) -> usize {
        neighbors_in_scratch::<T>(self.given, features)
    }
}

/// How many neighbours' features fit team scratch.
pub(super) fn neighbors_in_scratch<T>(given: &Given<'_>, features: usize) -> usize {
    given.space.scratch_limit() / (size_of::<T>() * features * given.width())
}

/// The layout of M and C.
pub(super) fn layout(twojmax: usize) -> MomentLayout {
    MomentLayout::padded(twojmax, COLUMN_BLOCK)
}
