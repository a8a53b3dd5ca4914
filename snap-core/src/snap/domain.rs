//! A part of a system: the atoms of one process of many, and copies of those around them.

use std::sync::OnceLock;

use portax::{Space, View};

use super::in_tiles::{InTiles, new_model};
use super::model::AnyModel;
use super::rows::{self, Rows};
use super::tiles::Tiles;
use super::{Snap, SnapOptions};
use crate::error::Error;
use crate::neighbor::{Cell, Lists, NeighborList, Slots, Systems};
use crate::system::check_positions;
use crate::{SnapPotential, System};

/// How far the box around the atoms reaches beyond them, Å: lists need room, however flat.
const MARGIN: f64 = 1.0;

/// Energies, forces and virial of the atoms of a domain, as engines divide a system among processes: *central* atoms, whose
/// energies are computed, and *ghosts* around them, copies of the atoms of other domains or of the periodic images of the
/// own. A ghost is an atom at a place of its own; there is no cell.
///
/// Who has the domains adds the force on each ghost to that on the atom that it is a copy of. Energies and virials of all
/// domains add up to those of the system.
///
/// ```
/// # use snap_core::{Domain, Error, SnapOptions, SnapPotential};
/// # fn f(space: &portax::Space, potential: &SnapPotential, positions: &mut [[f64; 3]]) -> Result<(), Error> {
/// let options = SnapOptions { skin: 2.0, ..SnapOptions::default() };
/// let mut domain = Domain::new(space, potential, &[Some(0)], options)?;
/// let types = vec![0; positions.len()];
/// domain.set_atoms(positions, &types, 500)?; // the first 500 are central
/// domain.compute()?;
/// positions[0][0] += 0.1; // up to half the skin
/// domain.set_positions(positions)?;
/// domain.compute()?;
/// let (energy, forces) = (domain.energy()?, domain.forces()?);
/// # Ok(()) }
/// ```
pub struct Domain {
    space: Space,
    potential: SnapPotential,
    /// Element of each type.
    elements: Vec<Option<usize>>,
    options: SnapOptions,
    natoms: usize,
    /// None where no atom is central.
    snap: Option<Snap>,
    /// The stages, between one set of atoms and the next.
    model: Option<Box<dyn AnyModel>>,
    /// Their way to the device, between one set of atoms and the next.
    rows: Option<Rows>,
    /// What lists had room for.
    neighbors: usize,
    /// For how many central atoms the stages were chosen, and how many tiles of an element they take at a time.
    chosen_for: usize,
    group: usize,
}

impl Domain {
    /// A domain without atoms, for types with these elements (as [`System::elements`] has them).
    ///
    /// # Errors
    /// [`Error::TypeElement`], [`Error::ZblTypes`]; [`Error::Tuning`], [`Error::LammpsRule`] and [`Error::NoF32`] for options
    /// that cannot be.
    pub fn new(
        space: &Space,
        potential: &SnapPotential,
        elements: &[Option<usize>],
        options: SnapOptions,
    ) -> Result<Self, Error> {
        let no_atoms = System {
            cell: Cell::orthogonal([1.0; 3], [false; 3])?,
            positions: vec![],
            types: vec![],
            elements: elements.to_vec(),
        };
        // Finds what is wrong with the potential, the elements or the options.
        Snap::new(space, potential, &no_atoms, options.clone())?;
        Ok(Self {
            space: space.clone(),
            potential: potential.clone(),
            elements: no_atoms.elements,
            options,
            natoms: 0,
            snap: None,
            model: None,
            rows: None,
            neighbors: 0,
            chosen_for: 0,
            group: 1,
        })
    }

    /// Takes other atoms, the first `central` of which are central, and finds their neighbours: all within the cutoff and the
    /// skin. They hold until an atom has moved by half the skin; new ones are due by then, which the caller knows.
    ///
    /// # Errors
    /// [`Error::Lengths`], [`Error::Type`], [`Error::Position`], [`Error::Central`]; [`Error::Neighbor`], [`Error::Portax`].
    pub fn set_atoms(
        &mut self,
        positions: &[[f64; 3]],
        types: &[usize],
        central: usize,
    ) -> Result<(), Error> {
        let natoms = positions.len();
        if central > natoms {
            return Err(Error::Central { central, natoms });
        }
        let central: Vec<i32> = (0..central as i32).collect();
        if let Some((snap, _)) = self.place(positions, types, &central)? {
            snap.list.build(&snap.atoms.x)?;
        }
        Ok(())
    }

    /// The same with neighbours that the caller has found: those of the n-th of the `central` atoms are `list_of(n)`, of which
    /// those beyond the cutoff and the skin are left out. Each central atom is named once, in any order.
    ///
    /// # Errors
    /// As for [`set_atoms`](Self::set_atoms); [`Error::Neighbor`] for an atom that does not exist or is named twice.
    pub fn set_lists<I: IntoIterator<Item = i32>>(
        &mut self,
        positions: &[[f64; 3]],
        types: &[usize],
        central: &[i32],
        list_of: impl Fn(usize) -> I,
    ) -> Result<(), Error> {
        if let Some((snap, atom_of_slot)) = self.place(positions, types, central)? {
            let mut number = vec![0; positions.len()];
            for (n, &atom) in central.iter().enumerate() {
                number[atom as usize] = n;
            }
            let mut lists = Lists::default();
            for atom in atom_of_slot {
                match usize::try_from(atom) {
                    Ok(atom) => lists.push(list_of(number[atom])),
                    Err(_) => lists.push([]),
                }
            }
            snap.list.take(&snap.atoms.x, &lists)?;
        }
        Ok(())
    }

    /// Moves the atoms.
    ///
    /// # Errors
    /// [`Error::Lengths`] for another number of atoms, [`Error::Position`], [`Error::Portax`].
    pub fn set_positions(&self, positions: &[[f64; 3]]) -> Result<(), Error> {
        match &self.snap {
            Some(snap) => snap.set_positions(positions),
            None => self.require_length(positions.len()),
        }
    }

    fn require_length(&self, positions: usize) -> Result<(), Error> {
        match self.natoms {
            natoms if natoms == positions => Ok(()),
            types => Err(Error::Lengths { positions, types }),
        }
    }

    fn require_rows(&self, rows: &View<f64, 2>) -> Result<(), Error> {
        match rows.extent(0) {
            3 => self.require_length(rows.extent(1)),
            _ => self.require_length(0),
        }
    }

    /// Moves the atoms to where a view of the space has them, `[3, natoms]` with the first index fastest: a row an atom, as C has
    /// them. They are taken as they are.
    ///
    /// # Errors
    /// [`Error::Lengths`] for another number of atoms, [`Error::Portax`].
    pub fn set_positions_of(&self, rows: &View<f64, 2>) -> Result<(), Error> {
        self.require_rows(rows)?;
        match &self.snap {
            Some(snap) => Ok(rows::to_columns(&self.space, rows, snap.x())?),
            None => Ok(()),
        }
    }

    /// Computes everything for the present positions.
    ///
    /// # Errors
    /// [`Error::Overlap`] (on devices: when results are read), [`Error::Portax`].
    pub fn compute(&mut self) -> Result<(), Error> {
        let Some(snap) = &mut self.snap else {
            return Ok(());
        };
        snap.run(self.options.timing)?;
        match self.space.is_host() {
            true => snap.check(),
            false => Ok(()),
        }
    }

    /// Number of atoms, ghosts among them.
    #[must_use]
    pub fn natoms(&self) -> usize {
        self.natoms
    }

    /// The space.
    #[must_use]
    pub fn space(&self) -> &Space {
        &self.space
    }

    /// Energy of the central atoms, eV.
    ///
    /// # Errors
    /// [`Error::Overlap`], [`Error::Portax`].
    pub fn energy(&self) -> Result<f64, Error> {
        self.snap.as_ref().map_or(Ok(0.0), Snap::energy)
    }

    /// Energy of each atom, eV; ghosts have none.
    ///
    /// # Errors
    /// As for [`energy`](Self::energy).
    pub fn energies(&self) -> Result<Vec<f64>, Error> {
        let none = || Ok(vec![0.0; self.natoms]);
        self.snap.as_ref().map_or_else(none, Snap::energies)
    }

    /// What the energies of the central atoms exert on each atom, ghosts among them, eV/Å.
    ///
    /// # Errors
    /// As for [`energy`](Self::energy).
    pub fn forces(&self) -> Result<Vec<[f64; 3]>, Error> {
        let none = || Ok(vec![[0.0; 3]; self.natoms]);
        self.snap.as_ref().map_or_else(none, Snap::forces)
    }

    /// The same into memory of the caller, of as many atoms.
    ///
    /// # Errors
    /// As for [`energy`](Self::energy); [`Error::Lengths`].
    pub fn forces_into(&self, forces: &mut [[f64; 3]]) -> Result<(), Error> {
        match &self.snap {
            Some(snap) => snap.forces_into(forces),
            None => {
                self.require_length(forces.len())?;
                forces.fill([0.0; 3]);
                Ok(())
            }
        }
    }

    /// The same into a view of the space, `[3, natoms]` with the first index fastest, where they are when this returns.
    ///
    /// # Errors
    /// As for [`forces_into`](Self::forces_into).
    pub fn forces_to(&self, rows: &View<f64, 2>) -> Result<(), Error> {
        self.require_rows(rows)?;
        match &self.snap {
            Some(snap) => {
                snap.check()?;
                rows::to_rows(&self.space, snap.f(), rows)?;
            }
            None => rows.fill(0.0)?,
        }
        Ok(self.space.fence()?)
    }

    /// Virial of the central atoms' energies, xx yy zz xy xz yz, eV: see [`Snap::virial`].
    ///
    /// # Errors
    /// As for [`energy`](Self::energy).
    pub fn virial(&self) -> Result<[f64; 6], Error> {
        self.snap.as_ref().map_or(Ok([0.0; 6]), Snap::virial)
    }

    /// The share of each atom in it, ghosts among them: half of what each of its pairs adds.
    ///
    /// # Errors
    /// As for [`energy`](Self::energy).
    pub fn virials(&mut self) -> Result<Vec<[f64; 6]>, Error> {
        let none = || Ok(vec![[0.0; 6]; self.natoms]);
        self.snap.as_mut().map_or_else(none, Snap::virials)
    }

    /// Puts atoms into tiles, as yet without lists; gives the atom of each slot, nothing where no atom is central.
    fn place(
        &mut self,
        positions: &[[f64; 3]],
        types: &[usize],
        central: &[i32],
    ) -> Result<Option<(&mut Snap, Vec<i32>)>, Error> {
        let system = System {
            cell: around(positions)?,
            positions: positions.to_vec(),
            types: types.to_vec(),
            elements: self.elements.clone(),
        };
        let nelements = self.potential.elements().len();
        system.validate(nelements)?;
        self.keep_model();
        self.natoms = positions.len();
        if central.is_empty() {
            return Ok(None);
        }
        let element = system.element_of_atom();
        let with_element = |&atom: &i32| {
            let index = usize::try_from(atom).ok();
            (atom, index.and_then(|i| *element.get(i)?))
        };
        let model = self.model_for(central.len())?;
        let width = self.space.natural_width();
        let central: Vec<_> = central.iter().map(with_element).collect();
        let mut tiles = Tiles::of(&central, nelements, width, self.group);
        let empty = tiles.add_empty(width);
        let slots = Slots::new(&self.space, self.natoms, &tiles.atom_of_slot)?;
        let mut slot_of_sums = slots.slot_of_atom.to_vec()?;
        let others = slot_of_sums.iter_mut().filter(|slot| **slot < 0);
        others.for_each(|slot| *slot = empty);
        let atoms = InTiles {
            kinds: nelements + usize::from(self.elements.contains(&None)),
            element,
            types: system.types,
            elements: system.elements,
            tile_element: tiles.element,
            slot_of_sums: super::list(&self.space, "slot_of_sums", &slot_of_sums)?,
        };
        let mut list = NeighborList::of_systems(
            &self.space,
            &system.cell,
            Systems::new(&self.space, &[self.natoms])?,
            slots,
            self.potential.cutoff(),
            self.options.skin,
        )?;
        list.reserve(self.neighbors)?;
        let mut snap = Snap::in_tiles(&self.potential, self.options.clone(), model, atoms, list)?;
        let rows = self.rows.take().filter(|rows| rows.fit(self.natoms));
        snap.rows = rows.map_or_else(OnceLock::new, OnceLock::from);
        snap.set_positions(positions)?;
        Ok(Some((self.snap.insert(snap), tiles.atom_of_slot)))
    }

    /// Lets go of the atoms but neither of the stages, whose tables take time to make, nor of page-locked memory.
    fn keep_model(&mut self) {
        if let Some(snap) = self.snap.take() {
            self.neighbors = snap.list.max_neighbors();
            self.model = Some(snap.model);
            self.rows = snap.rows.into_inner().or(self.rows.take());
        }
    }

    /// The stages: those from before, unless they were chosen for another size.
    fn model_for(&mut self, central: usize) -> Result<Box<dyn AnyModel>, Error> {
        let is_alike = 2 * central >= self.chosen_for && central <= 2 * self.chosen_for;
        match self.model.take() {
            Some(model) if is_alike => Ok(model),
            _ => {
                let model = new_model(&self.space, &self.potential, central, &self.options)?;
                self.chosen_for = central;
                self.group = model.chosen().mapping.group();
                Ok(model)
            }
        }
    }
}

/// A box around the atoms.
fn around(positions: &[[f64; 3]]) -> Result<Cell, Error> {
    check_positions(positions)?;
    let first = positions.first().copied().unwrap_or_default();
    let (lowest, highest) = positions.iter().fold((first, first), |(low, high), x| {
        let bound = |pick: fn(f64, f64) -> f64, of: [f64; 3]| [0, 1, 2].map(|d| pick(of[d], x[d]));
        (bound(f64::min, low), bound(f64::max, high))
    });
    let (lowest, highest) = (lowest.map(|x| x - MARGIN), highest.map(|x| x + MARGIN));
    let edges = [0, 1, 2].map(|d| highest[d] - lowest[d]);
    let cell = Cell::orthogonal(edges, [false; 3])?;
    Ok(cell.with_origin(lowest))
}
