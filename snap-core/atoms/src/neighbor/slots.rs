//! Slots: the order in which central atoms stand in tiles.

use portax::{Space, View};

use super::error::Error;

/// Central atoms in the order of their tiles: lists belong to slots. Slots that only fill a tile have no atom.
#[derive(Clone, Debug)]
pub struct Slots {
    /// Atom of each slot, -1 for none.
    pub atom_of_slot: View<i32, 1>,
    /// Slot of each atom, -1 for atoms without a list.
    pub slot_of_atom: View<i32, 1>,
    present: usize,
}

impl Slots {
    /// Slots with these atoms, -1 for none.
    ///
    /// # Errors
    /// [`Error::Slot`] if an atom does not exist or has two slots; [`Error::Portax`].
    pub fn new(space: &Space, natoms: usize, atom_of_slot: &[i32]) -> Result<Self, Error> {
        Self::with_room(space, natoms, natoms, atom_of_slot)
    }

    /// The same with room for more atoms than the `present` ones, which are the first.
    ///
    /// # Errors
    /// As for [`Slots::new`].
    pub fn with_room(
        space: &Space,
        room: usize,
        present: usize,
        atom_of_slot: &[i32],
    ) -> Result<Self, Error> {
        let slot_of_atom = slots_of_atoms(room, present, atom_of_slot)?;
        let list = |label, atoms: &[i32]| View::from_slice(space, label, [atoms.len()], atoms);
        Ok(Slots {
            atom_of_slot: list("atom_of_slot", atom_of_slot)?,
            slot_of_atom: list("slot_of_atom", &slot_of_atom)?,
            present,
        })
    }

    /// Takes other atoms for the same slots, the first `present` of those that there is room for.
    pub(super) fn set(&mut self, present: usize, atom_of_slot: &[i32]) -> Result<(), Error> {
        let slot_of_atom = slots_of_atoms(self.natoms(), present, atom_of_slot)?;
        self.atom_of_slot.copy_from_slice(atom_of_slot)?;
        self.slot_of_atom.copy_from_slice(&slot_of_atom)?;
        self.present = present;
        Ok(())
    }

    /// Every atom at the slot of its own number, filled up to whole tiles of the space.
    ///
    /// # Errors
    /// [`Error::Portax`].
    pub fn in_order(space: &Space, natoms: usize) -> Result<Self, Error> {
        let slots = 0..natoms.next_multiple_of(space.natural_width());
        let atoms: Vec<i32> = slots
            .map(|s| if s < natoms { s as i32 } else { -1 })
            .collect();
        Slots::new(space, natoms, &atoms)
    }

    /// Atoms that there is room for, with a slot or without.
    pub fn natoms(&self) -> usize {
        self.slot_of_atom.len()
    }

    /// Those that are there: the first ones.
    pub fn present(&self) -> usize {
        self.present
    }

    /// Slots, those without an atom among them.
    pub fn len(&self) -> usize {
        self.atom_of_slot.len()
    }

    /// Whether there are no slots.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Slot of each atom that there is room for, -1 for none; of those that are not `present` none has one.
fn slots_of_atoms(room: usize, present: usize, atom_of_slot: &[i32]) -> Result<Vec<i32>, Error> {
    let mut slot_of_atom = vec![-1; present];
    for (slot, &atom) in atom_of_slot.iter().enumerate().filter(|(_, a)| **a != -1) {
        let refuse = |reason| Err(Error::Slot { slot, atom, reason });
        let index = usize::try_from(atom).ok();
        match index.and_then(|a| slot_of_atom.get_mut(a)) {
            Some(own) if *own == -1 => *own = slot as i32,
            Some(_) => return refuse("that atom has another slot"),
            None => return refuse("there is no such atom"),
        }
    }
    slot_of_atom.resize(room, -1);
    Ok(slot_of_atom)
}
