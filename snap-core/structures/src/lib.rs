//! Atomic structures from and to files: LAMMPS data and dump files, extended XYZ, VASP's POSCAR.
//!
//! | format | read | written | frames |
//! |---|---|---|---|
//! | extended XYZ, plain XYZ ([`Format::ExtXyz`]) | yes | extended | many |
//! | LAMMPS data file ([`Format::LammpsData`]) | yes | yes | one |
//! | LAMMPS dump of text ([`Format::LammpsDump`]) | yes | yes | many |
//! | POSCAR, CONTCAR of VASP 5 ([`Format::Poscar`]) | yes | no | one |
//!
//! Names that end in `.gz` are read and written compressed. [`Frames`] reads one frame at a time: memory grows with the
//! largest frame, not with the file, and never with a number that the file merely announces.
//!
//! ```
//! use portax_structures::{Format, Frames, Writer};
//!
//! let water = "3\nLattice=\"9 0 0 0 9 0 0 0 9\" Properties=species:S:1:pos:R:3\nO 0 0 0\nH 0.96 0 0\nH -0.24 0.93 0\n";
//! let mut frames = Frames::from_reader("water.xyz", Box::new(water.as_bytes()), Format::ExtXyz);
//! let frame = frames.next().unwrap()?;
//! assert_eq!((frame.natoms(), frame.cell.volume()), (3, 729.0));
//!
//! let mut writer = Writer::new("water.data", vec![], Format::LammpsData, false);
//! writer.write(&frame)?;
//! assert!(String::from_utf8_lossy(&writer.finish()?).contains("3 atoms\n2 atom types\n"));
//! # Ok::<(), portax_structures::Error>(())
//! ```
//!
//! # Units
//! Lengths are in Å, velocities in Å/ps, masses in g/mol, charges in e: LAMMPS' metal units. POSCAR's velocities, Å/fs, are
//! converted. Extended XYZ has no units; its columns are taken as they are.
//!
//! # Numbers
//! All numbers are written with the digits that read back as the same f64. Bounds of LAMMPS' boxes are sums, which may round
//! in the last digit: `xlo xhi` where the corner is not at 0, and the bounding box of a triclinic dump.
//!
//! # Cells
//! [`Cell`] takes vectors of any orientation, and nothing turns them. LAMMPS' formats hold them too, by its keywords of
//! general triclinic boxes. [`Cell::around`] gives the box that holds atoms where space does not repeat.
//!
//! # Why not crates that exist
//! Registry, November 2026: `extxyz-ng` 0.0.2 reserves memory for as many atoms as a header announces; `extxyz` 0.2 stopped
//! in 2024; `vasp-poscar` 0.3 is of 2020 and builds on the abandoned `failure`; `chemfiles` is a C++ library;
//! none reads LAMMPS' data and dump files. `flate2` is kept up and used, with its decoder in Rust.

mod cell;
mod elements;
mod error;
mod extxyz;
mod format;
mod frame;
mod frames;
mod lammps;
mod lammps_data;
mod lammps_dump;
mod lines;
mod poscar;
mod replicate;
mod row;
mod species;
mod writer;

pub use cell::Cell;
pub use elements::{atomic_weight, symbol};
pub use error::Error;
pub use format::{Format, is_gzip};
pub use frame::{Column, Frame, Values};
pub use frames::Frames;
pub use species::{Kind, MAX_KINDS, Species};
pub use writer::Writer;
