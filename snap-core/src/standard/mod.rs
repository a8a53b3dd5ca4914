//! The standard formulation of SNAP (Thompson et al., J. Comput. Phys. 285, 316 (2015)) under the mappings and layouts that were
//! published for it: for studies of what each of them gains on a device. Forces of users are computed by [`Snap`](crate::Snap).
//!
//! | stage | from, to |
//! |---|---|
//! | `compute_rij` | positions and lists, displacements |
//! | `compute_ui`, kept ([`ui`]) or in scratch ([`rows`]) | U of every pair, and Ulisttot, its weighted sum over neighbours |
//! | `transpose_ui` ([`sums`]) | Ulisttot, in another layout, all rows from half of them |
//! | `compute_zi`, `compute_bi`, `compute_dbidrj` ([`zi`], [`dbidrj`]) | products of Ulisttot, descriptors, their derivatives |
//! | `compute_yi` ([`zi`]) | the same products summed up to Y, with dE = sum Re(conj(Y) dU) |
//! | `compute_duidrj`, kept ([`duidrj`]) or in scratch ([`rows`]) | derivatives of w f U |
//! | `compute_deidrj` ([`deidrj`], [`rows`]) | derivatives of the energy |
//! | `compute_forces` ([`forces`]) | forces |
//!
//! Each has one body, whose layouts are type parameters and which [`deal`] deals out to threads and lanes. A rung names a form
//! of each stage, its layouts and its deals; [`RUNGS`] lists them. They are compiled with the feature `standard`.
//!
//! ```
//! use snap_core::neighbor::Cell;
//! use snap_core::standard::{RUNGS, Standard};
//! use snap_core::{PairStyle, System};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/potentials");
//! let space = portax_backends::by_name("rayon")?;
//! let tungsten = snap_core::SnapPotential::read(format!("{folder}/W_2J8.snapcoeff"), format!("{folder}/W_2J8.snapparam"))?;
//! let cell = Cell::orthogonal([3.18; 3], [true; 3])?;
//! let system = System::of_one_element(cell, vec![[0.0; 3], [1.59, 1.59, 1.7]]);
//! let last = &RUNGS[RUNGS.len() - 1];
//! let standard = Standard::new(&space, &tungsten, &system, last, usize::MAX)?;
//! standard.run(1)?;
//! let forces = standard.forces()?;
//! assert!((forces[0][2] + forces[1][2]).abs() < 1e-9);
//! # Ok(()) }
//! ```

#![cfg_attr(
    not(feature = "standard"),
    allow(dead_code, unused_imports, unused_variables)
)]

pub mod dbidrj;
pub mod deal;
pub mod deidrj;
pub mod duidrj;
pub mod fast;
pub mod forces;
mod inputs;
pub mod layouts;
pub mod levels;
pub mod pair;
mod pipeline;
pub mod rij;
mod room;
pub mod rows;
mod rungs;
pub mod sums;
mod symmetry;
pub mod tables;
pub mod ui;
pub mod zi;

use std::time::Instant;

use portax::{Graph, Space};

use crate::error::Error;
use crate::{SnapPotential, StageTime, System};
use inputs::Inputs;
use pipeline::Pipeline;
use room::Room;

pub use rungs::{RUNGS, Rung};

/// Forces of one system by one rung.
pub struct Standard {
    space: Space,
    pipeline: Pipeline,
    graph: Graph,
    natoms: usize,
    bytes: usize,
    energy_constant: f64,
    beta: Vec<f64>,
}

impl Standard {
    /// Prepares a rung for a system as it is, in at most so many bytes of memory.
    ///
    /// # Errors
    /// [`Error::NoStandard`] without the feature `standard`; [`Error::Standard`] for what the formulation is not built for; what
    /// [`System::validate`] finds; [`Error::Neighbor`]; [`Error::Portax`], of a rung that needs more memory
    /// [`portax::Error::OutOfMemory`].
    pub fn new(
        space: &Space,
        potential: &SnapPotential,
        system: &System,
        rung: &Rung,
        memory: usize,
    ) -> Result<Self, Error> {
        #[cfg(not(feature = "standard"))]
        return Err(Error::NoStandard);
        #[cfg(feature = "standard")]
        {
            let room = Room::new(space, memory);
            let inputs = Inputs::new(space, &room, potential, system, rung.plan.batch())?;
            let pipeline = Pipeline::new(&room, &inputs, rung.plan)?;
            let graph = Graph::new(space, pipeline.stages.iter().map(|stage| &stage.launch))?;
            Ok(Self {
                space: space.clone(),
                pipeline,
                graph,
                natoms: system.natoms(),
                bytes: room.bytes(),
                energy_constant: potential.energy_constant(0),
                beta: potential.beta(0).to_vec(),
            })
        }
    }

    /// Runs all stages so many times, then waits for them.
    ///
    /// # Errors
    /// [`Error::Portax`].
    pub fn run(&self, times: usize) -> Result<(), Error> {
        for _ in 0..times {
            self.graph.launch()?;
        }
        Ok(self.space.fence()?)
    }

    /// Runs the stages and waits for each: their names and seconds.
    ///
    /// # Errors
    /// [`Error::Portax`].
    pub fn run_by_stage(&self) -> Result<Vec<(&'static str, f64)>, Error> {
        let mut times: Vec<(&'static str, f64)> = vec![];
        for stage in &self.pipeline.stages {
            let StageTime { name, .. } = stage.time;
            let start = Instant::now();
            stage.launch.launch()?;
            self.space.fence()?;
            let seconds = start.elapsed().as_secs_f64();
            match times.iter_mut().find(|(known, _)| *known == name) {
                Some((_, sum)) => *sum += seconds,
                None => times.push((name, seconds)),
            }
        }
        Ok(times)
    }

    /// Force on each atom after a run, eV/Å.
    ///
    /// # Errors
    /// [`Error::Portax`].
    pub fn forces(&self) -> Result<Vec<[f64; 3]>, Error> {
        let (f, slots) = (self.pipeline.f.to_vec()?, self.pipeline.f.extent(0));
        let of_atom = |i| [f[i], f[slots + i], f[2 * slots + i]];
        Ok((0..self.natoms).map(of_atom).collect())
    }

    /// Energy of each atom after a run, eV, by rungs that have descriptors.
    ///
    /// # Errors
    /// [`Error::Portax`].
    pub fn energies(&self) -> Result<Option<Vec<f64>>, Error> {
        let Some(blist) = &self.pipeline.blist else {
            return Ok(None);
        };
        let (b, slots) = (blist.to_vec()?, blist.extent(0));
        let energy = |atom: usize| {
            let of_atom = b.iter().skip(atom).step_by(slots);
            let terms = of_atom.zip(&self.beta).map(|(b, beta)| b * beta);
            self.energy_constant + terms.sum::<f64>()
        };
        Ok(Some((0..self.natoms).map(energy).collect()))
    }

    /// Bytes of what lies between the stages.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        self.bytes
    }
}
