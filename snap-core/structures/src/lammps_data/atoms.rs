//! The section of atoms: styles and lines.

use crate::error::{Error, shown};
use crate::frame::{Column, Frame, Values};
use crate::lines::Line;

/// What a column of the section holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Field {
    Id,
    Molecule,
    Type,
    Charge,
    Position,
}

/// Atom styles by their names in LAMMPS.
const STYLES: [(&str, &[Field]); 6] = {
    use Field::{Charge, Id, Molecule, Position, Type};
    [
        ("atomic", &[Id, Type, Position]),
        ("charge", &[Id, Type, Charge, Position]),
        ("molecular", &[Id, Molecule, Type, Position]),
        ("bond", &[Id, Molecule, Type, Position]),
        ("angle", &[Id, Molecule, Type, Position]),
        ("full", &[Id, Molecule, Type, Charge, Position]),
    ]
};

/// The columns of a section.
pub(super) struct Style {
    fields: &'static [Field],
    has_images: bool,
}

impl Style {
    /// The style that the heading names (`Atoms # charge`), else the one that the number of words of the first line
    /// tells. A file with bonds has a style with molecules, which that number does not tell.
    pub fn new(hint: &str, first: Line<'_>, has_bonds: bool) -> Result<Self, Error> {
        let count = first.words_vec().len();
        let named = match hint {
            "" if has_bonds => {
                return Err(first.fault(
                    "a file with bonds does not tell its atom style by the number of columns",
                    "name it in the heading, as in `Atoms # full`",
                ));
            }
            "" => match count {
                5 | 8 => "atomic",
                6 | 9 => "charge",
                _ => {
                    return Err(first.fault(
                        format!("{count} columns fit neither atom style atomic (5) nor charge (6), each with 3 image flags or without"),
                        "name the style in the heading, as in `Atoms # atomic`",
                    ));
                }
            },
            name => name,
        };
        let found = STYLES.iter().find(|(name, _)| *name == named);
        let Some((_, fields)) = found else {
            return Err(first.fault(
                format!(
                    "the heading names the atom style `{}`, which is not read",
                    shown(named)
                ),
                "write the file with atom style atomic or charge",
            ));
        };
        // A position is three columns.
        let columns = fields.len() + 2;
        if count != columns && count != columns + 3 {
            return Err(first.fault(
                format!("{count} columns do not fit atom style {named}, which has {columns}, or {} with image flags", columns + 3),
                "name another style in the heading, as in `Atoms # charge`",
            ));
        }
        Ok(Self {
            fields,
            has_images: count > columns,
        })
    }

    /// Makes room for the columns.
    pub fn prepare(&self, frame: &mut Frame) {
        frame.ids = Some(vec![]);
        if self.fields.contains(&Field::Charge) {
            frame.charges = Some(vec![]);
        }
        if self.has_images {
            frame.images = Some(vec![]);
        }
        if self.fields.contains(&Field::Molecule) {
            frame.columns.push(Column {
                name: "molecule".to_string(),
                width: 1,
                values: Values::Ints(vec![]),
            });
        }
    }

    /// Adds an atom; `type_of` finds the type that a word names.
    pub fn read(
        &self,
        line: Line<'_>,
        frame: &mut Frame,
        type_of: impl Fn(&str) -> Result<u32, Error>,
    ) -> Result<(), Error> {
        let mut words = line.words();
        for field in self.fields {
            match field {
                Field::Id => {
                    let id: i64 = words.integer("the id of an atom")?;
                    if id <= 0 {
                        return Err(line.value(&id.to_string(), "the id of an atom", "positive"));
                    }
                    frame.ids.get_or_insert_default().push(id);
                }
                Field::Molecule => {
                    let molecule = words.integer("the molecule of an atom")?;
                    if let Some(Values::Ints(values)) =
                        frame.columns.last_mut().map(|c| &mut c.values)
                    {
                        values.push(molecule);
                    }
                }
                Field::Type => {
                    let kind = type_of(words.word("the type of an atom")?)?;
                    frame.species.of_atom.push(kind - 1);
                }
                Field::Charge => {
                    let charge = words.real("the charge of an atom")?;
                    frame.charges.get_or_insert_default().push(charge);
                }
                Field::Position => frame
                    .positions
                    .push(words.reals3("the position of an atom")?),
            }
        }
        if self.has_images {
            let what = "an image flag";
            let image = [
                words.integer(what)?,
                words.integer(what)?,
                words.integer(what)?,
            ];
            frame.images.get_or_insert_default().push(image);
        }
        words.end("the columns of the first atom")
    }
}
