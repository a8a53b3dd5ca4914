//! Offsets, tiles, teams and scratch.

use super::on_every_isa;
use crate::ir::Per;
use crate::kernel::exec::native::{FaultSink, NativeTeam, ScratchArena};
use crate::kernel::exec::*;
use crate::kernel::simd::{MAX_LANES, Pack, Simd};

on_every_isa! {
    fn offsets_are_64_bits_wide<I: Isa>() {
        let index: [i32; MAX_LANES] = [3, -1, i32::MAX, i32::MIN, 0, 7, -9, 1];
        for stride in [0, 1, -1, 3, 1 << 31, -(1 << 31), (1 << 33) + 5, (3 << 31) + 1] {
            let varying = Simd::<I>::offset_of(I::Pack::<i32>::from_array(index), stride);
            let lanes = Simd::<I>::offset_lanes(stride);
            let sum = I::offset_array(Simd::<I>::offset_add(varying, lanes));
            let (varying, lanes) = (I::offset_array(varying), I::offset_array(lanes));
            for l in 0..I::LANES {
                assert_eq!(varying[l], (index[l] as i64).wrapping_mul(stride));
                assert_eq!(lanes[l], l as i64 * stride);
                assert_eq!(sum[l], varying[l].wrapping_add(lanes[l]));
            }
        }
    }
    fn offsets_of_64_bit_indices<I: Isa>() {
        let index: [i64; MAX_LANES] = [3, -1, 1 << 40, -(1 << 33), 0, 7, i64::MAX, 1];
        let pack = I::Pack::<i64>::from_array(index);
        for stride in [0, 1, -1, 3, (1 << 33) + 5] {
            let found = I::offset_array(Simd::<I>::offset_of_long(pack, stride));
            (0..I::LANES).for_each(|l| assert_eq!(found[l], index[l].wrapping_mul(stride)));
        }
        for width in [1, 3, 8] {
            let index = I::Pack::<i64>::iota((1 << 33) + 5, 1);
            let found = I::offset_array(Simd::<I>::offset_tiled_of_long(index, width, 1000));
            let at = |l: usize| (1i64 << 33) + 5 + l as i64;
            let expected = |l: usize| at(l) / width as i64 * 1000 + at(l) % width as i64;
            (0..I::LANES).for_each(|l| assert_eq!(found[l], expected(l)));
        }
    }
    fn offsets_in_tiles<I: Isa>() {
        for width in [1, 3, 4, 8, 12, 32] {
            for base in [0, 1, 7, 30, (1 << 33) + 3] {
                let expected = |i: i64| i / width as i64 * 1000 + i % width as i64;
                for step in [0, 1] {
                    let found = I::offset_array(Simd::<I>::offset_tiled(base, step, width, 1000));
                    (0..I::LANES).for_each(|l| assert_eq!(found[l], expected(base + l as i64 * step)));
                }
                let one = (0..I::LANES as i64).all(|l| (base + l) / width as i64 == base / width as i64);
                assert_eq!(Simd::<I>::in_one_tile(base, width), one);
            }
            let index = I::Pack::<i32>::iota(5, 1);
            let found = I::offset_array(Simd::<I>::offset_tiled_of(index, width, 1000));
            (0..I::LANES).for_each(|l| assert_eq!(found[l], (5 + l as i64) / width as i64 * 1000 + (5 + l as i64) % width as i64));
        }
    }
    fn vectors_of_a_team<I: Isa>() {
        let (arena, sink) = (ScratchArena::new(&mut [], true), FaultSink::default());
        // SAFETY: both live to the end of the test.
        let t = unsafe { NativeTeam::new(3, 5, 32, &arena, &sink) };
        assert_eq!((Simd::<I>::league_rank(t), Simd::<I>::league_size(t), Simd::<I>::team_size(t)), (3, 5, 1));
        assert!(Simd::<I>::lanes(t).eq((0..32).step_by(I::LANES)));
        let one = t.of_one_pack::<Simd<I>>();
        assert_eq!(Simd::<I>::vector_length(one), if I::LANES == 1 { 32 } else { I::LANES as i64 });
        for n in -1..40 {
            let mut seen: Vec<i64> = Vec::new();
            for i in Simd::<I>::vector_range(t, n) {
                seen.extend(i..i + I::LANES as i64);
            }
            if let Some((i, m)) = Simd::<I>::vector_tail(t, n) {
                seen.extend(i..i + I::mask_bits(m).trailing_ones() as i64);
                assert_ne!(I::mask_bits(m), 0);
            }
            assert!(seen.into_iter().eq(0..n));
        }
        assert_eq!(Simd::<I>::thread_range(t, 2, 5).collect::<Vec<_>>(), [2, 3, 4]);
        let sum = Simd::<I>::vector_reduce::<f64>(t, crate::ops::Bin::Add, I::Pack::<f64>::iota(1, 1));
        assert_eq!(sum, (I::LANES * (I::LANES + 1) / 2) as f64);
    }
}

#[test]
fn scratch_is_aligned_and_apart() {
    let mut memory = vec![0; ScratchArena::needed(3, 3 * 8 + 5 * 4 + 4)];
    let (arena, sink) = (ScratchArena::new(&mut memory, true), FaultSink::default());
    // SAFETY: both live to the end of the test.
    let t = unsafe { NativeTeam::new(0, 1, 8, &arena, &sink) };
    for _ in 0..2 {
        arena.reset();
        let (a, ..) = crate::kernel::exec::Lane::scratch::<f64>(t, "a", 3, Per::Team, false);
        let (b, ..) = crate::kernel::exec::Lane::scratch::<i32>(t, "b", 5, Per::Team, false);
        let (c, ..) = crate::kernel::exec::Lane::scratch::<f32>(t, "c", 1, Per::Team, false);
        let at = [a, b, c].map(|p| p.0 as usize);
        assert!(at.iter().all(|p| p % ScratchArena::ALIGN == 0));
        assert!(at[0] + 24 <= at[1] && at[1] + 20 <= at[2]);
    }
}

#[test]
#[should_panic(expected = "team scratch: 4096 bytes asked for")]
fn scratch_does_not_overflow() {
    let mut memory = [0; 4096];
    let arena = ScratchArena::new(&mut memory, true);
    arena.take(64);
    arena.take(4096);
}
