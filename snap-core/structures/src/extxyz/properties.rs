//! The columns that `Properties` names.

use crate::error::{Error, shown};
use crate::frame::{Column, Values};
use crate::lines::Line;

/// One column of the file.
pub(super) enum Property {
    /// Symbol of the element, or LAMMPS' type number.
    Species,
    /// Atomic number.
    AtomicNumber,
    /// LAMMPS' type number.
    Type,
    /// g/mol.
    Mass,
    /// Å.
    Position,
    /// Number of the atom.
    Id,
    /// e.
    Charge,
    /// Å/ps.
    Velocity,
    /// Image flags.
    Image,
    /// Anything else.
    Other(Column),
}

/// The columns of plain XYZ.
pub(super) fn plain() -> Vec<Property> {
    vec![Property::Species, Property::Position]
}

/// Reads `name:type:width:...`.
pub(super) fn parse(line: Line<'_>, text: &str) -> Result<Vec<Property>, Error> {
    let mut words = text.split(':');
    let mut properties = vec![];
    while let Some(name) = words.next() {
        let (Some(letter), Some(width)) = (words.next(), words.next()) else {
            return Err(line.fault(
                format!("Properties ends within the column `{}`", shown(name)),
                "give each column as name:type:width, as in pos:R:3",
            ));
        };
        let width: u32 = line.integer(width, "the width of a column in Properties")?;
        if width == 0 {
            return Err(line.fault(
                format!("the column `{}` has no width", shown(name)),
                "leave it out, or give it a width from 1",
            ));
        }
        properties.push(property(line, name, letter, width as usize)?);
    }
    // Atomic numbers count where no symbols are.
    let has_symbols = properties.iter().any(|p| matches!(p, Property::Species));
    for property in &mut properties {
        if has_symbols && matches!(property, Property::AtomicNumber) {
            *property = other("Z", 1, Values::Ints(vec![]));
        }
    }
    check(line, &properties)?;
    Ok(properties)
}

fn property(line: Line<'_>, name: &str, letter: &str, width: usize) -> Result<Property, Error> {
    Ok(match (name, letter, width) {
        ("species", "S", 1) => Property::Species,
        ("Z" | "numbers", "I", 1) => Property::AtomicNumber,
        ("type", "I", 1) => Property::Type,
        ("masses", "R", 1) => Property::Mass,
        ("pos", "R", 3) => Property::Position,
        ("id", "I", 1) => Property::Id,
        ("initial_charges", "R", 1) => Property::Charge,
        ("velocities", "R", 3) => Property::Velocity,
        ("images", "I", 3) => Property::Image,
        (_, "S", _) => other(name, width, Values::Texts(vec![])),
        (_, "I", _) => other(name, width, Values::Ints(vec![])),
        (_, "R", _) => other(name, width, Values::Reals(vec![])),
        (_, "L", _) => other(name, width, Values::Bools(vec![])),
        _ => {
            return Err(line.value(
                letter,
                &format!("the type of the column `{}`", shown(name)),
                "S, I, R or L",
            ));
        }
    })
}

fn other(name: &str, width: usize, values: Values) -> Property {
    let name = name.to_string();
    Property::Other(Column {
        name,
        width,
        values,
    })
}

/// Positions and species are there, and nothing is there twice.
fn check(line: Line<'_>, properties: &[Property]) -> Result<(), Error> {
    let mut names = std::collections::HashSet::new();
    for property in properties {
        if !names.insert(property.name()) {
            return Err(line.fault(
                format!("Properties has `{}` twice", shown(property.name())),
                "give each column a name of its own",
            ));
        }
    }
    if !properties.iter().any(|p| matches!(p, Property::Position)) {
        return Err(line.fault("Properties has no positions", "add pos:R:3"));
    }
    let names_kinds = |property: &Property| {
        use Property::{AtomicNumber, Species, Type};
        matches!(property, Species | AtomicNumber | Type)
    };
    if !properties.iter().any(names_kinds) {
        return Err(line.fault(
            "Properties does not say what the atoms are",
            "add species:S:1, or type:I:1 with LAMMPS' type numbers",
        ));
    }
    Ok(())
}

impl Property {
    fn name(&self) -> &str {
        match self {
            Self::Species => "species",
            Self::AtomicNumber => "Z",
            Self::Type => "type",
            Self::Mass => "masses",
            Self::Position => "pos",
            Self::Id => "id",
            Self::Charge => "initial_charges",
            Self::Velocity => "velocities",
            Self::Image => "images",
            Self::Other(column) => &column.name,
        }
    }
}
