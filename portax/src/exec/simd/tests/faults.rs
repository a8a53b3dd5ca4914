//! Checked accesses.

use super::{mask_of, on_every_isa};
use crate::exec::native::{FaultSink, NativeInfo};
use crate::exec::simd::{Isa, MAX_LANES, Pack, Simd};
use crate::exec::{Coordinate, Exec};
use std::panic::Location;

type At<I> = Coordinate<Simd<I>>;

fn uniform<I: Isa>(base: i64, extent: i64) -> At<I> {
    Coordinate {
        base,
        step: 0,
        varying: None,
        extent,
    }
}

fn lanes<I: Isa>(base: i64, extent: i64) -> At<I> {
    Coordinate {
        base,
        step: 1,
        varying: None,
        extent,
    }
}

fn varying<I: Isa>(index: [i32; MAX_LANES], extent: i64) -> At<I> {
    Coordinate {
        base: 0,
        step: 0,
        varying: Some(I::Pack::<i32>::from_array(index)),
        extent,
    }
}

/// Bits of the lanes that may go on and the indices of the fault.
#[track_caller]
fn access<I: Isa, const R: usize>(
    at: [At<I>; R],
    bits: Option<u32>,
) -> (Option<u32>, Option<Vec<i64>>) {
    let (sink, caller) = (FaultSink::new(), Location::caller());
    // SAFETY: the sink lives to the end of this function, the label for ever.
    let info = unsafe { NativeInfo::new("positions", &sink) };
    let mask = Simd::<I>::access(info, true, at, bits.map(mask_of::<I>)).map(I::mask_bits);
    let hit = sink.is_hit();
    let fault = sink.take();
    assert_eq!(hit, fault.is_some());
    let indices = fault.map(|f| {
        assert_eq!(f.view, "positions");
        assert_eq!(f.extents, at.map(|c| c.extent as usize));
        assert_eq!(f.location, caller);
        f.indices
    });
    (mask, indices)
}

on_every_isa! {
    fn accesses_within_pass<I: Isa>() {
        let n = I::LANES as i64;
        assert_eq!(access::<I, 2>([uniform(2, 3), lanes(4, 4 + n)], None), (None, None));
        assert_eq!(access::<I, 1>([varying([0, 1, 2, 3, 4, 4, 0, 1], 5)], Some(1)), (Some(1), None));
    }
    fn faulty_lanes_are_masked_off<I: Isa>() {
        let all = (1 << I::LANES) - 1;
        assert_eq!(access::<I, 2>([uniform(3, 3), lanes(0, 99)], None), (Some(0), Some(vec![3, 0])));
        assert_eq!(access::<I, 1>([uniform(-1, 3)], None), (Some(0), Some(vec![-1])));
        assert_eq!(access::<I, 1>([lanes(-1, 3)], None), (Some(0b1110 & all), Some(vec![-1])));
        assert_eq!(access::<I, 1>([varying([7, 0, 5, -1, 0, 0, 0, 0], 5)], None), (Some(0b1111_0010 & all), Some(vec![7])));
        assert_eq!(access::<I, 1>([uniform(0, 0)], None), (Some(0), Some(vec![0])));
    }
    fn lanes_outside_the_mask_are_not_checked<I: Isa>() {
        let all = (1 << I::LANES) - 1;
        let bits = 0b0111_1110 & all;
        let index = [-5, 1, 2, 3, 4, 4, 0, 99];
        assert_eq!(access::<I, 1>([varying(index, 5)], Some(bits)), (Some(bits), None));
    }
    fn unchecked_accesses_pass<I: Isa>() {
        let sink = FaultSink::new();
        // SAFETY: the sink lives to the end of the test.
        let info = unsafe { NativeInfo::new("v", &sink) };
        assert!(Simd::<I>::access(info, false, [uniform::<I>(9, 3)], None).is_none());
        assert!(!sink.is_hit());
    }
}

#[test]
fn the_first_fault_is_kept_and_named() {
    let sink = FaultSink::new();
    // SAFETY: the sink lives to the end of the test.
    let info = unsafe { NativeInfo::new("forces", &sink) };
    for i in [7, 8] {
        crate::exec::Lane::access(info, true, [uniform(i, 3), uniform(0, 4)], None);
    }
    let text = sink.take().unwrap().into_error("compute").to_string();
    assert!(
        text.starts_with(
            "launch `compute`: view `forces` is indexed with [7, 0] but has extents [3, 4]"
        ),
        "{text}"
    );
    assert!(sink.take().is_none() && !sink.is_hit());
}
