//! POSCAR and CONTCAR of VASP 5 and 6, with a line of symbols.

use crate::cell::Cell;
use crate::error::Error;
use crate::frame::{Column, Frame, Values};
use crate::lines::{Line, Lines};
use crate::species::Gather;

/// VASP's velocities are in Å/fs.
const FS_PER_PS: f64 = 1000.0;
/// Lines of the block of lattice velocities after its heading.
const LATTICE_VELOCITY_LINES: usize = 7;

/// Reads the structure. What follows the velocities, data of VASP's integrators, is not read.
pub(crate) fn read(lines: &mut Lines) -> Result<Frame, Error> {
    let title = lines.expect("a POSCAR")?.text.trim().to_string();
    let mut frame = Frame::default();
    if !title.is_empty() {
        frame.info.push(("title".to_string(), title));
    }
    let scale = read_cell(lines, &mut frame)?;
    let counts = read_species(lines)?;
    read_positions(lines, &mut frame, scale, &counts)?;
    frame.velocities = read_velocities(lines, frame.natoms())?;
    Ok(frame)
}

/// Reads the scale and the vectors; gives the factors of x, y and z.
fn read_cell(lines: &mut Lines, frame: &mut Frame) -> Result<[f64; 3], Error> {
    let what = "the scale";
    let line = lines.expect("the scale (line 2)")?;
    let mut words = line.words();
    let first = words.real(what)?;
    let scale = match words.next() {
        // Text after one number is a comment.
        Some(second) if second.parse::<f64>().is_ok() => {
            let scale = [first, line.real(second, what)?, words.real(what)?];
            if scale.iter().any(|s| *s <= 0.0) {
                return Err(line.fault("one of three scales is not positive", "give positive ones"));
            }
            scale
        }
        _ => [first; 3],
    };
    if first == 0.0 {
        return Err(line.fault("the scale is 0", "give a factor, or minus the volume"));
    }
    let number = line.number;
    let mut cell = Cell {
        periodic: [true; 3],
        ..Cell::default()
    };
    for (vector, name) in cell.vectors.iter_mut().zip(["a", "b", "c"]) {
        let what = format!("lattice vector {name}");
        *vector = lines.expect(&what)?.words().reals3(&what)?;
    }
    let scale = if first < 0.0 {
        let factor = (-first / cell.volume()).cbrt();
        if !factor.is_finite() {
            return Err(lines.line().at(number).fault(
                "a negative scale is a volume, but the lattice vectors have none",
                "give vectors that do not lie in a plane",
            ));
        }
        [factor; 3]
    } else {
        scale
    };
    for vector in &mut cell.vectors {
        *vector = [0, 1, 2].map(|d| vector[d] * scale[d]);
    }
    frame.cell = cell;
    Ok(scale)
}

/// Symbols with their numbers of atoms.
fn read_species(lines: &mut Lines) -> Result<Vec<(String, u64)>, Error> {
    let line = lines.expect("the line of symbols")?;
    let symbols: Vec<String> = line.words_vec().iter().map(|w| symbol(w)).collect();
    if symbols
        .first()
        .is_some_and(|word| word.parse::<u64>().is_ok())
    {
        return Err(line.fault(
            "numbers of atoms stand where the symbols should (a file of VASP 4)",
            "add a line of symbols before them",
        ));
    }
    let line = lines.expect("the numbers of atoms")?;
    let words = line.words_vec();
    let numbers = words.iter().map_while(|word| word.parse::<u64>().ok());
    let counts: Vec<(String, u64)> = symbols.iter().cloned().zip(numbers).collect();
    if counts.len() != symbols.len() || counts.is_empty() {
        return Err(line.fault(
            format!(
                "{} symbols but {} numbers of atoms",
                symbols.len(),
                counts.len()
            ),
            "give each symbol its number of atoms",
        ));
    }
    Ok(counts)
}

/// The symbol in `In_d`, `Fe_pv/0123abc`.
fn symbol(word: &str) -> String {
    let end = word.find(['_', '/']).unwrap_or(word.len());
    word[..end].to_string()
}

fn read_positions(
    lines: &mut Lines,
    frame: &mut Frame,
    scale: [f64; 3],
    counts: &[(String, u64)],
) -> Result<(), Error> {
    let mut line = lines.expect("`Direct` or `Cartesian`")?;
    let is_selective = first_letter(line) == Some('s');
    if is_selective {
        line = lines.expect("`Direct` or `Cartesian`")?;
    }
    let is_cartesian = match first_letter(line) {
        Some('c' | 'k') => true,
        Some('d') => false,
        _ => {
            let text = line.text.trim();
            return Err(line.value(text, "the kind of coordinates", "`Direct` or `Cartesian`"));
        }
    };
    let (mut gather, mut moves) = (Gather::default(), vec![]);
    for (symbol, count) in counts {
        for _ in 0..*count {
            let line = lines.expect("the position of an atom")?;
            let mut words = line.words();
            let x = words.reals3("the position of an atom")?;
            frame.positions.push(if is_cartesian {
                [0, 1, 2].map(|d| x[d] * scale[d])
            } else {
                frame.cell.to_cartesian(x)
            });
            gather.push(Some(symbol), None, None);
            if is_selective {
                for _ in 0..3 {
                    moves.push(moves_along(line, words.word("T or F of an atom")?)?);
                }
            }
        }
    }
    frame.species = gather.finish();
    if is_selective {
        frame.columns.push(Column {
            name: "selective_dynamics".to_string(),
            width: 3,
            values: Values::Bools(moves),
        });
    }
    Ok(())
}

fn first_letter(line: Line<'_>) -> Option<char> {
    line.text
        .trim_start()
        .chars()
        .next()
        .map(|c| c.to_ascii_lowercase())
}

fn moves_along(line: Line<'_>, word: &str) -> Result<bool, Error> {
    match word.trim_matches('.').chars().next() {
        Some('T' | 't') => Ok(true),
        Some('F' | 'f') => Ok(false),
        _ => Err(line.value(word, "a flag of selective dynamics", "T or F")),
    }
}

/// Velocities in Å/ps, where Cartesian ones are there. Direct ones are in units of a time step that the file does not name.
fn read_velocities(lines: &mut Lines, natoms: usize) -> Result<Option<Vec<[f64; 3]>>, Error> {
    let Some(mut heading) = lines.next()? else {
        return Ok(None);
    };
    if first_letter(heading) == Some('l') {
        for _ in 0..LATTICE_VELOCITY_LINES {
            lines.expect("the lattice velocities")?;
        }
        match lines.next()? {
            Some(line) => heading = line,
            None => return Ok(None),
        }
    }
    match first_letter(heading) {
        None | Some('c' | 'k') => {}
        Some('d') => return Ok(None),
        Some(_) => {
            return Err(heading.fault(
                "after the positions comes neither a blank line nor `Cartesian` or `Direct`",
                "check the numbers of atoms, or take away what follows the positions",
            ));
        }
    }
    if natoms == 0 || lines.next_filled()?.is_none() {
        return Ok(None);
    }
    lines.again();
    let mut velocities = vec![];
    for _ in 0..natoms {
        let v = lines
            .expect("the velocity of an atom")?
            .words()
            .reals3("a velocity")?;
        velocities.push(v.map(|x| x * FS_PER_PS));
    }
    Ok(Some(velocities))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<Frame, Error> {
        let text = std::io::Cursor::new(text.to_string());
        read(&mut Lines::new("POSCAR", Box::new(text)))
    }

    const HEAD: &str = "InP\n2.0 scale\n 3 0 0\n 0 3 0.5\n 0 0 3\nIn_d P\n1 1\n";

    #[test]
    fn direct_and_cartesian_coordinates_agree() {
        let direct = parsed(&format!("{HEAD}Direct\n0 0 0\n0.5 0.5 0.25 P\n")).unwrap();
        let cartesian = parsed(&format!("{HEAD}Cartesian\n0 0 0\n1.5 1.5 1.0\n")).unwrap();
        assert_eq!(direct, cartesian);
        assert_eq!(direct.positions[1], [3.0, 3.0, 2.0]);
        assert_eq!(
            (direct.cell.volume(), direct.info("title")),
            (216.0, Some("InP"))
        );
        assert_eq!(direct.species.of(0).label(), "In");
    }

    #[test]
    fn a_negative_scale_is_the_volume_and_three_are_factors() {
        let volume = parsed(&HEAD.replace("2.0 scale", "-64"))
            .unwrap_err()
            .to_string();
        assert!(volume.contains("POSCAR:7: the file ends here"), "{volume}");
        let end = "Direct\n0 0 0\n0.5 0.5 0.25\n";
        let volume = parsed(&(HEAD.replace("2.0 scale", "-64") + end)).unwrap();
        assert!((volume.cell.volume() - 64.0).abs() < 1e-12);
        let three = parsed(&(HEAD.replace("2.0 scale", "1 2 3") + end)).unwrap();
        assert_eq!(three.cell.vectors[1], [0.0, 6.0, 1.5]);
    }

    #[test]
    fn selective_dynamics_and_velocities_are_kept() {
        let text = format!(
            "{HEAD}Selective dynamics\nD\n0 0 0 T T F\n.5 .5 .5 F F F\n\n0.001 0 0\n0 0 2\n\n1\n"
        );
        let frame = parsed(&text).unwrap();
        let flags = Values::Bools(vec![true, true, false, false, false, false]);
        assert_eq!(frame.columns[0].values, flags);
        assert_eq!(frame.velocities.unwrap()[1], [0.0, 0.0, 2000.0]);
        let npt = format!(
            "{HEAD}Direct\n0 0 0\n0 0 .5\nLattice velocities and vectors\n1\n{}\n1 1 1\n2 2 2\n",
            "0 0 0\n".repeat(6)
        );
        assert_eq!(parsed(&npt).unwrap().velocities.unwrap()[0], [1000.0; 3]);
    }

    #[test]
    fn faults_are_named_with_their_line() {
        for (text, words) in [
            (
                HEAD.replace("In_d P\n", ""),
                "POSCAR:6: numbers of atoms stand where",
            ),
            (
                HEAD.replace("1 1", "1"),
                "POSCAR:7: 2 symbols but 1 numbers",
            ),
            (
                HEAD.replace("1 1", "1 -1"),
                "POSCAR:7: 2 symbols but 1 numbers",
            ),
            (HEAD.replace("2.0 scale", "0"), "POSCAR:2: the scale is 0"),
            (
                format!("{HEAD}Polar\n"),
                "POSCAR:8: `Polar` is not `Direct` or",
            ),
            (
                format!("{HEAD}D\n0 0 0\n0 0 x\n"),
                "POSCAR:10: `x` is not a finite number",
            ),
            (
                format!("{HEAD}D\n0 0 0\n0 0 1\n0 0 0\n"),
                "POSCAR:11: after the positions",
            ),
        ] {
            let error = parsed(&text).unwrap_err().to_string();
            assert!(error.starts_with(words), "{error}");
        }
        let flat = HEAD
            .replace("2.0 scale", "-64")
            .replace("0 0 3\n", "0 0 0\n");
        assert!(
            parsed(&flat)
                .unwrap_err()
                .to_string()
                .contains("POSCAR:2: a negative scale")
        );
    }
}
