//! What the atoms are.

use std::collections::HashMap;

/// Largest number of types of LAMMPS that is taken, far beyond what any potential has.
pub const MAX_KINDS: u32 = 100_000;

/// One kind of atom. Files name it by a symbol, by LAMMPS' type number, or by both.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Kind {
    /// Symbol of the element, or LAMMPS' type label.
    pub name: Option<String>,
    /// LAMMPS' type number, from 1.
    pub number: Option<u32>,
    /// Mass, g/mol.
    pub mass: Option<f64>,
}

impl Kind {
    /// A kind with a name and no number.
    #[must_use]
    pub fn named(name: &str) -> Self {
        Self {
            name: Some(name.to_string()),
            ..Self::default()
        }
    }

    /// Its name, else its number, for messages and tables.
    #[must_use]
    pub fn label(&self) -> String {
        match (&self.name, self.number) {
            (Some(name), _) => name.clone(),
            (None, Some(number)) => number.to_string(),
            (None, None) => "?".to_string(),
        }
    }
}

/// The kinds of a frame, and which one each atom has.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Species {
    /// The kinds; some may have no atom.
    pub kinds: Vec<Kind>,
    /// Index into [`kinds`](Self::kinds) of each atom.
    pub of_atom: Vec<u32>,
}

impl Species {
    /// The kind of an atom.
    ///
    /// # Panics
    /// For an atom that does not exist, or whose index is beyond the kinds.
    #[must_use]
    pub fn of(&self, atom: usize) -> &Kind {
        &self.kinds[self.of_atom[atom] as usize]
    }

    /// Whether each kind has an atom.
    #[must_use]
    pub fn has_atoms(&self) -> Vec<bool> {
        let mut has_atoms = vec![false; self.kinds.len()];
        for &kind in &self.of_atom {
            has_atoms[kind as usize] = true;
        }
        has_atoms
    }

    /// The type number of each kind in a file of LAMMPS: its own where all kinds have different ones, else its place from 1.
    #[must_use]
    pub fn type_numbers(&self) -> Vec<u32> {
        let own: Option<Vec<u32>> = self.kinds.iter().map(|kind| kind.number).collect();
        let own = own.filter(|numbers| {
            let mut sorted = numbers.clone();
            sorted.sort_unstable();
            sorted.dedup();
            let in_range = sorted.iter().all(|n| (1..=MAX_KINDS).contains(n));
            sorted.len() == numbers.len() && in_range
        });
        own.unwrap_or_else(|| (1..=self.kinds.len() as u32).collect())
    }
}

/// What tells kinds apart.
type Key = (Option<String>, Option<u32>, Option<u64>);

/// Gathers the kinds of atoms as they are read.
#[derive(Default)]
pub(crate) struct Gather {
    species: Species,
    known: HashMap<Key, u32>,
}

impl Gather {
    /// Adds an atom of the kind that has these properties.
    pub fn push(&mut self, name: Option<&str>, number: Option<u32>, mass: Option<f64>) {
        let kind = self.kind(name, number, mass);
        self.species.of_atom.push(kind);
    }

    fn kind(&mut self, name: Option<&str>, number: Option<u32>, mass: Option<f64>) -> u32 {
        // Files list most atoms by kind.
        if let Some(&last) = self.species.of_atom.last() {
            let kind = &self.species.kinds[last as usize];
            let same_mass = kind.mass.map(f64::to_bits) == mass.map(f64::to_bits);
            if kind.name.as_deref() == name && kind.number == number && same_mass {
                return last;
            }
        }
        let key = (name.map(str::to_string), number, mass.map(f64::to_bits));
        let next = self.species.kinds.len() as u32;
        *self.known.entry(key).or_insert_with(|| {
            let name = name.map(str::to_string);
            self.species.kinds.push(Kind { name, number, mass });
            next
        })
    }

    /// The kinds in the order of their first atoms.
    pub fn finish(self) -> Species {
        self.species
    }

    /// The kinds by number, those without one last.
    pub fn by_number(self) -> Species {
        let mut species = self.species;
        let mut order: Vec<usize> = (0..species.kinds.len()).collect();
        order.sort_by_key(|&k| species.kinds[k].number.unwrap_or(u32::MAX));
        let mut place = vec![0; order.len()];
        for (new, &old) in order.iter().enumerate() {
            place[old] = new as u32;
        }
        species.kinds = order.iter().map(|&k| species.kinds[k].clone()).collect();
        for kind in &mut species.of_atom {
            *kind = place[*kind as usize];
        }
        species
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_told_apart_by_all_that_is_known() {
        let mut gather = Gather::default();
        gather.push(Some("P"), Some(2), None);
        gather.push(Some("In"), Some(1), None);
        gather.push(Some("P"), Some(2), None);
        gather.push(Some("P"), Some(3), None);
        let species = gather.by_number();
        assert_eq!(species.of_atom, [1, 0, 1, 2]);
        assert_eq!(species.has_atoms(), [true; 3]);
        assert_eq!(species.of(1).label(), "In");
        assert_eq!(species.type_numbers(), [1, 2, 3]);
    }

    #[test]
    fn numbers_that_clash_give_way_to_places() {
        let kinds = vec![Kind::named("In"), Kind::named("P")];
        let mut species = Species {
            kinds,
            of_atom: vec![1],
        };
        assert_eq!(species.has_atoms(), [false, true]);
        assert_eq!(species.type_numbers(), [1, 2]);
        (species.kinds[0].number, species.kinds[1].number) = (Some(7), Some(3));
        assert_eq!(species.type_numbers(), [7, 3]);
        species.kinds[1].number = Some(7);
        assert_eq!(species.type_numbers(), [1, 2]);
    }
}
