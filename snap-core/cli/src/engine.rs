//! `snap-core`'s driver for what is computed and measured: forces and descriptors on one space, and molecular dynamics of the
//! benchmark. `run::dynamics` has that of runs.

use std::ops::Range;

use portax::{Space, View, deep_copy};
use portax_structures::Species;
use snap_core::md::{Atoms, Integrator, Nve};
use snap_core::neighbor::Cell;
use snap_core::{
    Chosen, DescriptorGradient, DescriptorMatrix, GridPoint, Snap, SnapOptions, SnapPotential,
    StageTime, Watch,
};
use snap_reference::System;

use crate::error::Error;
use crate::neighbors::warn_of_many;

/// Time step, ps.
const DT: f64 = 0.0005;
/// Initial temperature, K.
const TEMPERATURE: f64 = 300.0;
const SEED: u64 = 300;
/// Steps after which molecular dynamics starts anew: 25 fs.
const STEPS_PER_START: usize = 50;

/// Results of one evaluation, eV and Å.
pub struct Evaluation {
    pub energy: f64,
    pub energies: Vec<f64>,
    pub forces: Vec<[f64; 3]>,
    /// xx yy zz xy xz yz.
    pub virial: [f64; 6],
}

/// Results of one of several systems, and the virial of each of its atoms.
pub type OfSystem = (Evaluation, Vec<[f64; 6]>);

/// A system whose cell has its corner at 0, for [`Snap`].
///
/// # Errors
/// Those of the cell.
pub fn placed(system: &System) -> Result<snap_core::System, Error> {
    Ok(snap_core::System {
        cell: Cell::new(system.cell, system.periodic).map_err(snap_core::Error::from)?,
        positions: system.positions.clone(),
        types: system.types.clone(),
        elements: system.elements.clone(),
    })
}

/// Forces of a system.
pub struct Engine {
    space: Space,
    snap: Snap,
}

impl Engine {
    /// Prepares a system whose cell has its corner at 0.
    ///
    /// # Errors
    /// Those of [`Snap::new`].
    pub fn new(
        space: &Space,
        potential: &SnapPotential,
        system: &System,
        options: SnapOptions,
    ) -> Result<Self, Error> {
        Self::of(space, potential, &[placed(system)?], options)
    }

    /// Prepares systems that are computed at once.
    ///
    /// # Errors
    /// Those of [`Snap::of_systems`].
    pub fn of(
        space: &Space,
        potential: &SnapPotential,
        systems: &[snap_core::System],
        options: SnapOptions,
    ) -> Result<Self, Error> {
        for system in systems.iter().take(1) {
            warn_of_many(system, potential.cutoff());
        }
        Ok(Self {
            space: space.clone(),
            snap: Snap::of_systems(space, potential, systems, options)?,
        })
    }

    /// The mapping of the stages: from the first evaluation on the one that runs.
    pub fn mapping(&self) -> &Chosen {
        self.snap.mapping()
    }

    /// Computes everything and copies it to the host.
    ///
    /// # Errors
    /// Those of [`Snap::compute`]; [`Error::NotFinite`].
    pub fn evaluate(&mut self) -> Result<Evaluation, Error> {
        self.snap.compute()?;
        let found = Evaluation {
            energy: self.snap.energy()?,
            energies: self.snap.energies()?,
            forces: self.snap.forces()?,
            virial: self.snap.virial()?,
        };
        require_finite("energies", &found.energies)?;
        require_finite("energies", &[found.energy])?;
        require_finite("forces", found.forces.as_flattened())?;
        require_finite("virial", &found.virial)?;
        Ok(found)
    }

    /// The same for each system, whose virial is the sum of those of its atoms.
    ///
    /// # Errors
    /// As for [`evaluate`](Self::evaluate).
    pub fn evaluate_each(&mut self) -> Result<Vec<OfSystem>, Error> {
        self.snap.compute()?;
        let (energies, forces) = (self.snap.energies()?, self.snap.forces()?);
        let virials = self.snap.virials()?;
        require_finite("energies", &energies)?;
        require_finite("forces", forces.as_flattened())?;
        require_finite("virials", virials.as_flattened())?;
        let of_system = |atoms: Range<usize>| {
            let virials = virials[atoms.clone()].to_vec();
            let found = Evaluation {
                energy: energies[atoms.clone()].iter().sum(),
                energies: energies[atoms.clone()].to_vec(),
                forces: forces[atoms].to_vec(),
                virial: std::array::from_fn(|c| virials.iter().map(|v| v[c]).sum()),
            };
            (found, virials)
        };
        let systems = self.snap.neighbor_list().systems().ranges();
        Ok(systems.map(of_system).collect())
    }

    /// Moves the same atoms into another cell of the same periodicity.
    ///
    /// # Errors
    /// Those of [`Snap::set_cell`] and [`Snap::set_positions`].
    pub fn move_to(&mut self, cell: &Cell, positions: &[[f64; 3]]) -> Result<(), Error> {
        self.snap.set_cell(cell)?;
        Ok(self.snap.set_positions(positions)?)
    }

    /// Virial of each atom in the last evaluation, xx yy zz xy xz yz, eV.
    ///
    /// # Errors
    /// Those of [`Snap::virials`]; [`Error::NotFinite`].
    pub fn virials(&mut self) -> Result<Vec<[f64; 6]>, Error> {
        let virials = self.snap.virials()?;
        require_finite("virials", virials.as_flattened())?;
        Ok(virials)
    }

    /// The descriptors of each atom.
    ///
    /// # Errors
    /// Those of [`Snap::descriptors`].
    pub fn descriptors(&mut self) -> Result<Vec<Vec<f64>>, Error> {
        Ok(self.snap.descriptors()?)
    }

    /// Minus the derivatives of descriptors by the position of each atom.
    ///
    /// # Errors
    /// Those of [`Snap::descriptor_derivatives`].
    pub fn descriptor_derivatives(&mut self) -> Result<Vec<Vec<f64>>, Error> {
        Ok(self.snap.descriptor_derivatives()?)
    }

    /// The same times positions.
    ///
    /// # Errors
    /// Those of [`Snap::descriptor_virials`].
    pub fn descriptor_virials(&mut self) -> Result<Vec<Vec<f64>>, Error> {
        Ok(self.snap.descriptor_virials()?)
    }

    /// The matrix of compute snap.
    ///
    /// # Errors
    /// Those of [`Snap::descriptor_matrix`].
    pub fn descriptor_matrix(&mut self, bikflag: bool) -> Result<DescriptorMatrix, Error> {
        Ok(self.snap.descriptor_matrix(bikflag)?)
    }

    /// dB_i/dr_k one by one.
    ///
    /// # Errors
    /// Those of [`Snap::for_each_descriptor_gradient`].
    pub fn for_each_descriptor_gradient(
        &mut self,
        then: impl FnMut(DescriptorGradient),
    ) -> Result<(), Error> {
        Ok(self.snap.for_each_descriptor_gradient(then)?)
    }

    /// The descriptors at the points of a grid.
    ///
    /// # Errors
    /// Those of [`Snap::for_each_grid_point`].
    pub fn for_each_grid_point(
        &mut self,
        points: [usize; 3],
        then: impl FnMut(GridPoint),
    ) -> Result<(), Error> {
        Ok(self.snap.for_each_grid_point(points, then)?)
    }

    /// `steps` evaluations: from positions on the space to energies, forces and virials there, of which the last total
    /// energy is read.
    ///
    /// # Errors
    /// Those of [`Snap::compute`].
    pub fn run(&mut self, steps: usize) -> Result<(), Error> {
        for _ in 0..steps {
            self.snap.compute()?;
        }
        self.snap.energy()?;
        Ok(())
    }

    /// Mean seconds of each stage over some evaluations, and its work.
    ///
    /// # Errors
    /// Those of [`Snap::compute`].
    pub fn stage_times(&mut self, steps: usize) -> Result<Vec<StageTime>, Error> {
        self.snap.set_timing(true);
        let mut sums: Vec<StageTime> = vec![];
        for _ in 0..steps {
            self.snap.compute()?;
            let times = self.snap.stage_times();
            if sums.is_empty() {
                sums = times;
            } else {
                let pairs = sums.iter_mut().zip(times);
                pairs.for_each(|(sum, time)| sum.seconds += time.seconds);
            }
        }
        self.snap.set_timing(false);
        sums.iter_mut().for_each(|sum| sum.seconds /= steps as f64);
        Ok(sums)
    }

    /// Computes stage by stage, each of which `watch` is told of.
    ///
    /// # Errors
    /// Those of [`Snap::compute`].
    pub fn compute_by_stage(&mut self, watch: &mut Watch<'_>) -> Result<(), Error> {
        Ok(self.snap.compute_by_stage(watch)?)
    }

    /// Bytes of everything on the space that grows with the number of atoms.
    pub fn memory_bytes(&self) -> usize {
        self.snap.memory_bytes()
    }
}

fn require_finite(what: &'static str, values: &[f64]) -> Result<(), Error> {
    match values.iter().all(|x| x.is_finite()) {
        true => Ok(()),
        false => Err(Error::NotFinite { what }),
    }
}

/// Molecular dynamics at constant energy, which starts anew again and again: SNAP potentials that were fitted on top of
/// a pair repulsion do not hold a crystal for long without it.
pub struct Md {
    engine: Engine,
    atoms: Atoms<f64>,
    nve: Nve,
    /// The first positions, and the same crystal moved by more than half the skin: taking turns makes each start
    /// rebuild the lists.
    start_x: [View<f64, 2>; 2],
    start_v: View<f64, 2>,
    start_f: View<f64, 2>,
}

impl Md {
    /// Atoms of kinds with masses at 300 K, where the engine has them, which has lists of this skin (Å).
    ///
    /// # Errors
    /// Those of [`Snap::compute`] and of the space.
    pub fn new(mut engine: Engine, species: &Species, skin: f64) -> Result<Self, Error> {
        engine.snap.compute()?;
        let (space, snap) = (&engine.space, &engine.snap);
        let kinds: Vec<i32> = species.of_atom.iter().map(|&kind| kind as i32).collect();
        let masses = species.kinds.iter().map(|kind| kind.mass.unwrap_or(1.0));
        let atoms = Atoms::new(
            space,
            snap.x().clone(),
            snap.f().clone(),
            View::from_slice(space, "kind", [snap.natoms()], &kinds)?,
            &masses.collect::<Vec<_>>(),
        )?;
        atoms.set_temperature(TEMPERATURE, SEED)?;
        Ok(Self {
            start_x: [
                copied(space, &atoms.x, 0.0)?,
                copied(space, &atoms.x, 0.6 * skin)?,
            ],
            start_v: copied(space, &atoms.v, 0.0)?,
            start_f: copied(space, &atoms.f, 0.0)?,
            nve: Nve::new(space, &atoms, DT)?,
            atoms,
            engine,
        })
    }

    /// Steps of velocity Verlet, from the start at first and after every [`STEPS_PER_START`] of them.
    ///
    /// # Errors
    /// Those of [`Snap::compute`].
    pub fn run(&mut self, steps: usize) -> Result<(), Error> {
        for step in 0..steps {
            if step.is_multiple_of(STEPS_PER_START) {
                self.start()?;
            }
            self.nve.step(&mut self.engine.snap)?;
        }
        Ok(self.engine.space.fence()?)
    }

    fn start(&mut self) -> Result<(), Error> {
        self.start_x.swap(0, 1);
        deep_copy(&self.atoms.x, &self.start_x[0])?;
        deep_copy(&self.atoms.v, &self.start_v)?;
        Ok(deep_copy(&self.atoms.f, &self.start_f)?)
    }

    /// Potential and kinetic energy, eV: what a run conserves.
    ///
    /// # Errors
    /// Those of the space; [`Error::NotFinite`].
    pub fn energy(&self) -> Result<f64, Error> {
        let kinetic = self.atoms.kinetic_energy(&self.engine.space)?;
        let energy = self.engine.snap.energy()? + kinetic;
        require_finite("energies of molecular dynamics", &[energy])?;
        Ok(energy)
    }
}

/// A copy of a view, with `shift` added to the first column.
fn copied(space: &Space, view: &View<f64, 2>, shift: f64) -> Result<View<f64, 2>, Error> {
    let mut elements = view.to_vec()?;
    elements[..view.extent(0)]
        .iter_mut()
        .for_each(|x| *x += shift);
    Ok(View::from_slice(
        space,
        "start",
        [view.extent(0), 3],
        &elements,
    )?)
}
