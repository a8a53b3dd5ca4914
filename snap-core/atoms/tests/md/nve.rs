//! Constant energy.

use portax::{Space, View};
use portax_atoms::md::{Atoms, Forces, Integrator, Nve, units};
use portax_backends::testing::one_of_each;

use crate::{
    Result,
    crystal::{Crystal, EDGE},
    springs::SpringForces,
};

/// Distance from the exact orbit of a spring after 0.2 ps.
fn oscillator_error(space: &Space, steps: u32) -> Result<f64> {
    let (k, mass, start, time) = (2.0, 39.948, 0.3, 0.2);
    let x = View::from_slice(space, "x", [2, 3], &[start, 0.0, 0.0, start, 0.0, 0.0])?;
    let atoms = Atoms::new(
        space,
        x,
        View::new(space, "f", [2, 3])?,
        View::new(space, "element", [2])?,
        &[mass],
    )?;
    let mut forces = SpringForces::new(space, &atoms, k)?;
    let mut nve = Nve::new(space, &atoms, time / f64::from(steps))?;
    forces.compute()?;
    for _ in 0..steps {
        nve.step(&mut forces)?;
    }
    let omega = (k / (mass * units::MVV_TO_ENERGY)).sqrt();
    Ok((atoms.x.to_vec()?[0] - start * (omega * time).cos()).abs())
}

#[test]
fn an_oscillator_converges_with_the_square_of_the_step() -> Result {
    for (name, space) in one_of_each() {
        let (coarse, fine) = (oscillator_error(&space, 40)?, oscillator_error(&space, 80)?);
        let order = (coarse / fine).log2();
        assert!(
            (order - 2.0).abs() < 0.05 && fine < 3e-3,
            "{name}: errors {coarse} {fine}"
        );
    }
    Ok(())
}

/// Runs steps of 4 fs; gives total energies (eV) at start and end.
fn run(space: &Space, crystal: &mut Crystal, steps: usize) -> Result<(f64, f64)> {
    let mut nve = Nve::new(space, &crystal.atoms, 0.004)?;
    crystal.compute()?;
    let start = crystal.total_energy()?;
    for _ in 0..steps {
        nve.step(crystal)?;
    }
    Ok((start, crystal.total_energy()?))
}

#[test]
fn crystal_keeps_energy_and_momentum_through_list_builds() -> Result {
    for (name, space) in one_of_each() {
        let mut crystal = Crystal::new(&space, 3, EDGE, 60.0, 4)?;
        let (start, end) = run(&space, &mut crystal, 300)?;
        let builds = crystal.builds();
        let kinetic = crystal.atoms.kinetic_energy(&space)?;
        assert!(
            (end - start).abs() < 0.01 * kinetic,
            "{name}: {start} to {end}, kinetic {kinetic}"
        );
        assert!((3..150).contains(&builds), "{name}: {builds} builds");
        let v = crystal.atoms.v.to_vec()?;
        let momentum: f64 = v[..108].iter().sum();
        assert!(momentum.abs() < 1e-9, "{name}: {momentum}");
    }
    Ok(())
}

#[test]
fn trajectories_do_not_depend_on_the_number_of_threads() -> Result {
    let positions = |threads: usize| -> Result<Vec<u64>> {
        let space = portax_backends::rayon::Rayon::new(threads)?.space();
        let mut crystal = Crystal::new(&space, 6, EDGE, 80.0, 5)?;
        run(&space, &mut crystal, 60)?;
        Ok(crystal
            .atoms
            .x
            .to_vec()?
            .into_iter()
            .map(f64::to_bits)
            .collect())
    };
    let one = positions(1)?;
    for threads in [2, 5] {
        assert!(positions(threads)? == one, "{threads} threads");
    }
    Ok(())
}
