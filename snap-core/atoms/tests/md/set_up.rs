//! First velocities, random numbers, what is refused, and pressure.

use portax::View;
use portax_atoms::md::{
    Atoms, Error, Forces, Nve, SplitMix64, pressure_tensor, scalar_pressure, units,
};
use portax_backends::testing::one_of_each;

use crate::{
    Result,
    crystal::{Crystal, EDGE},
};

#[test]
fn velocities_have_the_temperature_and_no_momentum() -> Result {
    for (name, space) in one_of_each() {
        let n = 53;
        let element: Vec<i32> = (0..n as i32).map(|i| i % 2).collect();
        let element = View::from_slice(&space, "element", [n], &element)?;
        let view = |label| View::<f64, 2>::new(&space, label, [n, 3]);
        let atoms = Atoms::new(&space, view("x")?, view("f")?, element, &[183.84, 9.012])?;
        atoms.set_temperature(300.0, 1)?;
        assert!((atoms.temperature(&space)? - 300.0).abs() < 1e-9, "{name}");
        let v = atoms.v.to_vec()?;
        let momentum: f64 = (0..n).map(|i| v[i] * [183.84, 9.012][i % 2]).sum();
        assert!(momentum.abs() < 1e-9, "{name}: {momentum}");
        atoms.set_temperature(300.0, 2)?;
        assert_ne!(atoms.v.to_vec()?, v, "{name}: the seed changes nothing");
        atoms.set_temperature(0.0, 2)?;
        assert_eq!(atoms.temperature(&space)?, 0.0, "{name}");
    }
    Ok(())
}

#[test]
fn set_up_refuses_what_does_not_fit() -> Result {
    for (name, space) in one_of_each() {
        let view = |n| View::<f64, 2>::new(&space, "x", [n, 3]);
        let element = View::from_slice(&space, "element", [3], &[0, 0, 1])?;
        let made = |n, mass: &[f64]| -> Result<std::result::Result<Atoms<f64>, Error>> {
            Ok(Atoms::new(
                &space,
                view(3)?,
                view(n)?,
                element.clone(),
                mass,
            ))
        };
        assert!(
            matches!(made(2, &[1.0, 2.0])?, Err(Error::Atoms { found: 2, .. })),
            "{name}"
        );
        assert!(
            matches!(
                made(3, &[1.0])?,
                Err(Error::Element {
                    atom: 2,
                    element: 1,
                    masses: 1
                })
            ),
            "{name}"
        );
        assert!(
            matches!(made(3, &[1.0, 0.0])?, Err(Error::Parameter { .. })),
            "{name}"
        );
        let atoms = made(3, &[1.0, 2.0])??;
        assert!(
            matches!(Nve::new(&space, &atoms, 0.0), Err(Error::Parameter { .. })),
            "{name}"
        );
        assert!(
            matches!(atoms.set_temperature(-1.0, 0), Err(Error::Parameter { .. })),
            "{name}"
        );
    }
    Ok(())
}

#[test]
fn random_numbers_are_uniform() {
    let mut random = SplitMix64::new(3);
    let mut counts = [0; 10];
    (0..10_000).for_each(|_| counts[(random.uniform() * 10.0) as usize] += 1);
    assert!(counts.iter().all(|n| (850..1150).contains(n)), "{counts:?}");
}

#[test]
fn pressure_has_the_virial_and_the_motion() -> Result {
    for (name, space) in one_of_each() {
        let mut crystal = Crystal::new(&space, 2, 0.98 * EDGE, 50.0, 3)?;
        crystal.compute()?;
        let atoms = crystal.atoms.clone();
        let (n, v) = (atoms.natoms(), atoms.v.to_vec()?);
        let kinetic = [[0, 0], [1, 1], [2, 2], [0, 1], [0, 2], [1, 2]].map(|[p, q]| {
            let products = (0..n).map(|i| v[p * n + i] * v[q * n + i]);
            39.948 * units::MVV_TO_ENERGY * products.sum::<f64>()
        });
        let volume = (0.98 * EDGE * 2.0).powi(3);
        let expected = pressure_tensor(kinetic, crystal.virial()?, volume);
        let found = atoms.pressure(&space, &mut crystal)?;
        for (found, expected) in found.iter().zip(expected) {
            assert!(
                (found - expected).abs() < 1e-9 * expected.abs().max(1.0),
                "{name}: {found} instead of {expected} bar"
            );
        }
        let twice_kinetic = 2.0 * atoms.kinetic_energy(&space)?;
        let virial: f64 = crystal.virial()?[..3].iter().sum();
        let scalar = (twice_kinetic + virial) / (3.0 * volume) * units::ENERGY_DENSITY_TO_PRESSURE;
        assert!(
            (scalar_pressure(found) / scalar - 1.0).abs() < 1e-12,
            "{name}"
        );
    }
    Ok(())
}
