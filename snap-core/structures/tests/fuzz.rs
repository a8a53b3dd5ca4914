//! Any bytes are read or refused: no panic, no hang, no memory beyond what the file holds.
//!
//! The long form takes the number of inputs from a variable:
//! `STRUCTURES_FUZZ=10000000 cargo test --release -p portax-structures --test fuzz -- --ignored --nocapture`

use std::io::Cursor;
use std::time::{Duration, Instant};

use portax_structures::{Format, Frame, Frames, Writer};

const FORMATS: [Format; 4] = [
    Format::ExtXyz,
    Format::LammpsData,
    Format::LammpsDump,
    Format::Poscar,
];

/// Valid files, to be damaged.
const SEEDS: [(Format, &str); 7] = [
    (
        Format::ExtXyz,
        "2\nLattice=\"4 0 0 0 4 0 0 0 4\" Properties=species:S:1:pos:R:3:id:I:1:free:L:1:tag:S:1 pbc=\"T T F\" energy=-1.5 note=\"a \\\"b\\\"\" v={1 2} m=[[1, 2], [3, 4]]\nIn 0 0 0 1 T a\nP 1.5 1D0 1e-3 2 F b\n1\n\nW 0 0 0\n",
    ),
    (
        Format::ExtXyz,
        "2\nOrigin=\"1 2 3\" Lattice=\"4 0 0 0 4 0 0 0 4\" Properties=Z:I:1:pos:R:3:masses:R:1:initial_charges:R:1:velocities:R:3:images:I:3:type:I:1\n49 0 0 0 114 1 0 0 0 0 1 -1 1\n15 1 1 1 30 -1 0 0 0 0 0 0 2\n",
    ),
    (
        Format::LammpsData,
        "title\n\n2 atoms\n2 atom types\n1 bonds\n1 bond types\n0 4 xlo xhi\n0 4 ylo yhi\n0 4 zlo zhi\n1 0.5 -0.5 xy xz yz\n\nAtom Type Labels\n\n1 In\n2 P\n\nMasses\n\n1 114 # In\n2 30\n\nPair Coeffs # zero\n\n1\n2\n\nAtoms # full\n\n2 1 1 0.5 0 0 0 0 0 1\n1 1 P 0.5 1 1 1 0 -1 1\n\nVelocities\n\n1 0 0 0\n2 1 2 3\n\nBonds\n\n1 1 1 2\n",
    ),
    (
        Format::LammpsData,
        "t\n1 atoms\n1 atom types\n4 0 0 avec\n1 4 0 bvec\n0 1 4 cvec\n0 0 0 abc origin\n\nAtoms\n\n1 1 0 0 0\n",
    ),
    (
        Format::LammpsDump,
        "ITEM: UNITS\nmetal\nITEM: TIME\n0.5\nITEM: TIMESTEP\n7\nITEM: NUMBER OF ATOMS\n2\nITEM: BOX BOUNDS xy xz yz pp ff pp\n0 5 1\n0 4 0\n0 4 0\nITEM: ATOMS id type element xs ys zs q vx vy vz ix iy iz c_s[1] c_s[2] fx fy fz\n2 1 In 0 0 0 1 0 0 0 0 0 0 1 2 1 2 3\n1 2 P .5 .5 .5 1 0 0 0 0 0 0 1 2 1 2 3\n",
    ),
    (
        Format::LammpsDump,
        "ITEM: TIMESTEP\n7\nITEM: NUMBER OF ATOMS\n1\nITEM: BOX BOUNDS abc origin pp pp pp\n4 0 0 0\n1 4 0 0\n0 1 4 0\nITEM: ATOMS typelabel xu yu zu mass\nW 0 0 0 183.84\nITEM: TIMESTEP\n8\nITEM: NUMBER OF ATOMS\n0\nITEM: BOX BOUNDS pp pp pp\n0 4\n0 4\n0 4\nITEM: ATOMS id type x y z\n",
    ),
    (
        Format::Poscar,
        "InP\n-64.0\n3 0 0\n0 3 0\n0 0 3\nIn_d P\n1 1\nSelective\nDirect\n0 0 0 T T F\n.5 .5 .5 F F F\nLattice velocities\n1\n0 0 0\n0 0 0\n0 0 0\n0 0 0\n0 0 0\n0 0 0\nCartesian\n0 0 0\n1 1 1\n",
    ),
];

/// Words that files have, and words that they should not have.
const WORDS: [&str; 40] = [
    "0",
    "1",
    "-1",
    "2",
    "3",
    "1e308",
    "-1e308",
    "1e-320",
    "nan",
    "inf",
    "18446744073709551615",
    "9223372036854775807",
    "-9223372036854775808",
    "4294967296",
    "100000",
    "99999999999999999999",
    "1.5",
    "T",
    "\"",
    "{",
    "[[",
    "]",
    "=",
    ":",
    "\\",
    "#",
    "\n",
    "\n\n",
    "\r\n",
    "ITEM:",
    "ATOMS",
    "Atoms",
    "atoms",
    "xlo",
    "Properties=species:S:1:pos:R:3",
    "Lattice=\"0 0 0 0 0 0 0 0 0\"",
    "x:R:4294967295",
    "\u{e9}",
    "\0",
    "Velocities",
];

/// Largest number of values that a text of so many bytes may become: a value takes two bytes at least.
fn check_size(frame: &Frame, bytes: usize) {
    assert!(frame.natoms() <= bytes && frame.species.kinds.len() <= bytes + 100_000);
    for column in &frame.columns {
        assert_eq!(column.values.len(), column.width * frame.natoms());
    }
    for count in [
        frame.ids.as_ref().map(Vec::len),
        frame.charges.as_ref().map(Vec::len),
        frame.velocities.as_ref().map(Vec::len),
        frame.images.as_ref().map(Vec::len),
        Some(frame.species.of_atom.len()),
    ] {
        assert!(count.is_none_or(|count| count == frame.natoms()));
    }
}

/// Reads a text in a format, and writes in every format what comes out.
fn read(bytes: &[u8], format: Format) -> usize {
    let mut count = 0;
    for frame in Frames::from_reader("f", Box::new(Cursor::new(bytes.to_vec())), format) {
        match frame {
            Ok(frame) => {
                check_size(&frame, bytes.len());
                count += 1;
                assert!(count <= bytes.len());
                for format in FORMATS {
                    let mut writer = Writer::new("f", vec![], format, false);
                    // What the format cannot hold is refused.
                    let is_written = writer.write(&frame).is_ok();
                    if is_written && format == Format::ExtXyz {
                        read_back(&frame, writer.finish().unwrap());
                    }
                }
            }
            Err(error) => {
                let text = error.to_string();
                assert!(text.len() < 2000 && !text.contains('\n'), "{text}");
            }
        }
    }
    count
}

/// What extended XYZ holds is read as it was; values that are no numbers differ from themselves.
fn read_back(frame: &Frame, bytes: Vec<u8>) {
    let mut frames = Frames::from_reader("f", Box::new(Cursor::new(bytes)), Format::ExtXyz);
    let found = frames.next().unwrap().unwrap();
    let same =
        |a: &Frame, b: &Frame| (a.cell, &a.positions, &a.ids) == (b.cell, &b.positions, &b.ids);
    assert!(same(&found, frame), "{found:?} {frame:?}");
    let info = |frame: &Frame| frame.info.len();
    let names = |frame: &Frame| {
        frame
            .columns
            .iter()
            .map(|c| c.name.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!((info(&found), names(&found)), (info(frame), names(frame)));
}

/// Inputs made from a seed (SplitMix64).
struct Inputs(u64);

impl Inputs {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, count: usize) -> usize {
        (self.bits() % count.max(1) as u64) as usize
    }

    /// A damaged file, seldom random bytes.
    fn next(&mut self) -> (Format, Vec<u8>) {
        let (format, seed) = SEEDS[self.below(SEEDS.len())];
        if self.below(16) == 0 {
            let length = self.below(200);
            let bytes = (0..length).map(|_| self.bits() as u8).collect();
            return (FORMATS[self.below(FORMATS.len())], bytes);
        }
        let mut bytes = seed.as_bytes().to_vec();
        for _ in 0..=self.below(4) {
            self.damage(&mut bytes);
        }
        (format, bytes)
    }

    fn damage(&mut self, bytes: &mut Vec<u8>) {
        let (a, b) = (self.below(bytes.len() + 1), self.below(bytes.len() + 1));
        let (start, end) = (a.min(b), a.max(b).min(a.min(b) + 40));
        match self.below(7) {
            // A bit.
            0 if !bytes.is_empty() => {
                let place = start.min(bytes.len() - 1);
                bytes[place] ^= 1 << self.below(8);
            }
            // The end.
            1 => bytes.truncate(start),
            // Taken away.
            2 => drop(bytes.drain(start..end)),
            // Twice.
            3 => {
                let piece = bytes[start..end].to_vec();
                bytes.splice(end..end, piece);
            }
            // A word instead of a word.
            _ => {
                let is_space = |b: &u8| b.is_ascii_whitespace();
                let from = bytes[..start]
                    .iter()
                    .rposition(is_space)
                    .map_or(0, |p| p + 1);
                let to = bytes[start..]
                    .iter()
                    .position(is_space)
                    .map_or(bytes.len(), |p| start + p);
                let word = WORDS[self.below(WORDS.len())].bytes();
                bytes.splice(from..to.max(from), word);
            }
        }
    }
}

fn run(count: u64) {
    let (mut frames, mut slowest, start) = (0, Duration::ZERO, Instant::now());
    for seed in 0..count.div_ceil(1000) {
        let mut inputs = Inputs(seed << 32);
        for _ in 0..1000.min(count - 1000 * seed) {
            let (format, bytes) = inputs.next();
            let before = Instant::now();
            frames += read(&bytes, format);
            slowest = slowest.max(before.elapsed());
        }
    }
    println!(
        "{count} inputs, {frames} frames read, {:?}, the slowest {slowest:?}",
        start.elapsed()
    );
    assert!(frames > 0 && slowest < Duration::from_secs(5));
}

#[test]
fn seeds_are_valid() {
    for (format, text) in SEEDS {
        let frames: Vec<_> = Frames::from_reader("f", Box::new(text.as_bytes()), format).collect();
        for frame in &frames {
            assert!(frame.is_ok(), "{frame:?}");
        }
        assert!(!frames.is_empty());
    }
}

#[test]
fn damaged_files_are_read_or_refused() {
    run(20_000);
}

#[test]
#[ignore = "takes minutes; see the head of this file"]
fn many_damaged_files_are_read_or_refused() {
    let count = std::env::var("STRUCTURES_FUZZ")
        .ok()
        .and_then(|n| n.parse().ok());
    run(count.unwrap_or(10_000_000));
}

/// Headers that announce more than the file holds end at once, with little memory.
#[test]
fn announced_counts_reserve_nothing() {
    let start = Instant::now();
    for count in ["18446744073709551615", "9223372036854775807", "4294967295"] {
        for (format, text) in [
            (
                Format::ExtXyz,
                format!("{count}\nProperties=pos:R:3:species:S:1:x:R:4294967295\n"),
            ),
            (Format::ExtXyz, format!("{count}\n\n")),
            (
                Format::LammpsData,
                format!(
                    "t\n{count} atoms\n100000 atom types\n0 1 xlo xhi\n0 1 ylo yhi\n0 1 zlo zhi\n\nAtoms\n\n"
                ),
            ),
            (
                Format::LammpsData,
                format!("t\n{count} bonds\n0 1 xlo xhi\n0 1 ylo yhi\n0 1 zlo zhi\n\nBonds\n\n"),
            ),
            (
                Format::LammpsDump,
                format!(
                    "ITEM: NUMBER OF ATOMS\n{count}\nITEM: BOX BOUNDS pp pp pp\n0 1\n0 1\n0 1\nITEM: ATOMS id type x y z\n"
                ),
            ),
            (
                Format::Poscar,
                format!("t\n1\n1 0 0\n0 1 0\n0 0 1\nW Be\n{count} {count}\nDirect\n"),
            ),
        ] {
            let text = Cursor::new(text.into_bytes());
            let error = Frames::from_reader("f", Box::new(text), format)
                .next()
                .unwrap()
                .unwrap_err();
            assert!(error.to_string().contains("the file ends here"), "{error}");
        }
    }
    assert!(start.elapsed() < Duration::from_secs(2));
}
