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
//! | [`ComputeDeidrj`] | C and geometry, dE_i/dr_k and, of linear SNAP with one density, energies |
//! | with several densities [`JoinDensities`] | the sums of each density, those of atoms and, of linear SNAP, energies |
//!
//! With `chemflag` all stages but compute_yi and those of quadratic SNAP run once for each element, whose neighbours have a
//! density of their own. And then, as in the other pipeline, [`ComputeForces`](crate::stages::ComputeForces) over all atoms.

pub mod blocks;
mod deidrj;
pub mod features;
mod gradient_to_c;
mod groups;
mod join;
pub(crate) mod mapping;
mod moments_to_v;
mod rij;
pub(crate) mod to_v;
mod ui;
mod yi_reverse;

use portax::{AoSoA, Complex, Float, LayoutRight, Result, View};

pub use deidrj::{ComputeDeidrj, gradient_features};
pub use gradient_to_c::{GradientToC, back, moments_of_item};
pub use groups::{HRows, KColumns, column_groups, row_groups};
pub use join::JoinDensities;
pub use moments_to_v::MomentsToV;
pub use rij::ComputeRij;
pub use ui::ComputeUi;
pub use yi_reverse::ComputeYiReverse;

use crate::pair::geometry::ATOM_SUMS;
use crate::pair::table::PairTable;
use crate::snap::{
    Batches, Centres, Given, Launches, Stage, Stages, make, of_densities, stages_of_all, virials,
};
use crate::tables::{CoefficientSums, CubicForm, HalfPlane};
use crate::{quadratic, yi_direct};
use mapping::{StagedMapping, StagedYi};
use to_v::{ToV, layout};

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
    to_v: to_v::Tables<T>,
    quadratic: Option<quadratic::Tables<T>>,
    yi: Yi<T>,
    deidrj: deidrj::Tables,
    /// Constant part of each element's energy.
    energy: View<f64, 1>,
}

/// Control data of compute_yi.
#[derive(Clone)]
enum Yi<T: Float> {
    Reverse(yi_reverse::Tables<T>),
    Direct(yi_direct::Tables<T>, yi_direct::DirectMapping),
}

/// The values between the stages, for a batch of tiles, and those of pairs, for all.
pub(crate) struct Buffers<T: Float> {
    pub to_v: to_v::Buffers<T>,
    densities: Vec<Density<T>>,
    /// Of quadratic SNAP.
    quadratic: Option<quadratic::Room<T>>,
    /// G, `[batch slots, values]`.
    ylist: View<Complex<T>, 2, AoSoA>,
    /// dE/dr of each pair of each density, `[3, pairs]`: the three values in planes, which lanes with neighbouring pairs write
    /// whole.
    dedr: View<T, 2, LayoutRight>,
}

/// What belongs to one density behind V.
struct Density<T: Float> {
    /// C in the layout of M.
    c: View<T, 2, AoSoA>,
    /// Force sum and virial, `[slots, ATOM_SUMS]` of each density: those of the atoms, if there is one density.
    sums: View<f64, 2, AoSoA>,
}

/// What the stages are made from.
struct Parts<'a, T: Float> {
    given: &'a Given<'a>,
    centres: &'a Centres,
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
        let centres = Centres::atoms(given);
        let batches = Batches::new(given, constants.slot_bytes(given, &centres), 1);
        let buffers = Buffers::new(given, &centres, &constants, &batches)?;
        let parts = Parts {
            given,
            centres: &centres,
            mapping,
            constants: &constants,
            buffers: &buffers,
            tiles: batches.tiles,
        };
        let stages = parts.stages()?;
        let tile_number = &buffers.to_v.values.tile_number;
        let launches = Launches::new(given, &batches, tile_number, stages)?;
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
        let values = &buffers.to_v.values;
        let to_v = self.to_v();
        let mut per_batch = to_v.stages();
        let to_v = per_batch.len();
        if let (Some(tables), Some(room)) = (&self.constants.quadratic, &buffers.quadratic) {
            per_batch.extend(tables.stages(self.given, values, room, self.tiles));
        }
        per_batch.push(Box::new(|| self.yi()));
        let densities = buffers.densities.len();
        per_batch.extend(of_densities(self, densities, gradient_to_c::stage));
        per_batch.extend(of_densities(self, densities, deidrj::stage));
        if buffers.densities.len() > 1 {
            per_batch.push(Box::new(|| join::stage(self)));
        }
        Ok(Stages {
            per_batch: make(self.given.space, &per_batch)?,
            to_v,
            of_all: stages_of_all(self.given, &buffers.to_v.near.place, &buffers.dedr)?,
            teams_are_tiles: self.mapping.teams_are_tiles(),
        })
    }

    /// The stages that lead to V.
    fn to_v(&self) -> ToV<'_, T> {
        ToV {
            given: self.given,
            centres: self.centres,
            tables: &self.constants.to_v,
            buffers: &self.buffers.to_v,
            tiles: self.tiles,
        }
    }

    fn yi(&self) -> Result<Stage> {
        match &self.constants.yi {
            Yi::Reverse(tables) => yi_reverse::stage(self, tables),
            Yi::Direct(tables, mapping) => {
                let gradient = yi_direct::Gradient {
                    values: &self.buffers.to_v.values,
                    beta: self.buffers.beta(),
                    ylist: &self.buffers.ylist,
                };
                tables.stage(self.given, mapping, &gradient, self.tiles)
            }
        }
    }
}

impl<T: Float> Yi<T> {
    fn new(given: &Given<'_>, form: &CubicForm, yi: StagedYi) -> Result<Self> {
        Ok(match yi {
            StagedYi::Reverse => Self::Reverse(yi_reverse::Tables::new(given, form)?),
            StagedYi::Direct(direct) => Self::Direct(yi_direct::Tables::new(given, form)?, direct),
        })
    }

    /// What the entries of its table carry of the potential's coefficients.
    fn sums<'a>(&'a self, form: &'a CubicForm) -> &'a CoefficientSums {
        match self {
            Self::Reverse(_) => &form.classes.sums,
            Self::Direct(tables, _) => &tables.sums,
        }
    }
}

impl<T: Float> Constants<T> {
    /// The tables of a potential that is supported.
    fn new(given: &Given<'_>, mapping: &StagedMapping) -> Result<Self> {
        let layout = layout(given.twojmax());
        let form = given.cubic_form();
        let yi = Yi::new(given, &form, mapping.yi)?;
        Ok(Self {
            to_v: to_v::Tables::new(given, PairTable::new(given)?, mapping.pair_rows)?,
            quadratic: quadratic::Tables::of(given, &form, yi.sums(&form))?,
            yi,
            deidrj: deidrj::Tables::new(given, &layout, mapping.pair_rows)?,
            energy: given.energy_constants()?,
        })
    }

    /// Bytes of a slot of a batch.
    fn slot_bytes(&self, given: &Given<'_>, centres: &Centres) -> usize {
        let twojmax = given.twojmax();
        let g = 2 * HalfPlane::new(twojmax).nvalues();
        let behind_v = size_of::<T>() * given.densities() * (g + layout(twojmax).nvalues());
        let quadratic = self.quadratic.as_ref();
        to_v::Buffers::<T>::slot_bytes(given, centres)
            + behind_v
            + quadratic.map_or(0, quadratic::Tables::slot_bytes)
    }
}

impl<T: Float> Buffers<T> {
    fn new(
        given: &Given<'_>,
        centres: &Centres,
        constants: &Constants<T>,
        batches: &Batches,
    ) -> Result<Self> {
        let (space, tiles) = (given.space, batches.tiles);
        let to_v = to_v::Buffers::new(given, centres, tiles)?;
        let ylist = View::new(space, "ylist", to_v.values.ulisttot.extents())?;
        Ok(Self {
            densities: Density::all(given, batches)?,
            to_v,
            quadratic: match &constants.quadratic {
                Some(tables) => Some(tables.room(given, tiles)?),
                None => None,
            },
            ylist,
            dedr: View::new(space, "dedr", [3, centres.pairs(given.densities())])?,
        })
    }

    /// Coefficients of each atom, where they are not the element's.
    fn beta(&self) -> Option<&View<T, 2, AoSoA>> {
        self.quadratic.as_ref().map(|room| &room.beta)
    }

    /// The virial of each atom after a run.
    pub fn virials(&self, given: &Given<'_>) -> Result<Vec<[f64; 6]>> {
        virials(given, &self.to_v.near.place, &self.dedr)
    }

    pub fn bytes(&self) -> usize {
        self.to_v.bytes()
            + self.densities.iter().map(|d| d.c.bytes()).sum::<usize>()
            + self.quadratic.as_ref().map_or(0, quadratic::Room::bytes)
            + self.ylist.bytes()
            + self.dedr.bytes()
    }
}

impl<T: Float> Density<T> {
    /// One density, or one for each element.
    fn all(given: &Given<'_>, batches: &Batches) -> Result<Vec<Self>> {
        let (space, densities) = (given.space, given.densities());
        let sums = match densities {
            1 => given.atoms.sums.clone(),
            _ => View::new(
                space,
                "sums",
                [densities * given.atoms.sums.extent(0), ATOM_SUMS],
            )?,
        };
        let slots = batches.tiles * given.width();
        let extents = [slots, layout(given.twojmax()).nvalues()];
        let density = |_| {
            Ok(Self {
                c: View::new(space, "c", extents)?,
                sums: sums.clone(),
            })
        };
        (0..densities).map(density).collect()
    }
}
