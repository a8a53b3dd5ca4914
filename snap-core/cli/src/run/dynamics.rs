//! Atoms that move: SNAP's forces, an integrator, and what is read of them.

use portax::view::ViewElement;
use portax::{Space, View};
use portax_structures::{Column, Frame};
use snap_core::md::{Atoms, Integrator};
use snap_core::neighbor::{self, Cell};
use snap_core::{MAX_COORDINATE, Snap, SnapOptions, System};

use super::sample::Sample;
use super::start::ROOM;
use super::state::{ListState, Matter, State};
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
        let system = System {
            cell: *first.0,
            positions: first.1.clone(),
            types: model.type_of_atom(&matter.frame.species)?,
            elements: model.elements.clone(),
        };
        warn_of_many(&system, model.potential.cutoff());
        let mut snap = Snap::new(space, &model.potential, &system, options)?;
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

    /// What the table shows.
    ///
    /// # Errors
    /// [`Error::Lost`] for energies that are no numbers; those of the device.
    pub fn sample(&mut self) -> Result<Sample, Error> {
        let sample = Sample {
            step: self.step,
            time: self.time,
            natoms: self.matter.natoms(),
            mass: self.matter.mass(),
            potential: self.snap.energy()?,
            kinetic: self.atoms.kinetic_tensor(&self.space)?,
            virial: self.snap.virial()?,
            cell: *self.cell(),
            conserved: self.integrator.conserved(),
        };
        sample.require_finite()?;
        Ok(sample)
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

    /// That of the bits of the forces.
    ///
    /// # Errors
    /// Those of the device.
    pub fn checksum_of_forces(&self) -> Result<u32, Error> {
        let forces = self.atoms.f.to_vec()?;
        let bytes: Vec<u8> = forces.iter().flat_map(|f| f.to_le_bytes()).collect();
        Ok(crc32fast::hash(&bytes))
    }

    /// An atom as its file has it, for a message that counts atoms from 0.
    pub fn name_of(&self, atom: usize) -> String {
        let frame = &self.matter.frame;
        let label = portax::error::printable(&frame.species.of(atom).label());
        match &frame.ids {
            Some(ids) => format!(
                " (atom {atom}, counted from 0, is {label} with id {})",
                ids[atom]
            ),
            None => format!(" (atom {atom}, counted from 0, is {label})"),
        }
    }

    /// The atoms with velocities and forces.
    ///
    /// # Errors
    /// Those of the device.
    pub fn frame(&self) -> Result<Frame, Error> {
        let mut frame = self.matter.frame.clone();
        if self.matter.has_volume() {
            frame.cell.vectors = self.cell().vectors();
            frame.cell.origin = self.cell().origin();
        }
        frame.positions = rows(&self.atoms.x)?;
        frame.velocities = Some(rows(&self.atoms.v)?);
        frame.images = Some(self.images()?);
        let forces = rows(&self.atoms.f)?.into_flattened();
        frame.columns = vec![Column::reals("forces", 3, forces)];
        Ok(frame)
    }
}

/// The atoms of the driver with masses, at rest.
fn atoms(space: &Space, snap: &Snap, matter: &Matter) -> Result<Atoms<f64>, Error> {
    let kinds = matter.frame.species.of_atom.iter();
    let kinds: Vec<i32> = kinds.map(|&kind| kind as i32).collect();
    let kinds = View::from_slice(space, "kind", [kinds.len()], &kinds)?;
    let (x, f) = (snap.x().clone(), snap.f().clone());
    Ok(Atoms::new(space, x, f, kinds, &matter.masses)?)
}

/// Vectors of the atoms on the host.
fn rows<T: ViewElement>(view: &View<T, 2>) -> Result<Vec<[T; 3]>, Error> {
    let (natoms, values) = (view.extent(0), view.to_vec()?);
    let row = |i| [values[i], values[natoms + i], values[2 * natoms + i]];
    Ok((0..natoms).map(row).collect())
}

/// The same vectors in the order of a view.
fn columns(rows: &[[f64; 3]]) -> Vec<f64> {
    let column = |d| rows.iter().map(move |row| row[d]);
    (0..3).flat_map(column).collect()
}
