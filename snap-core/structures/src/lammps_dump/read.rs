//! The reader of dumps.

use super::columns::{Columns, Field};
use super::{TIME, TIMESTEP, UNITS};
use crate::cell::Cell;
use crate::error::{Error, shown};
use crate::frame::{Column, Frame, Values};
use crate::lines::{Line, Lines};
use crate::species::{Gather, MAX_KINDS};

/// Reads the next frame, if there is one.
pub(crate) fn read(lines: &mut Lines) -> Result<Option<Frame>, Error> {
    if lines.next_filled()?.is_none() {
        return Ok(None);
    }
    lines.again();
    let (mut frame, mut natoms, mut has_box) = (Frame::default(), None, false);
    loop {
        let line = lines.expect("`ITEM: ATOMS`")?;
        let words = line.words_vec();
        match words.as_slice() {
            ["ITEM:", "TIMESTEP"] => {
                let step: i64 = lines
                    .expect("the time step")?
                    .words()
                    .integer("the time step")?;
                frame.set_info(TIMESTEP, step.to_string());
            }
            ["ITEM:", "TIME"] => {
                let time = lines.expect("the time")?.words().real("the time")?;
                frame.set_info(TIME, format!("{time:?}"));
            }
            ["ITEM:", "UNITS"] => {
                let line = lines.expect("the units")?;
                let units = line.text.trim();
                if units != "metal" {
                    return Err(line.fault(
                        format!("the dump has units `{}`, not metal", shown(units)),
                        "run LAMMPS with units metal: angstrom, eV, ps",
                    ));
                }
                frame.set_info(UNITS, "metal".to_string());
            }
            ["ITEM:", "NUMBER", "OF", "ATOMS"] => {
                let line = lines.expect("the number of atoms")?;
                natoms = Some(line.words().integer::<u64>("the number of atoms")?);
            }
            ["ITEM:", "BOX", "BOUNDS", kind @ ..] => {
                let kind: Vec<String> = kind.iter().map(|w| (*w).to_string()).collect();
                frame.cell = read_box(lines, &kind)?;
                has_box = true;
            }
            ["ITEM:", "ATOMS", names @ ..] => {
                let columns = Columns::parse(line, names)?;
                let Some(natoms) = natoms.filter(|_| has_box) else {
                    return Err(line.fault(
                        "atoms come before their number or the box",
                        "put `ITEM: NUMBER OF ATOMS` and `ITEM: BOX BOUNDS` first",
                    ));
                };
                read_atoms(lines, &mut frame, &columns, natoms)?;
                return Ok(Some(frame));
            }
            _ => {
                let what = format!("`{}` is no item of a dump", shown(line.text.trim()));
                return Err(line.fault(
                    what,
                    "check the number of atoms before it; dumps of text have ITEM: TIMESTEP, NUMBER OF ATOMS, BOX BOUNDS, ATOMS",
                ));
            }
        }
    }
}

/// Reads the box: `xy xz yz pp pp pp`, `abc origin pp pp pp`, or the flags alone.
fn read_box(lines: &mut Lines, kind: &[String]) -> Result<Cell, Error> {
    let heading = lines.line().number;
    let words: Vec<&str> = kind.iter().map(String::as_str).collect();
    let (form, flags) = match words.as_slice() {
        ["xy", "xz", "yz", flags @ ..] => (Form::Tilted, flags),
        ["abc", "origin", flags @ ..] => (Form::Vectors, flags),
        flags => (Form::Straight, flags),
    };
    let periodic = match *flags {
        // Very old dumps have none.
        [] => [true; 3],
        [a, b, c] if [a, b, c].iter().all(|f| is_boundary(f)) => [a, b, c].map(|f| f == "pp"),
        _ => {
            let text = flags.join(" ");
            let line = lines.line().at(heading);
            return Err(line.value(
                &text,
                "the boundary of a box",
                "three of pp, ff, ss, mm and so on",
            ));
        }
    };
    let mut rows = [[0.0; 4]; 3];
    for row in &mut rows {
        let line = lines.expect("the bounds of the box")?;
        let mut words = line.words();
        for number in row.iter_mut().take(form.width()) {
            *number = words.real("a bound of the box")?;
        }
        words.end("the bounds of the box")?;
        if form != Form::Vectors && row[0] > row[1] {
            return Err(line.fault(
                "the lower bound is above the upper",
                "give the lower one first",
            ));
        }
    }
    let (vectors, origin) = form.cell(rows);
    Ok(Cell {
        vectors,
        origin,
        periodic,
    })
}

/// Is it a pair of LAMMPS' letters for the two faces?
fn is_boundary(word: &str) -> bool {
    word == "pp" || word.len() == 2 && word.chars().all(|c| "fsm".contains(c))
}

/// The ways to write a box.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Straight,
    Tilted,
    Vectors,
}

impl Form {
    /// Numbers of a line.
    fn width(self) -> usize {
        match self {
            Self::Straight => 2,
            Self::Tilted => 3,
            Self::Vectors => 4,
        }
    }

    /// Vectors and corner. Bounds of a tilted box are those of the straight box around it.
    fn cell(self, rows: [[f64; 4]; 3]) -> ([[f64; 3]; 3], [f64; 3]) {
        if self == Self::Vectors {
            return (rows.map(|[x, y, z, _]| [x, y, z]), rows.map(|row| row[3]));
        }
        let [
            [x_low, x_high, xy, _],
            [y_low, y_high, xz, _],
            [z_low, z_high, yz, _],
        ] = rows;
        let [below, above] = super::write::overhang(xy, xz, yz);
        let low = [x_low - below[0], y_low - below[1], z_low];
        let high = [x_high - above[0], y_high - above[1], z_high];
        let [x, y, z] = [0, 1, 2].map(|d| high[d] - low[d]);
        ([[x, 0.0, 0.0], [xy, y, 0.0], [xz, yz, z]], low)
    }
}

fn read_atoms(
    lines: &mut Lines,
    frame: &mut Frame,
    columns: &Columns,
    natoms: u64,
) -> Result<(), Error> {
    let has = |field| columns.fields.contains(&field);
    frame.ids = has(Field::Id).then(Vec::new);
    frame.charges = has(Field::Charge).then(Vec::new);
    frame.velocities = has(Field::Velocity(0)).then(Vec::new);
    frame.images = has(Field::Image(0)).then(Vec::new);
    let mut others: Vec<(Vec<f64>, Vec<f64>)> = columns
        .others
        .iter()
        .map(|(_, width)| (vec![], vec![0.0; *width]))
        .collect();
    let mut gather = Gather::default();
    let first = lines.line().number + 1;
    for _ in 0..natoms {
        let line = lines.expect("the line of an atom")?;
        read_atom(line, frame, columns, &mut others, &mut gather)?;
    }
    frame.species = gather.by_number();
    let named = columns.others.iter().zip(others);
    frame.columns = named
        .map(|((name, width), (values, _))| Column {
            name: name.clone(),
            width: *width,
            values: Values::Reals(values),
        })
        .collect();
    let ids = frame.ids.clone();
    if let (Err(atom), Some(ids)) = (frame.sort_by_id(), ids) {
        return Err(lines.line().at(first + atom).fault(
            format!("atom {} comes twice", ids[atom]),
            "give each atom an id of its own",
        ));
    }
    Ok(())
}

fn read_atom(
    line: Line<'_>,
    frame: &mut Frame,
    columns: &Columns,
    others: &mut [(Vec<f64>, Vec<f64>)],
    gather: &mut Gather,
) -> Result<(), Error> {
    let mut words = line.words();
    let (mut x, mut v, mut image) = ([0.0; 3], [0.0; 3], [0; 3]);
    let (mut name, mut number, mut mass) = (None, None, None);
    for field in &columns.fields {
        match *field {
            Field::Id => {
                let id = words.integer("the id of an atom")?;
                frame.ids.get_or_insert_default().push(id);
            }
            Field::Type => {
                let word = words.word("the type of an atom")?;
                let kind = line.integer(word, "the type of an atom")?;
                if !(1..=MAX_KINDS).contains(&kind) {
                    let expected = format!("a number from 1 to {MAX_KINDS}");
                    return Err(line.value(word, "the type of an atom", expected));
                }
                number = Some(kind);
            }
            Field::Name => name = Some(words.word("the element of an atom")?),
            Field::Mass => mass = Some(words.real("the mass of an atom")?),
            Field::Charge => {
                let charge = words.real("the charge of an atom")?;
                frame.charges.get_or_insert_default().push(charge);
            }
            Field::Position(d) => x[d] = words.real("the position of an atom")?,
            Field::Velocity(d) => v[d] = words.real("the velocity of an atom")?,
            Field::Image(d) => image[d] = words.integer("an image flag")?,
            Field::Other(column, place) => {
                let what = "a further column of a dump";
                let word = words.word(what)?;
                let value = word.parse();
                let value = value.map_err(|_| line.value(word, what, "a number"))?;
                others[column].1[place] = value;
            }
            Field::Ignored => {
                words.word("a column of a dump")?;
            }
        }
    }
    words.end("the columns that `ITEM: ATOMS` names")?;
    let x = if columns.is_scaled {
        frame.cell.to_cartesian(x)
    } else {
        x
    };
    frame.positions.push(x);
    frame.velocities.iter_mut().for_each(|all| all.push(v));
    frame.images.iter_mut().for_each(|all| all.push(image));
    others
        .iter_mut()
        .for_each(|(all, row)| all.extend_from_slice(row));
    gather.push(name, number, mass);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<Frame, Error> {
        let text = std::io::Cursor::new(text.to_string());
        read(&mut Lines::new("f", Box::new(text))).map(Option::unwrap)
    }

    fn dump(bounds: &str, atoms: &str) -> String {
        format!(
            "ITEM: TIMESTEP\n7\nITEM: NUMBER OF ATOMS\n2\nITEM: BOX BOUNDS {bounds}\nITEM: ATOMS {atoms}\n"
        )
    }

    #[test]
    fn a_tilted_box_is_found_in_its_bounds() {
        let text = dump(
            "xy xz yz pp ff ss\n-0.5 5 1\n1 4.25 -0.5\n0 2 0.25",
            "id type element xs ys zs q fx fy fz\n9 2 P 0.5 0 0 1 0 0 1\n4 1 In 0 0 1 2 1 0 0",
        );
        let frame = parsed(&text).unwrap();
        assert_eq!(
            frame.cell.vectors,
            [[4.0, 0.0, 0.0], [1.0, 3.0, 0.0], [-0.5, 0.25, 2.0]]
        );
        assert_eq!(
            (frame.cell.origin, frame.cell.periodic),
            ([0.0, 1.0, 0.0], [true, false, false])
        );
        assert_eq!(frame.positions, [[-0.5, 1.25, 2.0], [2.0, 1.0, 0.0]]);
        assert_eq!(
            (frame.species.of(0).label(), frame.species.of(0).number),
            ("In".into(), Some(1))
        );
        assert_eq!(
            frame.columns,
            [Column::reals(
                "forces",
                3,
                vec![1.0, 0.0, 0.0, 0.0, 0.0, 1.0]
            )]
        );
        assert_eq!((frame.charges, frame.info.len()), (Some(vec![2.0, 1.0]), 1));
    }

    #[test]
    fn faults_are_named_with_their_line() {
        let ok = dump(
            "pp pp pp\n0 1\n0 1\n0 1",
            "id type x y z\n1 1 0 0 0\n2 1 .5 .5 .5",
        );
        assert_eq!(parsed(&ok).unwrap().natoms(), 2);
        for (text, words) in [
            (
                ok.replace("ATOMS\n2", "ATOMS\n3"),
                "f:11: the file ends here, where the line of an atom",
            ),
            (
                ok.replace("ATOMS\n2", "ATOMS\n-3"),
                "f:4: `-3` is not a whole number",
            ),
            (ok.replace("2 1 .5", "1 1 .5"), "f:11: atom 1 comes twice"),
            (
                ok.replace("pp pp pp", "pp pp"),
                "f:5: `pp pp` is not three of",
            ),
            (
                ok.replace("pp\n0 1", "pp\n1 0"),
                "f:6: the lower bound is above",
            ),
            (
                ok.replace("0 1\n0 1\n0 1", "0 1\n0 1\n0 1 2"),
                "f:8: `2` follows the bounds",
            ),
            (
                ok.replace("1 1 0 0 0", "1 0 0 0 0"),
                "f:10: `0` is not a number from 1",
            ),
            (
                ok.replace("1 1 0 0 0", "1 1 0 0"),
                "f:10: the line ends where",
            ),
            (
                ok.replace("1 1 0 0 0", "1 1 0 0 0 5"),
                "f:10: `5` follows the columns",
            ),
            (
                ok.replace("ITEM: TIMESTEP", "ITEM: WEATHER"),
                "f:1: `ITEM: WEATHER` is no item",
            ),
            (
                ok.replace("ITEM: TIMESTEP\n7", "ITEM: UNITS\nlj"),
                "f:2: the dump has units `lj`",
            ),
            (
                ok.replace("ITEM: NUMBER OF ATOMS\n2\n", ""),
                "f:7: atoms come before",
            ),
        ] {
            let error = parsed(&text).unwrap_err().to_string();
            assert!(error.starts_with(words), "{error}");
        }
    }
}
