//! Derivatives of descriptors: against central differences of descriptors, forces and virials, on every space.

use proptest::prelude::*;
use snap_core::{Precision, Snap, SnapOptions, SnapPotential, System};
use snap_reference::{Potential, deviation};

use crate::options::{FLAGS, potential, reference, system};
use crate::support::{self, spaces};

/// Central differences of sums of eight atoms' descriptors err by so much.
const DIFFERENCE: f64 = 1e-7;
/// Where xx yy zz yz xz xy stand in a virial.
const OF_VIRIAL: [usize; 6] = [0, 1, 2, 5, 4, 3];

fn snap(space: &portax::Space, potential: &SnapPotential, system: &System) -> Snap {
    Snap::new(space, potential, system, SnapOptions::default()).unwrap()
}

/// Descriptors summed over the atoms of each type.
fn sums_of_types(snap: &mut Snap, system: &System, k: usize) -> Vec<f64> {
    let mut sums = vec![0.0; k * system.elements.len()];
    for (row, kind) in snap.descriptors().unwrap().iter().zip(&system.types) {
        let of_kind = sums[kind * k..].iter_mut();
        of_kind.zip(row).for_each(|(sum, b)| *sum += b);
    }
    sums
}

/// Potential and system of [`reference`] without repulsion, and its number of descriptors.
fn without_repulsion(twojmax: usize, flags: u32, seed: u64) -> (SnapPotential, System, usize) {
    let reference = Potential {
        zbl: None,
        ..reference(twojmax, flags, seed)
    };
    let k = reference.elements[0].coeff.len() - 1;
    (support::potential(&reference), system(flags, seed + 1), k)
}

/// What coefficients of each type's element make of a row of so many components: one number each.
fn contracted(
    potential: &SnapPotential,
    system: &System,
    row: &[f64],
    components: usize,
) -> Vec<f64> {
    let k = row.len() / components / system.elements.len();
    let component = |c: usize| {
        let kinds = system.elements.iter().enumerate();
        let of_kind = kinds.filter_map(|(kind, element)| {
            let beta = &potential.elements()[(*element)?].coeff[1..];
            let columns = &row[(kind * components + c) * k..][..k];
            Some(beta.iter().zip(columns).map(|(b, x)| b * x).sum::<f64>())
        });
        of_kind.sum()
    };
    (0..components).map(component).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn derivatives_are_differences_of_descriptors(twojmax in 0..5_usize, flags in 0..FLAGS, seed in 1..1000_u64) {
        const STEP: f64 = 1e-5;
        let (_, space) = spaces().remove(0);
        let (potential, system) = (potential(twojmax, flags, seed), system(flags, seed + 1));
        let mut snap = snap(&space, &potential, &system);
        let atom = seed as usize % system.natoms();
        let row = snap.descriptor_derivatives().unwrap().swap_remove(atom);
        let (kinds, k) = (system.elements.len(), row.len() / 3 / system.elements.len());
        for d in 0..3 {
            let mut at = |step: f64| {
                let mut positions = system.positions.clone();
                positions[atom][d] += step;
                snap.set_positions(&positions).unwrap();
                sums_of_types(&mut snap, &system, k)
            };
            let (plus, minus) = (at(STEP), at(-STEP));
            let slopes: Vec<_> = plus.iter().zip(&minus).map(|(p, m)| (m - p) / (2.0 * STEP)).collect();
            let found: Vec<f64> = (0..kinds).flat_map(|kind| row[(3 * kind + d) * k..][..k].to_vec()).collect();
            prop_assert!(deviation(&found, &slopes) < DIFFERENCE, "twojmax {twojmax} flags {flags:b} along {d}");
        }
    }

    #[test]
    fn coefficients_make_forces_and_virial_of_them(twojmax in 0..5_usize, flags in 0..FLAGS, seed in 1..1000_u64) {
        let (_, space) = spaces().remove(0);
        let (potential, system, _) = without_repulsion(twojmax, flags, seed);
        let mut snap = snap(&space, &potential, &system);
        snap.compute().unwrap();
        let (forces, virial) = (snap.forces().unwrap(), snap.virial().unwrap());
        let snad = snap.descriptor_derivatives().unwrap();
        let found: Vec<f64> = snad.iter().flat_map(|row| contracted(&potential, &system, row, 3)).collect();
        prop_assert!(deviation(&found, forces.as_flattened()) < 1e-11);
        let mut sum = vec![0.0; 6];
        for row in snap.descriptor_virials().unwrap() {
            let of_atom = contracted(&potential, &system, &row, 6);
            sum.iter_mut().zip(of_atom).for_each(|(sum, v)| *sum += v);
        }
        prop_assert!(deviation(&sum, &OF_VIRIAL.map(|c| virial[c])) < 1e-11, "{sum:?} {virial:?}");
    }
}

/// One of each: linear, quadratic, chemflag, both, with atoms of no element.
const CASES: [(usize, u32); 5] = [
    (5, 0b000_0011),
    (2, 0b010_0011),
    (3, 0b100_1011),
    (1, 0b110_1101),
    (4, 0b1001_0110),
];

#[test]
fn all_spaces_have_the_same_derivatives() {
    for (twojmax, flags) in CASES {
        let (potential, system, _) = without_repulsion(twojmax, flags, 7);
        let mut expected: Option<[Vec<Vec<f64>>; 2]> = None;
        for (name, space) in spaces() {
            let mut snap = snap(&space, &potential, &system);
            let found = [
                snap.descriptor_derivatives().unwrap(),
                snap.descriptor_virials().unwrap(),
            ];
            let expected = expected.get_or_insert_with(|| found.clone());
            for (found, expected) in found.iter().zip(expected) {
                let deviation = deviation(found.iter().flatten(), expected.iter().flatten());
                assert!(deviation < 1e-11, "{name} {flags:b}: {deviation:e}");
            }
        }
    }
}

#[test]
fn no_force_remains_on_all_atoms() {
    let (_, space) = spaces().remove(0);
    for (twojmax, flags) in CASES {
        let (potential, system, _) = without_repulsion(twojmax, flags, 11);
        let rows = snap(&space, &potential, &system)
            .descriptor_derivatives()
            .unwrap();
        let largest = rows
            .iter()
            .flatten()
            .fold(0.0_f64, |most, x| most.max(x.abs()));
        assert!(largest > 0.1, "{flags:b}: the derivatives are trivial");
        for column in 0..rows[0].len() {
            let sum: f64 = rows.iter().map(|row| row[column]).sum();
            assert!(
                sum.abs() < 1e-12 * largest,
                "{flags:b}: column {column} sums to {sum:e}"
            );
        }
    }
}

#[test]
fn rounds_and_batches_change_nothing() {
    let (_, space) = spaces().remove(0);
    for (twojmax, flags) in CASES {
        let (potential, system, _) = without_repulsion(twojmax, flags, 13);
        let with = |batch_bytes| {
            let options = SnapOptions {
                batch_bytes,
                ..SnapOptions::default()
            };
            let mut snap = Snap::new(&space, &potential, &system, options).unwrap();
            snap.descriptor_virials().unwrap()
        };
        let (whole, parts) = (with(None), with(Some(1)));
        let deviation = deviation(parts.iter().flatten(), whole.iter().flatten());
        assert!(deviation < 1e-13, "{flags:b}: {deviation:e}");
    }
}

#[test]
fn gradients_of_pairs_add_up_to_those_of_types() {
    gradients_add_up(Precision::Double);
}

/// Derivatives are f64 there too, and the descriptors that those of products are made of.
#[cfg(feature = "f32")]
#[test]
fn gradients_of_pairs_add_up_in_mixed_precision() {
    gradients_add_up(Precision::Mixed);
}

fn gradients_add_up(precision: Precision) {
    let (_, space) = spaces().remove(0);
    for (twojmax, flags) in CASES {
        let (potential, system, _) = without_repulsion(twojmax, flags, 17);
        let options = SnapOptions {
            precision,
            ..SnapOptions::default()
        };
        let mut snap = Snap::new(&space, &potential, &system, options).unwrap();
        let snad = snap.descriptor_derivatives().unwrap();
        let k = snad[0].len() / 3 / system.elements.len();
        let mut sums = vec![vec![0.0; snad[0].len()]; snad.len()];
        let mut before = None;
        snap.for_each_descriptor_gradient(|gradient| {
            let here = Some((gradient.of, gradient.by));
            assert!(before.is_none_or(|(of, by)| of != gradient.of || by < gradient.by));
            before = here;
            let kind = system.types[gradient.of];
            for (d, row) in gradient.rows.iter().enumerate() {
                let sum = sums[gradient.by][(3 * kind + d) * k..].iter_mut();
                sum.zip(row).for_each(|(sum, x)| *sum -= x);
            }
        })
        .unwrap();
        let deviation = deviation(sums.iter().flatten(), snad.iter().flatten());
        assert!(deviation < 1e-12, "{flags:b}: {deviation:e}");
    }
}

#[test]
fn the_matrix_has_sums_derivatives_and_virials() {
    let (_, space) = spaces().remove(0);
    let (potential, system, _) = without_repulsion(2, 0b010_0011, 19);
    let mut snap = snap(&space, &potential, &system);
    let (of_atoms, snad, snav) = (
        snap.descriptors().unwrap(),
        snap.descriptor_derivatives().unwrap(),
        snap.descriptor_virials().unwrap(),
    );
    let (n, k) = (system.natoms(), of_atoms[0].len());
    let matrix = snap.descriptor_matrix(false).unwrap();
    assert_eq!(matrix.rows().count(), 1 + 3 * n + 6);
    assert_eq!(
        matrix.descriptors,
        [sums_of_types(&mut snap, &system, k)],
        "sums over types"
    );
    for (row, (i, d)) in matrix
        .derivatives
        .iter()
        .zip((0..n).flat_map(|i| (0..3).map(move |d| (i, d))))
    {
        assert_eq!(row[k..], snad[i][(3 + d) * k..][..k], "atom {i} along {d}");
    }
    for (c, row) in matrix.virial.iter().enumerate() {
        let sum: f64 = snav.iter().map(|row| row[c * k]).sum();
        assert_eq!(row[0], sum, "component {c}");
    }
    let with_atoms = snap.descriptor_matrix(true).unwrap();
    assert_eq!(with_atoms.descriptors.len(), n);
    for (i, row) in with_atoms.descriptors.iter().enumerate() {
        let kind = system.types[i];
        assert_eq!(row[kind * k..][..k], of_atoms[i], "atom {i}");
        assert!(row[(1 - kind) * k..][..k].iter().all(|&b| b == 0.0));
    }
}

#[test]
fn systems_without_atoms_have_no_rows() {
    let (_, space) = spaces().remove(0);
    let (potential, system, _) = without_repulsion(2, 0b11, 1);
    let none = System {
        positions: vec![],
        types: vec![],
        ..system.clone()
    };
    let mut snap_of_none = snap(&space, &potential, &none);
    assert!(snap_of_none.descriptor_derivatives().unwrap().is_empty());
    let nothing = System {
        elements: vec![None; system.elements.len()],
        ..system.clone()
    };
    let rows = snap(&space, &potential, &nothing)
        .descriptor_derivatives()
        .unwrap();
    assert_eq!(rows.len(), system.natoms());
    assert!(rows.iter().flatten().all(|&x| x == 0.0));
}
