//! SNAP: every reference case of LAMMPS in two forms of compute_yi, some in the others, some in f32, and the same bits
//! twice. A test that is named after a form ran in that form: where the space has no room for it, it is skipped.

use crate::ladder::{Outcome, Test, skip};
use portax::Space;
use snap_core::neighbor::Cell;
use snap_core::{ChemRule, Chosen, Precision, Snap, SnapOptions, SnapPotential, System};
use snap_reference::{Case, deviation};

/// Largest deviation that passes, relative to the largest value or 1.
const TOLERANCE: f64 = 1e-10;
/// The same of mixed precision: five times what was measured on CPU threads, at 2J=14.
const TOLERANCE_F32: f64 = 5e-5;

macro_rules! cases {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../cases/", $name, ".json")))),*]
    };
}

/// Names and texts of the files of `tests/cases`.
pub const CASES: &[(&str, &str)] = cases![
    "s01_W_bcc54_2J8",
    "s02_Ta06A_bcc54",
    "s03_Ta06A_zbl_bcc16",
    "s04_W_bcc54_2J14",
    "s05_WBe_bcc54",
    "s08_bnorm_bzero_2J6",
    "s10_chem_noself_2J6",
    "s11_switchinner_2el",
    "s12_triclinic_W",
    "s13_dimer_2el",
    "s14_lone_atoms",
    "s15_noswitch_rmin0",
    "s16_tiny_cell_self_images",
    "s17_2J0",
    "s18_2J1",
    "s19_2J3",
    "s20_compute_snap_grid",
    "s21_quadratic_descriptors",
    "s22_W_bcc250",
    "s23_types_to_elements",
    "s24_grid_triclinic",
    "s25_2J14_synth_bcc16",
];

/// Cases of the orbit form, whose text has code for every shape: two elements, odd 2J, atoms without neighbours.
const ORBIT: &[&str] = &[
    "s08_bnorm_bzero_2J6",
    "s13_dimer_2el",
    "s14_lone_atoms",
    "s17_2J0",
    "s19_2J3",
];

/// Cases of mixed precision: one element and two, 2J = 14, both switches, descriptors that are summed over 1000 terms.
const F32: &[&str] = &[
    "s01_W_bcc54_2J8",
    "s04_W_bcc54_2J14",
    "s08_bnorm_bzero_2J6",
    "s11_switchinner_2el",
    "s15_noswitch_rmin0",
];

/// The case of the default mapping of GPUs at 2J = 14, in f64.
const LARGE: &str = "s04_W_bcc54_2J14";

/// How a case is computed.
#[derive(Clone, Copy)]
struct Variant {
    /// What is asked for, `key=value,...`; the rest is the space's choice.
    mapping: &'static str,
    precision: Precision,
    tolerance: f64,
    rule: ChemRule,
}

impl Variant {
    const fn double(mapping: &'static str) -> Self {
        Self {
            mapping,
            precision: Precision::Double,
            tolerance: TOLERANCE,
            rule: ChemRule::Gradient,
        }
    }

    /// In the form that is the space's.
    const MIXED: Self = Self {
        mapping: "",
        precision: Precision::Mixed,
        tolerance: TOLERANCE_F32,
        rule: ChemRule::Gradient,
    };
}

/// Both forms of compute_yi on every device, at 2J = 14 one of them. What other mappings compile takes longer than all other
/// rungs together, and is tested on one device of each backend.
pub fn tests() -> Vec<Test> {
    let every = |_: &str| true;
    let all_but_large = |name: &str| name != LARGE;
    let forms = [
        of_cases("direct", Variant::double("yi=direct"), all_but_large),
        of_cases("reverse", Variant::double("yi=reverse"), every),
    ];
    let others = others().into_iter().map(Test::of_backend);
    forms.into_iter().flatten().chain(others).collect()
}

fn others() -> Vec<Test> {
    let some = |name: &str| ORBIT.contains(&name);
    let large = |name: &str| name == LARGE;
    let double = Variant::double;
    let gpu = "yi=orbit,orbit_images=2,orbit_n2=3,orbit_n3=5,orbit_axis=8,ui_loads=10,de_atoms=4";
    [
        of_cases("orbit", double("yi=orbit,orbit_images=4"), some),
        of_cases(
            "halves",
            double("yi=orbit,orbit_images=2,orbit_parts=3,ui_lanes=1,orbit_early=1"),
            some,
        ),
        of_cases(
            "tail",
            double("yi=orbit,orbit_images=4,orbit_tiles=1,orbit_tail=1,ui_lanes=2"),
            some,
        ),
        of_cases(
            "staged",
            double("pairs=staged,yi=reverse,pair_rows=4"),
            some,
        ),
        of_cases("fused", double("pairs=fused,yi=direct,ui_parts=2"), some),
        of_cases("direct", double("yi=direct"), large),
        of_cases("gpu", double(gpu), large),
        of_cases("mixed", Variant::MIXED, |name| F32.contains(&name)),
    ]
    .into_iter()
    .flatten()
    .chain([
        Test::new("atoms_alone/default", |space| {
            tiles_without_neighbors(space, "")
        }),
        Test::new("atoms_alone/staged", |space| {
            tiles_without_neighbors(space, "yi=reverse")
        }),
        Test::new("atoms_alone/fused", |space| {
            tiles_without_neighbors(space, "pairs=fused")
        }),
    ])
    .collect()
}

/// Whole tiles in which no atom has a neighbour: every energy is that of LAMMPS' lone atom, to the last atom of a tile.
fn tiles_without_neighbors(space: &Space, mapping: &'static str) -> Outcome {
    let case = Case::from_json(include_str!("../../cases/s14_lone_atoms.json"))?;
    let potential = SnapPotential::try_from(&case.snap)?;
    for natoms in [1, 2, 8, 9, 33, 70] {
        let positions = (0..natoms).map(|i| [20.0 * i as f64 + 1.0, 1.0, 1.0]);
        let cell = Cell::orthogonal([20.0 * natoms as f64, 20.0, 20.0], [false; 3])?;
        let system = System::of_one_element(cell, positions.collect());
        let variant = Variant::double(mapping);
        let (chosen, [_, energies, forces, ..]) = compute(space, &potential, &system, variant)?;
        ran(&chosen, variant)?;
        for (atom, energy) in energies.iter().enumerate() {
            let expected = case.results.energies[0];
            assert!(
                (energy - expected).abs() < 1e-9,
                "atom {atom} of {natoms}: {energy}, alone {expected}"
            );
        }
        assert!(forces.iter().all(|&f| f == 0.0), "a force on a lone atom");
    }
    Ok(())
}

/// A test of each case that is chosen.
fn of_cases(variant_name: &str, variant: Variant, is_chosen: impl Fn(&str) -> bool) -> Vec<Test> {
    let chosen = CASES.iter().filter(|(name, _)| is_chosen(name));
    chosen
        .map(|(name, text)| {
            Test::new(&format!("{name}/{variant_name}"), move |space| {
                agrees_with_lammps(space, text, variant)
            })
        })
        .collect()
}

fn agrees_with_lammps(space: &Space, text: &str, variant: Variant) -> Outcome {
    let case = Case::from_json(text)?;
    let potential = SnapPotential::try_from(&case.snap)?;
    let mut system = System::try_from(&case.system()?)?;
    system.cell = system.cell.with_origin(case.cell.origin);
    let variant = Variant {
        rule: rule_of(&case.case),
        ..variant
    };
    let (chosen, found) = compute(space, &potential, &system, variant)?;
    ran(&chosen, variant)?;
    let results = &case.results;
    let expected = [
        ("energy", vec![results.energy]),
        ("energies", results.energies.clone()),
        ("forces", results.forces.concat()),
        ("virial", results.virial.to_vec()),
        (
            "descriptors",
            results
                .sna_atom
                .iter()
                .flatten()
                .flatten()
                .copied()
                .collect(),
        ),
    ];
    for (found, (what, expected)) in found.iter().zip(&expected) {
        let deviation = deviation(found, expected);
        let held = *what != "descriptors" || results.sna_atom.is_some();
        assert!(
            deviation < variant.tolerance || !held,
            "{what}: deviation {deviation:e}"
        );
    }
    let (_, again) = compute(space, &potential, &system, variant)?;
    assert_eq!(bits(&again), bits(&found), "the second time");
    Ok(())
}

/// LAMMPS' own where its forces are not the gradient to the tolerance: coefficients that are symmetric to their printed digits.
fn rule_of(case: &str) -> ChemRule {
    match case {
        "s23_types_to_elements" => ChemRule::Lammps,
        _ => ChemRule::Gradient,
    }
}

/// Skips a variant that the space had to give up; fails where another ran without a reason.
fn ran(chosen: &Chosen, variant: Variant) -> Outcome {
    if chosen.mapping.has(&variant.mapping.parse()?) {
        return Ok(());
    }
    assert!(
        !chosen.given_up.is_empty(),
        "{} became {chosen}",
        variant.mapping
    );
    skip(chosen)
}

/// The mapping that ran; energy, energies, forces, virial and descriptors.
fn compute(
    space: &Space,
    potential: &SnapPotential,
    system: &System,
    variant: Variant,
) -> Result<(Chosen, [Vec<f64>; 5]), snap_core::Error> {
    let options = SnapOptions {
        mapping: variant.mapping.parse()?,
        precision: variant.precision,
        chem_rule: variant.rule,
        ..SnapOptions::default()
    };
    let mut snap = Snap::new(space, potential, system, options)?;
    snap.compute()?;
    let results = [
        vec![snap.energy()?],
        snap.energies()?,
        snap.forces()?.concat(),
        snap.virial()?.to_vec(),
        snap.descriptors()?.concat(),
    ];
    Ok((snap.mapping().clone(), results))
}

fn bits(values: &[Vec<f64>; 5]) -> Vec<u64> {
    values.iter().flatten().map(|x| x.to_bits()).collect()
}
