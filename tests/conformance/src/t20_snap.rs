//! SNAP: every reference case of LAMMPS in two forms of compute_yi, some in the others, and the same bits twice.

use crate::ladder::{Outcome, Test, skip};
use portax::Space;
use snap_core::{Snap, SnapOptions, SnapPotential, System, YiForm};
use snap_reference::{Case, case::Feature, deviation};

/// Largest deviation that passes, relative to the largest value or 1.
const TOLERANCE: f64 = 1e-10;

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

pub fn tests() -> Vec<Test> {
    let forms = [
        ("direct", YiForm::Direct, ""),
        ("reverse", YiForm::Reverse, ""),
        ("orbit", YiForm::Orbit, "pairs=fused,orbit_images=4"),
        ("halves", YiForm::Orbit, "pairs=fused,orbit_images=2"),
        (
            "tail",
            YiForm::Orbit,
            "pairs=fused,orbit_images=4,orbit_tiles=1,orbit_tail=1",
        ),
    ];
    let all = CASES
        .iter()
        .flat_map(|case| forms.map(|form| (*case, form)));
    all.filter(|((name, _), (_, yi, _))| *yi != YiForm::Orbit || ORBIT.contains(name))
        .map(|((name, text), (form, yi, tuning))| {
            Test::new(&format!("{name}/{form}"), move |space| {
                agrees_with_lammps(space, text, yi, tuning)
            })
        })
        .collect()
}

fn agrees_with_lammps(space: &Space, text: &str, yi: YiForm, tuning: &str) -> Outcome {
    let case = Case::from_json(text)?;
    let potential = SnapPotential::try_from(&case.snap)?;
    let lacking = lacking(&case, &potential);
    if !lacking.is_empty() {
        return skip(format!("snap-core lacks {}", lacking.join(", ")));
    }
    let mut system = System::try_from(&case.system()?)?;
    system.cell = system.cell.with_origin(case.cell.origin);
    let found = compute(space, &potential, &system, yi, tuning)?;
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
            deviation < TOLERANCE || !held,
            "{what}: deviation {deviation:e}"
        );
    }
    let again = compute(space, &potential, &system, yi, tuning)?;
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
    yi: YiForm,
    tuning: &str,
) -> Result<[Vec<f64>; 5], snap_core::Error> {
    let options = SnapOptions {
        yi: Some(yi),
        tuning: tuning.parse()?,
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
