//! Properties that need no other code: derivatives, isolated atoms, invariances, errors.

use snap_reference::{
    Element, Error, Params, Potential, Snap, System, Zbl, deviation, evaluate, triples,
};

/// Numbers in [0, 1) of a linear congruential generator (Knuth's MMIX constants).
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }
}

fn element(name: &str, radius: f64, weight: f64, count: usize, seed: u64) -> Element {
    let mut random = Random(seed);
    let coeff = (0..count).map(|_| random.next() - 0.5).collect();
    let (sinner, dinner) = (Some(1.4 * radius), Some(0.6 * radius));
    Element {
        name: name.into(),
        radius,
        weight,
        coeff,
        sinner,
        dinner,
    }
}

fn potential(params: Params) -> Potential {
    let triples = triples(params.twojmax).count();
    let linear = if params.chemflag {
        8 * triples
    } else {
        triples
    };
    let quadratic = if params.quadraticflag {
        linear * (linear + 1) / 2
    } else {
        0
    };
    let count = 1 + linear + quadratic;
    let elements = vec![
        element("A", 1.0, 1.0, count, 1),
        element("B", 0.8, 0.6, count, 2),
    ];
    Potential {
        params,
        elements,
        zbl: None,
    }
}

/// Nine atoms of three types of two elements in a small triclinic cell, open along c.
fn system() -> System {
    let mut random = Random(7);
    let mut place = || {
        let s = [random.next(), random.next(), random.next()];
        [
            4.0 * s[0] + s[1] - 0.5 * s[2],
            4.5 * s[1] + 0.7 * s[2],
            5.0 * s[2],
        ]
    };
    System {
        cell: [[4.0, 0.0, 0.0], [1.0, 4.5, 0.0], [-0.5, 0.7, 5.0]],
        periodic: [true, true, false],
        positions: (0..9).map(|_| place()).collect(),
        types: vec![0, 1, 2, 0, 1, 2, 0, 1, 2],
        elements: vec![Some(1), Some(0), Some(1)],
    }
}

fn variants() -> [Params; 7] {
    let plain = Params::new(4, 1.7);
    [
        Params {
            switchinnerflag: true,
            bnormflag: true,
            ..plain.clone()
        },
        Params {
            twojmax: 5,
            rmin0: 0.4,
            bzeroflag: false,
            ..plain.clone()
        },
        Params {
            twojmax: 3,
            rmin0: 1.2,
            rfac0: 0.8,
            switchinnerflag: true,
            ..plain.clone()
        },
        Params {
            twojmax: 0,
            ..plain.clone()
        },
        Params {
            twojmax: 3,
            quadraticflag: true,
            ..plain.clone()
        },
        Params {
            twojmax: 3,
            chemflag: true,
            bnormflag: true,
            ..plain.clone()
        },
        Params {
            twojmax: 2,
            chemflag: true,
            quadraticflag: true,
            wselfallflag: true,
            ..plain
        },
    ]
}

#[test]
fn forces_are_differences_of_the_energy() {
    let system = system();
    let atoms: Vec<usize> = (0..system.positions.len()).collect();
    for params in variants() {
        let snap = Snap::new(potential(params.clone())).unwrap();
        let forces = snap.evaluate(&system).unwrap().forces;
        let differences = snap
            .finite_difference_forces(&system, &atoms, 1e-5)
            .unwrap();
        let error = deviation(forces.as_flattened(), differences.as_flattened());
        assert!(error < 1e-8, "{params:?}: {error:e}");
        assert!(
            deviation(forces.as_flattened(), &[0.0; 27]) > 0.1,
            "forces are too small to tell"
        );
    }
}

/// With repulsion among two of three types, of which the second has no element.
#[test]
fn forces_with_repulsion_are_differences_of_the_energy() {
    let system = System {
        elements: vec![Some(1), None, Some(0)],
        ..system()
    };
    let mut zbl = Zbl::new(2.0, 3.3, &[4.0, 7.0, 3.0]);
    (zbl.pairs[0][2], zbl.pairs[2][0]) = (None, None);
    let potential = Potential {
        zbl: Some(zbl),
        ..potential(variants()[0].clone())
    };
    let snap = Snap::new(potential).unwrap();
    let atoms: Vec<usize> = (0..system.positions.len()).collect();
    let found = snap.evaluate(&system).unwrap();
    let differences = snap.finite_difference_forces(&system, &atoms, 1e-5);
    let differences = differences.unwrap();
    let error = deviation(found.forces.as_flattened(), differences.as_flattened());
    assert!(error < 1e-8, "{error:e}");
    let energies = snap.energies_of(&system, &atoms).unwrap();
    assert!(deviation(&energies, &found.energies) < 1e-14);
    let sample = snap.forces_on(&system, &[1, 0]).unwrap();
    let expected = [found.forces[1], found.forces[0]];
    assert!(deviation(sample.as_flattened(), expected.as_flattened()) < 1e-14);
}

/// The virial is minus the derivative of the energy with respect to a strain of cell and positions.
#[test]
fn virial_is_the_difference_under_strain() {
    let snap = Snap::new(potential(variants()[0].clone())).unwrap();
    let system = system();
    let virial = snap.evaluate(&system).unwrap().virial;
    let components = [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)];
    for ((row, column), expected) in components.into_iter().zip(virial) {
        let energy = |strain: f64| {
            let mut strained = system.clone();
            for x in strained.positions.iter_mut().chain(&mut strained.cell) {
                x[column] += strain * x[row];
            }
            snap.evaluate(&strained).unwrap().energy
        };
        let slope = (energy(-1e-5) - energy(1e-5)) / 2e-5;
        assert!(
            deviation(&[expected], &[slope]) < 1e-8,
            "{row}{column}: {expected} {slope}"
        );
    }
}

#[test]
fn sampled_forces_are_those_of_all_atoms() {
    let snap = Snap::new(potential(variants()[0].clone())).unwrap();
    let all = snap.evaluate(&system()).unwrap().forces;
    let sample = snap.forces_on(&system(), &[4, 0, 8]).unwrap();
    let expected = [all[4], all[0], all[8]];
    assert!(deviation(sample.as_flattened(), expected.as_flattened()) < 1e-14);
}

/// E is homogeneous of degree 3 in the density, so Σ Re conj(Y) U is three times its cubic part.
#[test]
fn adjoint_obeys_eulers_theorem() {
    let snap = Snap::new(potential(variants()[1].clone())).unwrap();
    let center = snap.center(&system(), 3).unwrap();
    let beta0 = potential(variants()[1].clone()).elements[1].coeff[0];
    let cubic = center.y[0].dot(&center.u[0]) / 3.0;
    assert!(deviation(&[center.energy], &[beta0 + cubic]) < 1e-13);
}

#[test]
fn a_lone_atom_has_its_own_energy_and_no_force() {
    for (bzeroflag, bnormflag) in [(true, true), (true, false), (false, true), (false, false)] {
        let params = Params {
            bzeroflag,
            bnormflag,
            ..Params::new(6, 1.7)
        };
        let potential = potential(params);
        let lone = System {
            positions: vec![[0.3; 3]],
            types: vec![1],
            periodic: [false; 3],
            ..system()
        };
        let result = evaluate(&lone, &potential).unwrap();
        let b = |j: usize| {
            if bzeroflag {
                0.0
            } else if bnormflag {
                1.0
            } else {
                (j + 1) as f64
            }
        };
        let coeff = &potential.elements[0].coeff;
        let expected: Vec<f64> = triples(6).map(|t| b(t.j)).collect();
        let energy = coeff[0]
            + coeff[1..]
                .iter()
                .zip(&expected)
                .map(|(c, b)| c * b)
                .sum::<f64>();
        assert!(deviation(&result.descriptors[0], &expected) < 1e-13);
        assert!(deviation(&[result.energy], &[energy]) < 1e-13);
        assert_eq!((result.forces, result.virial), (vec![[0.0; 3]], [0.0; 6]));
    }
}

/// One value of the tests of the formulation in `snap-core`, where it was derived without Z and B.
#[test]
fn energy_of_a_center_with_two_neighbors() {
    let params = Params {
        bzeroflag: false,
        ..Params::new(2, 4.8)
    };
    let mut element = element("A", 0.5, 1.0, 6, 1);
    element.coeff = vec![0.0, 1.0, 1.0, 1.0, 1.0, 1.0];
    let positions = vec![[0.0; 3], [1.0, 2.0, 2.0], [-0.5, 1.5, -2.5]];
    let system = System {
        positions,
        types: vec![0; 3],
        periodic: [false; 3],
        elements: vec![Some(0)],
        ..system()
    };
    let snap = Snap::new(Potential {
        params,
        elements: vec![element],
        zbl: None,
    })
    .unwrap();
    let energy = snap.energies_of(&system, &[0]).unwrap()[0];
    assert!((energy - 14.485916069696898).abs() < 1e-13, "{energy}");
}

#[test]
fn rmin0_distance_is_regular() {
    let params = Params {
        rmin0: 1.5,
        ..Params::new(4, 1.7)
    };
    let positions = vec![[0.0; 3], [0.0, 1.5, 0.0]];
    let system = System {
        positions,
        types: vec![0, 0],
        periodic: [false; 3],
        ..system()
    };
    assert!(evaluate(&system, &potential(params)).unwrap().forces[0][1].is_finite());
}

fn message(system: System, change: impl FnOnce(&mut Potential)) -> String {
    let mut potential = potential(Params::new(2, 1.7));
    change(&mut potential);
    evaluate(&system, &potential).unwrap_err().to_string()
}

#[test]
fn meaningless_input_is_named() {
    let refused = |change: fn(&mut Potential)| message(system(), change);
    assert!(refused(|p| p.params.quadraticflag = true).contains("needs 21"));
    assert!(refused(|p| p.params.chemflag = true).contains("needs 41"));
    assert!(refused(|p| p.params.twojmax = 21).contains("twojmax"));
    assert!(refused(|p| p.params.rmin0 = 4.0).contains("rmin0"));
    assert!(refused(|p| p.params.rcutfac = f64::NAN).contains("rcutfac"));
    assert!(refused(|p| p.elements[1].coeff.truncate(3)).contains("element B has 3"));
    assert!(
        refused(|p| {
            p.params.switchinnerflag = true;
            p.elements[0].dinner = None
        })
        .contains("dinner")
    );
    assert!(refused(|p| p.elements.truncate(1)).contains("type 0"));
}

#[test]
fn inconsistent_systems_are_named() {
    let refused = |change: fn(&mut System)| {
        let mut system = system();
        change(&mut system);
        message(system, |_| ())
    };
    assert!(refused(|s| s.cell[2] = s.cell[1]).contains("volume"));
    assert!(refused(|s| s.types.truncate(8)).contains("9 positions but 8 types"));
    assert!(refused(|s| s.types[2] = 3).contains("atom 2 has type 3"));
    assert!(refused(|s| s.positions[5][1] = f64::NAN).contains("atom 5"));
    assert!(refused(|s| s.positions[5] = s.positions[6]).contains("coincide"));
    let snap = Snap::new(potential(Params::new(2, 1.7))).unwrap();
    assert!(matches!(
        snap.forces_on(&system(), &[9]),
        Err(Error::Atom { atom: 9, count: 9 })
    ));
    assert!(snap.finite_difference_forces(&system(), &[0], 0.0).is_err());
}
