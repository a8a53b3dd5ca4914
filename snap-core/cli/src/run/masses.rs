//! Masses of the atoms.

use portax_structures::{Kind, Species, atomic_weight};

use super::settings::Masses;
use crate::error::Error;
use crate::model::Model;

/// Gives each kind its mass, but for those without atoms of which none is known.
///
/// # Errors
/// [`Error::Usage`] for atoms without a mass, and masses of what is not there.
pub fn give(species: &mut Species, model: &Model, given: Option<&Masses>) -> Result<(), Error> {
    let none = Masses::default();
    let given = given.unwrap_or(&none);
    for (name, mass) in &given.0 {
        require_mass(name, *mass)?;
        let fits = |kind: &Kind| names(kind, model).any(|known| known == *name);
        if !species.kinds.iter().any(fits) {
            return Err(Error::Usage(format!(
                "masses names `{}`, which no atom is; name elements or types of the structure",
                portax::error::printable(name)
            )));
        }
    }
    let has_atoms = species.has_atoms();
    for (kind, has_atoms) in species.kinds.iter_mut().zip(has_atoms) {
        match mass_of(kind, model, given) {
            Err(error) if has_atoms => return Err(error),
            mass => kind.mass = mass.ok(),
        }
    }
    Ok(())
}

/// That of the settings, else of the file, else of the element.
fn mass_of(kind: &Kind, model: &Model, given: &Masses) -> Result<f64, Error> {
    let named = names(kind, model).find_map(|name| given.0.get(&name).copied());
    let weight = || names(kind, model).find_map(|name| atomic_weight(&name));
    let label = kind.label();
    let Some(mass) = named.or(kind.mass).or_else(weight) else {
        return Err(Error::Usage(format!(
            "no mass of `{}` is known; give it by --masses {label}=MASS",
            portax::error::printable(&label),
        )));
    };
    require_mass(&label, mass)?;
    Ok(mass)
}

/// What a kind is called: its number, its name, and the element that it is for the potential.
fn names(kind: &Kind, model: &Model) -> impl Iterator<Item = String> {
    let number = kind.number.map(|number| number.to_string());
    let element = model.element_of(kind).map(str::to_string);
    number.into_iter().chain(kind.name.clone()).chain(element)
}

fn require_mass(name: &str, mass: f64) -> Result<(), Error> {
    match mass > 0.0 && mass.is_finite() {
        true => Ok(()),
        false => Err(Error::Usage(format!(
            "the mass of `{}` is {mass}; it must be positive and finite, g/mol",
            portax::error::printable(name)
        ))),
    }
}
