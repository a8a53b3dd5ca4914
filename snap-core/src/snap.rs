//! The driver: lists, stages and results of a system, or of several at once, with one potential on one space.

mod batches;
mod centres;
mod derivatives;
mod domain;
mod forces;
mod given;
mod grid;
mod in_tiles;
mod launches;
mod md;
mod model;
mod options;
mod pipeline;
mod precision;
mod rows;
mod stage;
mod tiles;
mod totals;
mod upload;
mod virials;
mod zbl;

use std::ops::Range;
use std::sync::OnceLock;

use portax::{Space, View};
use portax_atoms::zbl::ZblForces;

pub(crate) use batches::Batches;
pub(crate) use centres::Centres;
pub use derivatives::{DescriptorGradient, DescriptorMatrix};
pub use domain::Domain;
pub(crate) use forces::stages as stages_of_all;
pub(crate) use given::{Atoms, Given};
pub use grid::GridPoint;
pub(crate) use launches::{Launches, Stages};
pub use options::SnapOptions;
pub(crate) use pipeline::Values;
pub use precision::Precision;
pub(crate) use stage::is_f64;
pub(crate) use stage::{Maker, Stage, capped, make, of_densities};
pub use stage::{StageTime, Watch};
pub(crate) use upload::{list, rounded, rows};
pub(crate) use virials::virials;

use crate::derivatives::Derivatives;
use crate::descriptors::Finish;
use crate::error::Error;
use crate::mapping::Chosen;
use crate::neighbor::{Cell, NeighborList, Slots, Systems};
use crate::system::check_positions;
use crate::{SnapPotential, System};
use in_tiles::{InTiles, new_model};
use model::AnyModel;
use rows::Rows;
use tiles::Tiles;

/// Bytes of a CPU thread's share of a batch, where one stage follows the other: descriptors and their derivatives, stages that are
/// timed or profiled, and mappings other than the staged reverse one.
const HOST_BATCH: usize = 1536 << 10;
/// First column of a slot's virial among its sums.
const FIRST_OF_VIRIAL: usize = 3;
/// Bytes of a device's batch.
const DEVICE_BATCH: usize = 1 << 30;

/// Energies, forces and virial of one system: those of SNAP and of the ZBL repulsion that the potential has.
///
/// ```
/// # use snap_core::{Error, Snap, SnapOptions, SnapPotential, System};
/// # fn f(space: &portax::Space, potential: &SnapPotential, system: &System) -> Result<(), Error> {
/// let mut snap = Snap::new(space, potential, system, SnapOptions { skin: 0.5, ..SnapOptions::default() })?;
/// snap.compute()?;
/// println!("{} eV", snap.energy()?);
/// snap.set_positions(&system.positions)?;
/// # Ok(()) }
/// ```
pub struct Snap {
    space: Space,
    potential: SnapPotential,
    options: SnapOptions,
    /// Type of each atom.
    types: Vec<usize>,
    /// Element of each type.
    elements: Vec<Option<usize>>,
    atoms: Atoms,
    list: NeighborList<f64>,
    zbl: Option<ZblForces<f64>>,
    model: Box<dyn AnyModel>,
    /// Once positions or forces have gone between host and device.
    rows: OnceLock<Rows>,
    /// Of the last computation, once it was asked for.
    virial: OnceLock<[f64; 6]>,
    /// Once they were asked for.
    derivatives: Option<Derivatives>,
}

impl Snap {
    /// Prepares a system; nothing is computed yet. A system without atoms has energy and virial 0.
    ///
    /// # Errors
    /// What [`System::validate`] finds; [`Error::ZblTypes`] for ZBL of other types than the system has; [`Error::Neighbor`]
    /// for a cutoff or skin that lists cannot have; [`Error::Portax`].
    pub fn new(
        space: &Space,
        potential: &SnapPotential,
        system: &System,
        options: SnapOptions,
    ) -> Result<Self, Error> {
        Self::of_systems(space, potential, std::slice::from_ref(system), options)
    }

    /// The same of several systems at once, which do not see each other: together they fill a device that each would leave
    /// idle. Positions, forces and energies have the atoms of the first, then those of the second, and so on. All are in
    /// cells of the same shape, and types mean the same elements.
    ///
    /// ```
    /// # use snap_core::{Error, Snap, SnapOptions, SnapPotential, System};
    /// # fn f(space: &portax::Space, potential: &SnapPotential, system: &System) -> Result<(), Error> {
    /// let replicas = vec![system.clone(); 24];
    /// let mut snap = Snap::of_systems(space, potential, &replicas, SnapOptions::default())?;
    /// snap.compute()?;
    /// assert_eq!(snap.energies_by_system()?.len(), 24);
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// As for [`new`](Self::new); [`Error::NoSystem`], [`Error::SystemsDiffer`].
    pub fn of_systems(
        space: &Space,
        potential: &SnapPotential,
        systems: &[System],
        options: SnapOptions,
    ) -> Result<Self, Error> {
        let nelements = potential.elements().len();
        let sizes: Vec<usize> = systems.iter().map(System::natoms).collect();
        let system = &System::joined(systems)?;
        let (natoms, element) = (system.natoms(), system.checked(nelements)?);
        let model = new_model(space, potential, natoms, &options)?;
        let group = model.chosen().mapping.group();
        let tiles = Tiles::new(&element, nelements, space.natural_width(), group);
        let slots = Slots::new(space, natoms, &tiles.atom_of_slot)?;
        let slot_of_sums = slots.slot_of_atom.clone();
        let list = NeighborList::of_systems(
            space,
            &system.cell,
            Systems::new(space, &sizes)?,
            slots,
            potential.cutoff(),
            options.skin,
        )?;
        let atoms = InTiles {
            kinds: nelements + usize::from(element.contains(&(nelements as i32))),
            element,
            types: system.types.clone(),
            elements: system.elements.clone(),
            tile_element: tiles.element,
            slot_of_sums,
        };
        let snap = Self::in_tiles(potential, options, model, atoms, list)?;
        snap.set_positions(&system.positions)?;
        Ok(snap)
    }

    /// Moves the atoms.
    ///
    /// # Errors
    /// [`Error::Lengths`] for another number of atoms, [`Error::Position`] for coordinates that are no numbers up to
    /// [`MAX_COORDINATE`](crate::MAX_COORDINATE).
    pub fn set_positions(&self, positions: &[[f64; 3]]) -> Result<(), Error> {
        self.require_length(positions.len())?;
        if self.space.is_host() {
            check_positions(positions)?;
            let x = self.atoms.x.create_mirror_view()?;
            let of_atom = |atom: usize| positions.get(atom).copied().unwrap_or_default();
            x.write()?.fill_with(|[atom, d]| of_atom(atom)[d]);
            return Ok(());
        }
        if positions.is_empty() {
            return Ok(());
        }
        self.rows()?.send(&self.space, positions, &self.atoms.x)
    }

    /// Refuses other numbers of atoms than there are.
    fn require_length(&self, positions: usize) -> Result<(), Error> {
        match self.natoms() {
            natoms if natoms == positions => Ok(()),
            types => Err(Error::Lengths { positions, types }),
        }
    }

    /// Takes another cell of the same periodicity, as of the next frame of a trajectory at constant pressure. The atoms stay
    /// where they are until [`set_positions`](Self::set_positions) moves them.
    ///
    /// # Errors
    /// [`Error::Neighbor`] for a cell that lists cannot have; [`Error::Portax`].
    pub fn set_cell(&mut self, cell: &Cell) -> Result<(), Error> {
        Ok(self.list.set_cell(cell)?)
    }

    /// Computes everything for the present positions, after building the lists anew where that is due. That wraps the
    /// atoms into the cell.
    ///
    /// # Errors
    /// [`Error::Neighbor`] names an atom that left the cell, [`Error::Overlap`] (on devices: when results are read) one of
    /// two that coincide; [`Error::Portax`].
    pub fn compute(&mut self) -> Result<(), Error> {
        self.compute_as(None)
    }

    /// The same stage by stage, with a wait for each: `watch` is told the name of each that begins, and with `true` of each that has
    /// ended, once for each batch of atoms.
    ///
    /// # Errors
    /// As for [`compute`](Self::compute).
    pub fn compute_by_stage(&mut self, watch: &mut Watch<'_>) -> Result<(), Error> {
        self.compute_as(Some(watch))
    }

    fn compute_as(&mut self, watch: Option<&mut Watch<'_>>) -> Result<(), Error> {
        if self.natoms() == 0 {
            return Ok(());
        }
        if watch.is_none() && self.computes_ahead() {
            // Nothing reads the results before it is known that the lists held: the device need not wait for the host.
            self.list.check_distance(&self.atoms.x)?;
            self.run(None)?;
            if !self.list.is_stale()? {
                return Ok(());
            }
            self.list.build(&self.atoms.x)?;
        } else {
            self.update_list()?;
        }
        self.run(watch)?;
        if self.space.is_host() {
            self.check()
        } else {
            Ok(())
        }
    }

    /// Do the stages run while the device still looks whether the lists hold?
    fn computes_ahead(&self) -> bool {
        let has_lists = self.options.skin > 0.0 && self.model.is_prepared(&self.list);
        !self.space.is_host() && has_lists
    }

    /// Runs the stages for the lists as they are.
    fn run(&mut self, watch: Option<&mut Watch<'_>>) -> Result<(), Error> {
        self.virial.take();
        let timing = self.options.timing;
        let (model, given) = self.parts();
        match watch {
            None if timing => model.run(&given, Some(&mut |_, _| ())),
            watch => model.run(&given, watch),
        }
    }

    /// The stages, and what they work on.
    fn parts(&mut self) -> (&mut dyn AnyModel, Given<'_>) {
        let batch_bytes = self.batch_bytes();
        let given = Given {
            space: &self.space,
            potential: &self.potential,
            atoms: &self.atoms,
            list: &self.list,
            zbl: self.zbl.as_ref(),
            rule: self.potential.rule(self.options.chem_rule),
            batch_bytes,
        };
        (&mut *self.model, given)
    }

    /// The descriptors of each atom for the present positions: all bispectrum components in the order of
    /// [`bispectrum_order`](crate::tables::bispectrum_order), with `chemflag` for each triple of elements, the last fastest;
    /// less those of an isolated atom with `bzeroflag`, over j + 1 with `bnormflag`; with `quadraticflag` their products too,
    /// row by row, squares halved. Those of an atom without an element are 0. Energies and forces stay those of the last
    /// [`compute`](Self::compute).
    ///
    /// # Errors
    /// As for [`compute`](Self::compute).
    pub fn descriptors(&mut self) -> Result<Vec<Vec<f64>>, Error> {
        if self.natoms() == 0 {
            return Ok(vec![]);
        }
        self.update_list()?;
        let (model, given) = self.parts();
        let mut rows = model.descriptors(&given)?;
        self.check()?;
        let (finish, elements) = (self.finish(), self.potential.elements().len());
        for (row, element) in rows.iter_mut().zip(self.atoms.element.to_vec()?) {
            let element = element as usize;
            *row = match element < elements {
                true => finish.row(row, element),
                false => finish.row_without_element(),
            };
        }
        Ok(rows)
    }

    /// What makes users' descriptors of those by class.
    fn finish(&self) -> Finish {
        Finish::new(&self.potential)
    }

    /// Refuses several systems, for what belongs to one.
    fn require_one_system(&self, what: &'static str) -> Result<(), Error> {
        match self.list.systems().len() {
            1 => Ok(()),
            count => Err(Error::SeveralSystems { what, count }),
        }
    }

    /// Builds the lists anew where that is due.
    fn update_list(&mut self) -> Result<(), Error> {
        if self.options.skin > 0.0 {
            self.list.update(&self.atoms.x)?;
        } else {
            self.list.build(&self.atoms.x)?;
        }
        Ok(())
    }

    /// Builds the lists for the present positions, which wraps them into the cell; [`compute`](Self::compute) does that where
    /// it is due. A run that goes on from a file builds them of
    /// [`positions_at_build`](NeighborList::positions_at_build) of the run before, then moves the atoms where they were: sums
    /// have the order of that run, and so its bits.
    ///
    /// # Errors
    /// [`Error::Neighbor`] names an atom that left the cell; [`Error::Portax`].
    pub fn build_list(&mut self) -> Result<(), Error> {
        Ok(self.list.build(&self.atoms.x)?)
    }

    /// Compiles the stages for the lists as they are, so that the first [`compute`](Snap::compute) does not.
    ///
    /// # Errors
    /// [`Error::Portax`]: what the device refuses.
    pub fn compile(&mut self) -> Result<(), Error> {
        let (model, given) = self.parts();
        model.prepare(&given)
    }

    /// Number of atoms.
    #[must_use]
    pub fn natoms(&self) -> usize {
        self.list.slots().present()
    }

    /// Energy of the system, eV.
    ///
    /// # Errors
    /// [`Error::Overlap`], [`Error::Portax`].
    pub fn energy(&self) -> Result<f64, Error> {
        self.check()?;
        let snap = totals::total(&self.space, &self.atoms.energies)?;
        let zbl = self.zbl.as_ref();
        let zbl = zbl.map(|zbl| totals::total(&self.space, zbl.energies()));
        Ok(snap + zbl.transpose()?.unwrap_or(0.0))
    }

    /// Energy of each atom, eV.
    ///
    /// # Errors
    /// As for [`energy`](Self::energy).
    pub fn energies(&self) -> Result<Vec<f64>, Error> {
        self.check()?;
        let mut energies = self.atoms.energies.to_vec()?;
        energies.truncate(self.natoms());
        if let Some(zbl) = &self.zbl {
            let of_zbl = zbl.energies().to_vec()?;
            energies.iter_mut().zip(of_zbl).for_each(|(e, z)| *e += z);
        }
        Ok(energies)
    }

    /// Energy of each system, eV; [`energy`](Self::energy) is their sum.
    ///
    /// # Errors
    /// As for [`energy`](Self::energy).
    pub fn energies_by_system(&self) -> Result<Vec<f64>, Error> {
        let energies = self.energies()?;
        let systems = self.list.systems().ranges();
        Ok(systems.map(|atoms| energies[atoms].iter().sum()).collect())
    }

    /// Force on each atom, eV/Å.
    ///
    /// # Errors
    /// As for [`energy`](Self::energy).
    pub fn forces(&self) -> Result<Vec<[f64; 3]>, Error> {
        let mut forces = vec![[0.0; 3]; self.natoms()];
        self.forces_into(&mut forces)?;
        Ok(forces)
    }

    /// The same into memory of the caller, of as many atoms.
    ///
    /// # Errors
    /// As for [`energy`](Self::energy); [`Error::Lengths`].
    pub fn forces_into(&self, forces: &mut [[f64; 3]]) -> Result<(), Error> {
        self.each_force(forces, |force, f| *force = f)
    }

    /// Adds the force on each atom to what is in memory of the caller.
    ///
    /// # Errors
    /// As for [`forces_into`](Self::forces_into).
    pub fn add_forces_to(&self, forces: &mut [[f64; 3]]) -> Result<(), Error> {
        self.each_force(forces, |force, f| {
            *force = [0, 1, 2].map(|d| force[d] + f[d])
        })
    }

    /// Gives what the caller has for each atom, and the force on it, to `take`.
    fn each_force(
        &self,
        forces: &mut [[f64; 3]],
        take: impl Fn(&mut [f64; 3], [f64; 3]) + Sync,
    ) -> Result<(), Error> {
        self.require_length(forces.len())?;
        self.check()?;
        if forces.is_empty() {
            return Ok(());
        }
        if self.space.is_host() {
            let f = self.atoms.f.create_mirror_view()?;
            let f = f.read()?;
            let atoms = forces.iter_mut().enumerate();
            atoms.for_each(|(i, force)| take(force, [0, 1, 2].map(|d| f.get([i, d]))));
            return Ok(());
        }
        let rows = self.rows()?;
        Ok(rows.fetch(&self.space, &self.atoms.f, forces, take)?)
    }

    /// Where positions and forces pass between host and device.
    fn rows(&self) -> Result<&Rows, Error> {
        if let Some(rows) = self.rows.get() {
            return Ok(rows);
        }
        let rows = Rows::new(&self.space, self.atoms.x.extent(0))?;
        Ok(self.rows.get_or_init(|| rows))
    }

    /// Virial, xx yy zz xy xz yz, eV: sum of r (x) f, positive under compression.
    ///
    /// # Errors
    /// As for [`energy`](Self::energy).
    pub fn virial(&self) -> Result<[f64; 6], Error> {
        if let Some(virial) = self.virial.get() {
            return Ok(*virial);
        }
        self.check()?;
        let mut virial = totals::virial(&self.space, &self.atoms.sums, FIRST_OF_VIRIAL)?;
        if let Some(zbl) = &self.zbl {
            let of_zbl = totals::virial(&self.space, zbl.virials(), 0)?;
            virial.iter_mut().zip(of_zbl).for_each(|(v, z)| *v += z);
        }
        Ok(*self.virial.get_or_init(|| virial))
    }

    /// Virial of each system, xx yy zz xy xz yz, eV; [`virial`](Self::virial) is their sum.
    ///
    /// # Errors
    /// As for [`virials`](Self::virials).
    pub fn virials_by_system(&mut self) -> Result<Vec<[f64; 6]>, Error> {
        let virials = self.virials()?;
        let sum = |atoms: Range<usize>| {
            let of_column = |c: usize| virials[atoms.clone()].iter().map(|v| v[c]).sum();
            std::array::from_fn(of_column)
        };
        Ok(self.list.systems().ranges().map(sum).collect())
    }

    /// Virial of each atom, xx yy zz xy xz yz, eV: half of what each of its pairs adds to the [`virial`](Self::virial), which
    /// LAMMPS' compute stress/atom gives with the other sign. It belongs to the last [`compute`](Self::compute), whose
    /// positions have to be there still.
    ///
    /// # Errors
    /// As for [`energy`](Self::energy).
    pub fn virials(&mut self) -> Result<Vec<[f64; 6]>, Error> {
        self.check()?;
        let natoms = self.natoms();
        let (model, given) = self.parts();
        let virials = model.virials(&given)?;
        let mut virials = virials.unwrap_or_default();
        virials.resize(natoms, [0.0; 6]);
        if let Some(zbl) = &self.zbl {
            let (of_zbl, room) = (zbl.virials().to_vec()?, zbl.virials().extent(0));
            for (atom, virial) in virials.iter_mut().enumerate() {
                let columns = (0..).map(|c| of_zbl[c * room + atom]);
                virial.iter_mut().zip(columns).for_each(|(v, z)| *v += z);
            }
        }
        Ok(virials)
    }

    /// Positions on the space, `[natoms, 3]`, Å: a step of molecular dynamics moves them in place.
    #[must_use]
    pub fn x(&self) -> &View<f64, 2> {
        &self.atoms.x
    }

    /// Forces on the space, `[natoms, 3]`, eV/Å.
    #[must_use]
    pub fn f(&self) -> &View<f64, 2> {
        &self.atoms.f
    }

    /// The mapping of the stages: from [`compile`](Self::compile) or the first computation on the one that runs, with what
    /// was given up for it and why.
    #[must_use]
    pub fn mapping(&self) -> &Chosen {
        self.model.chosen()
    }

    /// The neighbour lists.
    #[must_use]
    pub fn neighbor_list(&self) -> &NeighborList<f64> {
        &self.list
    }

    /// Seconds of each stage in the last computation, and its work; the seconds are zero without [`SnapOptions::timing`]
    /// and [`compute_by_stage`](Self::compute_by_stage).
    #[must_use]
    pub fn stage_times(&self) -> Vec<StageTime> {
        self.model.times()
    }

    /// Turns the measurement of stages on or off.
    pub fn set_timing(&mut self, timing: bool) {
        self.options.timing = timing;
    }

    /// Bytes of the atoms' data, of the lists and of the values between the stages.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        let atoms = self.atoms.x.bytes() + self.atoms.f.bytes() + self.atoms.energies.bytes();
        let lists = self.list.neighbor().bytes()
            + self.list.image().bytes()
            + self.list.reverse_entry().bytes();
        let zbl = self.zbl.as_ref().map_or(0, ZblForces::bytes);
        atoms + self.atoms.sums.bytes() + lists + zbl + self.model.bytes()
    }

    fn batch_bytes(&self) -> usize {
        let default = if self.space.is_host() {
            HOST_BATCH * self.space.concurrency()
        } else {
            DEVICE_BATCH
        };
        self.options.batch_bytes.unwrap_or(default)
    }

    /// [`Error::Overlap`] once after a computation that found one.
    fn check(&self) -> Result<(), Error> {
        match self.atoms.overlap.to_vec()?[..] {
            [atom] if atom > 0 => {
                self.atoms.overlap.copy_from_slice(&[0])?;
                Err(Error::Overlap {
                    atom: atom as usize - 1,
                })
            }
            _ => Ok(()),
        }
    }
}
