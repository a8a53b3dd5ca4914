//! Thermodynamic output of 100 steps of each ensemble, in the files of `lammps/`, which `lammps/make.py` makes.

use portax::Space;
use portax_backends::testing::one_of_each;
use snap_core::Snap;
use snap_core::md::{
    Atoms, Barostat, Coupling, Error, Forces, Integrator, Npt, Nvt, Ramp, Thermostat,
    scalar_pressure,
};
use snap_core::neighbor::Cell;

use crate::{Result, TUNGSTEN};

/// Edge of the cube that the first positions are of, Å.
const EDGE: f64 = 9.54;
/// Largest error of a quantity, relative to its scale.
const LARGEST: f64 = 1e-10;

/// The numbers of a table, without its header.
fn table(csv: &str) -> Vec<Vec<f64>> {
    let number = |word: &str| word.parse().expect("a number");
    let lines = csv.lines().skip(1);
    lines
        .map(|line| line.split(',').map(number).collect())
        .collect()
}

/// The first step of all runs: a crystal out of order, in a box with these tilts (xy xz yz, Å).
fn start(space: &Space, [xy, xz, yz]: [f64; 3]) -> Result<(Snap, Atoms<f64>)> {
    let rows = table(include_str!("lammps/start.csv"));
    let positions = rows.iter().map(|p| {
        let (x, y, z) = (p[0], p[1], p[2]);
        [x + xy / EDGE * y + xz / EDGE * z, y + yz / EDGE * z, z]
    });
    let cell = Cell::new(
        [[EDGE, 0.0, 0.0], [xy, EDGE, 0.0], [xz, yz, EDGE]],
        [true; 3],
    )?;
    let (snap, atoms) = TUNGSTEN.atoms(space, cell, positions.collect(), 1.0)?;
    let columns = (3..6).flat_map(|d| rows.iter().map(move |row| row[d]));
    atoms.v.copy_from_slice(&columns.collect::<Vec<f64>>())?;
    Ok((snap, atoms))
}

/// What LAMMPS writes, in the order of the files, from the temperature on; and how large the quantities are.
fn thermo(
    space: &Space,
    (snap, atoms): (&mut Snap, &Atoms<f64>),
    conserved: f64,
) -> Result<Vec<[f64; 2]>> {
    let (potential, kinetic) = (snap.energy()?, atoms.kinetic_energy(space)?);
    let pressure = atoms.pressure(space, snap)?;
    let [a, b, c] = Forces::cell(snap).vectors();
    // Energies beside what moves, 3 eV; pressures beside 20 kbar.
    let mut found = vec![
        [atoms.temperature(space)?, 500.0],
        [potential, 3.0],
        [kinetic, 3.0],
        [potential + kinetic + conserved, 3.0],
        [scalar_pressure(pressure), 2e4],
    ];
    found.extend(pressure.map(|p| [p, 2e4]));
    found.extend([a[0], b[1], c[2], b[0], c[0], c[1]].map(|length| [length, EDGE]));
    Ok(found)
}

/// Runs 100 steps of 1 fs and compares them with a file.
fn check(
    csv: &str,
    tilts: [f64; 3],
    integrator: impl Fn(&Space, &Atoms<f64>, &Cell) -> std::result::Result<Box<dyn Integrator>, Error>,
) -> Result {
    for (name, space) in one_of_each() {
        let (mut snap, atoms) = start(&space, tilts)?;
        let mut integrator = integrator(&space, &atoms, Forces::cell(&snap))?;
        Forces::compute(&mut snap)?;
        let mut now = 0;
        for row in table(csv) {
            while now < row[0] as usize {
                integrator.step(&mut snap)?;
                now += 1;
            }
            let found = thermo(&space, (&mut snap, &atoms), integrator.conserved())?;
            for (column, ([found, scale], expected)) in found.iter().zip(&row[1..]).enumerate() {
                let error = (found - expected).abs() / scale;
                assert!(
                    error < LARGEST,
                    "{name}: step {now}, column {}: {found} instead of {expected}",
                    column + 1
                );
            }
        }
    }
    Ok(())
}

#[test]
fn nvt_with_a_ramp() -> Result {
    check(
        include_str!("lammps/snap_nvt.csv"),
        [0.0; 3],
        |space, atoms, _| {
            let ramp = Ramp {
                from: 300.0,
                to: 600.0,
                steps: 100,
            };
            let thermostat = Thermostat::new(ramp, 0.05);
            Ok(Box::new(Nvt::new(space, atoms, 0.001, thermostat)?))
        },
    )
}

#[test]
fn npt_of_an_isotropic_cell() -> Result {
    let csv = include_str!("lammps/snap_npt.csv");
    check(csv, [0.2, -0.1, 0.15], |space, atoms, cell| {
        let thermostat = Thermostat::new(300.0, 0.05);
        // LAMMPS' energy of a barostat's chain counts other degrees of freedom than its motion.
        let barostat = Barostat {
            chain: 0,
            ..Barostat::new(Coupling::Isotropic, 0.0, 0.5)
        };
        let npt = Npt::new(space, atoms, cell, 0.001, thermostat, barostat)?;
        Ok(Box::new(npt))
    })
}
