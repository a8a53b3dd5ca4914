//! The stages of studies of layouts: every layout leaves the same.

use portax::Space;
use snap_core::standard::deal::Deal;
use snap_core::standard::layouts::{Array, Case, Content, LAYOUTS, Numbers, Size};

/// What the stage of an array leaves.
fn results(space: &Space, array: Array, layout: &str, deal: Deal, size: Size) -> Vec<f64> {
    let case = Case::new(space, array, layout, deal, size);
    let case = case.unwrap().unwrap();
    case.launch.launch().unwrap();
    space.fence().unwrap();
    case.result().unwrap()
}

#[test]
#[cfg(feature = "f32")]
fn single_precision_gives_the_same_to_rounding() {
    let Some(device) = portax_backends::testing::space_or_skip("opencl:pocl") else {
        return;
    };
    let host = portax_backends::by_name("rayon").unwrap();
    let of = |numbers| Size {
        natoms: 64,
        neighbors: 3,
        twojmax: 2,
        memory: usize::MAX,
        numbers,
        content: Content::Different,
    };
    for array in Array::ALL {
        let deal = Deal::AtomsFastest;
        let exact = results(&host, array, "LayoutLeft", deal, of(Numbers::F64));
        let largest = exact.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
        for layout in ["LayoutRight", "AoSoA<4>"] {
            let found = results(&device, array, layout, deal, of(Numbers::F32));
            assert_eq!(found.len(), exact.len(), "{array}");
            let mut pairs = found.iter().zip(&exact);
            let is_near = |(a, b): (&f64, &f64)| (a - b).abs() <= 1e-6 * largest;
            assert!(pairs.all(is_near), "{array}, {layout}");
        }
    }
}

#[test]
fn every_layout_gives_the_same() {
    let space = portax_backends::by_name("rayon").unwrap();
    let size = Size {
        natoms: 20,
        neighbors: 3,
        twojmax: 2,
        memory: usize::MAX,
        numbers: Numbers::F64,
        content: Content::Different,
    };
    for array in Array::ALL {
        for deal in [Deal::Atoms, Deal::ItemsFastest, Deal::AtomsFastest] {
            let results = LAYOUTS.map(|layout| results(&space, array, layout, deal, size));
            let first = &results[0];
            assert!(first.iter().any(|x| *x != first[0]), "{array}");
            assert!(results.iter().all(|r| r == first), "{array}, {deal:?}");
        }
    }
}
