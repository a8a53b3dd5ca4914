//! What is printed of a frame.

use portax_structures::Frame;
use serde::Serialize;

use super::results::{Results, rows};
use crate::error::Error;
use crate::output;
use crate::structures::{self, Structure};

/// The lines before the frames of a file.
pub fn heading(file: &str) -> String {
    format!(
        "{file}\n{:>7} {:>8} {:>20} {:>16} {:>14} {:>16}",
        "frame", "atoms", "energy eV", "eV/atom", "max |F| eV/A", "pressure bar"
    )
}

/// The line of a frame.
pub fn line(number: usize, results: &Results) -> String {
    let pressure = results
        .pressure()
        .map_or("-".to_string(), |p| format!("{p:.4}"));
    format!(
        "{number:7} {:8} {:20.10} {:16.10} {:14.8} {pressure:>16}",
        results.found.energies.len(),
        results.found.energy,
        results.energy_per_atom(),
        results.max_force(),
    )
}

/// A line for each atom: its id, or its number from 1, its kind and its force.
pub fn forces(frame: &Frame, results: &Results) -> String {
    let atom = |(i, [x, y, z]): (usize, &[f64; 3])| {
        let id = frame.ids.as_ref().map_or(i as i64 + 1, |ids| ids[i]);
        let label = portax::error::printable(&frame.species.of(i).label());
        format!("{id:>16} {label:>4} {x:20.12} {y:20.12} {z:20.12}")
    };
    let lines: Vec<String> = results.found.forces.iter().enumerate().map(atom).collect();
    lines.join("\n")
}

#[derive(Serialize)]
struct Report<'a> {
    file: String,
    frame: usize,
    natoms: usize,
    energy: f64,
    energy_per_atom: f64,
    max_force: f64,
    volume: Option<f64>,
    pressure_bar: Option<f64>,
    virial: [[f64; 3]; 3],
    stress: Option<[[f64; 3]; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ids: Option<&'a [i64]>,
    energies: &'a [f64],
    forces: &'a [[f64; 3]],
    #[serde(skip_serializing_if = "Option::is_none")]
    virials: Option<Vec<[[f64; 3]; 3]>>,
}

/// One line with everything.
///
/// # Errors
/// [`Error::Output`].
pub fn json(structure: &Structure<'_>, results: &Results) -> Result<String, Error> {
    let found = &results.found;
    let report = Report {
        file: structures::shown(structure.file),
        frame: structure.number,
        natoms: found.energies.len(),
        energy: found.energy,
        energy_per_atom: results.energy_per_atom(),
        max_force: results.max_force(),
        volume: results.volume,
        pressure_bar: results.pressure(),
        virial: matrix(rows(found.virial)),
        stress: results.stress().map(matrix),
        ids: structure.frame.ids.as_deref(),
        energies: &found.energies,
        forces: &found.forces,
        virials: results
            .virials
            .as_ref()
            .map(|all| all.iter().map(|v| matrix(rows(*v))).collect()),
    };
    output::json_line(&report)
}

fn matrix([xx, xy, xz, yx, yy, yz, zx, zy, zz]: [f64; 9]) -> [[f64; 3]; 3] {
    [[xx, xy, xz], [yx, yy, yz], [zx, zy, zz]]
}
