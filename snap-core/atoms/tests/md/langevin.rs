//! A bath of random forces: variances that are known exactly, and numbers that follow from the step.

use portax::{Space, View};
use portax_atoms::md::{
    Atoms, Bath, Error, Forces, Integrator, Langevin,
    units::{BOLTZMANN, MVV_TO_ENERGY},
};
use portax_backends::testing::one_of_each;

use crate::{Result, springs::SpringForces};

const MASS: f64 = 39.948;
/// eV/Å²
const SPRING: f64 = 2.0;

fn bath(damping: f64, seed: u64) -> Bath {
    Bath {
        temperature: 300.0.into(),
        damping,
        seed,
    }
}

fn atoms(space: &Space, n: usize) -> Result<Atoms<f64>> {
    let view = |label| View::new(space, label, [n, 3]);
    let element = View::new(space, "element", [n])?;
    Ok(Atoms::new(space, view("x")?, view("f")?, element, &[MASS])?)
}

/// The mean of the squares, and of the fourth powers over three times its square: 1 for normal numbers.
fn moments(x: &[f64]) -> [f64; 2] {
    let mean = |power: i32| x.iter().map(|x| x.powi(power)).sum::<f64>() / x.len() as f64;
    [mean(2), mean(4) / (3.0 * mean(2).powi(2))]
}

/// BAOAB has the exact distribution of a spring's length at any time step: this one is an eighth of the period.
#[test]
fn springs_have_the_exact_variances() -> Result {
    let n = 20_000;
    let period = std::f64::consts::TAU / (SPRING / (MASS * MVV_TO_ENERGY)).sqrt();
    for (name, space) in one_of_each() {
        let atoms = atoms(&space, n)?;
        let mut forces = SpringForces::new(&space, &atoms, SPRING)?;
        let mut langevin = Langevin::new(&space, &atoms, period / 8.0, bath(period / 4.0, 7))?;
        forces.compute()?;
        for _ in 0..60 {
            langevin.step(&mut forces)?;
        }
        let kt = BOLTZMANN * 300.0;
        // 60 000 numbers: the standard error of a variance is 0.6 %, of the ratio 0.8 %.
        let [variance, ratio] = moments(&atoms.x.to_vec()?);
        assert!(
            (variance / (kt / SPRING) - 1.0).abs() < 0.03,
            "{name}: {variance}"
        );
        assert!((ratio - 1.0).abs() < 0.04, "{name}: {ratio}");
        let [variance, _] = moments(&atoms.v.to_vec()?);
        let expected = kt / (MASS * MVV_TO_ENERGY);
        // Velocities are off by the second order of the step: (omega dt)² / 4 = 15 %.
        let error = variance / expected - 1.0;
        assert!(error > -0.18 && error < -0.12, "{name}: {error}");
    }
    Ok(())
}

#[test]
fn free_atoms_take_the_temperature_and_the_heat_is_counted() -> Result {
    let n = 20_000;
    for (name, space) in one_of_each() {
        let atoms = atoms(&space, n)?;
        let mut forces = SpringForces::new(&space, &atoms, 0.0)?;
        let mut langevin = Langevin::new(&space, &atoms, 0.01, bath(0.02, 3))?;
        forces.compute()?;
        for _ in 0..10 {
            langevin.step(&mut forces)?;
        }
        let kinetic = atoms.kinetic_energy(&space)?;
        let expected = 1.5 * n as f64 * BOLTZMANN * 300.0;
        assert!((kinetic / expected - 1.0).abs() < 0.03, "{name}: {kinetic}");
        let total = kinetic + langevin.conserved();
        assert!(total.abs() < 1e-9 * kinetic, "{name}: {total}");
        let v = atoms.v.to_vec()?;
        let mean = v.iter().sum::<f64>() / v.len() as f64;
        let spread = (expected / (1.5 * n as f64) / (MASS * MVV_TO_ENERGY)).sqrt();
        assert!(mean.abs() < 0.02 * spread, "{name}: {mean}");
    }
    Ok(())
}

#[test]
fn seeds_steps_and_atoms_have_numbers_of_their_own() -> Result {
    for (name, space) in one_of_each() {
        // Velocities after one step from rest: the noise itself.
        let noise = |seed: u64, first: u64| -> Result<Vec<f64>> {
            let atoms = atoms(&space, 50)?;
            let mut forces = SpringForces::new(&space, &atoms, 0.0)?;
            let mut langevin = Langevin::new(&space, &atoms, 0.01, bath(0.02, seed))?;
            langevin.restore(&[first as f64, 0.0])?;
            langevin.step(&mut forces)?;
            Ok(atoms.v.to_vec()?)
        };
        let one = noise(1, 0)?;
        assert_eq!(noise(1, 0)?, one, "{name}");
        for other in [noise(2, 0)?, noise(1, 1)?] {
            assert!(one.iter().zip(&other).all(|(a, b)| a != b), "{name}");
        }
        let mut sorted = one;
        sorted.sort_by(f64::total_cmp);
        sorted.dedup();
        assert_eq!(sorted.len(), 150, "{name}");
    }
    Ok(())
}

#[test]
fn parameters_are_checked() -> Result {
    let (_, space) = one_of_each().remove(0);
    let atoms = atoms(&space, 3)?;
    let made = |temperature: f64, damping: f64, dt: f64| {
        let bath = Bath {
            temperature: temperature.into(),
            damping,
            seed: 0,
        };
        Langevin::new(&space, &atoms, dt, bath).map(|_| ())
    };
    assert!(made(0.0, 1.0, 0.001).is_ok());
    for (temperature, damping, dt) in [
        (-1.0, 1.0, 0.001),
        (f64::NAN, 1.0, 0.001),
        (300.0, -1.0, 0.001),
        (300.0, 0.0, 0.001),
        (300.0, 1.0, f64::INFINITY),
    ] {
        let refused = made(temperature, damping, dt);
        assert!(matches!(refused, Err(Error::Parameter { .. })));
    }
    let mut langevin = Langevin::new(&space, &atoms, 0.001, bath(1.0, 0))?;
    let refused = langevin.restore(&[1.0]);
    assert!(matches!(
        refused,
        Err(Error::State {
            found: 1,
            expected: 2,
            ..
        })
    ));
    assert!(matches!(
        langevin.restore(&[1.0, f64::NAN]),
        Err(Error::Parameter { .. })
    ));
    Ok(())
}
