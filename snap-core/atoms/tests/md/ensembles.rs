//! What must hold of every ensemble: a conserved quantity, averages, steps that can be taken back, runs that go on.

use portax::Space;
use portax_atoms::{
    Cell,
    md::{
        Atoms, Barostat, Bath, Coupling, Error, Forces, Integrator, Langevin, Npt, Nve, Nvt,
        Thermostat, scalar_pressure,
    },
};
use portax_backends::testing::one_of_each;

use crate::{
    Result,
    crystal::{Crystal, EDGE},
};

/// K
const TEMPERATURE: f64 = 40.0;
/// bar
const PRESSURE: f64 = 500.0;
/// All ensembles.
const NAMES: [&str; 6] = ["nve", "nvt", "langevin", "npt iso", "npt aniso", "npt tri"];

fn make(
    name: &str,
    space: &Space,
    atoms: &Atoms<f64>,
    cell: &Cell,
    dt: f64,
) -> Result<Box<dyn Integrator>> {
    let thermostat = Thermostat::new(TEMPERATURE, 0.2);
    let npt = |coupling| -> Result<Box<dyn Integrator>> {
        let barostat = Barostat::new(coupling, PRESSURE, 1.0);
        Ok(Box::new(Npt::new(
            space, atoms, cell, dt, thermostat, barostat,
        )?))
    };
    let bath = Bath {
        temperature: TEMPERATURE.into(),
        damping: 0.5,
        seed: 5,
    };
    Ok(match name {
        "nve" => Box::new(Nve::new(space, atoms, dt)?),
        "nvt" => Box::new(Nvt::new(space, atoms, dt, thermostat)?),
        "langevin" => Box::new(Langevin::new(space, atoms, dt, bath)?),
        "npt iso" => npt(Coupling::Isotropic)?,
        "npt aniso" => npt(Coupling::Anisotropic)?,
        "npt tri" => npt(Coupling::Triclinic)?,
        _ => unreachable!("{name}"),
    })
}

/// A crystal under some pressure at a temperature in K.
fn crystal(space: &Space, temperature: f64) -> Result<Crystal> {
    Crystal::new(space, 3, 0.985 * EDGE, temperature, 8)
}

fn of(name: &str, space: &Space, crystal: &Crystal, dt: f64) -> Result<Box<dyn Integrator>> {
    make(name, space, &crystal.atoms, crystal.cell(), dt)
}

/// How far the conserved quantity goes from its start in 1.6 ps, eV.
fn drift(name: &str, space: &Space, dt: f64) -> Result<f64> {
    let mut crystal = crystal(space, 2.0 * TEMPERATURE)?;
    let mut integrator = of(name, space, &crystal, dt)?;
    crystal.compute()?;
    let start = crystal.total_energy()? + integrator.conserved();
    let mut largest = 0.0f64;
    for _ in 0..(1.6 / dt) as usize {
        integrator.step(&mut crystal)?;
        let now = crystal.total_energy()? + integrator.conserved();
        largest = largest.max((now - start).abs());
    }
    Ok(largest)
}

#[test]
fn the_conserved_quantity_is_kept_to_the_second_order_of_the_step() -> Result {
    let space = portax_backends::by_name("rayon")?;
    for name in NAMES {
        let (coarse, fine) = (drift(name, &space, 0.008)?, drift(name, &space, 0.004)?);
        let order = (coarse / fine).log2();
        // The kinetic energy is 1.1 eV.
        assert!(
            fine < 1e-3 && (1.6..2.4).contains(&order),
            "{name}: {coarse} and {fine} eV, order {order}"
        );
    }
    Ok(())
}

/// Means over a run after its first third.
#[test]
fn temperature_and_pressure_are_as_asked_for() -> Result {
    let space = portax_backends::by_name("rayon")?;
    for name in &NAMES[1..] {
        let mut crystal = crystal(&space, TEMPERATURE)?;
        let atoms = crystal.atoms.clone();
        let mut integrator = of(name, &space, &crystal, 0.006)?;
        crystal.compute()?;
        let (mut temperature, mut kinetic, mut pressure, mut steps) = (0.0, [0.0; 3], 0.0, 0.0);
        for step in 0..9000 {
            integrator.step(&mut crystal)?;
            // Four steps are a small part of a vibration.
            if step >= 3000 && step % 4 == 0 {
                steps += 1.0;
                temperature += atoms.temperature(&space)?;
                pressure += scalar_pressure(atoms.pressure(&space, &mut crystal)?);
                let tensor = atoms.kinetic_tensor(&space)?;
                kinetic.iter_mut().zip(tensor).for_each(|(k, t)| *k += t);
            }
        }
        let degrees = match *name {
            "langevin" => 108.0 / 107.0,
            _ => 1.0,
        };
        let error = temperature / steps / (degrees * TEMPERATURE) - 1.0;
        assert!(error.abs() < 0.03, "{name}: {error}");
        for k in kinetic {
            let share = 3.0 * k / kinetic.iter().sum::<f64>() - 1.0;
            assert!(
                share.abs() < 0.05,
                "{name}: {share} more along one direction"
            );
        }
        if name.starts_with("npt") {
            let pressure = pressure / steps;
            assert!((pressure - PRESSURE).abs() < 30.0, "{name}: {pressure} bar");
        }
    }
    Ok(())
}

/// The state of a run that goes back: numbers that are rates change sign.
fn reversed(name: &str, state: &[f64]) -> Vec<f64> {
    let rates = match name {
        "nvt" => 4..7,
        // Step, volume, first volume; rates of the cell; chain of the barostat, chain of the atoms.
        _ => 3..9,
    };
    let is_rate = |k: usize| match name {
        "nvt" => rates.contains(&k),
        _ => rates.contains(&k) || (12..15).contains(&k) || (18..21).contains(&k),
    };
    let flip = |(k, &number): (usize, &f64)| if is_rate(k) { -number } else { number };
    state.iter().enumerate().map(flip).collect()
}

#[test]
fn steps_can_be_taken_back() -> Result {
    let space = portax_backends::by_name("rayon")?;
    for name in ["nve", "nvt", "npt iso", "npt aniso", "npt tri"] {
        let mut crystal = crystal(&space, TEMPERATURE)?;
        let atoms = crystal.atoms.clone();
        let mut integrator = of(name, &space, &crystal, 0.004)?;
        crystal.compute()?;
        let (edge, start) = (crystal.cell().vectors(), atoms.v.to_vec()?);
        for turn in 0..2 {
            for _ in 0..100 {
                integrator.step(&mut crystal)?;
            }
            if turn == 0 {
                let back: Vec<f64> = atoms.v.to_vec()?.iter().map(|v| -v).collect();
                atoms.v.copy_from_slice(&back)?;
                if name != "nve" {
                    integrator.restore(&reversed(name, &integrator.state()))?;
                }
            }
        }
        for (found, expected) in atoms.v.to_vec()?.iter().zip(start) {
            assert!(
                (found + expected).abs() < 1e-9,
                "{name}: {found}, {expected}"
            );
        }
        let found = crystal.cell().vectors();
        for (found, expected) in found.iter().flatten().zip(edge.iter().flatten()) {
            assert!(
                (found - expected).abs() < 1e-9,
                "{name}: {found}, {expected} Å"
            );
        }
    }
    Ok(())
}

/// Positions and velocities as bits.
fn bits(atoms: &Atoms<f64>) -> Result<Vec<u64>> {
    let numbers = atoms.x.to_vec()?.into_iter().chain(atoms.v.to_vec()?);
    Ok(numbers.map(f64::to_bits).collect())
}

#[test]
fn a_run_goes_on_from_its_state_to_the_last_bit() -> Result {
    for (on, space) in one_of_each() {
        for name in NAMES {
            let mut whole = crystal(&space, TEMPERATURE)?;
            let mut integrator = of(name, &space, &whole, 0.004)?;
            whole.compute()?;
            for _ in 0..15 {
                integrator.step(&mut whole)?;
            }
            // Lists of the same positions: sums in the same order.
            whole.build_lists()?;
            let (state, cell) = (integrator.state(), *whole.cell());
            let mut rest = Crystal::of(&space, &cell, &whole.atoms.x.to_vec()?)?;
            rest.atoms.v.copy_from_slice(&whole.atoms.v.to_vec()?)?;
            let first = crystal(&space, TEMPERATURE)?;
            let mut other = make(name, &space, &rest.atoms, first.cell(), 0.004)?;
            other.restore(&state)?;
            for (crystal, integrator) in [(&mut whole, &mut integrator), (&mut rest, &mut other)] {
                crystal.compute()?;
                for _ in 0..15 {
                    integrator.step(crystal)?;
                }
            }
            assert!(bits(&whole.atoms)? == bits(&rest.atoms)?, "{on}, {name}");
            assert_eq!(whole.cell(), rest.cell(), "{on}, {name}");
            assert_eq!(integrator.state(), other.state(), "{on}, {name}");
            assert_eq!(integrator.conserved(), other.conserved(), "{on}, {name}");
        }
    }
    Ok(())
}

#[test]
fn parameters_are_checked() -> Result {
    let (_, space) = one_of_each().remove(0);
    let crystal = crystal(&space, TEMPERATURE)?;
    let (atoms, cell) = (&crystal.atoms, crystal.cell());
    let right = (
        Thermostat::new(300.0, 0.1),
        Barostat::new(Coupling::Isotropic, 0.0, 1.0),
    );
    let npt = |thermostat, barostat| {
        Npt::new(&space, atoms, cell, 0.001, thermostat, barostat).map(|_| ())
    };
    assert!(npt(right.0, right.1).is_ok());
    for wrong in [
        Thermostat::new(0.0, 0.1),
        Thermostat::new(f64::NAN, 0.1),
        Thermostat::new(300.0, -0.1),
        Thermostat {
            chain: 0,
            ..right.0
        },
    ] {
        let nvt = Nvt::new(&space, atoms, 0.001, wrong).map(|_| ());
        assert!(matches!(nvt, Err(Error::Parameter { .. })), "{wrong:?}");
        assert!(
            matches!(npt(wrong, right.1), Err(Error::Parameter { .. })),
            "{wrong:?}"
        );
    }
    for wrong in [
        Barostat::new(Coupling::Isotropic, f64::INFINITY, 1.0),
        Barostat::new(Coupling::Isotropic, 0.0, 0.0),
    ] {
        assert!(
            matches!(npt(right.0, wrong), Err(Error::Parameter { .. })),
            "{wrong:?}"
        );
    }
    let slab = Cell::orthogonal([20.0; 3], [true, true, false])?;
    let refused = Npt::new(&space, atoms, &slab, 0.001, right.0, right.1).map(|_| ());
    assert!(matches!(refused, Err(Error::NotPeriodic { axis: 2 })));
    let mut nvt = Nvt::new(&space, atoms, 0.001, right.0)?;
    assert!(matches!(
        nvt.restore(&[0.0; 3]),
        Err(Error::State { expected: 7, .. })
    ));
    Ok(())
}
