//! SNAP: every reference case of LAMMPS in two forms of compute_yi, some in the others, some in f32, and the same bits
//! twice.

use crate::ladder::{Outcome, Test, skip};
use portax::Space;
use snap_core::neighbor::Cell;
use snap_core::{Precision, Snap, SnapOptions, SnapPotential, System, YiForm};
use snap_reference::{Case, case::Feature, deviation};

/// Largest deviation that passes, relative to the largest value or 1.
const TOLERANCE: f64 = 1e-10;
/// The same of mixed and single precision: five times what was measured on CPU threads, at 2J=14.
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

/// Cases of the other precisions: one element and two, 2J = 14, both switches, descriptors that are summed over 1000 terms.
const F32: &[&str] = &[
    "s01_W_bcc54_2J8",
    "s04_W_bcc54_2J14",
    "s08_bnorm_bzero_2J6",
    "s11_switchinner_2el",
    "s15_noswitch_rmin0",
];

/// How a case is computed.
#[derive(Clone, Copy)]
struct Variant {
    yi: Option<YiForm>,
    tuning: &'static str,
    precision: Precision,
    tolerance: f64,
}

impl Variant {
    fn double(yi: YiForm, tuning: &'static str) -> Self {
        Self {
            yi: Some(yi),
            tuning,
            precision: Precision::Double,
            tolerance: TOLERANCE,
        }
    }

    /// In the form that is the space's.
    fn f32(precision: Precision) -> Self {
        Self {
            yi: None,
            tuning: "",
            precision,
            tolerance: TOLERANCE_F32,
        }
    }
}

pub fn tests() -> Vec<Test> {
    let every = |_: &str| true;
    let orbit = |name: &str| ORBIT.contains(&name);
    let f32 = |name: &str| F32.contains(&name);
    let (direct, reverse) = (
        Variant::double(YiForm::Direct, ""),
        Variant::double(YiForm::Reverse, ""),
    );
    let (quads, halves) = (
        Variant::double(YiForm::Orbit, "pairs=fused,orbit_images=4,ui_lanes=2"),
        Variant::double(
            YiForm::Orbit,
            "pairs=fused,orbit_images=2,ui_lanes=1,orbit_early=1",
        ),
    );
    let tail = Variant::double(
        YiForm::Orbit,
        "pairs=fused,orbit_images=4,orbit_tiles=1,orbit_tail=1",
    );
    let staged = Variant::double(YiForm::Reverse, "pairs=staged");
    let (mixed, single) = (
        Variant::f32(Precision::Mixed),
        Variant::f32(Precision::Single),
    );
    [
        of_cases("direct", direct, every),
        of_cases("reverse", reverse, every),
        of_cases("orbit", quads, orbit),
        of_cases("halves", halves, orbit),
        of_cases("tail", tail, orbit),
        of_cases("staged", staged, orbit),
        of_cases("mixed", mixed, f32),
        of_cases("single", single, f32),
    ]
    .into_iter()
    .flatten()
    .chain([
        Test::new("atoms_alone/default", |space| {
            tiles_without_neighbors(space, "", None)
        }),
        Test::new("atoms_alone/staged", |space| {
            tiles_without_neighbors(space, "pairs=staged", Some(YiForm::Reverse))
        }),
        Test::new("atoms_alone/fused", |space| {
            tiles_without_neighbors(space, "pairs=fused", None)
        }),
    ])
    .collect()
}

/// Whole tiles in which no atom has a neighbour: every energy is that of LAMMPS' lone atom, to the last atom of a tile.
fn tiles_without_neighbors(space: &Space, tuning: &'static str, yi: Option<YiForm>) -> Outcome {
    let case = Case::from_json(include_str!("../../cases/s14_lone_atoms.json"))?;
    let potential = SnapPotential::try_from(&case.snap)?;
    for natoms in [1, 2, 8, 9, 33, 70] {
        let positions = (0..natoms).map(|i| [20.0 * i as f64 + 1.0, 1.0, 1.0]);
        let cell = Cell::orthogonal([20.0 * natoms as f64, 20.0, 20.0], [false; 3])?;
        let system = System::of_one_element(cell, positions.collect());
        let variant = Variant {
            yi,
            tuning,
            precision: Precision::Double,
            tolerance: TOLERANCE,
        };
        let [_, energies, forces, ..] = compute(space, &potential, &system, variant)?;
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
    let lacking = lacking(&case, &potential);
    if !lacking.is_empty() {
        return skip(format!("snap-core lacks {}", lacking.join(", ")));
    }
    let mut system = System::try_from(&case.system()?)?;
    system.cell = system.cell.with_origin(case.cell.origin);
    let found = compute(space, &potential, &system, variant)?;
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
    let again = compute(space, &potential, &system, variant)?;
    assert_eq!(bits(&again), bits(&found), "the second time");
    Ok(())
}

/// What the forces of a case depend on and `snap-core` lacks.
fn lacking(case: &Case, potential: &SnapPotential) -> Vec<&'static str> {
    let zbl = case.requires().contains(&Feature::Zbl);
    let zbl = zbl.then(|| Feature::Zbl.name());
    potential
        .params()
        .unsupported()
        .into_iter()
        .chain(zbl)
        .collect()
}

/// Energy, energies, forces, virial and descriptors.
fn compute(
    space: &Space,
    potential: &SnapPotential,
    system: &System,
    variant: Variant,
) -> Result<[Vec<f64>; 5], snap_core::Error> {
    let options = SnapOptions {
        yi: variant.yi,
        tuning: variant.tuning.parse()?,
        precision: variant.precision,
        ..SnapOptions::default()
    };
    let mut snap = Snap::new(space, potential, system, options)?;
    snap.compute()?;
    Ok([
        vec![snap.energy()?],
        snap.energies()?,
        snap.forces()?.concat(),
        snap.virial()?.to_vec(),
        snap.descriptors()?.concat(),
    ])
}

fn bits(values: &[Vec<f64>; 5]) -> Vec<u64> {
    values.iter().flatten().map(|x| x.to_bits()).collect()
}
