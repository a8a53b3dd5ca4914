//! The potential of structures in files, and which of its types their atoms have.

use portax_structures::{Kind, Species};
use snap_core::{PairStyle, SnapPotential};

use crate::args::{BuiltIn, ModelArgs};
use crate::error::Error;
use crate::potential;

/// A potential and its types.
pub struct Model {
    pub potential: SnapPotential,
    /// Element of every type; none for `NULL`.
    pub elements: Vec<Option<usize>>,
    numbers: Numbers,
}

/// What the type numbers of LAMMPS' files mean.
enum Numbers {
    /// The elements that `--elements` names; nothing where it names none
    Named(Vec<String>),
    /// The types of `--lammps-pair`
    Types,
}

impl Model {
    /// # Errors
    /// Those of the potential's files.
    pub fn of(args: &ModelArgs) -> Result<Self, Error> {
        if let Some(path) = &args.lammps_pair {
            let style = PairStyle::read(path)?;
            return Ok(Self {
                potential: style.potential,
                elements: style.elements,
                numbers: Numbers::Types,
            });
        }
        let potential = potential::of(args.potential.as_deref(), args.twojmax)?;
        Ok(Self::named(potential, args.elements.clone()))
    }

    /// A potential of this program.
    ///
    /// # Errors
    /// None: a test reads all of them.
    pub fn built_in(potential: BuiltIn) -> Result<Self, Error> {
        Ok(Self::named(potential::built_in(potential)?, vec![]))
    }

    /// A type for each element.
    fn named(potential: SnapPotential, given: Vec<String>) -> Self {
        Self {
            elements: (0..potential.elements().len()).map(Some).collect(),
            potential,
            numbers: Numbers::Named(given),
        }
    }

    /// What is added to SNAP: the same with coefficients of 0.
    ///
    /// # Errors
    /// None for a valid potential.
    pub fn without_snap(self) -> Result<Self, Error> {
        let mut elements = self.potential.elements().to_vec();
        elements.iter_mut().for_each(|e| e.coeff.fill(0.0));
        let mut potential = SnapPotential::new(self.potential.params().clone(), elements)?;
        if let Some(zbl) = self.potential.zbl() {
            potential = potential.with_zbl(zbl.clone());
        }
        Ok(Self { potential, ..self })
    }

    /// The type of every atom.
    ///
    /// # Errors
    /// [`Error::Usage`] and [`Error::Snap`] for kinds of atoms that the potential does not have.
    pub fn type_of_atom(&self, species: &Species) -> Result<Vec<usize>, Error> {
        let of_kind = self.type_of_kind(species)?;
        let kinds = species.of_atom.iter();
        Ok(kinds.map(|&kind| of_kind[kind as usize]).collect())
    }

    /// Kinds without atoms need no type.
    fn type_of_kind(&self, species: &Species) -> Result<Vec<usize>, Error> {
        let kinds = &species.kinds;
        let has_atoms = species.has_atoms();
        if let Numbers::Named(given) = &self.numbers {
            require_fit(kinds, &has_atoms, given)?;
        }
        let of_kind = |(kind, has_atoms): (&Kind, bool)| match has_atoms {
            true => self.type_of(kind),
            false => Ok(0),
        };
        kinds.iter().zip(has_atoms).map(of_kind).collect()
    }

    /// Name of the potential's element that a kind of atoms is, if it is one.
    pub fn element_of(&self, kind: &Kind) -> Option<&str> {
        let element = self.elements[self.type_of(kind).ok()?]?;
        Some(&self.potential.elements()[element].name)
    }

    fn type_of(&self, kind: &Kind) -> Result<usize, Error> {
        let name = match (&self.numbers, kind.number) {
            (Numbers::Types, Some(number)) => return self.numbered(number),
            (Numbers::Named(given), Some(number)) => given.get(number as usize - 1),
            _ => None,
        };
        let Some(name) = name.or(kind.name.as_ref()) else {
            return Err(Error::Usage(format!(
                "the file has type numbers only: say the elements of types 1, 2, ... by --elements; the potential has {}",
                self.names()
            )));
        };
        let element = self.potential.element_index(name)?;
        let found = self.elements.iter().position(|&e| e == Some(element));
        Ok(found.unwrap_or(element))
    }

    /// A type of `--lammps-pair`, which counts them from 1.
    fn numbered(&self, number: u32) -> Result<usize, Error> {
        let (number, count) = (number as usize, self.elements.len());
        match number <= count {
            true => Ok(number - 1),
            false => Err(Error::Usage(format!(
                "an atom has type {number}, and --lammps-pair has {count} types; map all of them in its line `pair_coeff * * ...`"
            ))),
        }
    }

    fn names(&self) -> String {
        let elements = self.potential.elements().iter();
        let names = elements.map(|e| portax::error::printable(&e.name));
        names.collect::<Vec<_>>().join(", ")
    }
}

/// Refuses a number of `--elements` that does not fit the types. Kinds that no atom has count where they are listed.
fn require_fit(kinds: &[Kind], has_atoms: &[bool], given: &[String]) -> Result<(), Error> {
    let numbers = kinds.iter().filter_map(|kind| kind.number);
    let Some(most) = numbers.max().filter(|_| !given.is_empty()) else {
        return Ok(());
    };
    let most = most as usize;
    // Data files list all types; other files only those of atoms, and there may be more.
    let lists_all = most == kinds.len() && has_atoms.contains(&false);
    if given.len() < most || lists_all && given.len() != most {
        return Err(Error::Usage(format!(
            "--elements names {} of {most} types; name one for each type",
            given.len()
        )));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn species(kinds: Vec<Kind>, of_atom: Vec<u32>) -> Species {
        Species { kinds, of_atom }
    }

    fn numbered(number: u32) -> Kind {
        Kind {
            number: Some(number),
            ..Kind::default()
        }
    }

    #[test]
    fn elements_follow_from_names_or_numbers() {
        let potential = crate::potential::built_in(crate::args::BuiltIn::W2J8).unwrap();
        let of = |species: &Species, given: &[&str]| {
            let given: Vec<String> = given.iter().map(|name| (*name).to_string()).collect();
            let model = Model::named(potential.clone(), given);
            model
                .type_of_kind(species)
                .map_err(|error| error.to_string())
        };
        let named = species(vec![Kind::named("W"), Kind::named("He")], vec![0]);
        assert_eq!(of(&named, &[]), Ok(vec![0, 0]));
        let helium = species(vec![Kind::named("W"), Kind::named("He")], vec![0, 1]);
        assert!(
            of(&helium, &[])
                .unwrap_err()
                .contains("no element `He`; it has W")
        );
        let two = species(vec![numbered(1), numbered(2)], vec![1]);
        assert!(of(&two, &[]).unwrap_err().contains("--elements"));
        assert_eq!(of(&two, &["Be", "W"]), Ok(vec![0, 0]));
        assert!(of(&two, &["W"]).unwrap_err().contains("names 1 of 2 types"));
        assert!(
            of(&two, &["W", "W", "W"])
                .unwrap_err()
                .contains("names 3 of 2 types")
        );
    }

    #[test]
    fn types_follow_from_the_lines_of_lammps() {
        let potential = crate::potential::built_in(crate::args::BuiltIn::W2J8).unwrap();
        let model = Model {
            potential,
            elements: vec![None, Some(0)],
            numbers: Numbers::Types,
        };
        let of = |kinds: Vec<Kind>| {
            let of_atom = (0..kinds.len() as u32).collect();
            let types = model.type_of_atom(&species(kinds, of_atom));
            types.map_err(|error| error.to_string())
        };
        assert_eq!(of(vec![numbered(2), numbered(1)]), Ok(vec![1, 0]));
        assert_eq!(of(vec![Kind::named("W")]), Ok(vec![1]));
        let text = of(vec![numbered(3)]).unwrap_err();
        assert!(
            text.contains("has type 3, and --lammps-pair has 2 types"),
            "{text}"
        );
    }
}
