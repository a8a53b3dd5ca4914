//! The staged pipeline: one stage a step of the algorithm, a team a tile. Best where one thread runs a team (CPUs).
//!
//! | stage | from, to |
//! |---|---|
//! | [`ComputeRij`] | positions and lists, geometry of the pairs within the cutoff |
//! | [`ComputeUi`] | geometry, moments M |
//! | [`MomentsToV`] | M, V (Ulisttot without signs) |
//! | for quadratic SNAP [`ComputeBi`](crate::descriptors::ComputeBi) and [`ComputeBeta`](crate::quadratic::ComputeBeta) | V, energies and the coefficients of each atom |
//! | [`ComputeYiReverse`] or [`ComputeYiDirect`](crate::yi_direct::ComputeYiDirect) | V, G = dE/dV (2 sg(T) times LAMMPS' Y) |
//! | [`GradientToC`] | G, C = dE/dM |
//! | [`ComputeDeidrj`] | C and geometry, dE_i/dr_k and, of linear SNAP, energies |
//!
//! and then, as in the other pipeline, [`ComputeForces`](crate::stages::ComputeForces) over all atoms.

pub mod blocks;
mod deidrj;
pub mod features;
mod gradient_to_c;
mod groups;
pub(crate) mod mapping;
mod moments_to_v;
mod rij;
mod ui;
mod yi_reverse;

use portax::{AoSoA, Complex, Float, LayoutRight, Result, View};

pub use deidrj::{ComputeDeidrj, gradient_features};
pub use gradient_to_c::{GradientToC, back};
pub use groups::{HRows, KColumns, column_groups, row_groups};
pub use moments_to_v::MomentsToV;
pub use rij::ComputeRij;
pub use ui::ComputeUi;
pub use yi_reverse::ComputeYiReverse;

use crate::pair::geometry::PAIR_ROWS;
use crate::pair::table::{NearPairs, PairTable};
use crate::snap::{Batches, Given, Launches, Maker, Stage, Stages, Values, forces_stage, make};
use crate::tables::{CubicForm, HalfPlane, MomentLayout};
use crate::{quadratic, yi_direct};
use features::COLUMN_BLOCK;
use mapping::{StagedMapping, StagedYi};

/// The pipeline of a system.
pub(crate) struct Staged<T: Float> {
    mapping: StagedMapping,
    constants: Constants<T>,
    pub batches: Batches,
    pub buffers: Buffers<T>,
    pub launches: Launches,
}

/// What the stages read that does not depend on the atoms.
#[derive(Clone)]
struct Constants<T: Float> {
    pairs: PairTable<T>,
    ui: ui::Tables<T>,
    change: moments_to_v::Tables<T>,
    quadratic: Option<quadratic::Tables<T>>,
    yi: Yi<T>,
    deidrj: deidrj::Tables,
}

/// Control data of compute_yi.
#[derive(Clone)]
enum Yi<T: Float> {
    Reverse(yi_reverse::Tables<T>),
    Direct(yi_direct::Tables<T>, yi_direct::DirectMapping),
}

/// The values between the stages, for a batch of tiles, and those of pairs, for all.
pub(crate) struct Buffers<T: Float> {
    pub values: Values<T>,
    /// Number of neighbours of each tile within the cutoff, the most.
    npairs: View<i32, 1>,
    /// `[batch slots, PAIR_ROWS, max_neighbors]`.
    geometry: View<T, 3, AoSoA>,
    /// M, `[batch slots, moments]`.
    moments: View<T, 2, AoSoA>,
    /// Of quadratic SNAP.
    quadratic: Option<quadratic::Room<T>>,
    /// G, `[batch slots, values]`.
    ylist: View<Complex<T>, 2, AoSoA>,
    /// C in the layout of M.
    c: View<T, 2, AoSoA>,
    near: NearPairs,
    /// dE/dr of each pair, `[3, slots * max_neighbors]`: the three values in planes, which lanes with neighbouring pairs write
    /// whole.
    dedr: View<T, 2, LayoutRight>,
}

/// What the stages are made from.
struct Parts<'a, T: Float> {
    given: &'a Given<'a>,
    mapping: &'a StagedMapping,
    constants: &'a Constants<T>,
    buffers: &'a Buffers<T>,
    /// Tiles of a batch.
    tiles: usize,
}

impl<T: Float> Staged<T> {
    /// The pipeline for the lists as they are, with the tables of the one before if it had the same mapping.
    pub fn new(given: &Given<'_>, mapping: &StagedMapping, before: Option<Self>) -> Result<Self> {
        let constants = match before {
            Some(before) if before.mapping == *mapping => before.constants,
            _ => Constants::new(given, mapping)?,
        };
        let batches = Batches::new(given, constants.slot_bytes(given), 1);
        let buffers = Buffers::new(given, &constants, batches.tiles)?;
        let parts = Parts {
            given,
            mapping,
            constants: &constants,
            buffers: &buffers,
            tiles: batches.tiles,
        };
        let stages = parts.stages()?;
        let launches = Launches::new(given, &batches, &buffers.values.first, stages)?;
        Ok(Self {
            mapping: *mapping,
            constants,
            batches,
            buffers,
            launches,
        })
    }
}

impl<T: Float> Parts<'_, T> {
    /// The stages in their order.
    fn stages(&self) -> Result<Stages> {
        let buffers = self.buffers;
        let mut per_batch: Vec<Maker<'_>> = vec![
            Box::new(|| rij::stage(self)),
            Box::new(|| ui::stage(self)),
            Box::new(|| moments_to_v::stage(self)),
        ];
        let to_v = per_batch.len();
        if let (Some(tables), Some(room)) = (&self.constants.quadratic, &buffers.quadratic) {
            per_batch.extend(tables.stages(self.given, &buffers.values, room, self.tiles));
        }
        per_batch.push(Box::new(|| self.yi()));
        per_batch.push(Box::new(|| gradient_to_c::stage(self)));
        per_batch.push(Box::new(|| deidrj::stage(self)));
        Ok(Stages {
            per_batch: make(self.given.space, &per_batch)?,
            to_v,
            forces: forces_stage(self.given, &buffers.near.place, &buffers.dedr)?,
            teams_are_tiles: self.mapping.teams_are_tiles(),
        })
    }

    fn yi(&self) -> Result<Stage> {
        match &self.constants.yi {
            Yi::Reverse(tables) => yi_reverse::stage(self, tables),
            Yi::Direct(tables, mapping) => {
                let gradient = yi_direct::Gradient {
                    values: &self.buffers.values,
                    beta: self.buffers.beta(),
                    ylist: &self.buffers.ylist,
                };
                tables.stage(self.given, mapping, &gradient, self.tiles)
            }
        }
    }

    /// How many neighbours' features fit team scratch.
    fn neighbors_in_scratch(&self, features: usize) -> usize {
        self.given.space.scratch_limit() / (size_of::<T>() * features * self.given.width())
    }
}

impl<T: Float> Constants<T> {
    /// The tables of a potential that is supported.
    fn new(given: &Given<'_>, mapping: &StagedMapping) -> Result<Self> {
        let params = given.potential.params();
        let layout = layout(params.twojmax);
        let form = CubicForm::new(params.twojmax, params.bnormflag);
        Ok(Self {
            pairs: PairTable::new(given)?,
            ui: ui::Tables::new(given.space, &layout, mapping.pair_rows)?,
            change: moments_to_v::Tables::new(given.space, &layout)?,
            quadratic: quadratic::Tables::of(given, &form, &form.classes.sums)?,
            yi: match mapping.yi {
                StagedYi::Reverse => Yi::Reverse(yi_reverse::Tables::new(given, &form)?),
                StagedYi::Direct(direct) => {
                    Yi::Direct(yi_direct::Tables::new(given, &form)?, direct)
                }
            },
            deidrj: deidrj::Tables::new(given, &layout, mapping.pair_rows)?,
        })
    }

    /// Bytes of a slot of a batch.
    fn slot_bytes(&self, given: &Given<'_>) -> usize {
        let twojmax = given.twojmax();
        let complex = 2 * HalfPlane::new(twojmax).nvalues();
        let moments = 2 * layout(twojmax).nvalues();
        let quadratic = self.quadratic.as_ref();
        size_of::<T>() * (2 * complex + moments + PAIR_ROWS * given.list.max_neighbors())
            + quadratic.map_or(0, quadratic::Tables::slot_bytes)
    }
}

impl<T: Float> Buffers<T> {
    fn new(given: &Given<'_>, constants: &Constants<T>, tiles: usize) -> Result<Self> {
        let (space, twojmax) = (given.space, given.twojmax());
        let slots = tiles * given.width();
        let nvalues = HalfPlane::new(twojmax).nvalues();
        let nmoments = layout(twojmax).nvalues();
        let neighbors = given.list.max_neighbors();
        Ok(Self {
            values: Values::new(space, slots, nvalues)?,
            npairs: View::new(space, "npairs", [tiles])?,
            geometry: View::new(space, "geometry", [slots, PAIR_ROWS, neighbors])?,
            moments: View::new(space, "moments", [slots, nmoments])?,
            quadratic: match &constants.quadratic {
                Some(tables) => Some(tables.room(given, tiles)?),
                None => None,
            },
            ylist: View::new(space, "ylist", [slots, nvalues])?,
            c: View::new(space, "c", [slots, nmoments])?,
            near: NearPairs::new(given)?,
            dedr: View::new(space, "dedr", [3, given.entries()])?,
        })
    }

    /// Coefficients of each atom, where they are not the element's.
    fn beta(&self) -> Option<&View<T, 2, AoSoA>> {
        self.quadratic.as_ref().map(|room| &room.beta)
    }

    pub fn bytes(&self) -> usize {
        self.values.ulisttot.bytes()
            + self.npairs.bytes()
            + self.geometry.bytes()
            + self.moments.bytes()
            + self.quadratic.as_ref().map_or(0, quadratic::Room::bytes)
            + self.ylist.bytes()
            + self.c.bytes()
            + self.near.bytes()
            + self.dedr.bytes()
    }
}

/// The layout of M and C.
fn layout(twojmax: usize) -> MomentLayout {
    MomentLayout::padded(twojmax, COLUMN_BLOCK)
}
