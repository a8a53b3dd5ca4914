//! ZBL's repulsion: LAMMPS' values, derivatives of its energy, its end, and what is refused.

use portax::{Space, View};
use portax_atoms::{
    Cell, NeighborList, Slots,
    md::SplitMix64,
    zbl::{Error, Zbl, ZblForces},
};
use portax_backends::testing::one_of_each;

type Result<T = ()> = std::result::Result<T, Box<dyn std::error::Error>>;

/// Energy, force on the second atom, and virial of a system.
struct Found {
    energy: f64,
    forces: Vec<[f64; 3]>,
    virial: [f64; 6],
}

fn compute(
    space: &Space,
    zbl: &Zbl,
    vectors: [[f64; 3]; 3],
    x: &[[f64; 3]],
    types: &[usize],
) -> Result<Found> {
    let n = x.len();
    let columns: Vec<f64> = (0..3).flat_map(|d| x.iter().map(move |x| x[d])).collect();
    let x = View::from_slice(space, "x", [n, 3], &columns)?;
    let f = View::new(space, "f", [n, 3])?;
    let cell = Cell::new(vectors, [true; 3])?;
    let slots = Slots::in_order(space, n)?;
    let mut list = NeighborList::new(space, &cell, slots, zbl.outer(), 0.1)?;
    list.build(&x)?;
    let forces = ZblForces::new(space, zbl, types)?;
    forces.compute(&list, &x, &f)?;
    let (f, virials) = (f.to_vec()?, forces.virials().to_vec()?);
    Ok(Found {
        energy: forces.energies().to_vec()?.iter().sum(),
        forces: (0..n).map(|i| [0, 1, 2].map(|d| f[d * n + i])).collect(),
        virial: [0, 1, 2, 3, 4, 5].map(|c| virials[c * n..(c + 1) * n].iter().sum()),
    })
}

/// An atom of charge 74 and one of 4 at this distance along x.
fn dimer(space: &Space, [inner, outer]: [f64; 2], r: f64) -> Result<Found> {
    let cell = [[20.0, 0.0, 0.0], [0.0, 20.0, 0.0], [0.0, 0.0, 20.0]];
    let zbl = Zbl::new(inner, outer, &[74.0, 4.0])?;
    compute(space, &zbl, cell, &[[5.0; 3], [5.0 + r, 5.0, 5.0]], &[0, 1])
}

/// LAMMPS of 22 July 2025: `pair_style zbl 4 4.8`, `pair_coeff 1 2 74 4`.
#[test]
fn dimers_have_the_energies_and_forces_of_lammps() -> Result {
    for (name, space) in one_of_each() {
        for (r, energy, force) in [
            (0.5, 588.5654062367654, 3401.4463127316353),
            (2.0, 2.3491150227510427, 6.2682824012618426),
            (4.3, 0.004464471975642451, 0.02511417079077154),
            (4.79, 4.285061993083983e-08, 1.2839649992754663e-05),
            (4.8 + 1e-9, 0.0, 0.0),
        ] {
            let found = dimer(&space, [4.0, 4.8], r)?;
            let error = (found.energy - energy).abs() / energy.max(1.0);
            assert!(error < 1e-13, "{name} {r}: {} {energy}", found.energy);
            let of_force = found.forces[1][0];
            let error = (of_force - force).abs() / force.max(1.0);
            assert!(error < 1e-13, "{name} {r}: {of_force} {force}");
            assert_eq!(found.forces[0], found.forces[1].map(|f| -f), "{name} {r}");
        }
    }
    Ok(())
}

/// LAMMPS shifts the energy then, and lets the force end in a step.
#[test]
fn equal_cutoffs_shift_the_energy() -> Result {
    let (_, space) = one_of_each().remove(0);
    let at = |outer, r| dimer(&space, [outer, outer], r);
    let (end, near) = (at(4.0, 4.0 - 1e-9)?, at(4.0, 2.0)?);
    assert!(end.energy.abs() < 1e-9 && end.forces[1][0] > 1e-3);
    // Another shift, the same force.
    let far = at(6.0, 2.0)?;
    assert_eq!(far.forces, near.forces);
    assert!(far.energy > near.energy);
    Ok(())
}

#[test]
fn forces_and_virial_are_derivatives_of_the_energy() -> Result {
    let vectors = [[3.4, 0.0, 0.0], [0.6, 3.7, 0.0], [-0.5, 0.3, 3.2]];
    let mut random = SplitMix64::new(3);
    let mut place = |i: usize| {
        let corner = [i % 2, i / 2 % 2, i / 4].map(|n| 1.7 * n as f64);
        corner.map(|c| c + 0.4 * random.uniform())
    };
    let x: Vec<[f64; 3]> = (0..6).map(&mut place).collect();
    let types = [0, 1, 1, 0, 1, 0];
    let zbl = Zbl::new(2.0, 3.9, &[5.0, 11.0])?;
    for (name, space) in one_of_each() {
        let found = compute(&space, &zbl, vectors, &x, &types)?;
        let slope = |change: &dyn Fn(&mut [[f64; 3]], f64)| -> Result<f64> {
            let energy = |step| -> Result<f64> {
                let mut points = x.clone();
                points.extend(vectors);
                change(&mut points, step);
                let [a, b, c] = [6, 7, 8].map(|i| points[i]);
                Ok(compute(&space, &zbl, [a, b, c], &points[..6], &types)?.energy)
            };
            Ok((energy(1e-5)? - energy(-1e-5)?) / 2e-5)
        };
        let close = |a: f64, b: f64| (a - b).abs() < 1e-7 * (1.0 + b.abs());
        for (i, d) in [(0, 0), (3, 1), (5, 2)] {
            let slope = slope(&|points, step| points[i][d] += step)?;
            let force = found.forces[i][d];
            assert!(close(-slope, force), "{name} atom {i}: {slope} {force}");
        }
        let components = [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)];
        for ((row, column), virial) in components.into_iter().zip(found.virial) {
            let strain = |points: &mut [[f64; 3]], step: f64| {
                points.iter_mut().for_each(|x| x[column] += step * x[row]);
            };
            let slope = slope(&strain)?;
            assert!(
                close(-slope, virial),
                "{name} {row}{column}: {slope} {virial}"
            );
        }
    }
    Ok(())
}

#[test]
fn what_does_not_fit_is_refused() -> Result {
    for (name, space) in one_of_each() {
        let zbl = Zbl::new(1.0, 5.0, &[1.0])?;
        let refused = ZblForces::<f64>::new(&space, &zbl, &[0, 1]).err();
        assert!(
            matches!(refused, Some(Error::Type { kind: 1, types: 1 })),
            "{name}"
        );
        let cell = Cell::orthogonal([9.0; 3], [true; 3])?;
        let list = NeighborList::new(&space, &cell, Slots::in_order(&space, 2)?, 3.0, 1.0)?;
        let view = |n| View::<f64, 2>::new(&space, "x", [n, 3]);
        let of_two = ZblForces::new(&space, &zbl, &[0, 0])?;
        let refused = of_two.compute(&list, &view(2)?, &view(2)?);
        assert!(matches!(refused, Err(Error::Reach { .. })), "{name}");
        let refused = of_two.compute(&list, &view(2)?, &view(3)?);
        assert!(
            matches!(
                refused,
                Err(Error::Atoms {
                    expected: 2,
                    found: 3
                })
            ),
            "{name}"
        );
    }
    Ok(())
}
