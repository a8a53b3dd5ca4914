//! Atoms that move, in one system or several replicas of it: SNAP's forces and an integrator.

mod read;

use portax::{Space, View};
use snap_core::md::{Atoms, Integrator};
use snap_core::neighbor::{self, Cell};
use snap_core::{MAX_COORDINATE, Snap, SnapOptions, System};

use super::start::ROOM;
use super::state::{ListState, Matter, State};
use super::vectors::{columns, rows};
use crate::error::Error;
use crate::model::Model;
use crate::neighbors::warn_of_many;
use crate::structures::cell_of;

/// The moving atoms.
pub struct Dynamics {
    space: Space,
    snap: Snap,
    atoms: Atoms<f64>,
    integrator: Box<dyn Integrator>,
    integrator_since: u64,
    matter: Matter,
    /// What to add to the turns of the lists
    images: Vec<[i32; 3]>,
    timestep: f64,
    step: u64,
    time: f64,
    builds_before: u64,
}

impl Dynamics {
    /// Atoms in a state, with their forces.
    ///
    /// # Errors
    /// Atoms that the potential does not have, or that coincide; those of the device.
    pub fn new(
        space: &Space,
        model: &Model,
        matter: Matter,
        state: &State,
        options: SnapOptions,
        timestep: f64,
        integrator: impl FnOnce(&Space, &Atoms<f64>, &mut Snap) -> Result<Box<dyn Integrator>, Error>,
    ) -> Result<Self, Error> {
        let first = match &state.lists {
            Some(lists) => (&lists.cell, &lists.positions),
            None => (&state.cell, &state.positions),
        };
        let types = model.type_of_atom(&matter.frame.species)?;
        let systems = first.1.chunks(matter.natoms()).map(|positions| System {
            cell: *first.0,
            positions: positions.to_vec(),
            types: types.clone(),
            elements: model.elements.clone(),
        });
        let systems: Vec<System> = systems.collect();
        warn_of_many(&systems[0], model.potential.cutoff());
        let mut snap = Snap::of_systems(space, &model.potential, &systems, options)?;
        if state.lists.is_some() {
            snap.build_list()?;
            snap.set_cell(&state.cell)?;
            snap.set_positions(&state.positions)?;
        }
        // Of new lists the first wrapping counts; of those of another run it has counted before.
        let counted = match state.lists {
            Some(_) => rows(snap.neighbor_list().turns())?,
            None => vec![[0; 3]; state.images.len()],
        };
        let pairs = state.images.iter().zip(&counted);
        let images = pairs.map(|(all, own)| [0, 1, 2].map(|d| all[d] - own[d]));
        let images = images.collect();
        snap.compute()?;
        let atoms = atoms(space, &snap, &matter)?;
        atoms.v.copy_from_slice(&columns(&state.velocities))?;
        let mut integrator = integrator(space, &atoms, &mut snap)?;
        if !state.integrator.is_empty() {
            integrator.restore(&state.integrator)?;
        }
        Ok(Self {
            space: space.clone(),
            builds_before: snap.neighbor_list().builds(),
            snap,
            atoms,
            integrator,
            integrator_since: state.integrator_since,
            matter,
            images,
            timestep,
            step: state.step,
            time: state.time,
        })
    }

    /// Makes a time step, which counts as the last one from its beginning on: where it fails, that is the number of it.
    ///
    /// # Errors
    /// Atoms that have no position any more or coincide; those of the device.
    pub fn step(&mut self) -> Result<(), Error> {
        self.step += 1;
        self.time += self.timestep;
        self.integrator.initial_integrate(&mut self.snap)?;
        self.compute()?;
        self.integrator.final_integrate(&mut self.snap)?;
        Ok(())
    }

    /// Computes the forces. Where space does not repeat, atoms that leave the box get a larger one.
    fn compute(&mut self) -> Result<(), Error> {
        let outside = match self.snap.compute() {
            Err(snap_core::Error::Neighbor(neighbor::Error::Outside { atom })) => atom,
            done => return Ok(done?),
        };
        let mut frame = self.matter.frame.clone();
        frame.positions = rows(&self.atoms.x)?;
        let is_anywhere = |x: &[f64; 3]| x.iter().all(|c| c.abs() <= MAX_COORDINATE);
        if frame.cell.periodic == [true; 3] || !is_anywhere(&frame.positions[outside]) {
            return Err(snap_core::Error::from(neighbor::Error::Outside { atom: outside }).into());
        }
        self.snap.set_cell(&cell_of(&frame, ROOM)?)?;
        Ok(self.snap.compute()?)
    }

    /// Number of the last step.
    pub fn last_step(&self) -> u64 {
        self.step
    }

    /// What stays the same of the atoms.
    pub fn matter(&self) -> &Matter {
        &self.matter
    }

    /// How often the neighbour lists were built since the first forces.
    pub fn builds(&self) -> u64 {
        self.snap.neighbor_list().builds() - self.builds_before
    }

    fn cell(&self) -> &Cell {
        self.snap.neighbor_list().host_cell()
    }

    /// Everything that the next step depends on.
    ///
    /// # Errors
    /// Those of the device.
    pub fn state(&self) -> Result<State, Error> {
        let list = self.snap.neighbor_list();
        let lists = list.positions_at_build().map(|x| {
            Ok::<_, Error>(ListState {
                cell: *list.cell_at_build(),
                positions: rows(x)?,
            })
        });
        Ok(State {
            step: self.step,
            time: self.time,
            cell: *self.cell(),
            positions: rows(&self.atoms.x)?,
            velocities: rows(&self.atoms.v)?,
            images: self.images()?,
            lists: lists.transpose()?,
            integrator: self.integrator.state(),
            integrator_since: self.integrator_since,
        })
    }

    /// LAMMPS' image flags.
    fn images(&self) -> Result<Vec<[i32; 3]>, Error> {
        let turns = rows(self.snap.neighbor_list().turns())?;
        let pairs = turns.iter().zip(&self.images);
        Ok(pairs
            .map(|(own, before)| [0, 1, 2].map(|d| own[d] + before[d]))
            .collect())
    }
}

/// The atoms of the driver with masses, at rest.
fn atoms(space: &Space, snap: &Snap, matter: &Matter) -> Result<Atoms<f64>, Error> {
    let kinds = matter.kinds().repeat(matter.replicas);
    let kinds = View::from_slice(space, "kind", [kinds.len()], &kinds)?;
    let (x, f) = (snap.x().clone(), snap.f().clone());
    Ok(Atoms::new(space, x, f, kinds, &matter.masses())?)
}
