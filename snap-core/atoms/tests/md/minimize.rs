//! Minimisers on a crystal whose least energy is known: its neighbours are where the pair potential is least.

use portax::Space;
use portax_atoms::{
    Cell,
    md::{
        Atoms, Coupling, Error, Forces, SplitMix64,
        minimize::{ConjugateGradient, Fire, Minimum, Relax, Stop, Tolerance},
        scalar_pressure,
    },
};
use portax_backends::testing::one_of_each;

use crate::{
    Result,
    crystal::{CUTOFF, Crystal, EDGE, STRENGTH, ZERO},
};

/// Least energy of an atom with twelve neighbours, eV.
fn least_energy() -> f64 {
    let inside = CUTOFF - nearest();
    6.0 * STRENGTH * inside.powi(3) * (ZERO - nearest())
}

/// Where a pair has its least energy, Å.
fn nearest() -> f64 {
    0.25 * (3.0 * ZERO + CUTOFF)
}

type Minimise = fn(Tolerance, Option<Relax>, &Space, &Atoms<f64>, &mut Crystal) -> Outcome;
type Outcome = std::result::Result<Minimum, Error>;

fn by_gradients(
    tolerance: Tolerance,
    cell: Option<Relax>,
    space: &Space,
    atoms: &Atoms<f64>,
    forces: &mut Crystal,
) -> Outcome {
    let minimiser = ConjugateGradient::new(tolerance);
    let minimiser = cell.map_or(minimiser, |cell| minimiser.with_cell(cell));
    minimiser.run(space, atoms, forces)
}

fn by_fire(
    tolerance: Tolerance,
    cell: Option<Relax>,
    space: &Space,
    atoms: &Atoms<f64>,
    forces: &mut Crystal,
) -> Outcome {
    let minimiser = Fire::new(tolerance).with_time_step(0.004);
    let minimiser = cell.map_or(minimiser, |cell| minimiser.with_cell(cell));
    minimiser.run(space, atoms, forces)
}

/// Both, with their names and the most computations of forces that the crystals below may take.
const MINIMISERS: [(&str, Minimise, usize); 2] = [
    ("conjugate gradients", by_gradients, 150),
    ("fire", by_fire, 600),
];

/// Atoms up to 0.2 Å from their sites.
fn disordered(space: &Space, edge: f64) -> Result<Crystal> {
    let crystal = Crystal::new(space, 3, edge, 0.0, 0)?;
    let mut random = SplitMix64::new(2);
    let x = crystal.atoms.x.to_vec()?;
    let x: Vec<f64> = x
        .iter()
        .map(|x| x + 0.4 * (random.uniform() - 0.5))
        .collect();
    crystal.atoms.x.copy_from_slice(&x)?;
    Ok(crystal)
}

#[test]
fn atoms_find_their_sites() -> Result {
    let edge = nearest() * 2f64.sqrt();
    for (on, space) in one_of_each() {
        for (name, minimise, most) in MINIMISERS {
            let mut crystal = disordered(&space, edge)?;
            let (atoms, start) = (crystal.atoms.clone(), crystal.without_wrapping()?);
            let found = minimise(Tolerance::default(), None, &space, &atoms, &mut crystal)?;
            // Atoms go through faces on the way, and back.
            let end = crystal.without_wrapping()?;
            let moved = start.iter().zip(&end).map(|(a, b)| (a - b).abs());
            let farthest = moved.fold(0.0, f64::max);
            assert!(farthest < 0.5, "{on}, {name}: {farthest}");
            assert_eq!(found.stop, Stop::Force, "{on}, {name}: {found:?}");
            assert!(
                found.force <= 1e-8 && found.evaluations < most,
                "{on}, {name}: {found:?}"
            );
            let error = found.energy / (108.0 * least_energy()) - 1.0;
            assert!(error.abs() < 1e-12, "{on}, {name}: {error}");
        }
    }
    Ok(())
}

#[test]
fn cells_find_their_size_and_shape() -> Result {
    let couplings = [
        Coupling::Triclinic,
        Coupling::Isotropic,
        Coupling::Anisotropic,
    ];
    for (number, (on, space)) in one_of_each().into_iter().enumerate() {
        // Couplings differ on the host alone: one space has all of them.
        let couplings = if number == 0 {
            &couplings[..]
        } else {
            &couplings[..1]
        };
        for (name, minimise, most) in MINIMISERS {
            for &coupling in couplings {
                let cell = Relax {
                    coupling,
                    pressure: 0.0,
                };
                let mut crystal = disordered(&space, 1.03 * EDGE)?;
                let atoms = crystal.atoms.clone();
                let found = minimise(
                    Tolerance::default(),
                    Some(cell),
                    &space,
                    &atoms,
                    &mut crystal,
                )?;
                assert_eq!(found.stop, Stop::Force, "{on}, {name}: {found:?}");
                assert!(
                    found.evaluations < most,
                    "{on}, {name}, {coupling:?}: {found:?}"
                );
                let error = found.energy / (108.0 * least_energy()) - 1.0;
                assert!(error.abs() < 1e-12, "{on}, {name}, {coupling:?}: {error}");
                let edge = 3.0 * nearest() * 2f64.sqrt();
                let volume = crystal.cell().volume() / edge.powi(3);
                assert!(
                    (volume - 1.0).abs() < 1e-8,
                    "{on}, {name}, {coupling:?}: {volume}"
                );
            }
        }
    }
    Ok(())
}

/// A cell that is sheared finds back, and one under pressure has that pressure in the end.
#[test]
fn stress_is_what_was_asked_for() -> Result {
    let space = portax_backends::by_name("rayon")?;
    for (name, minimise, _) in MINIMISERS {
        let mut crystal = disordered(&space, EDGE)?;
        let edge = 3.0 * EDGE;
        let sheared = [[edge, 0.0, 0.0], [0.4, edge, 0.0], [-0.3, 0.2, edge]];
        crystal.set_cell(&Cell::new(sheared, [true; 3])?)?;
        let cell = Relax {
            coupling: Coupling::Triclinic,
            pressure: 1000.0,
        };
        let atoms = crystal.atoms.clone();
        let found = minimise(
            Tolerance::default(),
            Some(cell),
            &space,
            &atoms,
            &mut crystal,
        )?;
        assert_eq!(found.stop, Stop::Force, "{name}: {found:?}");
        let pressure = atoms.pressure(&space, &mut crystal)?;
        assert!(
            (scalar_pressure(pressure) - 1000.0).abs() < 1e-3,
            "{name}: {pressure:?}"
        );
        for (k, p) in pressure.iter().enumerate() {
            let asked = if k < 3 { 1000.0 } else { 0.0 };
            assert!((p - asked).abs() < 1e-2, "{name}: {pressure:?} bar");
        }
    }
    Ok(())
}

#[test]
fn the_result_says_why_it_stopped() -> Result {
    let space = portax_backends::by_name("rayon")?;
    let none = Tolerance {
        energy: 0.0,
        force: 0.0,
        ..Tolerance::default()
    };
    for (name, minimise, _) in MINIMISERS {
        for (tolerance, stop) in [
            (Tolerance { force: 0.1, ..none }, Stop::Force),
            (
                Tolerance {
                    energy: 1e-4,
                    ..none
                },
                Stop::Energy,
            ),
            (
                Tolerance {
                    iterations: 3,
                    ..none
                },
                Stop::Iterations,
            ),
            (
                Tolerance {
                    evaluations: 4,
                    ..none
                },
                Stop::Evaluations,
            ),
        ] {
            let mut crystal = disordered(&space, EDGE)?;
            let atoms = crystal.atoms.clone();
            let found = minimise(tolerance, None, &space, &atoms, &mut crystal)?;
            assert_eq!(found.stop, stop, "{name}: {found:?}");
        }
        for tolerance in [
            Tolerance {
                energy: -1.0,
                ..none
            },
            Tolerance {
                force: f64::NAN,
                ..none
            },
        ] {
            let mut crystal = disordered(&space, EDGE)?;
            let atoms = crystal.atoms.clone();
            let refused = minimise(tolerance, None, &space, &atoms, &mut crystal);
            assert!(matches!(refused, Err(Error::Parameter { .. })), "{name}");
        }
    }
    // Atoms that are nowhere have no energy.
    for (name, minimise, _) in MINIMISERS {
        let mut crystal = disordered(&space, EDGE)?;
        let atoms = crystal.atoms.clone();
        let mut x = atoms.x.to_vec()?;
        x[0] = f64::NAN;
        atoms.x.copy_from_slice(&x)?;
        let refused = minimise(none, None, &space, &atoms, &mut crystal);
        assert!(matches!(refused, Err(Error::Forces(_))), "{name}");
    }
    // Without tolerance, down to what rounding lets be.
    let mut crystal = disordered(&space, EDGE)?;
    let atoms = crystal.atoms.clone();
    let found = ConjugateGradient::new(none).run(&space, &atoms, &mut crystal)?;
    assert!(
        found.stop != Stop::Evaluations && found.force < 1e-10,
        "{found:?}"
    );
    Ok(())
}
