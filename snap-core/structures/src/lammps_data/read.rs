//! The reader of data files.

use std::collections::{HashMap, HashSet};

use super::TITLE;
use super::atoms::Style;
use super::header::Header;
use crate::error::{Error, shown};
use crate::frame::Frame;
use crate::lines::{Line, Lines};
use crate::species::Kind;

/// Sections that are passed over, with the count of the header that says how many lines they have.
const SKIPPED: [(&str, &str); 25] = [
    ("Pair Coeffs", "atom types"),
    ("Bond Coeffs", "bond types"),
    ("Angle Coeffs", "angle types"),
    ("Dihedral Coeffs", "dihedral types"),
    ("Improper Coeffs", "improper types"),
    ("BondBond Coeffs", "angle types"),
    ("BondAngle Coeffs", "angle types"),
    ("MiddleBondTorsion Coeffs", "dihedral types"),
    ("EndBondTorsion Coeffs", "dihedral types"),
    ("AngleTorsion Coeffs", "dihedral types"),
    ("AngleAngleTorsion Coeffs", "dihedral types"),
    ("BondBond13 Coeffs", "dihedral types"),
    ("AngleAngle Coeffs", "improper types"),
    ("Bond Type Labels", "bond types"),
    ("Angle Type Labels", "angle types"),
    ("Dihedral Type Labels", "dihedral types"),
    ("Improper Type Labels", "improper types"),
    ("Bonds", "bonds"),
    ("Angles", "angles"),
    ("Dihedrals", "dihedrals"),
    ("Impropers", "impropers"),
    ("Ellipsoids", "ellipsoids"),
    ("Lines", "lines"),
    ("Triangles", "triangles"),
    ("PairIJ Coeffs", PAIRS_OF_TYPES),
];

/// A count that follows from that of the types: each pair of them once.
const PAIRS_OF_TYPES: &str = "pairs of atom types";

/// Reads the file.
pub(crate) fn read(lines: &mut Lines) -> Result<Frame, Error> {
    let title = lines
        .expect("a data file of LAMMPS")?
        .text
        .trim()
        .to_string();
    let header = Header::read(lines)?;
    let mut file = Data {
        frame: Frame {
            cell: header.cell(lines.line())?,
            ..Frame::default()
        },
        labels: HashMap::new(),
        header,
    };
    if !title.is_empty() {
        file.frame.set_info(TITLE, title);
    }
    file.frame.species.kinds = (1..=file.header.types())
        .map(|number| Kind {
            number: Some(number),
            ..Kind::default()
        })
        .collect();
    let mut sections = HashSet::new();
    while let Some(heading) = lines.next_filled()? {
        let (name, hint) = split_heading(heading);
        if !sections.insert(name.clone()) {
            let what = format!("the section `{}` comes twice", shown(&name));
            return Err(heading.fault(what, "take one of them away"));
        }
        file.section(lines, &name, &hint)?;
    }
    if file.header.of("atoms") > 0 && !sections.contains("Atoms") {
        lines.expect("the section `Atoms`")?;
    }
    Ok(file.frame)
}

/// The name of a section and what follows its `#`.
fn split_heading(line: Line<'_>) -> (String, String) {
    let (name, hint) = line.text.split_once('#').unwrap_or((line.text, ""));
    let words: Vec<&str> = name.split_whitespace().collect();
    let hint = hint.split_whitespace().next().unwrap_or("");
    (words.join(" "), hint.to_string())
}

/// A file as it is read.
struct Data {
    header: Header,
    frame: Frame,
    /// Types by label.
    labels: HashMap<String, u32>,
}

impl Data {
    fn section(&mut self, lines: &mut Lines, name: &str, hint: &str) -> Result<(), Error> {
        match name {
            "Atom Type Labels" => self.labels(lines),
            "Masses" => self.masses(lines),
            "Atoms" => self.atoms(lines, hint),
            "Velocities" => self.velocities(lines),
            _ => self.skip(lines, name),
        }
    }

    /// The type that a number or a label names.
    fn type_of(&self, line: Line<'_>, word: &str) -> Result<u32, Error> {
        let types = self.header.types();
        let number = match word.parse::<u32>() {
            Ok(number) => Some(number),
            Err(_) => self.labels.get(word).copied(),
        };
        number.filter(|n| (1..=types).contains(n)).ok_or_else(|| {
            let expected = format!("a type from 1 to {types} or a label of one");
            line.value(word, "the type of an atom", expected)
        })
    }

    fn labels(&mut self, lines: &mut Lines) -> Result<(), Error> {
        blank(lines)?;
        for _ in 0..self.header.types() {
            let line = row(lines, "Atom Type Labels")?;
            let mut words = line.words();
            let number = self.type_of(line, words.word("a type")?)?;
            let label = words.word("the label of a type")?;
            words.end("the label")?;
            let kind = &mut self.frame.species.kinds[number as usize - 1];
            let is_new = kind.name.replace(label.to_string()).is_none();
            if self.labels.insert(label.to_string(), number).is_some() || !is_new {
                return Err(line.fault(
                    "this type or this label comes twice",
                    "give each type a label of its own",
                ));
            }
        }
        Ok(())
    }

    fn masses(&mut self, lines: &mut Lines) -> Result<(), Error> {
        blank(lines)?;
        for _ in 0..self.header.types() {
            let line = row(lines, "Masses")?;
            let mut words = line.words();
            let number = self.type_of(line, words.word("a type")?)?;
            let mass = words.real("the mass of a type")?;
            words.end("the mass")?;
            if mass <= 0.0 {
                return Err(line.value(&mass.to_string(), "the mass of a type", "positive"));
            }
            let kind = &mut self.frame.species.kinds[number as usize - 1];
            if kind.mass.replace(mass).is_some() {
                return Err(line.fault("this type has two masses", "give it one"));
            }
        }
        Ok(())
    }

    fn atoms(&mut self, lines: &mut Lines, hint: &str) -> Result<(), Error> {
        blank(lines)?;
        let natoms = self.header.of("atoms");
        let mut frame = std::mem::take(&mut self.frame);
        let (mut style, mut first) = (None, 0);
        for _ in 0..natoms {
            let line = row(lines, "Atoms")?;
            let style = match &style {
                Some(style) => style,
                None => {
                    first = line.number;
                    let has_bonds = self.header.of("bonds") > 0;
                    let new = style.insert(Style::new(hint, line, has_bonds)?);
                    new.prepare(&mut frame);
                    new
                }
            };
            style.read(line, &mut frame, |word| self.type_of(line, word))?;
        }
        let ids = frame.ids.clone();
        if let (Err(atom), Some(ids)) = (frame.sort_by_id(), ids) {
            let line = lines.line().at(first + atom);
            return Err(line.fault(
                format!("atom {} comes twice", ids[atom]),
                "give each atom an id of its own",
            ));
        }
        self.frame = frame;
        Ok(())
    }

    fn velocities(&mut self, lines: &mut Lines) -> Result<(), Error> {
        let heading = lines.line();
        let Some(ids) = &self.frame.ids else {
            if self.header.of("atoms") == 0 {
                return blank(lines);
            }
            return Err(heading.fault("velocities come before the atoms", "put Atoms first"));
        };
        blank(lines)?;
        let mut velocities = vec![None; ids.len()];
        for _ in 0..self.header.of("atoms") {
            let line = row(lines, "Velocities")?;
            let mut words = line.words();
            let id: i64 = words.integer("the id of an atom")?;
            let velocity = words.reals3("the velocity of an atom")?;
            words.end("the velocity")?;
            let Ok(atom) = ids.binary_search(&id) else {
                return Err(line.fault(format!("there is no atom {id}"), "give ids of `Atoms`"));
            };
            if velocities[atom].replace(velocity).is_some() {
                return Err(line.fault(format!("atom {id} has two velocities"), "give it one"));
            }
        }
        // As many lines as atoms, none twice: each atom has one.
        self.frame.velocities = Some(velocities.into_iter().flatten().collect());
        Ok(())
    }

    fn skip(&self, lines: &mut Lines, name: &str) -> Result<(), Error> {
        let known = SKIPPED.iter().find(|(section, _)| *section == name);
        let Some((_, what)) = known else {
            let what = format!("the section `{}` is not read", shown(name));
            return Err(lines
                .line()
                .fault(what, "take it away: energies do not need it"));
        };
        let types = u64::from(self.header.types());
        let count = match *what {
            PAIRS_OF_TYPES => types * (types + 1) / 2,
            what => self.header.of(what),
        };
        blank(lines)?;
        for _ in 0..count {
            row(lines, name)?;
        }
        Ok(())
    }
}

/// The blank line after a heading.
fn blank(lines: &mut Lines) -> Result<(), Error> {
    match lines.next()? {
        Some(line) if !line.is_blank() => Err(line.fault(
            "LAMMPS passes over the line after a heading, and this one is not blank",
            "put a blank line before it",
        )),
        _ => Ok(()),
    }
}

/// A line of a section, without its comment.
fn row<'a>(lines: &'a mut Lines, section: &str) -> Result<Line<'a>, Error> {
    if !lines.advance()? {
        return Err(lines.end(&format!("a line of `{section}`")));
    }
    let line = lines.line().without_comment();
    if line.is_blank() {
        let what = format!("a blank line within the section `{section}`");
        return Err(line.fault(
            what,
            "check the counts of the header, or take the line away",
        ));
    }
    if !line
        .text
        .trim_start()
        .starts_with(|c: char| c.is_ascii_digit() || c == '-')
        && section != "Masses"
    {
        let what = format!(
            "`{}` within the section `{section}`, whose lines begin with a number",
            shown(line.text.trim())
        );
        return Err(line.fault(what, "check the counts of the header"));
    }
    Ok(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<Frame, Error> {
        let text = std::io::Cursor::new(text.to_string());
        read(&mut Lines::new("f", Box::new(text)))
    }

    const HEAD: &str =
        "title\n\n2 atoms # two\n2 atom types\n0 4 xlo xhi\n-1 5 ylo yhi\n0.5 8 zlo zhi\n";

    #[test]
    fn atoms_are_sorted_by_id_and_velocities_find_them() {
        let text = format!(
            "{HEAD}1 -0.5 0.25 xy xz yz\n\nMasses\n\n2 2.5\n1 1.5 # In\n\nPair Coeffs # zero\n\n1\n2 3\n\nAtoms\n\n7 1 1 2 3\n3 2 4 5 6 # last\n\nVelocities\n\n7 1 1 1\n3 0 0 0\n"
        );
        let frame = parsed(&text).unwrap();
        assert_eq!(frame.ids, Some(vec![3, 7]));
        assert_eq!(frame.positions, [[4.0, 5.0, 6.0], [1.0, 2.0, 3.0]]);
        assert_eq!(frame.velocities, Some(vec![[0.0; 3], [1.0; 3]]));
        assert_eq!(
            (frame.species.of(0).number, frame.species.of(0).mass),
            (Some(2), Some(2.5))
        );
        let vectors = [[4.0, 0.0, 0.0], [1.0, 6.0, 0.0], [-0.5, 0.25, 7.5]];
        assert_eq!(
            (frame.cell.vectors, frame.cell.origin),
            (vectors, [0.0, -1.0, 0.5])
        );
        assert_eq!(frame.info(TITLE), Some("title"));
    }

    #[test]
    fn styles_follow_from_the_heading_or_the_columns() {
        let with = |heading: &str, a: &str, b: &str| {
            parsed(&format!("{HEAD}\nAtoms {heading}\n\n1 {a}\n2 {b}\n"))
        };
        let charge = with("", "1 -0.5 0 0 1", "2 0.5 0 0 2").unwrap();
        assert_eq!(charge.charges, Some(vec![-0.5, 0.5]));
        let images = with("# atomic", "1 0 0 1 1 0 -1", "1 0 0 2 0 0 0").unwrap();
        assert_eq!(images.images, Some(vec![[1, 0, -1], [0; 3]]));
        let full = with("# full", "9 1 0.5 0 0 1", "9 2 0 0 0 2").unwrap();
        assert_eq!(full.columns[0].values, crate::Values::Ints(vec![9, 9]));
        for (heading, line, words) in [
            (
                "# sphere",
                "1 1 1 0 0 0",
                "atom style `sphere`, which is not read",
            ),
            (
                "# charge",
                "1 0 0 0",
                "5 columns do not fit atom style charge",
            ),
            ("", "1 0 0", "4 columns fit neither"),
            ("", "3 0 0 0", "`3` is not a type from 1 to 2"),
            ("", "0 0 0 0", "`0` is not a type from 1 to 2"),
            ("", "1 0 nan 0", "`nan` is not a finite number"),
        ] {
            let error = with(heading, line, line).unwrap_err().to_string();
            assert!(
                error.starts_with("f:11: ") && error.contains(words),
                "{error}"
            );
        }
    }

    #[test]
    fn labels_stand_for_types() {
        let text = format!(
            "{HEAD}\nAtom Type Labels\n\n1 In\n2 P\n\nMasses\n\nP 30\nIn 114\n\nAtoms # atomic\n\n1 P 0 0 0\n2 1 1 1 1\n"
        );
        let error = parsed(&text).unwrap();
        assert_eq!(
            (error.species.of(0).label(), error.species.of(1).label()),
            ("P".into(), "In".into())
        );
        let unknown = parsed(&text.replace("1 P 0", "1 As 0"))
            .unwrap_err()
            .to_string();
        assert!(unknown.contains("`As` is not a type"), "{unknown}");
    }

    #[test]
    fn a_box_may_be_general() {
        let text = "t\n1 atoms\n1 atom types\n0 2 0 avec\n-3 0 0 bvec\n0 0 4 cvec\n1 2 3 abc origin\n\nAtoms\n\n1 1 0 0 0\n";
        let frame = parsed(text).unwrap();
        assert_eq!(
            (frame.cell.volume(), frame.cell.origin),
            (24.0, [1.0, 2.0, 3.0])
        );
        let both = text.replace("1 atoms", "1 atoms\n0 1 xlo xhi");
        assert!(
            parsed(&both)
                .unwrap_err()
                .to_string()
                .contains("does not define one box")
        );
    }

    #[test]
    fn faults_are_named_with_their_line() {
        let atoms = "\nAtoms\n\n1 1 0 0 0\n2 1 1 1 1\n";
        for (text, words) in [
            (
                HEAD.to_string() + "\nAtoms\n\n1 1 0 0 0\n",
                "f:11: the file ends here, where a line of `Atoms`",
            ),
            (
                HEAD.to_string() + "\nAtoms\n\n1 1 0 0 0\n1 1 1 1 1\n",
                "f:12: atom 1 comes twice",
            ),
            (
                HEAD.to_string() + atoms + "3 1 0 0 0\n",
                "f:13: the section `3 1 0 0 0` is not read",
            ),
            (
                HEAD.to_string() + atoms + "\nBodies\n\n",
                "f:14: the section `Bodies` is not read",
            ),
            (
                HEAD.to_string() + atoms + atoms,
                "f:14: the section `Atoms` comes twice",
            ),
            (
                HEAD.to_string() + "\nAtoms\n1 1 0 0 0\n",
                "f:10: LAMMPS passes over",
            ),
            (
                HEAD.to_string() + "\nAtoms\n\n1 1 0 0 0\n\n2 1 1 1 1\n",
                "f:12: a blank line within",
            ),
            (
                HEAD.to_string(),
                "f:7: the file ends here, where the section `Atoms`",
            ),
            (
                HEAD.replace("0 4", "4 0"),
                "f:5: the box has no width from 4 to 0",
            ),
            (
                HEAD.replace("2 atoms", "-2 atoms"),
                "f:3: `-2` is not a whole number",
            ),
            (
                HEAD.replace("2 atoms", "2 apples"),
                "f:3: `2 apples` is no line",
            ),
            (
                HEAD.replace("2 atom types", "200000 atom types"),
                "f:4: `200000` is not at most",
            ),
            (
                HEAD.replace("2 atom types", "2 atoms"),
                "f:4: the header says this twice",
            ),
            (
                HEAD.replace("0 4 xlo xhi", ""),
                "f:7: the header before this line",
            ),
            (
                HEAD.to_string() + atoms + "\nVelocities\n\n1 0 0 0\n1 0 0 0\n",
                "f:17: atom 1 has two velocities",
            ),
            (
                HEAD.to_string() + "\nVelocities\n\n1 0 0 0\n",
                "f:9: velocities come before",
            ),
            (
                HEAD.to_string() + "\nMasses\n\n1 0\n",
                "f:11: `0` is not positive",
            ),
        ] {
            let error = parsed(&text).unwrap_err().to_string();
            assert!(error.starts_with(words), "{error}");
        }
    }
}
