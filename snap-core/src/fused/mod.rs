//! The fused pipeline: from positions to V in one stage and from C to dE/dr in one, a pair per lane. Best on GPUs.
//!
//! | stage | from, to |
//! |---|---|
//! | [`ComputeUiFused`] | positions and lists, V and the displacements of the pairs within the cutoff |
//! | [`ComputeYiOrbit`] | V, C = dE/dM as [`GradientPairs`] |
//! | for quadratic SNAP [`ComputeBi`](crate::descriptors::ComputeBi) and [`ComputeBeta`](crate::quadratic::ComputeBeta) | V, energies and the coefficients of each atom |
//! | or [`ComputeYiDirect`](crate::yi_direct::ComputeYiDirect) and [`GradientToPairs`] | V, G; G, C, where team scratch has no room for V, and for quadratic SNAP |
//! | [`ComputeDeidrjFused`] | C and displacements, dE_i/dr_k and, of linear SNAP, energies |
//!
//! and then, as in the other pipeline, [`ComputeForces`](crate::stages::ComputeForces) over all atoms.

mod deidrj;
mod gradient_to_pairs;
pub(crate) mod mapping;
pub mod ui;
pub(crate) mod yi_orbit;

use portax::{AoSoA, Complex, Float, Result, View};

pub use deidrj::ComputeDeidrjFused;
pub use gradient_to_pairs::GradientToPairs;
pub use ui::ComputeUiFused;
pub use yi_orbit::{ComputeYiOrbit, LARGEST_SHAPES};

use crate::pair::table::{NearPairs, PairTable};
use crate::quadratic;
use crate::snap::{
    Batches, Centres, Given, Launches, Maker, Stages, Values, make, stages_of_all, virials,
};
use crate::tables::{CoefficientSums, CubicForm, GradientPairs, HalfPlane};
use crate::yi_direct::{self, DirectMapping};
use mapping::{FusedMapping, FusedYi};

/// The pipeline of a system.
pub(crate) struct Fused<T: Float> {
    mapping: FusedMapping,
    constants: Constants<T>,
    pub batches: Batches,
    pub buffers: Buffers<T>,
    pub launches: Launches,
}

/// What the stages read that does not depend on the atoms.
#[derive(Clone)]
struct Constants<T: Float> {
    pairs: PairTable<T>,
    quadratic: Option<quadratic::Tables<T>>,
    yi: Yi<T>,
    /// Constant part of each element's energy.
    energy: View<f64, 1>,
}

/// Control data of what leads from V to C.
#[derive(Clone)]
enum Yi<T: Float> {
    /// In one stage, or in two for different tiles of a batch.
    Orbit {
        main: Box<yi_orbit::Tables>,
        tail: Option<Box<yi_orbit::Tables>>,
    },
    /// In two stages.
    Direct(Box<Direct<T>>),
}

/// Control data from V to G, and from G to C.
#[derive(Clone)]
struct Direct<T: Float> {
    mapping: DirectMapping,
    to_gradient: yi_direct::Tables<T>,
    to_c: gradient_to_pairs::Tables<T>,
}

/// The values between the stages, for a batch of tiles, and those of pairs, for all.
pub(crate) struct Buffers<T: Float> {
    pub values: Values<T>,
    /// What lies between V and C, if anything: G of the direct form, `[batch slots, values]`; what half of the images add to C
    /// in the orbit form with two images a lane, `[batch slots, rest]`.
    between: Option<View<Complex<T>, 2, AoSoA>>,
    /// Of quadratic SNAP.
    quadratic: Option<quadratic::Room<T>>,
    /// C, `[batch slots, pairs of each plane]`. What has one job in compute_yi is zero in all planes but the first, and nobody
    /// writes it there.
    c: View<Complex<T>, 2, AoSoA>,
    /// Geometry of the pairs of teams of compute_ui that have it in memory.
    pairs_of_teams: View<T, 2, AoSoA>,
    /// V and its images of teams of compute_yi that have them in memory.
    images_of_tiles: View<Complex<T>, 3>,
    /// Number of neighbours of each slot within the cutoff.
    npairs: View<i32, 1>,
    near: NearPairs,
    /// Displacement of each pair, then dE/dr, `[3, slots * max_neighbors]`: a pair's three values in one place, which lanes
    /// that gather pairs want.
    dedr: View<T, 2>,
}

/// What the stages are made from.
struct Parts<'a, T: Float> {
    given: &'a Given<'a>,
    mapping: &'a FusedMapping,
    constants: &'a Constants<T>,
    buffers: &'a Buffers<T>,
    batches: &'a Batches,
}

impl<T: Float> Fused<T> {
    /// The pipeline for the lists as they are, with the tables of the one before if it had the same mapping.
    pub fn new(given: &Given<'_>, mapping: &FusedMapping, before: Option<Self>) -> Result<Self> {
        let constants = match before {
            Some(before) if before.mapping == *mapping => before.constants,
            _ => Constants::new(given, mapping)?,
        };
        let batches = Batches::new(given, constants.slot_bytes(given, mapping), mapping.group());
        let buffers = Buffers::new(given, mapping, &constants, batches.tiles)?;
        let parts = Parts {
            given,
            mapping,
            constants: &constants,
            buffers: &buffers,
            batches: &batches,
        };
        let stages = parts.stages()?;
        let launches = Launches::new(given, &batches, &buffers.values.tile_number, stages)?;
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
        let mut per_batch: Vec<Maker<'_>> = vec![Box::new(|| ui::stage(self))];
        let (buffers, tiles) = (self.buffers, self.batches.tiles);
        if let (Some(tables), Some(room)) = (&self.constants.quadratic, &buffers.quadratic) {
            per_batch.extend(tables.stages(self.given, &buffers.values, room, tiles));
        }
        match &self.constants.yi {
            Yi::Orbit { main, tail } => {
                let whole = tiles - main.mapping.tail_of(tiles);
                per_batch.push(Box::new(move || main.stage(self, 0..whole)));
                if let Some(tail) = tail
                    && whole < tiles
                {
                    per_batch.push(Box::new(move || tail.stage(self, whole..tiles)));
                }
            }
            Yi::Direct(direct) => {
                let given = self.given;
                let Direct {
                    mapping,
                    to_gradient,
                    to_c,
                } = &**direct;
                per_batch.push(Box::new(move || {
                    let gradient = yi_direct::Gradient {
                        values: &buffers.values,
                        beta: buffers.beta(),
                        ylist: buffers.between(),
                    };
                    to_gradient.stage(given, mapping, &gradient, tiles)
                }));
                per_batch.push(Box::new(move || to_c.stage(self)));
            }
        }
        per_batch.push(Box::new(|| deidrj::stage(self)));
        Ok(Stages {
            per_batch: make(self.given.space, &per_batch)?,
            to_v: 1,
            of_all: stages_of_all(self.given, &buffers.near.place, &buffers.dedr)?,
            teams_are_tiles: false,
        })
    }
}

impl<T: Float> Constants<T> {
    /// The tables of a potential that is supported.
    fn new(given: &Given<'_>, mapping: &FusedMapping) -> Result<Self> {
        let form = given.cubic_form();
        let yi = Yi::new(given, &form, &mapping.yi)?;
        Ok(Self {
            pairs: PairTable::new(given)?,
            quadratic: quadratic::Tables::of(given, &form, yi.sums(&form))?,
            yi,
            energy: given.energy_constants()?,
        })
    }

    /// Bytes of a slot of a batch.
    fn slot_bytes(&self, given: &Given<'_>, mapping: &FusedMapping) -> usize {
        let twojmax = given.twojmax();
        let (v, c) = (
            HalfPlane::new(twojmax).nvalues(),
            GradientPairs::count(twojmax),
        );
        let quadratic = self.quadratic.as_ref();
        size_of::<Complex<T>>()
            * (v + self.yi.between(given) + self.yi.in_memory() + self.yi.planes() * c)
            + size_of::<T>() * ui::values_in_memory(given, &mapping.ui)
            + quadratic.map_or(0, quadratic::Tables::slot_bytes)
    }
}

impl<T: Float> Yi<T> {
    fn new(given: &Given<'_>, form: &CubicForm, yi: &FusedYi) -> Result<Self> {
        Ok(match *yi {
            FusedYi::Orbit(mapping) => {
                let tables =
                    |mapping| yi_orbit::Tables::new::<T>(given, form, mapping).map(Box::new);
                Self::Orbit {
                    main: tables(mapping)?,
                    tail: mapping.of_tail().map(tables).transpose()?,
                }
            }
            FusedYi::Direct(mapping) => Self::Direct(Box::new(Direct {
                mapping,
                to_gradient: yi_direct::Tables::new(given, form)?,
                to_c: gradient_to_pairs::Tables::new(given)?,
            })),
        })
    }

    /// What the entries of its table carry of the potential's coefficients.
    fn sums<'a>(&'a self, form: &'a CubicForm) -> &'a CoefficientSums {
        match self {
            Self::Orbit { .. } => &form.classes.sums,
            Self::Direct(direct) => &direct.to_gradient.sums,
        }
    }

    /// Complex values of a slot that stand in memory in place of team scratch.
    fn in_memory(&self) -> usize {
        match self {
            Self::Orbit { main, .. } => main.in_memory(),
            Self::Direct(_) => 0,
        }
    }

    /// Planes of C, of which each value of C is the sum.
    fn planes(&self) -> usize {
        match self {
            Self::Orbit { main, .. } => main.planes,
            Self::Direct(_) => 1,
        }
    }

    /// Complex values of a slot between V and C.
    fn between(&self, given: &Given<'_>) -> usize {
        match self {
            Self::Orbit { main, tail } => {
                let of_tail = tail.as_ref().map_or(0, |tail| tail.rest());
                main.rest().max(of_tail)
            }
            Self::Direct(_) => HalfPlane::new(given.twojmax()).nvalues(),
        }
    }
}

impl<T: Float> Buffers<T> {
    fn new(
        given: &Given<'_>,
        mapping: &FusedMapping,
        constants: &Constants<T>,
        tiles: usize,
    ) -> Result<Self> {
        let between = constants.yi.between(given);
        let (space, twojmax) = (given.space, given.twojmax());
        let slots = tiles * given.width();
        let nvalues = HalfPlane::new(twojmax).nvalues();
        let centres = Centres::atoms(given);
        let of_slots = |label, values| View::new(space, label, [slots, values]);
        Ok(Self {
            values: Values::new(given, tiles, nvalues)?,
            between: (between > 0)
                .then(|| of_slots("between_v_and_c", between))
                .transpose()?,
            quadratic: match &constants.quadratic {
                Some(tables) => Some(tables.room(given, tiles)?),
                None => None,
            },
            c: of_slots("c", constants.yi.planes() * GradientPairs::count(twojmax))?,
            pairs_of_teams: ui::pairs_in_memory(given, &mapping.ui, tiles)?,
            images_of_tiles: match &constants.yi {
                Yi::Orbit { main, .. } => main.images_in_memory(given, tiles)?,
                Yi::Direct(_) => View::new(space, "images_of_v", [0; 3])?,
            },
            npairs: View::new(space, "npairs", [given.list.slots().len()])?,
            near: NearPairs::new(given, &centres)?,
            dedr: View::new(space, "dedr", [3, centres.entries()])?,
        })
    }

    /// What lies between V and C. Kernels that keep nothing there leave it alone, so C stands for it.
    fn between(&self) -> &View<Complex<T>, 2, AoSoA> {
        self.between.as_ref().unwrap_or(&self.c)
    }

    /// Coefficients of each atom, where they are not the element's.
    fn beta(&self) -> Option<&View<T, 2, AoSoA>> {
        self.quadratic.as_ref().map(|room| &room.beta)
    }

    /// The virial of each atom after a run.
    pub fn virials(&self, given: &Given<'_>) -> Result<Vec<[f64; 6]>> {
        virials(given, &self.near.place, &self.dedr)
    }

    pub fn bytes(&self) -> usize {
        self.values.ulisttot.bytes()
            + self.between.as_ref().map_or(0, View::bytes)
            + self.quadratic.as_ref().map_or(0, quadratic::Room::bytes)
            + self.c.bytes()
            + self.pairs_of_teams.bytes()
            + self.images_of_tiles.bytes()
            + self.npairs.bytes()
            + self.near.bytes()
            + self.dedr.bytes()
    }
}
