//! Whatever a format can hold comes back as it was written.

use portax_structures::{Cell, Column, Format, Frame, Frames, Kind, Species, Values, Writer};
use proptest::collection::vec;
use proptest::prelude::*;

/// Any finite number, small and large ones as often as others.
fn number() -> impl Strategy<Value = f64> {
    use proptest::num::f64::{NEGATIVE, NORMAL, POSITIVE, SUBNORMAL, ZERO};
    prop_oneof![-10.0..10.0, NORMAL | SUBNORMAL | ZERO | POSITIVE | NEGATIVE]
}

fn row() -> impl Strategy<Value = [f64; 3]> {
    [number(), number(), number()]
}

/// Lower triangular, tilted or not, or of any right-handed orientation.
fn cell() -> impl Strategy<Value = Cell> {
    let restricted = (
        [0.5..9.0, 0.5..9.0, 0.5..9.0],
        [-3.0..3.0, -3.0..3.0, -3.0..3.0],
        any::<bool>(),
    );
    let restricted = restricted.prop_map(|([a, b, c], [xy, xz, yz], tilted)| {
        let t = f64::from(u8::from(tilted));
        [[a, 0.0, 0.0], [t * xy, b, 0.0], [t * xz, t * yz, c]]
    });
    let small = || [-0.4..0.4, -0.4..0.4, -0.4..0.4];
    let general = ([small(), small(), small()], 1.0..9.0).prop_map(|(rows, size)| {
        [0, 1, 2].map(|i| [0, 1, 2].map(|d| size * (rows[i][d] + f64::from(u8::from(i == d)))))
    });
    let origin = prop_oneof![Just([0.0; 3]), [-5.0..5.0, -5.0..5.0, -5.0..5.0]];
    (prop_oneof![restricted, general], origin, any::<[bool; 3]>()).prop_map(
        |(vectors, origin, periodic)| Cell {
            vectors,
            origin,
            periodic,
        },
    )
}

/// A frame with everything that LAMMPS' formats hold; ids ascend.
fn frame() -> impl Strategy<Value = Frame> {
    (1..12_usize).prop_flat_map(|natoms| {
        let kinds = (any::<bool>(), proptest::option::of(vec(0.5..200.0, 2)));
        let of_atom = vec(0..2_u32, natoms);
        let gaps = proptest::option::of(vec(1..1000_i64, natoms));
        let charges = proptest::option::of(vec(number(), natoms));
        let velocities = proptest::option::of(vec(row(), natoms));
        let images = proptest::option::of(vec(any::<[i32; 3]>(), natoms));
        let forces = proptest::option::of(vec(number(), 3 * natoms));
        let tables = (of_atom, gaps, charges, velocities, images, forces);
        (cell(), vec(row(), natoms), kinds, tables).prop_map(
            |(cell, positions, (named, masses), tables)| {
                let (mut of_atom, gaps, charges, velocities, images, forces) = tables;
                // Kinds come back in the order of their first atoms.
                if of_atom[0] == 1 {
                    of_atom.iter_mut().for_each(|k| *k = 1 - *k);
                }
                let used = 1 + *of_atom.iter().max().unwrap() as usize;
                let kind = |k: usize| Kind {
                    name: named.then(|| ["In", "P"][k].to_string()),
                    number: Some(k as u32 + 1),
                    mass: masses.as_ref().map(|masses| masses[k]),
                };
                let add = |sum: &mut i64, gap: i64| {
                    *sum += gap;
                    Some(*sum)
                };
                Frame {
                    cell,
                    positions,
                    species: Species {
                        kinds: (0..used).map(kind).collect(),
                        of_atom,
                    },
                    ids: gaps.map(|gaps| gaps.into_iter().scan(0, add).collect()),
                    charges,
                    velocities,
                    images,
                    columns: forces
                        .into_iter()
                        .map(|f| Column::reals("forces", 3, f))
                        .collect(),
                    info: vec![],
                }
            },
        )
    })
}

fn written(frames: &[Frame], format: Format, gzip: bool) -> Vec<u8> {
    let mut writer = Writer::new("f", vec![], format, gzip);
    for frame in frames {
        writer.write(frame).unwrap();
    }
    writer.finish().unwrap()
}

fn back(frames: &[Frame], format: Format) -> Vec<Frame> {
    let text = std::io::Cursor::new(written(frames, format, false));
    Frames::from_reader("f", Box::new(text), format)
        .map(Result::unwrap)
        .collect()
}

/// Sums of the header round: the cell is checked apart and then taken to be the same.
fn check_cell(found: &mut Cell, expected: &Cell) {
    let size = expected.vectors.iter().chain([&expected.origin]).flatten();
    let size = size.fold(0.0_f64, |size, x| size.max(x.abs()));
    let pairs = found
        .vectors
        .as_flattened()
        .iter()
        .zip(expected.vectors.as_flattened());
    for (a, b) in pairs.chain(found.origin.iter().zip(&expected.origin)) {
        assert!(
            (a - b).abs() <= 8.0 * f64::EPSILON * size,
            "{found:?} {expected:?}"
        );
    }
    (found.vectors, found.origin) = (expected.vectors, expected.origin);
}

proptest! {
    #[test]
    fn extended_xyz(mut frame in frame(), energy in number(), flags in vec(any::<bool>(), 12)) {
        let natoms = frame.natoms();
        frame.info = vec![("energy".into(), format!("{energy:?}")), ("note".into(), "a \"b\" \\ = c".into())];
        frame.columns.push(Column { name: "free".into(), width: 1, values: Values::Bools(flags[..natoms].to_vec()) });
        frame.columns.push(Column { name: "no".into(), width: 2, values: Values::Ints(vec![i64::MIN; 2 * natoms]) });
        let texts = vec!["α".to_string(); natoms];
        frame.columns.push(Column { name: "site".into(), width: 1, values: Values::Texts(texts) });
        let mut other = frame.clone();
        other.positions.iter_mut().for_each(|x| x[0] = 1.5);
        let frames = [frame, other];
        prop_assert_eq!(back(&frames, Format::ExtXyz), &frames);
    }

    #[test]
    fn lammps_dumps(mut frame in frame(), step in any::<i64>()) {
        frame.ids.get_or_insert_with(|| (1..=frame.positions.len() as i64).collect());
        frame.info = vec![("timestep".into(), step.to_string())];
        let frames = [frame.clone(), frame];
        let mut found = back(&frames, Format::LammpsDump);
        prop_assert_eq!(found.len(), 2);
        for (found, expected) in found.iter_mut().zip(&frames) {
            check_cell(&mut found.cell, &expected.cell);
        }
        prop_assert_eq!(found, &frames);
    }

    #[test]
    fn lammps_data(mut frame in frame()) {
        frame.ids.get_or_insert_with(|| (1..=frame.positions.len() as i64).collect());
        // What the format does not have.
        frame.cell.periodic = [true; 3];
        frame.columns.clear();
        frame.info = vec![("title".into(), "two lines".into())];
        let mut found = back(&[frame.clone()], Format::LammpsData);
        check_cell(&mut found[0].cell, &frame.cell);
        prop_assert_eq!(&found[0], &frame);
    }
}

/// A box with its corner at 0 is exact.
#[test]
fn straight_boxes_at_zero_are_exact() {
    let frame = Frame {
        cell: Cell {
            vectors: [
                [0.1 + 0.2, 0.0, 0.0],
                [0.0, 1.0 / 3.0, 0.0],
                [0.0, 0.0, 7e-3],
            ],
            periodic: [true; 3],
            ..Cell::default()
        },
        positions: vec![[0.1; 3]],
        species: Species {
            kinds: vec![Kind::named("W")],
            of_atom: vec![0],
        },
        ..Frame::default()
    };
    for format in [Format::LammpsData, Format::LammpsDump] {
        assert_eq!(
            back(std::slice::from_ref(&frame), format)[0].cell,
            frame.cell
        );
    }
}

#[test]
fn files_are_compressed_by_their_name() {
    let folder = std::env::temp_dir().join(format!("structures-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let text = "1\n\nW 1 2 3\n";
    let mut frames = Frames::from_reader("f", Box::new(text.as_bytes()), Format::ExtXyz);
    let frame = frames.next().unwrap().unwrap();
    let (plain, gzip) = (folder.join("w.xyz"), folder.join("w.xyz.gz"));
    std::fs::write(
        &plain,
        written(std::slice::from_ref(&frame), Format::ExtXyz, false),
    )
    .unwrap();
    std::fs::write(
        &gzip,
        written(std::slice::from_ref(&frame), Format::ExtXyz, true),
    )
    .unwrap();
    assert_ne!(
        std::fs::read(&plain).unwrap(),
        std::fs::read(&gzip).unwrap()
    );
    for path in [&plain, &gzip] {
        let mut frames = Frames::open(path, None).unwrap();
        assert_eq!(frames.next().unwrap().unwrap(), frame);
        assert!(frames.next().is_none());
    }
    // A damaged file is an error, not an end.
    let bytes = std::fs::read(&gzip).unwrap();
    std::fs::write(&gzip, &bytes[..bytes.len() - 9]).unwrap();
    let all: Vec<_> = Frames::open(&gzip, None).unwrap().collect();
    let error = all.last().unwrap().as_ref().unwrap_err().to_string();
    assert!(
        error.contains("w.xyz.gz") && error.contains("damaged"),
        "{error}"
    );
    let unknown = Frames::open(&folder.join("w.txt"), None)
        .err()
        .unwrap()
        .to_string();
    assert!(unknown.contains("does not tell the format"), "{unknown}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn what_a_format_cannot_hold_is_refused() {
    let mut frame = Frame {
        positions: vec![[0.0; 3]],
        species: Species {
            kinds: vec![Kind::named("two words")],
            of_atom: vec![0],
        },
        ..Frame::default()
    };
    let refused = |frame: &Frame, format, words: &str| {
        let error = Writer::new("f", vec![], format, false)
            .write(frame)
            .unwrap_err()
            .to_string();
        assert!(error.contains(words), "{error}");
    };
    refused(&frame, Format::ExtXyz, "the text `two words`");
    refused(&frame, Format::LammpsDump, "the name `two words`");
    refused(&frame, Format::Poscar, "is read, not written");
    frame.species.kinds[0] = Kind::named("W");
    frame.columns = vec![Column::reals("pos", 1, vec![1.0])];
    refused(&frame, Format::ExtXyz, "two columns `pos`");
    frame.columns.clear();
    frame.cell.vectors = [[0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]];
    refused(&frame, Format::LammpsData, "left-handed");
    frame.cell.vectors = [[0.0; 3]; 3];
    let mut writer = Writer::new("f", vec![], Format::LammpsData, false);
    writer.write(&frame).unwrap();
    let error = writer.write(&frame).unwrap_err().to_string();
    assert!(error.contains("one frame"), "{error}");
    let text = String::from_utf8(writer.finish().unwrap()).unwrap();
    assert!(text.contains("-1.0 1.0 xlo xhi"), "{text}");
}
