//! All options of the potential in all combinations, with repulsion and without: against the reference, and by properties that need no other code.

use portax::Space;
use proptest::prelude::*;
use snap_core::neighbor::Cell;
use snap_core::{ChemRule, Form, Snap, SnapOptions, SnapPotential, System};
use snap_reference::{Element, Params, Potential, Zbl, deviation, triples};

use crate::support::{self, FORMS, Results, assert_descriptors, numbers, spaces};

/// Two elements with random coefficients, which are small where there are many; with [`REPULSION`] its nuclei among others.
pub fn reference(twojmax: usize, flags: u32, seed: u64) -> Potential {
    let params = params(twojmax, flags);
    let mut next = numbers(seed);
    let densities: usize = if params.chemflag { 2 } else { 1 };
    let linear = triples(params.twojmax).count() * densities.pow(3);
    let quadratic = if params.quadraticflag {
        linear * (linear + 1) / 2
    } else {
        0
    };
    let mut element = |e: usize| Element {
        name: ["A", "B"][e].into(),
        radius: [0.5, 0.42][e],
        weight: [1.0, 0.7][e],
        coeff: (0..=linear + quadratic)
            .map(|k| (next() - 0.5) / if k > linear { 20.0 } else { 1.0 })
            .collect(),
        sinner: [Some(1.1), Some(0.9)][e],
        dinner: [Some(0.4), Some(0.3)][e],
    };
    let elements = vec![element(0), element(1)];
    Potential {
        params,
        elements,
        zbl: (flags & REPULSION != 0).then(|| repulsion([2.2, 3.9])),
    }
}

/// Repulsion of all pairs of three types but one, beyond SNAP's cutoffs or not.
fn repulsion([inner, outer]: [f64; 2]) -> Zbl {
    let mut zbl = Zbl::new(inner, outer, &[4.0, 7.5, 2.0]);
    (zbl.pairs[1][2], zbl.pairs[2][1]) = (None, None);
    zbl
}

pub fn potential(twojmax: usize, flags: u32, seed: u64) -> SnapPotential {
    support::potential(&reference(twojmax, flags, seed))
}

/// Eight atoms of both elements, with [`REPULSION`] some of none, in a triclinic cell that is open along its last vector.
pub fn system(flags: u32, seed: u64) -> System {
    let has_others = flags & REPULSION != 0;
    let kind = |i: usize| match i % 4 {
        2 if has_others => 2,
        _ => usize::from(i % 3 == 1),
    };
    let mut next = numbers(seed);
    let cell = [[5.5, 0.0, 0.0], [0.7, 5.0, 0.0], [-0.4, 0.9, 6.0]];
    let site = |i: usize| [i % 2, i / 2 % 2, i / 4].map(|n| 0.5 * n as f64 + 0.1);
    let mut position = |i: usize| {
        let s = site(i).map(|s| s + 0.25 * next());
        [0, 1, 2].map(|d| (0..3).map(|v| s[v] * cell[v][d]).sum())
    };
    System {
        cell: Cell::new(cell, [true, true, false]).unwrap(),
        positions: (0..8).map(&mut position).collect(),
        types: (0..8).map(kind).collect(),
        elements: [Some(0), Some(1), None][..2 + usize::from(has_others)].to_vec(),
    }
}

/// The parameters of a number: its bits are the flags.
fn params(twojmax: usize, flags: u32) -> Params {
    let flag = |bit: u32| flags >> bit & 1 == 1;
    Params {
        switchflag: flag(0),
        bzeroflag: flag(1),
        bnormflag: flag(2),
        wselfallflag: flag(3),
        switchinnerflag: flag(4),
        quadraticflag: flag(5),
        chemflag: flag(6),
        ..Params::new(twojmax, 3.4)
    }
}

/// Without it the energy jumps where a pair crosses the cutoff: it has no derivative.
const SWITCHED: u32 = 1;
/// A flag of the systems: ZBL's repulsion, and a third type that has no element.
const REPULSION: u32 = 1 << 7;
/// Combinations of the flags.
pub const FLAGS: u32 = 1 << 8;

fn computed(space: &Space, potential: &SnapPotential, system: &System) -> Snap {
    support::computed(space, potential, system, SnapOptions::default())
}

fn agrees(space: &Space, name: &str, twojmax: usize, flags: u32) {
    let (reference, system) = (reference(twojmax, flags, 17), system(flags, 3));
    let potential = support::potential(&reference);
    let atoms = snap_reference::System {
        cell: system.cell.vectors(),
        periodic: system.cell.periodic(),
        positions: system.positions.clone(),
        types: system.types.clone(),
        elements: system.elements.clone(),
    };
    let found = snap_reference::evaluate(&atoms, &reference).unwrap();
    let mut descriptors = found.descriptors.clone();
    if potential.params().quadraticflag {
        descriptors.iter_mut().for_each(|row| {
            let linear = row.clone();
            for (i, b) in linear.iter().enumerate() {
                row.push(0.5 * b * b);
                row.extend(linear[i + 1..].iter().map(|other| b * other));
            }
        });
    }
    let expected = Results::from(found);
    let what = format!("{name} twojmax {twojmax}, flags {flags:b}");
    for yi in FORMS {
        Results::compute(space, &potential, &system, yi).assert_close(&expected, &what);
    }
    assert_descriptors(
        &mut computed(space, &potential, &system),
        &descriptors,
        &what,
    );
}

#[test]
fn all_combinations_of_options_agree_with_the_reference() {
    let (name, space) = spaces().remove(0);
    for flags in 0..FLAGS {
        agrees(&space, &name, 2 + flags as usize % 3, flags);
    }
}

#[test]
fn options_that_change_the_stages_agree_on_every_space() {
    for (name, space) in spaces() {
        for flags in [0b100_0011, 0b010_0011, 0b110_1101, 0b1000_0011, 0b1101_0010] {
            agrees(&space, &name, 4, flags);
        }
    }
}

#[test]
fn lammps_rule_for_chemflag_changes_nothing_without() {
    let (potential, system) = (potential(4, 0b010_0011, 17), system(0, 3));
    for (name, space) in spaces() {
        for form in [Form::StagedDirect, Form::FusedDirect] {
            let forces = |chem_rule| {
                let options = SnapOptions {
                    mapping: form.into(),
                    chem_rule,
                    ..SnapOptions::default()
                };
                let snap = support::computed(&space, &potential, &system, options);
                assert_eq!(snap.mapping().mapping.form(), form);
                snap.forces().unwrap()
            };
            assert_eq!(
                forces(ChemRule::Lammps),
                forces(ChemRule::Gradient),
                "{name} {form}"
            );
        }
    }
}

/// The derivative of the energy of `system` along a path, by central differences.
fn slope(snap: &mut Snap, mut system: impl FnMut(f64) -> Vec<[f64; 3]>) -> f64 {
    const STEP: f64 = 1e-5;
    let mut energy = |at| {
        snap.set_positions(&system(at)).unwrap();
        snap.compute().unwrap();
        snap.energy().unwrap()
    };
    (energy(STEP) - energy(-STEP)) / (2.0 * STEP)
}

/// A rotation about an axis by an angle.
fn rotated([x, y, z]: [f64; 3], angle: f64) -> [f64; 3] {
    let (s, c) = angle.sin_cos();
    let [x, y] = [c * x - s * y, s * x + c * y];
    let [y, z] = [c * y - s * z, s * y + c * z];
    [x, y, z]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn forces_are_differences_of_the_energy(twojmax in 0..5_usize, flags in 0..FLAGS, seed in 1..1000_u64) {
        let ((_, space), flags) = (spaces().remove(0), flags | SWITCHED);
        let (potential, system) = (potential(twojmax, flags, seed), system(flags, seed + 1));
        let mut snap = computed(&space, &potential, &system);
        let forces = snap.forces().unwrap();
        let atom = seed as usize % system.natoms();
        for d in 0..3 {
            let slope = slope(&mut snap, |step| {
                let mut positions = system.positions.clone();
                positions[atom][d] += step;
                positions
            });
            prop_assert!(deviation(&[-slope], &[forces[atom][d]]) < 1e-7, "{slope} {forces:?}");
        }
    }

    #[test]
    fn the_virial_is_the_derivative_by_strain(twojmax in 0..5_usize, flags in 0..FLAGS, seed in 1..1000_u64) {
        let ((_, space), flags) = (spaces().remove(0), flags | SWITCHED);
        let potential = potential(twojmax, flags, seed);
        let open = |seed| System { cell: Cell::orthogonal([40.0; 3], [false; 3]).unwrap(), ..moved(system(flags, seed), [15.0; 3]) };
        let system = open(seed + 1);
        let mut snap = computed(&space, &potential, &system);
        let virial = snap.virial().unwrap();
        for (k, (row, column)) in [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)].into_iter().enumerate() {
            let slope = slope(&mut snap, |strain| {
                let strained = |x: &[f64; 3]| {
                    let mut strained = *x;
                    strained[column] += strain * (x[row] - 15.0);
                    strained
                };
                system.positions.iter().map(strained).collect()
            });
            prop_assert!(deviation(&[-slope], &[virial[k]]) < 1e-7, "{k}: {slope} {virial:?}");
        }
    }

    #[test]
    fn rotation_translation_and_permutation_change_nothing(twojmax in 0..6_usize, flags in 0..FLAGS, seed in 1..1000_u64, angle in 0.0..6.0_f64) {
        let (_, space) = spaces().remove(0);
        let potential = potential(twojmax, flags, seed);
        let cell = Cell::orthogonal([40.0; 3], [false; 3]).unwrap();
        let system = System { cell, ..moved(system(flags, seed + 1), [15.0; 3]) };
        let turned = |x: &[f64; 3]| rotated(x.map(|c| c - 17.0), angle).map(|c| c + 21.5);
        let image = System {
            cell,
            positions: system.positions.iter().rev().map(turned).collect(),
            types: system.types.iter().rev().copied().collect(),
            elements: system.elements.clone(),
        };
        let (before, after) = (computed(&space, &potential, &system), computed(&space, &potential, &image));
        let energies: Vec<f64> = after.energies().unwrap().into_iter().rev().collect();
        prop_assert!(deviation(&energies, &before.energies().unwrap()) < 1e-11);
        let expected: Vec<_> = before.forces().unwrap().into_iter().rev().map(|f| rotated(f, angle)).collect();
        prop_assert!(deviation(after.forces().unwrap().as_flattened(), expected.as_flattened()) < 1e-10);
    }
}

/// The atoms elsewhere.
fn moved(system: System, by: [f64; 3]) -> System {
    let shifted = |x: [f64; 3]| [0, 1, 2].map(|d| x[d] + by[d]);
    System {
        positions: system.positions.into_iter().map(shifted).collect(),
        ..system
    }
}
