//! Reference cases: systems computed with LAMMPS, one JSON file each.

use std::fmt;
use std::path::{Path, PathBuf};

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use crate::{Error, Potential, System};

/// One reference case, as in its file.
#[derive(Clone, Debug, Deserialize)]
pub struct Case {
    /// Name of the case, the file's stem.
    pub case: String,
    /// What it exercises.
    pub description: String,
    /// The cell.
    #[serde(rename = "box")]
    pub cell: Cell,
    /// Cartesian positions, Å.
    pub positions: Vec<[f64; 3]>,
    /// Type of every atom, from 1.
    pub types: Vec<usize>,
    /// Name of every type's element.
    pub type_to_element: Vec<String>,
    /// Parameters and elements.
    pub snap: Potential,
    /// What LAMMPS computed.
    pub results: Results,
    /// Settings of an additional ZBL repulsion, where present.
    #[serde(default)]
    pub zbl: Option<Value>,
}

/// The cell of a case.
#[derive(Clone, Debug, Deserialize)]
pub struct Cell {
    /// Lattice vectors as rows, Å.
    pub cell_rows: [[f64; 3]; 3],
    /// Lower corner, Å.
    pub origin: [f64; 3],
    /// Periodicity along a, b, c.
    pub periodic: [bool; 3],
    /// Å³.
    pub volume: f64,
}

/// The results of a case.
#[derive(Clone, Debug, Deserialize)]
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
    #[serde(default)]
    snad_atom: Option<Value>,
    #[serde(default)]
    snav_atom: Option<Value>,
    #[serde(default)]
    compute_snap: Option<Value>,
    #[serde(default)]
    sna_grid: Option<Value>,
}

/// With a single component (`twojmax` 0) the file has a flat list of uninitialised values: not a table.
fn table<'de, D: Deserializer<'de>>(input: D) -> Result<Option<Vec<Vec<f64>>>, D::Error> {
    let value = Value::deserialize(input)?;
    let rows = value
        .as_array()
        .is_some_and(|rows| rows.iter().all(Value::is_array));
    if rows {
        serde_json::from_value(value)
            .map(Some)
            .map_err(D::Error::custom)
    } else {
        Ok(None)
    }
}

/// Something in a case beyond energies, forces, virial and descriptors of linear SNAP.
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

    /// Whether energies and forces of the case depend on it; the others are additional outputs.
    pub fn affects_forces(self) -> bool {
        matches!(self, Self::Quadratic | Self::Chem | Self::Zbl)
    }
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Case {
    /// The case that a file's text holds.
    ///
    /// # Errors
    /// [`Error::Json`] if it is no case.
    pub fn from_json(text: &str) -> Result<Self, Error> {
        Ok(serde_json::from_str(text)?)
    }

    /// Reads one file.
    ///
    /// # Errors
    /// [`Error::File`] if it cannot be read, [`Error::Json`] if it is no case.
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
        let element = |(kind, name): (usize, &String)| {
            let same = self.snap.elements.iter().position(|e| e.name == *name);
            same.ok_or_else(|| Error::Element {
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
            (Feature::Zbl, self.zbl.is_some()),
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

    /// Whether energies and forces are those of linear SNAP, without `chemflag` and without ZBL.
    pub fn is_linear(&self) -> bool {
        !self.requires().into_iter().any(Feature::affects_forces)
    }
}
