//! Mixed and single precision against double.

use portax::Space;
use snap_core::{Precision, Snap, SnapOptions, YiForm};
use snap_reference::deviation;

use crate::lists::{crystal, tungsten};
use crate::support::{Results, spaces};

/// The default of CPUs, of GPUs, and of GPUs with little scratch.
const FORMS: [(YiForm, &str); 3] = [
    (YiForm::Reverse, "pairs=staged"),
    (YiForm::Orbit, "pairs=fused"),
    (YiForm::Direct, "pairs=fused"),
];
/// Deviations of energy, energies, forces and virial. Measured on AVX-512, AVX2, one lane and PoCL in all forms: 7e-8, 6e-7,
/// 2.5e-6 and 6e-8.
const TOLERANCES: [f64; 4] = [5e-7, 3e-6, 1e-5, 5e-7];
/// Descriptors are products of three values V.
const DESCRIPTOR_TOLERANCE: f64 = 1e-5;

fn computed(space: &Space, (yi, tuning): (YiForm, &str), precision: Precision) -> Snap {
    let options = SnapOptions {
        yi: Some(yi),
        precision,
        tuning: tuning.parse().unwrap(),
        ..SnapOptions::default()
    };
    let mut snap = Snap::new(space, &tungsten(), &crystal(0.0), options).unwrap();
    snap.compute().unwrap();
    snap
}

#[test]
fn round_off_is_that_of_f32() {
    for (name, space) in spaces() {
        for form in FORMS {
            let expected = Results::of(&computed(&space, form, Precision::Double));
            for precision in [Precision::Mixed, Precision::Single] {
                let found = Results::of(&computed(&space, form, precision));
                let deviations = found.deviations(&expected);
                let close = deviations.iter().zip(TOLERANCES).all(|(d, most)| *d < most);
                let what = format!("{name} {form:?} {precision:?}: {deviations:?}");
                assert!(close, "{what}");
                assert!(deviations[2] > 1e-9, "{what}: that is double precision");
            }
        }
    }
}

#[test]
fn descriptors_of_mixed_precision_are_close() {
    for (name, space) in spaces() {
        let [found, expected] = [Precision::Mixed, Precision::Double]
            .map(|precision| computed(&space, FORMS[0], precision).descriptors().unwrap());
        let deviation = deviation(found.iter().flatten(), expected.iter().flatten());
        assert!(deviation < DESCRIPTOR_TOLERANCE, "{name}: {deviation:e}");
    }
}

/// Each dE/dr is an f32 that is added to one atom and taken from another in f64, which is exact but for the last bits.
#[test]
fn mixed_precision_keeps_the_momentum() {
    for (name, space) in spaces() {
        for form in FORMS {
            let forces = computed(&space, form, Precision::Mixed).forces().unwrap();
            for d in 0..3 {
                let sum: f64 = forces.iter().map(|f| f[d]).sum();
                assert!(sum.abs() < 1e-12, "{name} {form:?}: {sum:e}");
            }
        }
    }
}
