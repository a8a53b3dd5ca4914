//! The columns that `ITEM: ATOMS` names.

use crate::error::{Error, shown};
use crate::lines::Line;

/// What a column holds; the numbers 0, 1, 2 are x, y, z.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field {
    Id,
    Type,
    Name,
    Mass,
    Charge,
    Position(usize),
    Velocity(usize),
    Image(usize),
    /// A column of numbers: its place among the further ones, and its place in that one's row.
    Other(usize, usize),
    /// What another column says already.
    Ignored,
}

/// The columns of a frame.
pub(super) struct Columns {
    /// All of them, in the order of the file.
    pub fields: Vec<Field>,
    /// Are positions in fractions of the cell?
    pub is_scaled: bool,
    /// Names and widths of the further columns.
    pub others: Vec<(String, usize)>,
}

/// Ways to give positions, the preferred first, and whether they are fractions.
const POSITIONS: [([&str; 3], bool); 4] = [
    (["x", "y", "z"], false),
    (["xu", "yu", "zu"], false),
    (["xs", "ys", "zs"], true),
    (["xsu", "ysu", "zsu"], true),
];

/// What may name a kind, the preferred first.
const NAMES: [&str; 2] = ["element", "typelabel"];

impl Columns {
    /// Reads the words after `ITEM: ATOMS`.
    pub fn parse(line: Line<'_>, words: &[&str]) -> Result<Self, Error> {
        let has_all = |names: &[&str; 3]| names.iter().all(|name| words.contains(name));
        let Some((axes, is_scaled)) = POSITIONS.iter().find(|(names, _)| has_all(names)) else {
            return Err(line.fault(
                "the columns have no positions",
                "dump x y z, or xu yu zu, xs ys zs, xsu ysu zsu",
            ));
        };
        let name = NAMES.iter().find(|name| words.contains(name));
        if name.is_none() && !words.contains(&"type") {
            return Err(line.fault(
                "the columns do not say what the atoms are",
                "dump type or element",
            ));
        }
        let mut columns = Self {
            fields: vec![],
            is_scaled: *is_scaled,
            others: vec![],
        };
        let mut seen = std::collections::HashSet::new();
        for word in words {
            if !seen.insert(*word) {
                let what = format!("the column `{}` comes twice", shown(word));
                return Err(line.fault(what, "dump each quantity once"));
            }
            let axis = |names: [&str; 3]| names.iter().position(|n| n == word);
            let field = match *word {
                "id" => Field::Id,
                "type" => Field::Type,
                "mass" => Field::Mass,
                "q" => Field::Charge,
                word if Some(&word) == name => Field::Name,
                word if NAMES.contains(&word) => Field::Ignored,
                _ => match (
                    axis(*axes),
                    axis(["vx", "vy", "vz"]),
                    axis(["ix", "iy", "iz"]),
                ) {
                    (Some(d), _, _) => Field::Position(d),
                    (_, Some(d), _) if has_all(&["vx", "vy", "vz"]) => Field::Velocity(d),
                    (_, _, Some(d)) if has_all(&["ix", "iy", "iz"]) => Field::Image(d),
                    _ => columns.other(word, has_all(&FORCES)),
                },
            };
            columns.fields.push(field);
        }
        Ok(columns)
    }

    /// A further column: forces and `name[1]`, `name[2]`, ... of a row are one.
    fn other(&mut self, word: &str, has_forces: bool) -> Field {
        let (name, place) = match FORCES
            .iter()
            .position(|f| *f == word)
            .filter(|_| has_forces)
        {
            Some(d) => ("forces", d),
            None => indexed(word).unwrap_or((word, 0)),
        };
        let last = self.others.len().checked_sub(1);
        if let Some(last) =
            last.filter(|&l| place > 0 && self.others[l] == (name.to_string(), place))
        {
            self.others[last].1 += 1;
            return Field::Other(last, place);
        }
        let name = if place == 0 { name } else { word };
        self.others.push((name.to_string(), 1));
        Field::Other(self.others.len() - 1, 0)
    }
}

/// LAMMPS' names of the components of a force.
pub(super) const FORCES: [&str; 3] = ["fx", "fy", "fz"];

/// The name in `name[3]` and its place in the row, from 0.
fn indexed(word: &str) -> Option<(&str, usize)> {
    let (name, rest) = word.strip_suffix(']')?.rsplit_once('[')?;
    let number: usize = rest.parse().ok()?;
    (number > 0 && !name.is_empty() && rest == number.to_string()).then(|| (name, number - 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lines::Lines;

    fn parsed(text: &str) -> Result<Columns, Error> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let mut lines = Lines::new("f", Box::new(&b"x"[..]));
        Columns::parse(lines.next().unwrap().unwrap(), &words)
    }

    #[test]
    fn rows_are_put_together() {
        let columns = parsed("id xs ys zs type c_s[1] c_s[2] fx fy fz c_t[2] vx proc").unwrap();
        assert!(columns.is_scaled);
        let others = [
            ("c_s", 2),
            ("forces", 3),
            ("c_t[2]", 1),
            ("vx", 1),
            ("proc", 1),
        ];
        assert_eq!(columns.others, others.map(|(n, w)| (n.to_string(), w)));
        assert_eq!(
            columns.fields[5..7],
            [Field::Other(0, 0), Field::Other(0, 1)]
        );
        assert_eq!(columns.fields[2], Field::Position(1));
    }

    #[test]
    fn what_is_missing_is_named() {
        for (text, words) in [
            ("id type x y", "no positions"),
            ("id x y z", "what the atoms are"),
            ("id id type x y z", "`id` comes twice"),
        ] {
            let error = parsed(text).err().unwrap().to_string();
            assert!(error.contains(words), "{error}");
        }
    }
}
