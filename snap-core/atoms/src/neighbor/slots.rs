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
}

impl Slots {
    /// Slots with these atoms, -1 for none.
    ///
    /// # Errors
    /// [`Error::Slot`] if an atom does not exist or has two slots; [`Error::Portax`].
    pub fn new(space: &Space, natoms: usize, atom_of_slot: &[i32]) -> Result<Self, Error> {
        let mut slot_of_atom = vec![-1; natoms];
        for (slot, &atom) in atom_of_slot.iter().enumerate().filter(|(_, a)| **a != -1) {
            let refuse = |reason| Err(Error::Slot { slot, atom, reason });
            match usize::try_from(atom)
                .ok()
                .and_then(|a| slot_of_atom.get_mut(a))
            {
                Some(own) if *own == -1 => *own = slot as i32,
                Some(_) => return refuse("that atom has another slot"),
                None => return refuse("there is no such atom"),
            }
        }
        Ok(Slots {
            atom_of_slot: View::from_slice(
                space,
                "atom_of_slot",
                [atom_of_slot.len()],
                atom_of_slot,
            )?,
            slot_of_atom: View::from_slice(space, "slot_of_atom", [natoms], &slot_of_atom)?,
        })
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

    /// Atoms, with a slot or without.
    pub fn natoms(&self) -> usize {
        self.slot_of_atom.len()
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
