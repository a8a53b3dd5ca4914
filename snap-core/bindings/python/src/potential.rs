//! A potential on a device.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use portax_snap::Calculator;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use snap_core::{ChemRule, PairStyle, Precision, Snap, SnapOptions};

use crate::failure::{Caught, exception};
use crate::place::{Numbers, Rows, place, rows, types};

/// A SNAP potential, on a device.
///
/// `elements` names elements of the coefficient file, by which atoms find theirs. The device is `rayon` (CPU threads),
/// `cuda:0`, `opencl:pocl`, ...; by default the first GPU, else CPU threads. Lists of neighbours reach beyond the cutoff by
/// `skin` (angstrom) and serve until an atom has moved by half of it.
#[pyclass(frozen, module = "portax_snap")]
pub struct Potential {
    calculator: Mutex<Calculator>,
    /// Of each type.
    elements: Vec<String>,
    cutoff: f64,
    device: String,
}

#[pymethods]
impl Potential {
    #[new]
    #[pyo3(signature = (coefficients, parameters, elements, *, device=None, precision="double", chem_rule="gradient", skin=0.5))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn new(
        py: Python<'_>,
        coefficients: PathBuf,
        parameters: PathBuf,
        elements: Vec<String>,
        device: Option<&str>,
        precision: &str,
        chem_rule: &str,
        skin: f64,
    ) -> PyResult<Self> {
        let names: Vec<&str> = elements.iter().map(String::as_str).collect();
        let style = PairStyle::of_files(coefficients, parameters, &names).map_err(exception)?;
        Self::of(py, style, device, options(precision, chem_rule, skin)?)
    }

    /// The potential of a file with LAMMPS' lines `pair_style` and `pair_coeff`, of SNAP alone or on top of ZBL.
    #[staticmethod]
    #[pyo3(signature = (file, *, device=None, precision="double", chem_rule="gradient", skin=0.5))]
    fn from_lines(
        py: Python<'_>,
        file: PathBuf,
        device: Option<&str>,
        precision: &str,
        chem_rule: &str,
        skin: f64,
    ) -> PyResult<Self> {
        let style = PairStyle::read(file).map_err(exception)?;
        Self::of(py, style, device, options(precision, chem_rule, skin)?)
    }

    /// Names of the elements.
    #[getter]
    fn elements(&self) -> Vec<String> {
        self.elements.clone()
    }

    /// How far atoms see each other, angstrom.
    #[getter]
    fn cutoff(&self) -> f64 {
        self.cutoff
    }

    /// The device.
    #[getter]
    fn device(&self) -> String {
        self.device.clone()
    }

    /// Energy (eV), energies and forces (eV/angstrom) of atoms, and the virial xx yy zz xy xz yz (eV, positive under
    /// compression), in a dictionary. `cell` has the vectors as rows, `numbers` are atomic numbers, `pbc` says along which
    /// vectors space repeats. Other threads of Python run meanwhile.
    fn compute<'py>(
        &self,
        py: Python<'py>,
        positions: Rows<'py>,
        cell: Rows<'py>,
        numbers: Numbers<'py>,
        pbc: [bool; 3],
    ) -> PyResult<Bound<'py, PyDict>> {
        let all = |snap: &mut Snap| {
            snap.compute()?;
            Ok((
                snap.energy()?,
                snap.energies()?,
                snap.forces()?,
                snap.virial()?,
            ))
        };
        let (energy, energies, forces, virial) =
            self.with_atoms(py, (&positions, &cell, &numbers), pbc, all)?;
        let found = PyDict::new(py);
        found.set_item("energy", energy)?;
        found.set_item("energies", PyArray1::from_vec(py, energies))?;
        found.set_item("forces", matrix(py, forces.into_flattened(), 3)?)?;
        found.set_item("virial", PyArray1::from_slice(py, &virial))?;
        Ok(found)
    }

    /// The virial of each atom in the last computation, `[natoms][6]`.
    fn virials<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let found = py.detach(|| {
            let mut calculator = self
                .calculator
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            calculator.last().map(Snap::virials)
        });
        let nothing = || PyValueError::new_err("nothing was computed yet");
        let virials = found.ok_or_else(nothing)?.map_err(exception)?;
        matrix(py, virials.into_flattened(), 6)
    }

    /// The descriptors of each atom, `[natoms][descriptors]`.
    fn descriptors<'py>(
        &self,
        py: Python<'py>,
        positions: Rows<'py>,
        cell: Rows<'py>,
        numbers: Numbers<'py>,
        pbc: [bool; 3],
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let rows = self.with_atoms(py, (&positions, &cell, &numbers), pbc, Snap::descriptors)?;
        let columns = rows.first().map_or(0, Vec::len);
        matrix(py, rows.concat(), columns)
    }
}

impl Potential {
    fn of(
        py: Python<'_>,
        style: PairStyle,
        device: Option<&str>,
        options: SnapOptions,
    ) -> PyResult<Self> {
        let names = style.names().into_iter();
        let elements = names
            .map(|name| name.unwrap_or("NULL").to_string())
            .collect();
        let cutoff = style.potential.cutoff();
        let calculator = py.detach(|| Calculator::new(style, device, options));
        let calculator = calculator.map_err(exception)?;
        Ok(Self {
            elements,
            cutoff,
            device: calculator.space.name().to_string(),
            calculator: Mutex::new(calculator),
        })
    }

    /// What `then` finds for these atoms, while other threads of Python run.
    fn with_atoms<T: Send>(
        &self,
        py: Python<'_>,
        (positions, cell, numbers): (&Rows<'_>, &Rows<'_>, &Numbers<'_>),
        pbc: [bool; 3],
        then: impl FnOnce(&mut Snap) -> Result<T, snap_core::Error> + Send,
    ) -> PyResult<T> {
        let positions = rows("positions", positions)?;
        let (place, types) = (place(cell, pbc)?, types(numbers, &self.elements)?);
        let positions = &positions[..];
        let found = py.detach(|| {
            // Locked and let go of without the interpreter, so that nobody waits for both.
            let mut calculator = self
                .calculator
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            let snap = calculator.take(&place, positions, &types)?;
            then(snap).map_err(Caught::from)
        });
        found.map_err(exception)
    }
}

fn options(precision: &str, chem_rule: &str, skin: f64) -> PyResult<SnapOptions> {
    let unknown = |name, value, known| {
        Err(PyValueError::new_err(format!(
            "`{name}` is `{value}`; it is {known}"
        )))
    };
    Ok(SnapOptions {
        precision: match precision {
            "double" => Precision::Double,
            "mixed" => Precision::Mixed,
            other => return unknown("precision", other, "double or mixed"),
        },
        chem_rule: match chem_rule {
            "gradient" => ChemRule::Gradient,
            "lammps" => ChemRule::Lammps,
            other => return unknown("chem_rule", other, "gradient or lammps"),
        },
        skin,
        ..SnapOptions::default()
    })
}

/// Rows of so many columns as an array.
fn matrix(py: Python<'_>, values: Vec<f64>, columns: usize) -> PyResult<Bound<'_, PyArray2<f64>>> {
    let rows = values.len().checked_div(columns).unwrap_or(0);
    PyArray1::from_vec(py, values).reshape([rows, columns])
}
