//! The rows of compute snap.

use snap_core::md::units::ENERGY_DENSITY_TO_PRESSURE;

use super::{Sink, table};
use crate::engine::{Engine, Evaluation};
use crate::error::Error;
use crate::structures::Structure;

/// The rows of the virial, and where each of them stands among xx yy zz xy xz yz.
const VIRIAL: [(&str, usize); 6] = [
    ("xx", 0),
    ("yy", 1),
    ("zz", 2),
    ("yz", 5),
    ("xz", 4),
    ("xy", 3),
];
/// Names of directions.
const DIRECTIONS: [&str; 3] = ["x", "y", "z"];

/// Energy, forces and pressure (bar) of the reference, in the order of the rows.
fn reference_column(found: &Evaluation, volume: Option<f64>, of_atoms: usize) -> Vec<f64> {
    let pressure = |place: usize| {
        volume.map_or(0.0, |v| {
            found.virial[place] / v * ENERGY_DENSITY_TO_PRESSURE
        })
    };
    let mut column = vec![0.0; of_atoms];
    column[0] = found.energy;
    column.extend(found.forces.as_flattened());
    column.extend(VIRIAL.map(|(_, place)| pressure(place)));
    column
}

/// What the reference gives, which is the potential itself where there is no other.
fn evaluated(engine: &mut Engine, reference: Option<&mut Engine>) -> Result<Evaluation, Error> {
    reference.unwrap_or(engine).evaluate()
}

/// The matrix: descriptors, their derivatives by each position, their virials, and the reference.
pub fn rows(
    engine: &mut Engine,
    reference: Option<&mut Engine>,
    structure: &Structure<'_>,
    bikflag: bool,
    sink: &mut Sink<'_>,
) -> Result<(), Error> {
    let natoms = structure.frame.natoms();
    if natoms == 0 {
        return Ok(());
    }
    let of_atoms = if bikflag { natoms } else { 1 };
    let found = evaluated(engine, reference)?;
    let cell = structure.frame.cell;
    let volume = (cell.periodic == [true; 3]).then(|| cell.volume());
    let last = reference_column(&found, volume, of_atoms);
    let atom = |i: usize| table::id_of_atom(structure, i).to_string();
    let descriptors = (0..of_atoms).map(|i| match bikflag {
        true => atom(i),
        false => "sum".to_string(),
    });
    let derivatives = (0..3 * natoms).map(|r| format!("{}_{}", atom(r / 3), DIRECTIONS[r % 3]));
    let virial = VIRIAL.map(|(name, _)| name.to_string());
    let names = descriptors.chain(derivatives).chain(virial);
    let matrix = engine.descriptor_matrix(bikflag)?;
    for ((row, last), name) in matrix.rows().zip(last).zip(names) {
        let mut row = row.clone();
        row.push(last);
        sink(&[name], &row)?;
    }
    Ok(())
}

/// With dgradflag: descriptors of each atom behind its reference force; minus the derivative of each atom's descriptors by each
/// position, behind the two atoms (from 0) and the direction; and the reference energy.
pub fn gradients(
    engine: &mut Engine,
    reference: Option<&mut Engine>,
    structure: &Structure<'_>,
    sink: &mut Sink<'_>,
) -> Result<(), Error> {
    if structure.frame.natoms() == 0 {
        return Ok(());
    }
    let found = evaluated(engine, reference)?;
    let atom = |i: usize| table::id_of_atom(structure, i);
    let descriptors = engine.descriptors()?;
    for (i, (force, b)) in found.forces.iter().zip(&descriptors).enumerate() {
        sink(&[atom(i).to_string()], &[&force[..], b].concat())?;
    }
    let mut written = Ok(());
    engine.for_each_descriptor_gradient(|gradient| {
        for (d, row) in gradient.rows.iter().enumerate() {
            if written.is_err() {
                return;
            }
            let (i, j) = (atom(gradient.of), atom(gradient.by));
            let place = [(i - 1) as f64, (j - 1) as f64, d as f64];
            let minus = row.iter().map(|x| -x);
            let values: Vec<f64> = place.into_iter().chain(minus).collect();
            written = sink(&[format!("{i}_{j}_{}", DIRECTIONS[d])], &values);
        }
    })?;
    written?;
    sink(&["energy".to_string()], &[found.energy])
}
