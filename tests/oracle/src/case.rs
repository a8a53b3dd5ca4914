//! Reference cases: systems computed with LAMMPS, one JSON file each.

use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};

use serde::de::{Error as _, IgnoredAny};
use serde::{Deserialize, Deserializer};

use crate::{Error, MAX_TWOJMAX, Potential, System, Zbl, triples};

/// eV/Å³ in bar, as LAMMPS has it.
pub const BAR: f64 = 1.6021765e6;
/// The name of no element.
const NULL: &str = "NULL";
/// Relative difference of two numbers of a file that rounding explains.
const ROUNDING: f64 = 1e-9;

/// One reference case, as in its file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// Name of the case, the file's stem.
    pub case: String,
    /// What it exercises.
    pub description: String,
    /// The cell.
    #[serde(rename = "box")]
    pub cell: Cell,
    natoms: usize,
    /// Cartesian positions, Å.
    pub positions: Vec<[f64; 3]>,
    /// Type of every atom, from 1.
    pub types: Vec<usize>,
    /// Name of every type's element; `NULL` for none.
    pub type_to_element: Vec<String>,
    /// Parameters and elements, and the repulsion that is added.
    pub snap: Potential,
    /// What LAMMPS computed.
    pub results: Results,
    /// Moved to [`snap`](Self::snap).
    #[serde(default)]
    zbl: Option<Zbl>,
    #[serde(default, rename = "split")]
    _split: IgnoredAny,
    #[serde(default, rename = "units")]
    _units: IgnoredAny,
    #[serde(default, rename = "generator")]
    _generator: IgnoredAny,
}

/// The cell of a case.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cell {
    /// Lattice vectors as rows, Å.
    pub cell_rows: [[f64; 3]; 3],
    /// Lower corner, Å.
    pub origin: [f64; 3],
    /// Periodicity along a, b, c.
    pub periodic: [bool; 3],
    /// Å³.
    pub volume: f64,
    #[serde(default, rename = "note")]
    _note: IgnoredAny,
}

/// The results of a case.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Results {
    /// eV.
    pub energy: f64,
    /// Per atom, eV.
    pub energies: Vec<f64>,
    /// Per atom, eV/Å.
    pub forces: Vec<[f64; 3]>,
    /// xx yy zz xy xz yz, eV.
    pub virial: [f64; 6],
    /// Virial over volume, bar.
    pub pressure_bar: [f64; 6],
    /// Per-atom virial in eV, where present; its sum is `virial`.
    #[serde(default)]
    pub stress_atom: Option<Vec<[f64; 6]>>,
    /// Bispectrum components per atom, where present as a table.
    #[serde(default, deserialize_with = "table")]
    pub sna_atom: Option<Vec<Vec<f64>>>,
    /// For each atom minus the derivatives of descriptors by its position, summed over the atoms of each type.
    #[serde(default)]
    pub snad_atom: Option<Vec<Vec<f64>>>,
    /// The same times positions, xx yy zz yz xz xy.
    #[serde(default)]
    pub snav_atom: Option<Vec<Vec<f64>>>,
    /// The array of compute snap; energy, forces and pressure of the potential are its last column.
    #[serde(default)]
    pub compute_snap: Option<Vec<Vec<f64>>>,
    /// Position and descriptors of each point of a grid, along a fastest.
    #[serde(default)]
    pub sna_grid: Option<Vec<Vec<f64>>>,
    /// Points of the grid along a, b, c.
    #[serde(default)]
    pub sna_grid_dims: Option<[usize; 3]>,
    #[serde(default, rename = "sna_note")]
    _sna_note: IgnoredAny,
    #[serde(default, rename = "stress_atom_note")]
    _stress_atom_note: IgnoredAny,
    #[serde(default, rename = "snad_note")]
    _snad_note: IgnoredAny,
    #[serde(default, rename = "snav_note")]
    _snav_note: IgnoredAny,
    #[serde(default, rename = "compute_snap_note")]
    _compute_snap_note: IgnoredAny,
    #[serde(default, rename = "sna_grid_note")]
    _sna_grid_note: IgnoredAny,
}

/// A table of descriptors as files have it.
#[derive(Deserialize)]
#[serde(untagged)]
enum Table {
    Rows(Vec<Vec<f64>>),
    /// With a single component (`twojmax` 0): uninitialised values
    Flat(Vec<f64>),
}

/// The rows, empty ones for a flat list.
fn table<'de, D: Deserializer<'de>>(input: D) -> Result<Option<Vec<Vec<f64>>>, D::Error> {
    match Table::deserialize(input) {
        Ok(Table::Rows(rows)) => Ok(Some(rows)),
        Ok(Table::Flat(values)) => Ok(Some(vec![vec![]; values.len()])),
        Err(_) => Err(D::Error::custom(
            "descriptors are a row of numbers for each atom",
        )),
    }
}

/// Something in a case beyond energies, forces, virial and descriptors of linear SNAP with one density.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Feature {
    /// Energy quadratic in the descriptors.
    Quadratic,
    /// Descriptors resolved by the neighbours' elements.
    Chem,
    /// ZBL repulsion added.
    Zbl,
    /// Derivatives of the descriptors per atom.
    SnadAtom,
    /// Virials of the descriptors per atom.
    SnavAtom,
    /// The global array of descriptors and their derivatives.
    ComputeSnap,
    /// Descriptors on a grid.
    SnaGrid,
}

impl Feature {
    /// LAMMPS' word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Quadratic => "quadraticflag",
            Self::Chem => "chemflag",
            Self::Zbl => "pair_style zbl",
            Self::SnadAtom => "compute snad/atom",
            Self::SnavAtom => "compute snav/atom",
            Self::ComputeSnap => "compute snap",
            Self::SnaGrid => "compute sna/grid",
        }
    }
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Cell {
    /// What the vectors span, Å³.
    fn spanned(&self) -> f64 {
        let [a, b, c] = self.cell_rows;
        let minor = |x: usize, y: usize| b[x] * c[y] - b[y] * c[x];
        (a[0] * minor(1, 2) + a[1] * minor(2, 0) + a[2] * minor(0, 1)).abs()
    }
}

/// [`Error::Field`] unless there are as many as of something else.
fn same(field: &'static str, found: usize, expected: usize, of: &'static str) -> Result<(), Error> {
    let wrong = || Error::Field {
        field,
        found: found.to_string(),
        expected: format!("{expected}, the number of {of}"),
    };
    (found == expected).then_some(()).ok_or_else(wrong)
}

/// [`Error::Field`] unless a number is another up to rounding.
fn near(field: &'static str, found: f64, expected: f64, of: &'static str) -> Result<(), Error> {
    let wrong = || Error::Field {
        field,
        found: found.to_string(),
        expected: format!("{of}, {expected}"),
    };
    let near = (found - expected).abs() <= ROUNDING * expected.abs().max(1.0);
    near.then_some(()).ok_or_else(wrong)
}

/// The keys that lead to a place of a JSON text, such as `snap.params.rcutfac`; empty at its top.
fn field_at(text: &str, line: usize, column: usize) -> String {
    let before = text.split_inclusive('\n').take(line.saturating_sub(1));
    let end = before.map(str::len).sum::<usize>() + column;
    let (mut outer, mut key, mut word) = (vec![], "", "");
    let mut at = 0;
    while at < end.min(text.len()) {
        let length = match text.as_bytes()[at] {
            b'"' => {
                let length = quoted(&text.as_bytes()[at..]);
                word = text.get(at + 1..at + length - 1).unwrap_or_default();
                length
            }
            byte => {
                match byte {
                    b':' => key = word,
                    b',' => key = "",
                    b'{' | b'[' => outer.push(std::mem::take(&mut key)),
                    b'}' | b']' => key = outer.pop().unwrap_or_default(),
                    _ => {}
                }
                1
            }
        };
        at += length;
    }
    outer.push(key);
    outer.retain(|key| !key.is_empty());
    outer.join(".")
}

/// Bytes of the string that begins here, quotes included.
fn quoted(text: &[u8]) -> usize {
    let mut escaped = false;
    let ends = |&byte: &u8| {
        let ends = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        ends
    };
    text[1..]
        .iter()
        .position(ends)
        .map_or(text.len(), |at| at + 2)
}

impl Case {
    /// The case that a file's text holds.
    ///
    /// # Errors
    /// [`Error::Json`] if it is no case, [`Error::Field`] if parts of it contradict each other.
    pub fn from_json(text: &str) -> Result<Self, Error> {
        let mut case: Self = serde_json::from_str(text).map_err(|source| Error::Json {
            field: field_at(text, source.line(), source.column()),
            source,
        })?;
        case.check()?;
        case.snap.zbl = case.zbl.take();
        if case.snap.params.twojmax == 0 {
            case.results.sna_atom = None;
        }
        Ok(case)
    }

    /// Do the parts fit together? What [`system`](Self::system) and the potential say of themselves is left to them.
    fn check(&self) -> Result<(), Error> {
        let (results, natoms) = (&self.results, self.positions.len());
        same("natoms", self.natoms, natoms, "positions")?;
        same(
            "results.energies",
            results.energies.len(),
            natoms,
            "positions",
        )?;
        same("results.forces", results.forces.len(), natoms, "positions")?;
        if let Some(stress) = &results.stress_atom {
            same("results.stress_atom", stress.len(), natoms, "positions")?;
        }
        for (field, rows) in [
            ("results.sna_atom", &results.sna_atom),
            ("results.snad_atom", &results.snad_atom),
            ("results.snav_atom", &results.snav_atom),
        ] {
            if let Some(rows) = rows {
                same(field, rows.len(), natoms, "positions")?;
            }
        }
        if let Some(rows) = &results.compute_snap {
            let expected = 1 + 3 * natoms + 6;
            same("results.compute_snap", rows.len(), expected, "its rows")?;
        }
        if let Some(rows) = &results.sna_atom {
            let columns = self.ndescriptors();
            for row in rows {
                same(
                    "a row of results.sna_atom",
                    row.len(),
                    columns,
                    "descriptors",
                )?;
            }
        }
        if let Some(rows) = &results.sna_grid {
            let points = results.sna_grid_dims.unwrap_or_default();
            let points = points.into_iter().product();
            same("results.sna_grid", rows.len(), points, "points of the grid")?;
        }
        // A cell without a volume is refused when it is used.
        let (volume, given) = (self.cell.spanned(), self.cell.volume);
        if volume != 0.0 {
            near("box.volume", given, volume, "that of the cell")?;
        }
        for (&pressure, virial) in results.pressure_bar.iter().zip(results.virial) {
            let expected = virial / given * BAR;
            near(
                "results.pressure_bar",
                pressure,
                expected,
                "virial / volume",
            )?;
        }
        Ok(())
    }

    /// Values of an atom in the table of descriptors: none in the flat list of `twojmax` 0.
    fn ndescriptors(&self) -> usize {
        let (params, elements) = (&self.snap.params, self.snap.elements.len());
        if params.twojmax == 0 {
            return 0;
        }
        let elements = if params.chemflag {
            elements.saturating_pow(3)
        } else {
            1
        };
        let linear = triples(params.twojmax.min(MAX_TWOJMAX))
            .count()
            .saturating_mul(elements);
        let quadratic = linear.saturating_mul(linear.saturating_add(1)) / 2;
        linear.saturating_add(if params.quadraticflag { quadratic } else { 0 })
    }

    /// Reads one file.
    ///
    /// # Errors
    /// [`Error::File`] if it cannot be read, else as [`from_json`](Self::from_json).
    pub fn read(path: &Path) -> Result<Self, Error> {
        let file = |source| Error::File {
            path: path.to_owned(),
            source,
        };
        Self::from_json(&std::fs::read_to_string(path).map_err(file)?)
    }

    /// Reads all `.json` files of a directory, sorted by name.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub fn read_all(directory: &Path) -> Result<Vec<Self>, Error> {
        let file = |source| Error::File {
            path: directory.to_owned(),
            source,
        };
        let entries = std::fs::read_dir(directory).map_err(file)?;
        let paths: Result<Vec<PathBuf>, _> = entries.map(|entry| entry.map(|e| e.path())).collect();
        let mut paths = paths.map_err(file)?;
        paths.retain(|path| path.extension().is_some_and(|e| e == "json"));
        paths.sort();
        paths.iter().map(|path| Self::read(path)).collect()
    }

    /// The atoms, types counted from 0.
    ///
    /// # Errors
    /// [`Error::Element`] if a type's element is not in the potential, [`Error::CaseType`] for an atom whose type is not in
    /// `type_to_element`.
    pub fn system(&self) -> Result<System, Error> {
        let names = self.snap.elements.iter().map(|e| e.name.as_str());
        let numbers: HashMap<&str, usize> = names.zip(0..).collect();
        let element = |(kind, name): (usize, &String)| {
            let same = numbers.get(name.as_str()).copied();
            let is_null = name == NULL;
            (is_null || same.is_some())
                .then_some(same)
                .ok_or_else(|| Error::Element {
                    kind,
                    element: name.clone(),
                })
        };
        let count = self.type_to_element.len();
        let from_zero = |(atom, &kind): (usize, &usize)| {
            let listed = (1..=count).contains(&kind);
            let error = Error::CaseType { atom, kind, count };
            listed.then(|| kind - 1).ok_or(error)
        };
        Ok(System {
            cell: self.cell.cell_rows,
            periodic: self.cell.periodic,
            positions: self.positions.clone(),
            types: self
                .types
                .iter()
                .enumerate()
                .map(from_zero)
                .collect::<Result<_, _>>()?,
            elements: self
                .type_to_element
                .iter()
                .enumerate()
                .map(element)
                .collect::<Result<_, _>>()?,
        })
    }

    /// Everything in the case that is not plain linear SNAP.
    pub fn requires(&self) -> Vec<Feature> {
        let (params, results) = (&self.snap.params, &self.results);
        let present = [
            (Feature::Quadratic, params.quadraticflag),
            (Feature::Chem, params.chemflag),
            (Feature::Zbl, self.snap.zbl.is_some()),
            (Feature::SnadAtom, results.snad_atom.is_some()),
            (Feature::SnavAtom, results.snav_atom.is_some()),
            (Feature::ComputeSnap, results.compute_snap.is_some()),
            (Feature::SnaGrid, results.sna_grid.is_some()),
        ];
        present
            .into_iter()
            .filter(|(_, present)| *present)
            .map(|(feature, _)| feature)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    const DIMER: &str = include_str!("../../cases/s13_dimer_2el.json");

    /// What is said of the dimer after a change.
    fn said(change: impl FnOnce(&mut Value)) -> String {
        let mut value: Value = serde_json::from_str(DIMER).unwrap();
        change(&mut value);
        let text = serde_json::to_string_pretty(&value).unwrap();
        Case::from_json(&text).map_or_else(|e| e.to_string(), |_| "a case".to_string())
    }

    #[test]
    fn damaged_descriptors_are_not_taken_for_absent() {
        for wrong in [
            serde_json::json!("text"),
            0.into(),
            serde_json::json!({}),
            serde_json::json!([[1.0], "x"]),
            Value::Null,
        ] {
            let said = said(|c| c["results"]["sna_atom"] = wrong.clone());
            assert!(said.contains("`results.sna_atom`"), "{wrong}: {said}");
            assert!(said.contains("a row of numbers for each atom"), "{said}");
        }
        let ragged = said(|c| {
            c["results"]["sna_atom"][1].as_array_mut().unwrap().pop();
        });
        assert!(
            ragged.contains("a row of results.sna_atom is 54; it must be 55"),
            "{ragged}"
        );
        let flat = said(|c| c["results"]["sna_atom"] = serde_json::json!([0.0, 0.0]));
        assert!(flat.contains("is 0; it must be 55"), "{flat}");
        let absent = |c: &mut Value| {
            c["results"].as_object_mut().unwrap().remove("sna_atom");
        };
        assert_eq!(said(absent), "a case");
    }

    #[test]
    fn numbers_that_contradict_each_other_are_refused() {
        let natoms = said(|c| c["natoms"] = 3.into());
        assert!(
            natoms.contains("natoms is 3; it must be 2, the number of positions"),
            "{natoms}"
        );
        let volume = said(|c| c["box"]["volume"] = 1.0.into());
        assert!(
            volume.contains("box.volume is 1; it must be that of the cell"),
            "{volume}"
        );
        let pressure = said(|c| c["results"]["pressure_bar"][2] = 7.0.into());
        assert!(
            pressure.contains("results.pressure_bar is 7;"),
            "{pressure}"
        );
        let forces = said(|c| {
            c["results"]["forces"].as_array_mut().unwrap().pop();
        });
        assert!(
            forces.contains("results.forces is 1; it must be 2"),
            "{forces}"
        );
    }

    #[test]
    fn unknown_keys_are_refused_and_wrong_types_named_by_field() {
        for key in ["rcutfak", "switchflg"] {
            let said = said(|c| c["snap"]["params"][key] = 1.into());
            assert!(
                said.contains("`snap.params") && said.contains(key),
                "{said}"
            );
        }
        for (part, key) in [("box", "corner"), ("results", "virals")] {
            let said = said(|c| c[part][key] = 1.into());
            assert!(said.contains(&format!("unknown field `{key}`")), "{said}");
        }
        let said = said(|c| c["snap"]["elements"][1]["weight"] = "heavy".into());
        assert!(said.contains("`snap.elements.weight`"), "{said}");
    }

    #[test]
    fn the_keys_around_a_place_are_found() {
        let text = "{\"a:{\": {\n\"b\\\"\": [1, {\"c\": 2}, 3],\n\"d\": 4}}";
        assert_eq!(field_at(text, 2, 16), "a:{.b\\\".c");
        assert_eq!(field_at(text, 3, 6), "a:{.d");
        assert_eq!(field_at("", 1, 0), "");
    }
}
