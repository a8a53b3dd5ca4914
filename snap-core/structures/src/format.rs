//! Formats, and what names tell of them.

use std::path::Path;

/// A format of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Extended XYZ; without `Lattice` and `Properties` plain XYZ.
    ExtXyz,
    /// LAMMPS data file (`read_data`).
    LammpsData,
    /// LAMMPS dump of text.
    LammpsDump,
    /// POSCAR or CONTCAR of VASP 5.
    Poscar,
}

/// What a name tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Guess {
    /// The format.
    Known(Format),
    /// A data file or a dump: the first line tells.
    Lammps,
}

impl Format {
    /// The format to write to a file of this name, which may end in `.gz`.
    #[must_use]
    pub fn of_name(path: &Path) -> Option<Self> {
        match guess(path)? {
            Guess::Known(format) => Some(format),
            Guess::Lammps => Some(match ending(&plain_name(path)) {
                "dump" | "lammpstrj" => Self::LammpsDump,
                _ => Self::LammpsData,
            }),
        }
    }
}

/// Whether the name ends in `.gz`.
#[must_use]
pub fn is_gzip(path: &Path) -> bool {
    path.extension()
        .is_some_and(|e| e.eq_ignore_ascii_case("gz"))
}

pub(crate) fn guess(path: &Path) -> Option<Guess> {
    let name = plain_name(path);
    match ending(&name) {
        "xyz" | "extxyz" => Some(Guess::Known(Format::ExtXyz)),
        "vasp" | "poscar" => Some(Guess::Known(Format::Poscar)),
        "data" | "lmp" | "dump" | "lammpstrj" => Some(Guess::Lammps),
        _ if name.starts_with("poscar") || name.starts_with("contcar") => {
            Some(Guess::Known(Format::Poscar))
        }
        _ if name.starts_with("data.") || name.starts_with("dump.") => Some(Guess::Lammps),
        _ => None,
    }
}

/// The file's name in lower case, without folders and `.gz`.
fn plain_name(path: &Path) -> String {
    let name = path.file_name().map(|n| n.to_string_lossy().to_lowercase());
    let name = name.unwrap_or_default();
    name.strip_suffix(".gz").map(str::to_string).unwrap_or(name)
}

/// What follows the last dot.
fn ending(name: &str) -> &str {
    name.rsplit_once('.').map_or("", |(_, ending)| ending)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_formats() {
        use Format::{ExtXyz, LammpsData, LammpsDump, Poscar};
        for (name, format) in [
            ("a/b.xyz", Some(ExtXyz)),
            ("B.EXTXYZ.gz", Some(ExtXyz)),
            ("POSCAR", Some(Poscar)),
            ("a/CONTCAR_relaxed.gz", Some(Poscar)),
            ("x.vasp", Some(Poscar)),
            ("w.data", Some(LammpsData)),
            ("data.w", Some(LammpsData)),
            ("w.lmp.gz", Some(LammpsData)),
            ("w.dump", Some(LammpsDump)),
            ("w.lammpstrj.gz", Some(LammpsDump)),
            ("w.json", None),
            ("w", None),
            ("w.gz", None),
        ] {
            assert_eq!(Format::of_name(Path::new(name)), format, "{name}");
        }
        assert!(is_gzip(Path::new("a.xyz.GZ")) && !is_gzip(Path::new("a.xyz")));
    }
}
