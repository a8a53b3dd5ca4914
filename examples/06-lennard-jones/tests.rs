//! The program's numbers on every space against sums over all pairs on the host, and forces against differences of the energy.

use std::error::Error;

use portax::Space;
use portax_atoms::{
    Nve,
    md::{Forces, Integrator, SplitMix64, scalar_pressure, units::ENERGY_DENSITY_TO_PRESSURE},
};
use portax_backends::testing::one_of_each;

use crate::{
    argon::{Argon, CUTOFF, EPSILON, LENNARD_JONES, SIGMA, crystal, morse},
    potential::PairPotential,
};

type Result<T = ()> = std::result::Result<T, Box<dyn Error>>;

/// Energy of a pair at a distance (Å), not shifted, eV, and its derivative.
type OfPair = fn(f64) -> (f64, f64);

fn of_lennard_jones(r: f64) -> (f64, f64) {
    let s6 = (SIGMA / r).powi(6);
    (
        4.0 * EPSILON * (s6 * s6 - s6),
        4.0 * EPSILON * (6.0 * s6 - 12.0 * s6 * s6) / r,
    )
}

fn lennard_jones(r: f64) -> f64 {
    of_lennard_jones(r).0
}

/// With the minimum of Lennard and Jones' and its curvature, 72 epsilon / r0².
fn of_morse(r: f64) -> (f64, f64) {
    let r0 = SIGMA * 2f64.powf(1.0 / 6.0);
    let e = (6.0 - 6.0 * r / r0).exp();
    (
        EPSILON * ((e - 1.0).powi(2) - 1.0),
        12.0 / r0 * EPSILON * (e - e * e),
    )
}

/// Energy of an atom of the fcc crystal with cells of `edge`, by the pairs within `cutoff` (Å), less `shift` each.
fn lattice_sum(edge: f64, cutoff: f64, shift: f64) -> f64 {
    let far = (2.0 * cutoff / edge) as i64 + 1;
    let halves = (-far..=far).flat_map(|a| (-far..=far).map(move |b| (a, b)));
    let points = halves.flat_map(|(a, b)| (-far..=far).map(move |c| [a, b, c]));
    points
        .filter(|p| p.iter().sum::<i64>() % 2 == 0 && *p != [0; 3])
        .map(|p| 0.5 * edge * (p.iter().map(|c| c * c).sum::<i64>() as f64).sqrt())
        .filter(|&r| r < cutoff)
        .map(|r| 0.5 * (lennard_jones(r) - shift))
        .sum()
}

/// Energy, forces in columns and virial by all pairs of atoms, each at its nearest image, in a cube of `edge` Å.
fn all_pairs(of_pair: OfPair, edge: f64, x: &[[f64; 3]]) -> (f64, Vec<f64>, f64) {
    let n = x.len();
    let (mut energy, mut forces, mut virial) = (0.0, vec![0.0; 3 * n], 0.0);
    for (i, j) in (0..n).flat_map(|i| (0..i).map(move |j| (i, j))) {
        let r = [0, 1, 2].map(|d| x[j][d] - x[i][d]);
        let r = r.map(|c| c - edge * (c / edge).round());
        let distance = r.iter().map(|c| c * c).sum::<f64>().sqrt();
        if distance < CUTOFF {
            let (of_this, slope) = of_pair(distance);
            energy += of_this - of_pair(CUTOFF).0;
            virial -= slope * distance;
            for d in 0..3 {
                forces[d * n + i] += slope * r[d] / distance;
                forces[d * n + j] -= slope * r[d] / distance;
            }
        }
    }
    (energy, forces, virial)
}

/// A crystal whose atoms were moved by up to 0.4 Å along each axis, and the edge of its cube.
fn disordered() -> (f64, Vec<[f64; 3]>) {
    let (edge, n) = (5.3, 4);
    let (mut x, mut random) = (crystal(n, edge), SplitMix64::new(6));
    x.iter_mut()
        .flatten()
        .for_each(|c| *c += 0.8 * random.uniform() - 0.4);
    (edge * n as f64, x)
}

fn assert_close(what: &str, found: f64, expected: f64, scale: f64) {
    let error = (found - expected).abs() / scale;
    assert!(error < 1e-11, "{what}: {found} instead of {expected}");
}

#[test]
fn a_crystal_has_the_energy_of_the_lattice_sum() -> Result {
    // All pairs, at the edge of least energy: -8.610 epsilon.
    let edge = 1.5418 * SIGMA;
    let known = lattice_sum(edge, 40.0 * SIGMA, 0.0) / EPSILON;
    assert!((known + 8.610).abs() < 1e-3, "{known} epsilon an atom");

    let expected = lattice_sum(edge, CUTOFF, lennard_jones(CUTOFF));
    for (name, space) in one_of_each() {
        // The smallest crystal holds several images of an atom within the cutoff.
        for cells in [2, 5] {
            let sites = crystal(cells, edge);
            let mut argon = Argon::new(&space, LENNARD_JONES, edge * cells as f64, &sites)?;
            argon.compute()?;
            let energy = argon.energy()? / sites.len() as f64;
            assert_close(&format!("{name}, {cells} cells"), energy, expected, EPSILON);
            let largest = argon
                .atoms
                .f
                .to_vec()?
                .into_iter()
                .map(f64::abs)
                .fold(0.0, f64::max);
            assert!(largest < 1e-13, "{name}: a force of {largest} eV/Å");
        }
    }
    Ok(())
}

fn agrees_with_all_pairs<P: PairPotential + Clone>(potential: &P, of_pair: OfPair) -> Result {
    let (edge, x) = disordered();
    let (energy, forces, virial) = all_pairs(of_pair, edge, &x);
    let pressure = virial / (3.0 * edge.powi(3)) * ENERGY_DENSITY_TO_PRESSURE;
    for (name, space) in one_of_each() {
        let mut argon = Argon::new(&space, potential.clone(), edge, &x)?;
        argon.compute()?;
        assert_close(&name, argon.energy()?, energy, energy.abs());
        for (k, force) in argon.atoms.f.to_vec()?.into_iter().enumerate() {
            assert_close(&format!("{name}: f[{k}]"), force, forces[k], 1.0);
        }
        let atoms = argon.atoms.clone();
        assert_close(
            &format!("{name}: pressure"),
            scalar_pressure(atoms.pressure(&space, &mut argon)?),
            pressure,
            pressure.abs(),
        );
    }
    Ok(())
}

#[test]
fn a_disordered_crystal_agrees_with_all_pairs() -> Result {
    agrees_with_all_pairs(&LENNARD_JONES, of_lennard_jones)?;
    agrees_with_all_pairs(&morse(), of_morse)
}

/// Compares forces with central differences of the energy on every space.
fn forces_are_differences<P: PairPotential + Clone>(potential: &P) -> Result {
    const STEP: f64 = 1e-4;
    let (edge, x) = disordered();
    for (name, space) in one_of_each() {
        let mut argon = Argon::new(&space, potential.clone(), edge, &x)?;
        argon.compute()?;
        let forces = argon.atoms.f.to_vec()?;
        for k in (0..forces.len()).step_by(151) {
            let (d, atom) = (k / x.len(), k % x.len());
            let energy_at = |offset: f64| -> Result<f64> {
                let mut moved = x.clone();
                moved[atom][d] += offset;
                let mut argon = Argon::new(&space, potential.clone(), edge, &moved)?;
                argon.compute()?;
                Ok(argon.energy()?)
            };
            let difference = (energy_at(-STEP)? - energy_at(STEP)?) / (2.0 * STEP);
            let error = (forces[k] - difference).abs();
            assert!(
                error < 1e-7,
                "{name}: f[{k}] is {}, the difference {difference} eV/Å",
                forces[k]
            );
        }
    }
    Ok(())
}

#[test]
fn forces_are_differences_of_the_energy() -> Result {
    forces_are_differences(&LENNARD_JONES)?;
    forces_are_differences(&morse())
}

/// Total energy at the start and the end of some steps, and the positions.
fn run<P: PairPotential + Clone>(
    space: &Space,
    potential: &P,
    steps: usize,
) -> Result<(f64, f64, Vec<f64>)> {
    let (edge, x) = disordered();
    let mut argon = Argon::new(space, potential.clone(), edge, &x)?;
    argon.atoms.set_temperature(40.0, 3)?;
    let mut nve = Nve::new(space, &argon.atoms, 0.001)?;
    let total = |argon: &mut Argon<P>| -> Result<f64> {
        Ok(argon.energy()? + argon.atoms.kinetic_energy(space)?)
    };
    argon.compute()?;
    let start = total(&mut argon)?;
    for _ in 0..steps {
        nve.step(&mut argon)?;
    }
    assert!(argon.builds > 1, "lists were not built anew");
    Ok((start, total(&mut argon)?, argon.atoms.x.to_vec()?))
}

fn keeps_its_energy<P: PairPotential + Clone>(potential: &P) -> Result {
    let mut first: Option<Vec<f64>> = None;
    for (name, space) in one_of_each() {
        let (start, end, x) = run(&space, potential, 200)?;
        // Of a kinetic energy of 256 atoms at about 50 K, 1.6 eV.
        assert!(
            (end - start).abs() < 2e-3,
            "{name}: from {start} to {end} eV"
        );
        let expected = first.get_or_insert_with(|| x.clone());
        for (found, expected) in x.iter().zip(expected) {
            let error = (found - *expected).abs();
            assert!(
                error < 1e-9,
                "{name}: an atom at {found} instead of {expected} Å"
            );
        }
    }
    Ok(())
}

#[test]
fn runs_keep_their_energy_and_agree_on_every_space() -> Result {
    keeps_its_energy(&LENNARD_JONES)?;
    keeps_its_energy(&morse())
}
