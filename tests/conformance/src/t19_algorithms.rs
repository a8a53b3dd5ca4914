//! The stock parts: random numbers, sorts, scans, histograms, bins.

use crate::ladder::{Outcome, Test, noise, tests, vector};
use portax::{
    Error, Functor, Max, Min, RangeKernel, RangePolicy, Space, Sum, View, kernel, parallel_for,
};
use portax_algorithms::{
    BinSort, copy_if, gather, histogram, partition,
    random::{
        below, exponential, next_u32, next_u64, normal, normal_f32, philox, philox4x32,
        threefry2x64, threefry4x64, uniform, uniform_f32,
    },
    scan::{
        exclusive_scan, exclusive_scan_by_key, inclusive_scan, inclusive_scan_by_key, reduce_by_key,
    },
    sort::{Key, Sorter, sort, sort_by_key},
    unique,
};
use std::{cmp::Ordering, fmt::Debug};

/// Each type of keys brings kernels of its own. A float and an integer are sorted on every device.
pub fn tests() -> Vec<Test> {
    let other_keys = tests![
        keys_u32_are_sorted,
        keys_u64_are_sorted,
        keys_i64_are_sorted,
        keys_f32_are_sorted_in_total_order,
    ];
    let mut tests = tests![
        generators_give_the_known_answers,
        streams_are_drawn_word_by_word,
        distributions_have_their_moments,
        keys_i32_are_sorted,
        keys_f64_are_sorted_in_total_order,
        values_follow_their_keys,
        a_sorter_is_used_again,
        views_are_scanned,
        runs_are_scanned_and_reduced,
        marks_and_repetitions_are_told_apart,
        items_are_counted_and_binned,
        what_does_not_fit_is_refused,
    ];
    tests.extend(other_keys.into_iter().map(Test::of_backend));
    tests
}

/// Counters and keys: zeros, ones, digits of pi, as in Random123's known answers.
#[derive(Functor)]
struct KnownAnswers {
    small: View<u32, 2>,
    two: View<u64, 2>,
    four: View<u64, 2>,
    out: View<u32, 2>,
    out_two: View<u64, 2>,
    out_four: View<u64, 2>,
}

#[kernel]
impl RangeKernel for KnownAnswers {
    fn known_answers(&self, i: Index) {
        let s = self.small;
        let words = philox4x32(
            [s[(i, 0)], s[(i, 1)], s[(i, 2)], s[(i, 3)]],
            [s[(i, 4)], s[(i, 5)]],
        );
        let t = self.two;
        let two = threefry2x64([t[(i, 0)], t[(i, 1)]], [t[(i, 2)], t[(i, 3)]]);
        let f = self.four;
        let four = threefry4x64(
            [f[(i, 0)], f[(i, 1)], f[(i, 2)], f[(i, 3)]],
            [f[(i, 4)], f[(i, 5)], f[(i, 6)], f[(i, 7)]],
        );
        #[unroll]
        for k in 0..4 {
            self.out[(i, k)] = words[k];
            self.out_four[(i, k)] = four[k];
        }
        self.out_two[(i, 0)] = two[0];
        self.out_two[(i, 1)] = two[1];
    }
}

/// Rows as a view of two dimensions.
fn rows<T: portax::view::ViewElement, const N: usize>(
    space: &Space,
    rows: &[[T; N]; 3],
) -> portax::Result<View<T, 2>> {
    let columns: Vec<T> = (0..N).flat_map(|k| rows.map(|row| row[k])).collect();
    View::from_slice(space, "rows", [3, N], &columns)
}

fn generators_give_the_known_answers(space: &Space) -> Outcome {
    let pi = [
        0x243f_6a88_85a3_08d3u64,
        0x1319_8a2e_0370_7344,
        0xa409_3822_299f_31d0,
        0x082e_fa98_ec4e_6c89,
        0x4528_21e6_38d0_1377,
        0xbe54_66cf_34e9_0c6c,
        0xbe54_66cf_34e9_0c6c,
        0xc0ac_29b7_c97c_50dd,
    ];
    let small = [
        [0; 6],
        [u32::MAX; 6],
        [
            0x243f_6a88,
            0x85a3_08d3,
            0x1319_8a2e,
            0x0370_7344,
            0xa409_3822,
            0x299f_31d0,
        ],
    ];
    let k = KnownAnswers {
        small: rows(space, &small)?,
        two: rows(
            space,
            &[[0; 4], [u64::MAX; 4], [pi[0], pi[1], pi[2], pi[3]]],
        )?,
        four: rows(space, &[[0; 8], [u64::MAX; 8], pi])?,
        out: View::new(space, "out", [3, 4])?,
        out_two: View::new(space, "out_two", [3, 2])?,
        out_four: View::new(space, "out_four", [3, 4])?,
    };
    space.parallel_for("known answers", RangePolicy::new(0..3), &k)?;
    let expected = rows(
        space,
        &[
            [0x6627_e8d5u32, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8],
            [0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd],
            [0xd16c_fe09, 0x94fd_cceb, 0x5001_e420, 0x2412_6ea1],
        ],
    )?;
    assert_eq!(k.out.to_vec()?, expected.to_vec()?);
    let expected = rows(
        space,
        &[
            [0xc2b6_e3a8_c2c6_9865u64, 0x6f81_ed42_f350_084d],
            [0xe02c_b7c4_d95d_277a, 0xd066_33d0_893b_8b68],
            [0x263c_7d30_bb0f_0af1, 0x56be_8361_d331_1526],
        ],
    )?;
    assert_eq!(k.out_two.to_vec()?, expected.to_vec()?);
    let expected = rows(
        space,
        &[
            [
                0x0921_8ebd_e6c8_5537u64,
                0x5594_1f52_66d8_6105,
                0x4bd2_5e16_2824_34dc,
                0xee29_ec84_6bd2_e40b,
            ],
            [
                0x29c2_4097_942b_ba1b,
                0x0371_bbfb_0f6f_4e11,
                0x3c23_1ffa_33f8_3a1c,
                0xcd29_113f_de32_d168,
            ],
            [
                0xa7e8_fde5_9165_1bd9,
                0xbaaf_d0c3_0138_319b,
                0x84a5_c1a7_29e6_85b9,
                0x901d_406c_cebc_1ba4,
            ],
        ],
    )?;
    assert_eq!(k.out_four.to_vec()?, expected.to_vec()?);
    Ok(())
}

/// Philox4x32-10 in plain Rust.
fn reference(counter: [u32; 4], key: [u32; 2]) -> [u32; 4] {
    let ([mut a, mut b, mut c, mut d], [mut k, mut l]) = (counter, key);
    for _ in 0..10 {
        let (x, y) = (0xd251_1f53 * u64::from(a), 0xcd9e_8d57 * u64::from(c));
        (a, b) = ((y >> 32) as u32 ^ b ^ k, y as u32);
        (c, d) = ((x >> 32) as u32 ^ d ^ l, x as u32);
        (k, l) = (k.wrapping_add(0x9e37_79b9), l.wrapping_add(0xbb67_ae85));
    }
    [a, b, c, d]
}

fn streams_are_drawn_word_by_word(space: &Space) -> Outcome {
    let n = 300;
    let seed = 0x0123_4567_89ab_cdefu64;
    let words: View<u32, 2> = View::new(space, "words", [n, 9])?;
    let long: View<u64, 1> = View::new(space, "long", [n])?;
    let real: View<f64, 1> = View::new(space, "real", [n])?;
    let single: View<f32, 1> = View::new(space, "single", [n])?;
    // lanes draw different numbers of words before the last one
    parallel_for!(space, "words", n, |i| {
        let mut rng = philox(seed, i as u64 + 0xffff_ff00u64);
        for k in 0..i % 9 {
            words[(i, k)] = next_u32(&mut rng);
        }
        long[i] = next_u64(&mut rng);
        real[i] = uniform(&mut rng);
        single[i] = uniform_f32(&mut rng);
    })?;
    let (words, long) = (words.to_vec()?, long.to_vec()?);
    let (real, single) = (real.to_vec()?, single.to_vec()?);
    for i in 0..n {
        let stream = i as u64 + 0xffff_ff00;
        let word = |k: usize| {
            let counter = [k as u32 / 4, 0, stream as u32, (stream >> 32) as u32];
            reference(counter, [seed as u32, (seed >> 32) as u32])[k % 4]
        };
        let pair = |k| u64::from(word(k)) | u64::from(word(k + 1)) << 32;
        let drawn = i % 9;
        for k in 0..9 {
            let expected = if k < drawn { word(k) } else { 0 };
            assert_eq!(words[i + k * n], expected, "{i} {k}");
        }
        assert_eq!(long[i], pair(drawn), "{i}");
        let expected = (pair(drawn + 2) >> 11) as f64 / (1u64 << 53) as f64;
        assert_eq!(real[i], expected, "{i}");
        let expected = (word(drawn + 4) >> 8) as f32 / (1u32 << 24) as f32;
        assert_eq!(single[i], expected, "{i}");
    }
    Ok(())
}

/// Mean, and mean of squares.
fn moments(x: impl Iterator<Item = f64>) -> [f64; 2] {
    let (mut n, mut sums) = (0.0, [0.0; 2]);
    for x in x {
        n += 1.0;
        sums[0] += x;
        sums[1] += x * x;
    }
    sums.map(|sum| sum / n)
}

fn distributions_have_their_moments(space: &Space) -> Outcome {
    let n = 20_000;
    let seed = 7u64;
    let x: View<f64, 2> = View::new(space, "x", [n, 3])?;
    let single: View<f32, 1> = View::new(space, "single", [n])?;
    let die: View<u32, 1> = View::new(space, "die", [n])?;
    let most: View<u32, 1> = View::new(space, "most", [n])?;
    parallel_for!(space, "distributions", n, |i| {
        let mut rng = philox(seed, i as u64);
        x[(i, 0)] = uniform(&mut rng);
        x[(i, 1)] = normal(&mut rng);
        x[(i, 2)] = exponential(&mut rng);
        single[i] = normal_f32(&mut rng);
        die[i] = below(&mut rng, 6u32);
        most[i] = below(&mut rng, 0xc000_0000u32);
    })?;
    let x = x.to_vec()?;
    let near = |found: [f64; 2], expected: [f64; 2], what: &str| {
        let close = (0..2).all(|k| (found[k] - expected[k]).abs() < 0.05);
        assert!(close, "{what}: {found:?}");
    };
    let column = |k: usize| moments(x[k * n..(k + 1) * n].iter().copied());
    near(column(0), [0.5, 1.0 / 3.0], "uniform");
    near(column(1), [0.0, 1.0], "normal");
    near(
        [column(2)[0], column(2)[1] / 2.0],
        [1.0, 1.0],
        "exponential",
    );
    let single = single.to_vec()?;
    near(
        moments(single.iter().map(|&x| x.into())),
        [0.0, 1.0],
        "normal_f32",
    );
    let die = die.to_vec()?;
    for face in 0..6 {
        let share = die.iter().filter(|&&d| d == face).count() as f64 / n as f64;
        assert!((share - 1.0 / 6.0).abs() < 0.02, "{face}: {share}");
    }
    assert!(die.iter().all(|&d| d < 6));
    let most = most.to_vec()?;
    assert!(most.iter().all(|&m| m < 0xc000_0000));
    let third = most.iter().filter(|&&m| m < 0x4000_0000).count() as f64 / n as f64;
    assert!((third - 1.0 / 3.0).abs() < 0.02, "{third}");
    Ok(())
}

/// Lengths around those of lanes, teams, tiles and blocks.
const LENGTHS: [usize; 18] = [
    0, 1, 2, 7, 8, 9, 63, 255, 256, 257, 2303, 2304, 2305, 3841, 4352, 4353, 16_385, 70_001,
];

/// From so many keys on, one kind of keys does: interpreters are slow.
const MANY: usize = 3000;

/// The longest of most types of keys, and of one type of each size.
const LONG: usize = 16_385;
const LONGEST: usize = 70_001;

/// Random bits; which of them are kept makes keys of few or many values.
const KEPT: [u64; 5] = [u64::MAX, 0, 3, 0xff00_ff00_ff00_ff00, 0x8000_0001_8000_0001];

fn bits(n: usize, kept: u64) -> impl Iterator<Item = u64> {
    let mut state = n as u64 + 1;
    (0..n).map(move |_| {
        state = state
            .wrapping_mul(0x5851_f42d_4c95_7f2d)
            .wrapping_add(0x1405_7b7e_f767_814f);
        (state ^ state >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) & kept
    })
}

/// How keys are made and compared.
struct Keys<K> {
    of_bits: fn(u64) -> K,
    compare: fn(&K, &K) -> Ordering,
}

impl<K: Key + Debug> Keys<K> {
    /// Sorts keys of all kinds, of many one kind, alone and with their places.
    fn check(&self, space: &Space, longest: usize) -> Outcome {
        for n in LENGTHS.into_iter().filter(|&n| n <= longest) {
            let mut sorter = Sorter::new(space, n)?;
            let kinds = if n < MANY { KEPT.len() } else { 1 };
            for kept in &KEPT[..kinds] {
                let keys: Vec<K> = bits(n, *kept).map(self.of_bits).collect();
                self.check_one(space, &mut sorter, &keys)?;
            }
            if n >= MANY {
                continue;
            }
            let mut keys: Vec<K> = bits(n, u64::MAX).map(self.of_bits).collect();
            keys.sort_by(self.compare);
            self.check_one(space, &mut sorter, &keys)?;
            keys.reverse();
            self.check_one(space, &mut sorter, &keys)?;
        }
        Ok(())
    }

    fn check_one(&self, space: &Space, sorter: &mut Sorter<K>, keys: &[K]) -> Outcome {
        let mut order: Vec<i32> = (0..keys.len() as i32).collect();
        order.sort_by(|&a, &b| (self.compare)(&keys[a as usize], &keys[b as usize]));
        let is_sorted = |found: &[K]| {
            let mut both = found.iter().zip(&order);
            both.all(|(found, &at)| (self.compare)(found, &keys[at as usize]).is_eq())
        };
        let view = vector(space, "keys", keys)?;
        sorter.sort(&view)?;
        assert!(is_sorted(&view.to_vec()?), "{} keys", keys.len());
        view.copy_from_slice(keys)?;
        let places = sorter.sort_places(&view)?.to_vec()?;
        assert!(
            is_sorted(&view.to_vec()?),
            "{} keys with places",
            keys.len()
        );
        assert_eq!(places[..keys.len()], order, "{} keys", keys.len());
        Ok(())
    }
}

fn keys_u32_are_sorted(space: &Space) -> Outcome {
    let of_bits = |bits| bits as u32;
    let compare = u32::cmp;
    Keys { of_bits, compare }.check(space, LONGEST)
}

fn keys_i32_are_sorted(space: &Space) -> Outcome {
    let of_bits = |bits| bits as i32;
    let compare = i32::cmp;
    Keys { of_bits, compare }.check(space, LONG)
}

fn keys_u64_are_sorted(space: &Space) -> Outcome {
    let of_bits = |bits| bits;
    let compare = u64::cmp;
    Keys { of_bits, compare }.check(space, LONGEST)
}

fn keys_i64_are_sorted(space: &Space) -> Outcome {
    let of_bits = |bits| bits as i64;
    let compare = i64::cmp;
    Keys { of_bits, compare }.check(space, LONG)
}

fn keys_f32_are_sorted_in_total_order(space: &Space) -> Outcome {
    // among random bits are NaN of both signs, infinities, zeros and subnormal numbers, and here more of them
    let special = [0.0, f32::NAN, f32::INFINITY, 1e-42];
    let keys = Keys {
        of_bits: |bits| f32::from_bits(bits as u32),
        compare: f32::total_cmp,
    };
    keys.check(space, LONG)?;
    let both = |k: usize| special[k % 4] * if k % 3 < 1 { -1.0 } else { 1.0 };
    let more: Vec<f32> = (0..5000).map(both).collect();
    keys.check_one(space, &mut Sorter::new(space, 5000)?, &more)
}

fn keys_f64_are_sorted_in_total_order(space: &Space) -> Outcome {
    let keys = Keys {
        of_bits: f64::from_bits,
        compare: f64::total_cmp,
    };
    keys.check(space, LONG)?;
    let cubes: Vec<f64> = noise(5000, 3).iter().map(|x| x * x * x).collect();
    keys.check_one(space, &mut Sorter::new(space, 5000)?, &cubes)
}

fn values_follow_their_keys(space: &Space) -> Outcome {
    for n in [0, 1, 100, 5000] {
        let keys: Vec<i32> = (0..n as i32).map(|i| i * 7919 % 101 - 50).collect();
        let mut order: Vec<usize> = (0..n).collect();
        order.sort_by_key(|&i| keys[i]);
        let values: Vec<f64> = noise(n, 5);
        let (view, moved) = (
            vector(space, "keys", &keys)?,
            vector(space, "values", &values)?,
        );
        sort_by_key(space, &view, &moved)?;
        let expected: Vec<f64> = order.iter().map(|&i| values[i]).collect();
        assert_eq!(moved.to_vec()?, expected, "{n}");
        view.copy_from_slice(&keys)?;
        let values: Vec<u64> = bits(n, u64::MAX).collect();
        let moved = vector(space, "values", &values)?;
        sort_by_key(space, &view, &moved)?;
        let expected: Vec<u64> = order.iter().map(|&i| values[i]).collect();
        assert_eq!(moved.to_vec()?, expected, "{n}");
        let expected: Vec<i32> = order.iter().map(|&i| keys[i]).collect();
        assert_eq!(view.to_vec()?, expected, "{n}");
    }
    Ok(())
}

fn a_sorter_is_used_again(space: &Space) -> Outcome {
    let mut sorter = Sorter::new(space, 20_000)?;
    for n in [20_000, 3, 9000, 0, 20_000, 300] {
        let keys: Vec<u32> = bits(n, 0xffff_ffff).map(|x| x as u32).collect();
        let view = vector(space, "keys", &keys)?;
        sorter.sort(&view)?;
        let mut expected = keys;
        expected.sort_unstable();
        assert_eq!(view.to_vec()?, expected, "{n}");
    }
    let view = vector(space, "keys", &[3.5, f64::NEG_INFINITY, -0.0, 0.0])?;
    sort(space, &view)?;
    let found: Vec<u64> = view.to_vec()?.iter().map(|x| x.to_bits()).collect();
    assert_eq!(found, [f64::NEG_INFINITY, -0.0, 0.0, 3.5].map(f64::to_bits));
    Ok(())
}

fn views_are_scanned(space: &Space) -> Outcome {
    for n in [0, 1, 2, 1000, 5003] {
        let x: Vec<i32> = (0..n).map(|i| i * 31 % 17 - 8).collect();
        let view = vector(space, "x", &x)?;
        let out: View<i32, 1> = View::new(space, "out", [n as usize])?;
        let mut sum = 0;
        let inclusive: Vec<i32> = x
            .iter()
            .map(|x| {
                sum += x;
                sum
            })
            .collect();
        assert_eq!(inclusive_scan(space, &view, &out, Sum)?, sum);
        assert_eq!(out.to_vec()?, inclusive);
        assert_eq!(exclusive_scan(space, &view, &out, Sum)?, sum);
        let exclusive: Vec<i32> = inclusive.iter().zip(&x).map(|(sum, x)| sum - x).collect();
        assert_eq!(out.to_vec()?, exclusive);
        inclusive_scan(space, &view, &out, Max)?;
        let mut most = i32::MIN;
        let expected: Vec<i32> = x
            .iter()
            .map(|&x| {
                most = most.max(x);
                most
            })
            .collect();
        assert_eq!(out.to_vec()?, expected);
    }
    Ok(())
}

/// Runs of equal keys: their keys, and the elements of each.
fn runs(keys: &[i64]) -> Vec<(i64, std::ops::Range<usize>)> {
    let mut runs: Vec<(i64, std::ops::Range<usize>)> = Vec::new();
    for (i, &key) in keys.iter().enumerate() {
        match runs.last_mut() {
            Some((last, elements)) if *last == key => elements.end = i + 1,
            _ => runs.push((key, i..i + 1)),
        }
    }
    runs
}

fn runs_are_scanned_and_reduced(space: &Space) -> Outcome {
    for (n, length) in [(0, 1), (1, 1), (5, 9), (1000, 1), (5003, 7), (5003, 3000)] {
        let keys: Vec<i64> = (0..n)
            .map(|i| ((i / length * i / 3) as i64 % 5) << 33)
            .collect();
        // multiples of 1/8: sums are exact in any order
        let x: Vec<f64> = noise(n, 2)
            .iter()
            .map(|x| (x * 64.0).floor() / 8.0)
            .collect();
        let runs = runs(&keys);
        let (keys, view) = (vector(space, "keys", &keys)?, vector(space, "x", &x)?);
        let out: View<f64, 1> = View::new(space, "out", [n])?;
        inclusive_scan_by_key(space, &keys, &view, &out, Sum)?;
        let sums = |run: &std::ops::Range<usize>| -> Vec<f64> {
            run.clone().map(|i| x[run.start..=i].iter().sum()).collect()
        };
        let expected: Vec<f64> = runs.iter().flat_map(|(_, run)| sums(run)).collect();
        assert_eq!(out.to_vec()?, expected, "{n} {length}");
        exclusive_scan_by_key(space, &keys, &view, &out, Sum)?;
        let expected: Vec<f64> = expected.iter().zip(&x).map(|(sum, x)| sum - x).collect();
        assert_eq!(out.to_vec()?, expected, "{n} {length}");
        let found: View<i64, 1> = View::new(space, "found", [n])?;
        let count = reduce_by_key(space, &keys, &view, &found, &out, Min)?;
        let least = |run: &std::ops::Range<usize>| {
            x[run.clone()].iter().copied().fold(f64::INFINITY, f64::min)
        };
        assert_eq!(count, runs.len());
        let expected: Vec<(i64, f64)> = runs.iter().map(|(key, run)| (*key, least(run))).collect();
        let (found, out) = (found.to_vec()?, out.to_vec()?);
        let found: Vec<(i64, f64)> = found.into_iter().zip(out).take(count).collect();
        assert_eq!(found, expected, "{n} {length}");
    }
    Ok(())
}

fn marks_and_repetitions_are_told_apart(space: &Space) -> Outcome {
    for n in [0, 1, 9, 1000, 5003] {
        let x: Vec<f32> = (0..n).map(|i| (i * i / 7 % 13) as f32 - 6.0).collect();
        let view = vector(space, "x", &x)?;
        let out: View<f32, 1> = View::new(space, "out", [n])?;
        let marked: Vec<bool> = x.iter().map(|&x| x < 0.0).collect();
        let marked = vector(space, "marked", &marked)?;
        let total = partition(space, &marked, &view, &out)?;
        let (below, others): (Vec<f32>, Vec<f32>) = x.iter().partition(|&&x| x < 0.0);
        assert_eq!(total, below.len(), "{n}");
        assert_eq!(out.to_vec()?, [&below[..], &others].concat(), "{n}");
        let copied: View<f32, 1> = View::new(space, "copied", [total])?;
        assert_eq!(copy_if(space, &marked, &view, &copied)?, total, "{n}");
        assert_eq!(copied.to_vec()?, below, "{n}");
        let mut expected = x;
        expected.dedup();
        let found = unique(space, &view, &out)?;
        assert_eq!(out.to_vec()?[..found], expected, "{n}");
    }
    Ok(())
}

fn items_are_counted_and_binned(space: &Space) -> Outcome {
    for (n, bins) in [
        (0, 3),
        (1, 1),
        (1000, 7),
        (70_001, 300),
        (5003, 5000),
        (100, 70_000),
    ] {
        let bin: Vec<i32> = bits(n, 0xffff_ffff)
            .map(|x| (x % (bins as u64 + 2)) as i32 - 1)
            .collect();
        let view = vector(space, "bin", &bin)?;
        let counts: View<i32, 1> = View::new(space, "counts", [bins])?;
        histogram(space, &view, &counts)?;
        histogram(space, &view, &counts)?;
        let mut expected = vec![0; bins];
        for &bin in &bin {
            if let Some(count) = expected.get_mut(bin as usize) {
                *count += 1;
            }
        }
        assert_eq!(counts.to_vec()?, expected, "{n} {bins}");
        let mut sort = BinSort::new(space, n + 5, bins)?;
        sort.sort(&view)?;
        let mut start = 0;
        let mut starts = vec![0];
        for count in expected {
            start += count;
            starts.push(start);
        }
        assert_eq!(sort.start().to_vec()?, starts, "{n} {bins}");
        let mut items: Vec<i32> = (0..n as i32).collect();
        items.sort_by_key(|&i| (bin[i as usize] as u32).min(bins as u32));
        assert_eq!(sort.items().to_vec()?[..n], items, "{n} {bins}");
        let sorted: View<i32, 1> = View::new(space, "sorted", [n])?;
        gather(space, sort.items(), &view, &sorted)?;
        let expected: Vec<i32> = items.iter().map(|&i| bin[i as usize]).collect();
        assert_eq!(sorted.to_vec()?, expected, "{n} {bins}");
    }
    Ok(())
}

fn what_does_not_fit_is_refused(space: &Space) -> Outcome {
    let (five, four) = (
        View::<i32, 1>::new(space, "five", [5])?,
        View::<i32, 1>::new(space, "four", [4])?,
    );
    let refusals = [
        Sorter::new(space, 4)?.sort(&five).err(),
        sort_by_key(space, &five, &four).err(),
        Sorter::<u32>::new(space, 1 << 31).err(),
        BinSort::new(space, 1 << 31, 1).err(),
        BinSort::new(space, 1, 1 << 31).err(),
        BinSort::new(space, 4, 2)?.sort(&five).err(),
        exclusive_scan(space, &five, &four, Sum).err(),
        inclusive_scan(space, &four, &five, Sum).err(),
        inclusive_scan_by_key(space, &five, &four, &five, Sum).err(),
        reduce_by_key(space, &five, &five, &four, &five, Sum).err(),
        unique(space, &five, &four).err(),
        partition(space, &View::new(space, "marked", [5])?, &five, &four).err(),
        gather(space, &four, &five, &five).err(),
        copy_if(space, &View::new(space, "marked", [4])?, &five, &four).err(),
        copy_if(space, &vector(space, "marked", &[true; 5])?, &five, &four).err(),
        // in place, where that would race
        unique(space, &five, &five).err(),
        gather(space, &five, &five, &five).err(),
        inclusive_scan(space, &five, &five, Sum).err(),
    ];
    for (k, refusal) in refusals.into_iter().enumerate() {
        let refused = matches!(
            refusal,
            Some(Error::Invalid(_) | Error::Extents { .. } | Error::NotProvenSafe { .. })
        );
        assert!(refused, "{k}: {refusal:?}");
    }
    Ok(())
}
