//! A part of a system: the atoms of one process of many, and copies of those around them.

use std::sync::OnceLock;

use portax::{Space, View};

use super::in_tiles::{InTiles, Placed, new_model};
use super::model::AnyModel;
use super::rows::{self, Rows};
use super::tiles::Tiles;
use super::{Snap, SnapOptions};
use crate::error::Error;
use crate::neighbor::{Cell, Lists, NeighborList, Slots, Systems};
use crate::system::{check_positions, elements_of_atoms};
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
    /// The atoms before, while there is none.
    spare: Option<Snap>,
    /// What there is room for in either.
    room: Room,
    /// The stages, on the way from atoms to others in memory of their own.
    model: Option<Box<dyn AnyModel>>,
    /// Their way to the device, likewise.
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
            spare: None,
            room: Room::default(),
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
        if let Some(snap) = self.place(positions, types, &central)? {
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
        if let Some(snap) = self.place(positions, types, central)? {
            let mut number = vec![0; positions.len()];
            for (n, &atom) in central.iter().enumerate() {
                number[atom as usize] = n;
            }
            let mut lists = Lists::default();
            for atom in snap.list.slots().atom_of_slot.to_vec()? {
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
        snap.run(None)?;
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

    /// Adds the forces to what is in memory of the caller, as engines sum forces over potentials.
    ///
    /// # Errors
    /// As for [`forces_into`](Self::forces_into).
    pub fn add_forces_to(&self, forces: &mut [[f64; 3]]) -> Result<(), Error> {
        match &self.snap {
            Some(snap) => snap.add_forces_to(forces),
            None => self.require_length(forces.len()),
        }
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

    /// Puts atoms into tiles, as yet without lists; gives nothing where no atom is central.
    fn place(
        &mut self,
        positions: &[[f64; 3]],
        types: &[usize],
        central: &[i32],
    ) -> Result<Option<&mut Snap>, Error> {
        let cell = around(positions)?;
        let nelements = self.potential.elements().len();
        let element = elements_of_atoms(positions.len(), types, &self.elements, nelements)?;
        let before = self.snap.take().or_else(|| self.spare.take());
        self.natoms = positions.len();
        if central.is_empty() {
            self.spare = before;
            return Ok(None);
        }
        let before = self.choose_stages(central.len(), before)?;
        let width = self.space.natural_width();
        let mut tiles = Tiles::of(central, &element, nelements, width, self.group);
        let before = self.make_room(Room::of(&tiles, self.natoms, width), before);
        tiles.fill_up(self.room.tiles, self.room.slots(width), width);
        let atoms = self.fill_room(types, element, tiles);
        let snap = match before {
            Some(mut snap) => {
                snap.set_atoms(&cell, atoms)?;
                snap
            }
            None => self.prepared(&cell, atoms)?,
        };
        snap.set_positions(positions)?;
        Ok(Some(self.snap.insert(snap)))
    }

    /// Chooses the stages for about so many central atoms. Those that the atoms before have stay with them, unless they were
    /// chosen for another size.
    fn choose_stages(
        &mut self,
        central: usize,
        before: Option<Snap>,
    ) -> Result<Option<Snap>, Error> {
        let is_alike = 2 * central >= self.chosen_for && central <= 2 * self.chosen_for;
        if is_alike {
            return Ok(before);
        }
        if let Some(snap) = before {
            self.keep(snap);
        }
        let model = new_model(&self.space, &self.potential, central, &self.options)?;
        self.chosen_for = central;
        self.group = model.chosen().mapping.group();
        self.model = Some(model);
        Ok(None)
    }

    /// Gives the atoms before if their memory serves for what is needed now, or decides on more.
    fn make_room(&mut self, needed: Room, before: Option<Snap>) -> Option<Snap> {
        match before {
            Some(snap) if self.room.serves(&needed, self.group) => Some(snap),
            Some(snap) => {
                self.keep(snap);
                self.room = needed.with_slack(self.group);
                None
            }
            None => {
                self.room = needed;
                None
            }
        }
    }

    /// Atoms with those that are not there.
    fn fill_room(&self, types: &[usize], mut element: Vec<i32>, tiles: Tiles) -> Placed {
        let mut types = types.to_vec();
        types.resize(self.room.atoms, 0);
        element.resize(self.room.atoms, 0);
        let width = self.space.natural_width();
        Placed {
            present: self.natoms,
            types,
            element,
            slot_of_sums: slots_of_sums(&tiles, self.room.atoms, width),
            tiles,
        }
    }

    /// Atoms in memory of their own.
    fn prepared(&mut self, cell: &Cell, placed: Placed) -> Result<Snap, Error> {
        let model = match self.model.take() {
            Some(model) => model,
            None => new_model(&self.space, &self.potential, self.chosen_for, &self.options)?,
        };
        let (space, natoms) = (&self.space, placed.types.len());
        let slots = &placed.tiles.atom_of_slot;
        let slots = Slots::with_room(space, natoms, placed.present, slots)?;
        let systems = Systems::new(space, &[natoms])?;
        let (cutoff, skin) = (self.potential.cutoff(), self.options.skin);
        let mut list = NeighborList::of_systems(space, cell, systems, slots, cutoff, skin)?;
        list.reserve(self.neighbors)?;
        let nelements = self.potential.elements().len();
        let atoms = InTiles {
            kinds: nelements + usize::from(self.elements.contains(&None)),
            element: placed.element,
            types: placed.types,
            elements: self.elements.clone(),
            tile_element: placed.tiles.element,
            slot_of_sums: super::list(space, "slot_of_sums", &placed.slot_of_sums)?,
        };
        let mut snap = Snap::in_tiles(&self.potential, self.options.clone(), model, atoms, list)?;
        let rows = self.rows.take().filter(|rows| rows.fit(natoms));
        snap.rows = rows.map_or_else(OnceLock::new, OnceLock::from);
        Ok(snap)
    }

    /// Lets go of atoms but neither of the stages, whose tables take time to make, nor of page-locked memory.
    fn keep(&mut self, snap: Snap) {
        self.neighbors = snap.list.max_neighbors();
        self.model = Some(snap.model);
        self.rows = snap.rows.into_inner().or(self.rows.take());
    }
}

/// How many there is room for.
#[derive(Clone, Copy, Debug, Default)]
struct Room {
    /// Atoms, ghosts among them.
    atoms: usize,
    /// Tiles of central atoms with an element.
    tiles: usize,
    /// Slots of those without.
    rest: usize,
}

impl Room {
    /// What atoms in tiles need.
    fn of(tiles: &Tiles, atoms: usize, width: usize) -> Self {
        let tiles_of_elements = tiles.element.len();
        Self {
            atoms,
            tiles: tiles_of_elements,
            rest: tiles.atom_of_slot.len() - tiles_of_elements * width,
        }
    }

    /// The same and some more, since numbers change a little whenever atoms are exchanged. Tiles without atoms cost time.
    fn with_slack(self, group: usize) -> Self {
        Self {
            atoms: self.atoms + self.atoms / 16,
            tiles: self.tiles + (self.tiles / 64 + 1).next_multiple_of(group),
            rest: 2 * self.rest,
        }
    }

    /// Is there room for what is needed, and not for much more?
    fn serves(&self, needed: &Self, group: usize) -> bool {
        let within = |room, needed, spare| needed <= room && room <= needed + spare;
        within(self.atoms, needed.atoms, needed.atoms)
            && within(self.tiles, needed.tiles, needed.tiles / 16 + 2 * group)
            && within(self.rest, needed.rest, 3 * needed.rest)
    }

    /// All slots: those, and a tile that stays empty.
    fn slots(&self, width: usize) -> usize {
        self.tiles * width + self.rest + width
    }
}

/// Slot of the sums of each atom that there is room for: its own, or one of the last tile, which is empty.
fn slots_of_sums(tiles: &Tiles, atoms: usize, width: usize) -> Vec<i32> {
    let slots = &tiles.atom_of_slot;
    let mut slot_of_sums = vec![(slots.len() - width) as i32; atoms];
    for (slot, &atom) in slots.iter().enumerate() {
        let index = usize::try_from(atom).ok();
        if let Some(of_atom) = index.and_then(|atom| slot_of_sums.get_mut(atom)) {
            *of_atom = slot as i32;
        }
    }
    slot_of_sums
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
