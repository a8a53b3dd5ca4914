//! Checked accesses.

use super::{mask_of, on_every_isa};
use crate::kernel::exec::native::{FaultSink, NativeInfo, What};
use crate::kernel::exec::*;
use crate::kernel::simd::{Isa, MAX_LANES, Pack, Simd};
use std::panic::{AssertUnwindSafe, catch_unwind};

type At<I> = Coordinate<Simd<I>>;

fn uniform<I: Isa>(base: i64, extent: i64) -> At<I> {
    Coordinate {
        base,
        step: 0,
        varying: None,
        long: I::no_long(),
        extent,
    }
}

fn lanes<I: Isa>(base: i64, extent: i64) -> At<I> {
    Coordinate {
        base,
        step: 1,
        varying: None,
        long: I::no_long(),
        extent,
    }
}

fn varying<I: Isa>(index: [i32; MAX_LANES], extent: i64) -> At<I> {
    Coordinate {
        base: 0,
        step: 0,
        varying: Some(I::Pack::<i32>::from_array(index)),
        long: I::no_long(),
        extent,
    }
}

fn long<I: Isa>(index: [i64; MAX_LANES], extent: i64) -> At<I> {
    let (base, long) = I::long(I::Pack::<i64>::from_array(index));
    Coordinate {
        base,
        step: 0,
        varying: None,
        long,
        extent,
    }
}

/// The indices of the fault; none: the mask came back as it was.
fn access<I: Isa, const R: usize>(at: [At<I>; R], bits: Option<u32>) -> Option<Vec<i64>> {
    let sink = FaultSink::default();
    // SAFETY: the sink lives to the end of this function, the label for ever.
    let info = unsafe { NativeInfo::new("positions", &sink) };
    let mask = bits.map(mask_of::<I>);
    let result = catch_unwind(AssertUnwindSafe(|| Simd::<I>::access(info, true, at, mask)));
    assert_eq!(result.is_err(), sink.is_hit(), "a fault unwinds");
    if let Ok(mask) = result {
        assert_eq!(mask.map(I::mask_bits), bits);
    }
    sink.take().map(|f| {
        let expected = What::Outside {
            view: "positions".into(),
            extents: at.map(|c| c.extent as usize).to_vec(),
        };
        assert_eq!(f.what, expected);
        f.indices
    })
}

on_every_isa! {
    fn accesses_within_pass<I: Isa>() {
        let n = I::LANES as i64;
        assert_eq!(access::<I, 2>([uniform(2, 3), lanes(4, 4 + n)], None), None);
        assert_eq!(access::<I, 1>([varying([0, 1, 2, 3, 4, 4, 0, 1], 5)], Some(1)), None);
    }
    fn the_first_faulty_lane_is_reported<I: Isa>() {
        assert_eq!(access::<I, 2>([uniform(3, 3), lanes(0, 99)], None), Some(vec![3, 0]));
        assert_eq!(access::<I, 1>([uniform(-1, 3)], None), Some(vec![-1]));
        assert_eq!(access::<I, 1>([lanes(-1, 3)], None), Some(vec![-1]));
        assert_eq!(access::<I, 1>([varying([7, 0, 5, -1, 0, 0, 0, 0], 5)], None), Some(vec![7]));
        assert_eq!(access::<I, 1>([uniform(0, 0)], None), Some(vec![0]));
    }
    fn every_dimension_is_checked<I: Isa>() {
        for d in 0..4 {
            let inside = [0, 1, 2, 3];
            let at = |k: usize| if k == d { uniform(4, 4) } else { uniform(inside[k], 4) };
            let gathered = |k: usize| varying([if k == d { -1 } else { 3 }; MAX_LANES], 4);
            let found = |faulty: i64, others: [i64; 4], rank: usize| {
                let index = |k: usize| if k == d { faulty } else { others[k] };
                (d < rank).then(|| (0..rank).map(index).collect::<Vec<_>>())
            };
            assert_eq!(access::<I, 2>([at(0), at(1)], None), found(4, inside, 2));
            assert_eq!(access::<I, 3>([at(0), at(1), at(2)], None), found(4, inside, 3));
            assert_eq!(access::<I, 4>([at(0), at(1), at(2), at(3)], None), found(4, inside, 4));
            let three = [gathered(0), gathered(1), gathered(2)];
            assert_eq!(access::<I, 3>(three, None), found(-1, [3; 4], 3));
            assert_eq!(access::<I, 3>(three, Some(0)), None);
            let four = [gathered(0), gathered(1), gathered(2), gathered(3)];
            assert_eq!(access::<I, 4>(four, None), found(-1, [3; 4], 4));
            assert_eq!(access::<I, 4>(four, Some(0)), None);
        }
    }
    fn indices_of_64_bits_do_not_wrap<I: Isa>() {
        let (far, extent) = ((1 << 32) + 2, (1 << 32) + 3);
        assert_eq!(access::<I, 1>([long([far, 0, 1, 2, 3, 4, 5, 6], 5)], None), Some(vec![far]));
        assert_eq!(access::<I, 1>([long([far; MAX_LANES], extent)], None), None);
        assert_eq!(access::<I, 1>([long([i64::MIN; MAX_LANES], extent)], None), Some(vec![i64::MIN]));
    }
    fn lanes_outside_the_mask_are_not_checked<I: Isa>() {
        let bits = 0b0111_1110 & ((1 << I::LANES) - 1);
        assert_eq!(access::<I, 1>([varying([-5, 1, 2, 3, 4, 4, 0, 99], 5)], Some(bits)), None);
    }
    fn unchecked_accesses_pass<I: Isa>() {
        let sink = FaultSink::default();
        // SAFETY: the sink lives to the end of the test.
        let info = unsafe { NativeInfo::new("v", &sink) };
        assert!(Simd::<I>::access(info, false, [uniform::<I>(9, 3)], None).is_none());
        assert!(!sink.is_hit());
    }
}

#[test]
fn the_first_fault_is_kept_and_named() {
    let sink = FaultSink::default();
    // SAFETY: the sink lives to the end of the test.
    let info = unsafe { NativeInfo::new("sums", &sink) };
    for i in [7, 8] {
        let access =
            || crate::kernel::exec::Lane::access(info, true, [uniform(i, 3), uniform(0, 4)], None);
        assert!(catch_unwind(AssertUnwindSafe(access)).is_err());
    }
    let fault = sink.take().expect("there was a fault");
    assert!(fault.location.file().ends_with("faults.rs"));
    let text = fault.into_error("compute").to_string();
    assert!(
        text.starts_with("launch `compute`: `sums` is indexed with [7, 0] but has extents [3, 4]"),
        "{text}"
    );
    assert!(sink.take().is_none() && !sink.is_hit());
}
