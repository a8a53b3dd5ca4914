//! Mixed precision against double.

use portax::Space;
use snap_core::mapping::Reason;
use snap_core::{Form, Precision, Snap, SnapOptions};
use snap_reference::deviation;

use crate::support::{self, Results, crystal, spaces, tungsten};

/// The default of CPUs, of GPUs, and of GPUs with little scratch.
const FORMS: [Form; 3] = [Form::StagedReverse, Form::FusedOrbit, Form::FusedDirect];
/// Deviations of energy, energies, forces and virial. Measured on AVX-512, AVX2, one lane and PoCL in all forms: 7e-8, 6e-7,
/// 2.5e-6 and 6e-8.
const TOLERANCES: [f64; 4] = [5e-7, 3e-6, 1e-5, 5e-7];
/// Descriptors are products of three values V.
const DESCRIPTOR_TOLERANCE: f64 = 1e-5;

fn computed(space: &Space, form: Form, precision: Precision) -> Snap {
    let options = SnapOptions {
        mapping: form.into(),
        precision,
        ..SnapOptions::default()
    };
    support::computed(space, &tungsten(), &crystal(0.0), options)
}

#[test]
fn round_off_is_that_of_f32() {
    for (name, space) in spaces() {
        for form in FORMS {
            let expected = Results::of(&computed(&space, form, Precision::Double));
            let found = Results::of(&computed(&space, form, Precision::Mixed));
            let deviations = found.deviations(&expected);
            let close = deviations.iter().zip(TOLERANCES).all(|(d, most)| *d < most);
            let what = format!("{name} {form:?}: {deviations:?}");
            assert!(close, "{what}");
            assert!(deviations[2] > 1e-9, "{what}: that is double precision");
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

#[test]
fn hosts_say_that_they_compute_in_another_form() {
    for (name, space) in spaces().into_iter().filter(|(_, s)| s.is_host()) {
        let snap = computed(&space, Form::FusedOrbit, Precision::Mixed);
        let chosen = snap.mapping();
        assert_eq!(chosen.mapping.form(), Form::StagedReverse, "{name}");
        assert_eq!(chosen.given_up[0].reason, Reason::HostsInF32, "{name}");
    }
}
