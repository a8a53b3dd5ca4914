//! Atomic updates of views and of scratch.

use crate::ladder::{Outcome, Test, noise, tests, vector};
use portax::{
    AUTO, AoSoA, Complex, Functor, LayoutLeft, LayoutRight, RangeKernel, RangePolicy, Space,
    TeamKernel, TeamPolicy, View, kernel, layout::Layout,
};

pub fn tests() -> Vec<Test> {
    tests![
        atomics_lose_nothing,
        parts_of_complex_numbers_add_up,
        every_lane_may_hit_one_element,
        team_atomics_count_in_scratch,
        bits_are_set_and_values_exchanged,
        sums_and_differences_are_known_at_once,
        lists_are_linked_by_compare_exchange,
        own_updates_are_made_of_compare_exchange,
        floats_are_compared_by_their_bits,
        teams_compare_and_exchange_in_scratch,
    ]
}

/// Sums of complex numbers in rows of a matrix.
#[derive(Functor)]
struct ComplexSums<L: Layout> {
    x: View<f64, 1>,
    sum: View<Complex<f64>, 2, L>,
}

#[kernel]
impl<L: Layout> RangeKernel for ComplexSums<L> {
    fn complex_sums(&self, i: Index) {
        let x = self.x[i];
        let mut z: Complex<f64> = 0.0;
        z.re = x;
        z.im = 2.0 * x + 1.0;
        self.sum.atomic_add((i % 5, i % 3), z);
        self.sum.atomic_add((4, 2), z);
    }
}

fn parts_of_complex_numbers_add_up(space: &Space) -> Outcome {
    of_layout::<LayoutLeft>(space)?;
    of_layout::<LayoutRight>(space)?;
    of_layout::<AoSoA>(space)
}

fn of_layout<L: Layout>(space: &Space) -> Outcome {
    let n = 331;
    let x: Vec<f64> = (0..n).map(|i| (i % 17) as f64 - 4.0).collect();
    let k = ComplexSums::<L> {
        x: vector(space, "x", &x)?,
        sum: View::new(space, "sum", [5, 3])?,
    };
    space.parallel_for("complex_sums", RangePolicy::new(0..n), &k)?;
    let mut expected = [(0.0, 0.0); 15];
    for (i, x) in x.iter().enumerate() {
        for place in [i % 5 + 5 * (i % 3), 14] {
            expected[place].0 += x;
            expected[place].1 += 2.0 * x + 1.0;
        }
    }
    let found: Vec<_> = k.sum.to_vec()?.iter().map(|z| (z.re, z.im)).collect();
    assert_eq!(found, expected);
    Ok(())
}

#[derive(Functor)]
struct Histogram {
    bin: View<i32, 1>,
    x: View<f64, 1>,
    count: View<i32, 1>,
    bits: View<u32, 1>,
    sum: View<f64, 1>,
    single: View<f32, 1>,
    low: View<f64, 1>,
    high: View<i32, 1>,
    place: View<i32, 1>,
}

#[kernel]
impl RangeKernel for Histogram {
    fn histogram(&self, i: Index) {
        let (bin, x) = (self.bin[i], self.x[i]);
        if bin < 0 {
            return;
        }
        let place = self.count.atomic_fetch_add(bin, 1);
        self.place[i] = place;
        self.bits.atomic_add(bin, 3u32);
        self.sum.atomic_add(bin, x);
        self.single.atomic_add(bin, 0.5);
        self.low.atomic_min(bin, x);
        self.high.atomic_max(bin, i);
    }
}

fn atomics_lose_nothing(space: &Space) -> Outcome {
    const BINS: usize = 7;
    let n = 1003;
    // multiples of 1/8: sums are exact in any order
    let x: Vec<f64> = noise(n, 11)
        .iter()
        .map(|x| (x * 64.0).floor() / 8.0)
        .collect();
    let bin: Vec<i32> = (0..n).map(|i| ((i * 13) % (BINS + 1)) as i32 - 1).collect();
    let k = Histogram {
        bin: vector(space, "bin", &bin)?,
        x: vector(space, "x", &x)?,
        count: vector(space, "count", &[0; BINS])?,
        bits: vector(space, "bits", &[0; BINS])?,
        sum: vector(space, "sum", &[0.0; BINS])?,
        single: vector(space, "single", &[0.0; BINS])?,
        low: vector(space, "low", &[f64::INFINITY; BINS])?,
        high: vector(space, "high", &[-1; BINS])?,
        place: vector(space, "place", &vec![-1; n])?,
    };
    space.parallel_for("histogram", RangePolicy::new(0..n), &k)?;
    let members = |b: usize| (0..n).filter(move |&i| bin[i] == b as i32);
    let (count, place) = (k.count.to_vec()?, k.place.to_vec()?);
    let (bits, sum, single) = (k.bits.to_vec()?, k.sum.to_vec()?, k.single.to_vec()?);
    let (low, high) = (k.low.to_vec()?, k.high.to_vec()?);
    for b in 0..BINS {
        let all: Vec<usize> = members.clone()(b).collect();
        assert_eq!(
            (count[b], bits[b]),
            (all.len() as i32, 3 * all.len() as u32)
        );
        assert_eq!(
            (sum[b], single[b]),
            (
                all.iter().map(|&i| x[i]).sum::<f64>(),
                0.5 * all.len() as f32
            )
        );
        assert_eq!(
            low[b],
            all.iter().map(|&i| x[i]).fold(f64::INFINITY, f64::min)
        );
        assert_eq!(high[b], *all.iter().max().unwrap() as i32);
        let mut places: Vec<i32> = all.iter().map(|&i| place[i]).collect();
        places.sort_unstable();
        assert_eq!(
            places,
            (0..all.len() as i32).collect::<Vec<_>>(),
            "each member has a place of its own"
        );
    }
    Ok(())
}

/// Sums through team atomics, in scratch.
#[derive(Functor)]
struct Buckets {
    x: View<i32, 1>,
    out: View<i32, 2>,
}

#[kernel]
impl TeamKernel for Buckets {
    fn buckets(&self, team: Team) {
        let (t, n) = (team.league_rank(), self.x.extent(0));
        let count = team.scratch::<i32, 1>([4]);
        parallel_for(TeamVectorRange(team, 4), |b| {
            count[b] = 0;
        });
        team.barrier();
        parallel_for(TeamVectorRange(team, n), |i| {
            count.atomic_add_team(self.x[i] % 4, t + 1);
        });
        team.barrier();
        parallel_for(TeamVectorRange(team, 4), |b| {
            self.out[(b, t)] = count[b];
        });
    }
}

fn team_atomics_count_in_scratch(space: &Space) -> Outcome {
    let x: Vec<i32> = (0..101).map(|i| (i * i) % 23).collect();
    let k = Buckets {
        x: vector(space, "x", &x)?,
        out: View::new(space, "out", [4, 3])?,
    };
    space.parallel_for("buckets", TeamPolicy::new(3, AUTO), &k)?;
    let count = |b: i32| x.iter().filter(|&&x| x % 4 == b).count() as i32;
    let expected: Vec<i32> = (1..=3)
        .flat_map(|t| (0..4).map(move |b| (t, b)))
        .map(|(t, b)| t * count(b))
        .collect();
    assert_eq!(k.out.to_vec()?, expected);
    Ok(())
}

#[derive(Functor)]
struct Collide {
    sum: View<f64, 1>,
    count: View<u32, 1>,
}

#[kernel]
impl RangeKernel for Collide {
    fn collide(&self, _i: Index) {
        self.sum.atomic_add(0, 0.5);
        self.count.atomic_add(0, 1u32);
    }
}

fn every_lane_may_hit_one_element(space: &Space) -> Outcome {
    let n = 100_003;
    let k = Collide {
        sum: View::new(space, "sum", [1])?,
        count: View::new(space, "count", [1])?,
    };
    space.parallel_for("collide", RangePolicy::new(0..n), &k)?;
    assert_eq!(k.sum.to_vec()?, [0.5 * n as f64]);
    assert_eq!(k.count.to_vec()?, [n as u32]);
    Ok(())
}

/// Bits by element, and a chain of exchanges: what is put in comes out once, but for the last.
#[derive(Functor)]
struct Bits {
    all: View<u32, 1>,
    some: View<u32, 1>,
    odd: View<i32, 1>,
    last: View<f64, 1>,
    before: View<f64, 1>,
    mark: View<i32, 1>,
}

#[kernel]
impl RangeKernel for Bits {
    fn bits(&self, i: Index) {
        let at = (i / 32) as i32;
        let bit = 1u32 << ((i % 32) as u32);
        self.some.atomic_or(at, bit);
        if i % 3 == 0 {
            self.all.atomic_and(at, !bit);
        }
        self.odd.atomic_xor(0, i as i32);
        self.before[i] = self.last.atomic_exchange(0, i as f64 + 1.0);
        self.mark.atomic_store(at, 7);
    }
}

fn bits_are_set_and_values_exchanged(space: &Space) -> Outcome {
    let n = 96;
    let k = Bits {
        all: vector(space, "all", &[u32::MAX; 3])?,
        some: vector(space, "some", &[0; 3])?,
        odd: vector(space, "odd", &[0])?,
        last: vector(space, "last", &[0.0])?,
        before: View::new(space, "before", [n])?,
        mark: vector(space, "mark", &[0; 3])?,
    };
    space.parallel_for("bits", RangePolicy::new(0..n), &k)?;
    assert_eq!(k.some.to_vec()?, [u32::MAX; 3]);
    let all = |word: u32| {
        (0..32)
            .filter(|b| !(32 * word + b).is_multiple_of(3))
            .map(|b| 1u32 << b)
            .sum::<u32>()
    };
    assert_eq!(k.all.to_vec()?, [all(0), all(1), all(2)]);
    assert_eq!(k.odd.to_vec()?, [(0..n as i32).fold(0, |x, i| x ^ i)]);
    assert_eq!(k.mark.to_vec()?, [7; 3]);
    let mut seen = k.before.to_vec()?;
    seen.extend(k.last.to_vec()?);
    seen.sort_by(f64::total_cmp);
    assert_eq!(seen, (0..=n).map(|i| i as f64).collect::<Vec<_>>());
    Ok(())
}

/// What each item finds after its own update.
#[derive(Functor)]
struct After {
    up: View<i64, 1>,
    down: View<u32, 1>,
    float: View<f64, 1>,
    ups: View<i64, 1>,
    downs: View<u32, 1>,
    floats: View<f64, 1>,
}

#[kernel]
impl RangeKernel for After {
    fn after(&self, i: Index) {
        self.ups[i] = self.up.atomic_add_fetch(0, 2);
        self.downs[i] = self.down.atomic_sub_fetch(0, 1);
        self.floats[i] = self.float.atomic_fetch_sub(0, 0.5);
        self.float.atomic_sub(1, 0.25);
        self.up.atomic_max(1, self.up.atomic_load(0));
    }
}

fn sums_and_differences_are_known_at_once(space: &Space) -> Outcome {
    let n = 1003;
    let k = After {
        up: vector(space, "up", &[1 << 40, 0])?,
        down: vector(space, "down", &[100])?,
        float: vector(space, "float", &[0.0, 0.0])?,
        ups: View::new(space, "ups", [n])?,
        downs: View::new(space, "downs", [n])?,
        floats: View::new(space, "floats", [n])?,
    };
    space.parallel_for("after", RangePolicy::new(0..n), &k)?;
    let mut ups = k.ups.to_vec()?;
    ups.sort_unstable();
    let last = (1 << 40) + 2 * n as i64;
    assert!(ups.iter().copied().eq(((1 << 40) + 2..=last).step_by(2)));
    assert_eq!(k.up.to_vec()?, [last; 2], "the last item read all updates");
    let mut downs = k.downs.to_vec()?;
    downs.sort_by_key(|x| std::cmp::Reverse(*x as i32));
    assert!((0..n as u32).eq(downs.iter().map(|x| 99u32.wrapping_sub(*x))));
    let mut floats = k.floats.to_vec()?;
    floats.sort_by(f64::total_cmp);
    floats.reverse();
    let all = (0..n).map(|i| 0.0 - 0.5 * i as f64);
    assert!(all.eq(floats.iter().copied()));
    assert_eq!(
        k.float.to_vec()?,
        [n as f64 * -0.5, n as f64 * -0.25],
        "both differences"
    );
    Ok(())
}

/// Linked lists, one a bin.
#[derive(Functor)]
struct Link {
    bin: View<i32, 1>,
    head: View<i32, 1>,
    next: View<i32, 1>,
}

#[kernel]
impl RangeKernel for Link {
    fn link(&self, i: Index) {
        let bin = self.bin[i];
        let mut first = self.head.atomic_load(bin);
        loop {
            self.next[i] = first;
            let seen = self.head.atomic_compare_exchange(bin, first, i);
            if seen == first {
                break;
            }
            first = seen;
        }
    }
}

fn lists_are_linked_by_compare_exchange(space: &Space) -> Outcome {
    const BINS: usize = 5;
    let n = 2003;
    let bin: Vec<i32> = (0..n).map(|i| (i * i % BINS) as i32).collect();
    let k = Link {
        bin: vector(space, "bin", &bin)?,
        head: vector(space, "head", &[-1; BINS])?,
        next: View::new(space, "next", [n])?,
    };
    space.parallel_for("link", RangePolicy::new(0..n), &k)?;
    let next = k.next.to_vec()?;
    let mut found = vec![0; n];
    for (b, &first) in k.head.to_vec()?.iter().enumerate() {
        let mut at = first;
        while let Ok(i) = usize::try_from(at) {
            assert_eq!(bin[i] as usize, b);
            found[i] += 1;
            at = next[i];
        }
    }
    assert!(found.iter().all(|&times| times == 1), "each item once");
    Ok(())
}

/// Products of f64 and of u64, for which there is no operation.
#[derive(Functor)]
struct Products {
    float: View<f64, 1>,
    long: View<u64, 1>,
}

#[kernel]
impl RangeKernel for Products {
    fn products(&self, i: Index) {
        let factor = if i % 3 == 0 { 0.5 } else { 2.0 };
        let mut old = self.float.atomic_load(0);
        loop {
            let seen = self.float.atomic_compare_exchange(0, old, old * factor);
            if seen == old {
                break;
            }
            old = seen;
        }
        let mut old = self.long.atomic_load(0);
        loop {
            let seen = self.long.atomic_compare_exchange(0, old, old * 3u64);
            if seen == old {
                break;
            }
            old = seen;
        }
    }
}

fn own_updates_are_made_of_compare_exchange(space: &Space) -> Outcome {
    let n = 600;
    let k = Products {
        float: vector(space, "float", &[1.0])?,
        long: vector(space, "long", &[1])?,
    };
    space.parallel_for("products", RangePolicy::new(0..n), &k)?;
    assert_eq!(k.float.to_vec()?, [2f64.powi(n as i32 / 3)]);
    assert_eq!(k.long.to_vec()?, [3u64.wrapping_pow(n as u32)]);
    Ok(())
}

/// Exchanges 1 for what is expected.
#[derive(Functor)]
struct Expect {
    single: View<f32, 1>,
    double: View<f64, 1>,
    singles: View<f32, 1>,
    doubles: View<f64, 1>,
}

#[kernel]
impl RangeKernel for Expect {
    fn expect(&self, i: Index) {
        self.single.atomic_compare_exchange(i, self.singles[i], 1.0);
        self.double.atomic_compare_exchange(i, self.doubles[i], 1.0);
    }
}

fn floats_are_compared_by_their_bits(space: &Space) -> Outcome {
    let there = [f64::NAN, 0.0, -0.0, 3.0];
    let expected = [f64::NAN, -0.0, -0.0, 3.5];
    let single = |x: [f64; 4]| x.map(|x| x as f32);
    let k = Expect {
        single: vector(space, "single", &single(there))?,
        double: vector(space, "double", &there)?,
        singles: vector(space, "singles", &single(expected))?,
        doubles: vector(space, "doubles", &expected)?,
    };
    space.parallel_for("expect", RangePolicy::new(0..4), &k)?;
    assert_eq!(k.single.to_vec()?, [1.0, 0.0, 1.0, 3.0]);
    assert_eq!(k.double.to_vec()?, [1.0, 0.0, 1.0, 3.0]);
    Ok(())
}

/// The largest square of a team's numbers, by comparison.
#[derive(Functor)]
struct Largest {
    x: View<f64, 2>,
    largest: View<f64, 1>,
}

#[kernel]
impl TeamKernel for Largest {
    fn largest(&self, team: Team) {
        let (t, n) = (team.league_rank(), self.x.extent(0));
        let most = team.scratch::<f64, 1>([1]);
        single(PerTeam(team), || {
            most[0] = 0.0;
        });
        team.barrier();
        parallel_for(TeamVectorRange(team, n), |i| {
            let square = self.x[(i, t)] * self.x[(i, t)];
            let mut old = most.atomic_load_team(0);
            while square > old {
                old = most.atomic_compare_exchange_team(0, old, square);
            }
        });
        team.barrier();
        single(PerTeam(team), || {
            self.largest[t] = most[0];
        });
    }
}

fn teams_compare_and_exchange_in_scratch(space: &Space) -> Outcome {
    let (n, teams) = (137, 5);
    let x = noise(n * teams, 7);
    let k = Largest {
        x: View::from_slice(space, "x", [n, teams], &x)?,
        largest: View::new(space, "largest", [teams])?,
    };
    space.parallel_for("largest", TeamPolicy::new(teams, AUTO), &k)?;
    let largest = |xs: &[f64]| xs.iter().map(|x| x * x).fold(0.0, f64::max);
    let expected: Vec<f64> = x.chunks(n).map(largest).collect();
    assert_eq!(k.largest.to_vec()?, expected);
    Ok(())
}
