//! What the threads of a team do together: reductions of several values, `single` with a value, broadcasts.

use crate::ladder::{Outcome, Test, noise, tests, vector};
use portax::{
    AUTO, BitAnd, BitOr, BitXor, Complex, Element, Float, Functor, Max, MaxLoc, Min, MinLoc, Or,
    Prod, Reducer, Space, Sum, TeamKernel, TeamPolicy, View, device, kernel,
};

pub fn tests() -> Vec<Test> {
    tests![
        several_values_are_reduced_at_once,
        elements_are_joined_by_any_reducer,
        bits_are_joined,
        single_runs_once,
        single_gives_its_value_to_all,
        values_of_single_keep_their_bits,
        threads_broadcast,
        prefixes_are_those_of_the_row,
        scans_of_threads_and_of_lanes,
        values_of_the_lane_that_runs_are_stored,
        the_lane_that_runs_stores_structs,
        what_reductions_give_is_shared,
        scans_compact_rows,
    ]
}

/// Sum, maximum and product of a row, in each kind of range.
#[derive(Functor)]
struct Several {
    x: View<f64, 2>,
    sums: View<f64, 2>,
    most: View<f64, 2>,
    products: View<f64, 2>,
    counts: View<i32, 2>,
}

#[kernel]
impl TeamKernel for Several {
    fn several(&self, team: Team) {
        let (t, n) = (team.league_rank(), self.x.extent(0));
        let (sum, most, count) = parallel_reduce(
            TeamVectorRange(team, n),
            |i| {
                let x = self.x[(i, t)];
                let is_large = if x > 0.25 { 1 } else { 0 };
                (x, x * 2.0, is_large)
            },
            (Sum, Max, Sum),
        );
        let (of_lanes, product): (Uniform<f64>, Uniform<f64>) = parallel_reduce(
            ThreadVectorRange(team, n),
            |i| (self.x[(i, t)], if i % 5 == 0 { 2.0 } else { 1.0 }),
            (Min, Prod),
        );
        let (of_threads, least): (Uniform<f64>, Uniform<f64>) = parallel_reduce(
            TeamThreadRange(team, n),
            |j| (self.x[(j, t)], self.x[(j, t)] * 4.0),
            (Max, Min),
        );
        single(PerTeam(team), || {
            self.sums[(0, t)] = sum;
            self.most[(0, t)] = most;
            self.counts[(0, t)] = count;
            self.sums[(1, t)] = of_lanes;
            self.products[(0, t)] = product;
            self.most[(1, t)] = of_threads;
            self.sums[(2, t)] = least;
        });
    }
}

fn several_values_are_reduced_at_once(space: &Space) -> Outcome {
    let (n, teams) = (77, 3);
    // multiples of 1/8: sums are exact in any order
    let x: Vec<f64> = noise(n * teams, 5)
        .iter()
        .map(|x| (x * 64.0).round() / 8.0)
        .collect();
    let k = Several {
        x: View::from_slice(space, "x", [n, teams], &x)?,
        sums: View::new(space, "sums", [3, teams])?,
        most: View::new(space, "most", [2, teams])?,
        products: View::new(space, "products", [1, teams])?,
        counts: View::new(space, "counts", [1, teams])?,
    };
    space.parallel_for("several", TeamPolicy::new(teams, AUTO), &k)?;
    let (sums, most) = (k.sums.to_vec()?, k.most.to_vec()?);
    let (products, counts) = (k.products.to_vec()?, k.counts.to_vec()?);
    for (t, row) in x.chunks(n).enumerate() {
        let (low, high) = row
            .iter()
            .fold((f64::MAX, f64::MIN), |(l, h), &x| (l.min(x), h.max(x)));
        let expected = [row.iter().sum::<f64>(), low, 4.0 * low];
        assert_eq!(sums[3 * t..][..3], expected);
        assert_eq!(most[2 * t..][..2], [2.0 * high, high]);
        assert_eq!(products[t], 2f64.powi(n.div_ceil(5) as i32));
        let large = row.iter().filter(|&&x| x > 0.25).count();
        assert_eq!(counts[t], large as i32);
    }
    Ok(())
}

#[derive(Functor)]
struct Bits {
    words: View<u32, 2>,
    longs: View<i64, 2>,
    some: View<u32, 1>,
    all: View<i64, 1>,
    odd: View<u32, 1>,
}

#[kernel]
impl TeamKernel for Bits {
    fn bits(&self, team: Team) {
        let (t, n) = (team.league_rank(), self.words.extent(0));
        let (some, odd) = parallel_reduce(
            TeamVectorRange(team, n),
            |i| (self.words[(i, t)], self.words[(i, t)]),
            (BitOr, BitXor),
        );
        let all = parallel_reduce(TeamVectorRange(team, n), |i| self.longs[(i, t)], BitAnd);
        single(PerTeam(team), || {
            self.some[t] = some;
            self.odd[t] = odd;
            self.all[t] = all;
        });
    }
}

fn bits_are_joined(space: &Space) -> Outcome {
    let (n, teams) = (45, 4);
    let words: Vec<u32> = (0..n * teams)
        .map(|i| (i as u32).wrapping_mul(0x9e37_79b9) & 0xfff0_ffff)
        .collect();
    let longs: Vec<i64> = words
        .iter()
        .map(|&w| i64::from(w) << 20 | -(1 << 50))
        .collect();
    let k = Bits {
        words: View::from_slice(space, "words", [n, teams], &words)?,
        longs: View::from_slice(space, "longs", [n, teams], &longs)?,
        some: View::new(space, "some", [teams])?,
        all: View::new(space, "all", [teams])?,
        odd: View::new(space, "odd", [teams])?,
    };
    space.parallel_for("bits", TeamPolicy::new(teams, AUTO), &k)?;
    let rows = || words.chunks(n);
    let some: Vec<u32> = rows().map(|row| row.iter().fold(0, |a, b| a | b)).collect();
    let odd: Vec<u32> = rows().map(|row| row.iter().fold(0, |a, b| a ^ b)).collect();
    let and = |row: &[i64]| row.iter().fold(-1, |a, b| a & b);
    let all: Vec<i64> = longs.chunks(n).map(and).collect();
    assert_eq!(
        (k.some.to_vec()?, k.odd.to_vec()?, k.all.to_vec()?),
        (some, odd, all)
    );
    Ok(())
}

/// Counts who runs.
#[derive(Functor)]
struct Once {
    teams: View<i32, 1>,
    threads: View<i32, 1>,
    first: View<i32, 1>,
    team_size: View<i32, 1>,
}

#[kernel]
impl TeamKernel for Once {
    fn once(&self, team: Team) {
        single(PerThread(team), || self.threads.atomic_add(0, 1));
        single(PerTeam(team), || {
            self.team_size[team.league_rank()] = team.team_size();
            if self.teams.atomic_fetch_add(0, 1) == 0 {
                self.first.atomic_add(0, 1);
            }
        });
    }
}

fn single_runs_once(space: &Space) -> Outcome {
    let teams = 9;
    let k = Once {
        teams: View::new(space, "teams", [1])?,
        threads: View::new(space, "threads", [1])?,
        first: View::new(space, "first", [1])?,
        team_size: View::new(space, "team_size", [teams])?,
    };
    space.parallel_for("once", TeamPolicy::new(teams, AUTO), &k)?;
    let threads: i32 = k.team_size.to_vec()?.iter().sum();
    assert_eq!(k.teams.to_vec()?, [teams as i32]);
    assert_eq!(k.threads.to_vec()?, [threads]);
    assert_eq!(k.first.to_vec()?, [1]);
    Ok(())
}

/// Each team takes as many places in a list as it needs, and fills them.
#[derive(Functor)]
struct Reserve {
    taken: View<i32, 1>,
    list: View<i32, 1>,
}

// SAFETY: teams write the places that they alone have taken.
#[kernel]
unsafe impl TeamKernel for Reserve {
    fn reserve(&self, team: Team) {
        let t = team.league_rank();
        let need = t % 4 + 1;
        let first = single(PerTeam(team), || self.taken.atomic_fetch_add(0, need));
        parallel_for(TeamVectorRange(team, need), |i| {
            self.list[first + i] = t;
        });
    }
}

fn single_gives_its_value_to_all(space: &Space) -> Outcome {
    let teams = 10;
    let needs: Vec<usize> = (0..teams).map(|t| t % 4 + 1).collect();
    let all: usize = needs.iter().sum();
    let k = Reserve {
        taken: View::new(space, "taken", [1])?,
        list: vector(space, "list", &vec![-1; all])?,
    };
    space.parallel_for("reserve", TeamPolicy::new(teams, AUTO), &k)?;
    assert_eq!(k.taken.to_vec()?, [all as i32]);
    let list = k.list.to_vec()?;
    for (t, &need) in needs.iter().enumerate() {
        let places: Vec<usize> = (0..all).filter(|&i| list[i] == t as i32).collect();
        assert_eq!(places.len(), need, "team {t}: {list:?}");
        assert_eq!(places[need - 1] - places[0], need - 1, "side by side");
    }
    Ok(())
}

#[derive(Functor)]
struct Keep {
    double: View<f64, 1>,
    single: View<f32, 1>,
    long: View<i64, 1>,
    doubles: View<f64, 2>,
    singles: View<f32, 2>,
    longs: View<i64, 2>,
}

#[kernel]
impl TeamKernel for Keep {
    fn keep(&self, team: Team) {
        let t = team.league_rank();
        let double = single(PerTeam(team), || self.double[t]);
        let single = single(PerThread(team), || {
            let x = self.single[t];
            -x
        });
        let long = single(PerTeam(team), || self.long[t]);
        parallel_for(TeamVectorRange(team, 11), |i| {
            self.doubles[(i, t)] = double;
            self.singles[(i, t)] = single;
            self.longs[(i, t)] = long;
        });
    }
}

fn values_of_single_keep_their_bits(space: &Space) -> Outcome {
    let doubles = [-0.0, f64::INFINITY, 1e-310, -1.5, f64::NAN];
    let singles = doubles.map(|x| x as f32);
    let longs = [i64::MIN, -1, 0, 1 << 40, i64::MAX];
    let k = Keep {
        double: vector(space, "double", &doubles)?,
        single: vector(space, "single", &singles)?,
        long: vector(space, "long", &longs)?,
        doubles: View::new(space, "doubles", [11, 5])?,
        singles: View::new(space, "singles", [11, 5])?,
        longs: View::new(space, "longs", [11, 5])?,
    };
    space.parallel_for("keep", TeamPolicy::new(5, AUTO), &k)?;
    let (found_doubles, found_singles) = (k.doubles.to_vec()?, k.singles.to_vec()?);
    for (at, long) in k.longs.to_vec()?.into_iter().enumerate() {
        let t = at / 11;
        assert_eq!(long, longs[t]);
        assert_eq!(found_doubles[at].to_bits(), doubles[t].to_bits());
        let (found, expected) = (found_singles[at], -singles[t]);
        let both_nan = found.is_nan() && expected.is_nan();
        assert!(both_nan || found.to_bits() == expected.to_bits());
    }
    Ok(())
}

#[derive(Functor)]
struct Broadcast {
    x: View<f64, 1>,
    of_last: View<f64, 1>,
    of_first: View<i32, 1>,
    last: View<i32, 1>,
}

#[kernel]
impl TeamKernel for Broadcast {
    fn broadcast(&self, team: Team) {
        let (t, last) = (team.league_rank(), team.team_size() - 1);
        let mine = self.x[team.team_rank()] * -0.5;
        let of_last = team.broadcast(mine, last);
        let of_first: Uniform<i32> = team.broadcast(team.team_rank() + 7, 0);
        single(PerTeam(team), || {
            self.of_last[t] = of_last;
            self.of_first[t] = of_first;
            self.last[t] = last;
        });
    }
}

fn threads_broadcast(space: &Space) -> Outcome {
    let teams = 6;
    let x: Vec<f64> = noise(1024, 3);
    let k = Broadcast {
        x: vector(space, "x", &x)?,
        of_last: View::new(space, "of_last", [teams])?,
        of_first: View::new(space, "of_first", [teams])?,
        last: View::new(space, "last", [teams])?,
    };
    space.parallel_for("broadcast", TeamPolicy::new(teams, AUTO), &k)?;
    let last = k.last.to_vec()?;
    for (t, of_last) in k.of_last.to_vec()?.into_iter().enumerate() {
        assert_eq!(of_last, x[last[t] as usize] * -0.5);
    }
    assert_eq!(k.of_first.to_vec()?, [7; 6]);
    Ok(())
}

/// Prefix sums, and the largest so far.
#[derive(Functor)]
struct Prefixes {
    x: View<f64, 2>,
    sums: View<f64, 2>,
    most: View<i64, 2>,
    all: View<f64, 1>,
    largest: View<i64, 1>,
}

#[kernel]
impl TeamKernel for Prefixes {
    fn prefixes(&self, team: Team) {
        let (t, n) = (team.league_rank(), self.x.extent(0));
        let all = parallel_scan(
            TeamVectorRange(team, n),
            |i| self.x[(i, t)],
            |i, before| {
                self.sums[(i, t)] = before;
            },
            Sum,
        );
        let largest: Uniform<i64> = parallel_scan(
            TeamVectorRange(team, n),
            |i| (self.x[(i, t)] * 8.0) as i64,
            |i, before| {
                self.most[(i, t)] = before;
            },
            Max,
        );
        single(PerTeam(team), || {
            self.all[t] = all;
            self.largest[t] = largest;
        });
    }
}

fn prefixes_are_those_of_the_row(space: &Space) -> Outcome {
    let teams = 3;
    for n in [0, 1, 7, 64, 129, 1000] {
        // multiples of 1/8: sums are exact in any order
        let x: Vec<f64> = noise(n * teams, 9)
            .iter()
            .map(|x| (x * 64.0).round() / 8.0)
            .collect();
        let k = Prefixes {
            x: View::from_slice(space, "x", [n, teams], &x)?,
            sums: View::new(space, "sums", [n, teams])?,
            most: View::new(space, "most", [n, teams])?,
            all: View::new(space, "all", [teams])?,
            largest: View::new(space, "largest", [teams])?,
        };
        space.parallel_for("prefixes", TeamPolicy::new(teams, AUTO), &k)?;
        let (sums, most) = (k.sums.to_vec()?, k.most.to_vec()?);
        let (all, largest) = (k.all.to_vec()?, k.largest.to_vec()?);
        for t in 0..teams {
            let (mut sum, mut high) = (0.0, i64::MIN);
            for i in n * t..n * (t + 1) {
                assert_eq!((sums[i], most[i]), (sum, high), "{i} of {n}");
                sum += x[i];
                high = high.max((x[i] * 8.0) as i64);
            }
            assert_eq!((all[t], largest[t]), (sum, high), "{n}");
        }
    }
    Ok(())
}

/// Scans by each thread over its lanes, and by the team over its threads.
#[derive(Functor)]
struct NestedPrefixes {
    x: View<i64, 3>,
    sums: View<i64, 3>,
    all: View<i64, 2>,
    above: View<i64, 2>,
    most: View<i64, 1>,
}

#[kernel]
impl TeamKernel for NestedPrefixes {
    fn nested_prefixes(&self, team: Team) {
        let (t, rows) = (team.league_rank(), self.x.extent(1));
        let n = self.x.extent(0);
        parallel_for(TeamThreadRange(team, rows), |r| {
            let all = parallel_scan(
                ThreadVectorRange(team, n),
                |i| self.x[(i, r, t)],
                |i, before| {
                    self.sums[(i, r, t)] = before;
                },
                Sum,
            );
            single(PerThread(team), || {
                self.all[(r, t)] = all;
            });
        });
        team.barrier();
        let most: Uniform<i64> = parallel_scan(
            TeamThreadRange(team, rows),
            |r| parallel_reduce(ThreadVectorRange(team, n), |i| self.x[(i, r, t)], Sum),
            |r, before| {
                single(PerThread(team), || {
                    self.above[(r, t)] = before;
                });
            },
            Max,
        );
        single(PerTeam(team), || {
            self.most[t] = most;
        });
    }
}

fn scans_of_threads_and_of_lanes(space: &Space) -> Outcome {
    let teams = 3;
    for (n, rows) in [(0, 4), (1, 1), (7, 5), (33, 0), (64, 2), (100, 37)] {
        let x: Vec<i64> = (0..n * rows * teams)
            .map(|i| (i * i * 7919 % 1009) as i64 - 500)
            .collect();
        let k = NestedPrefixes {
            x: View::from_slice(space, "x", [n, rows, teams], &x)?,
            sums: View::new(space, "sums", [n, rows, teams])?,
            all: View::new(space, "all", [rows, teams])?,
            above: View::new(space, "above", [rows, teams])?,
            most: View::new(space, "most", [teams])?,
        };
        space.parallel_for("nested prefixes", TeamPolicy::new(teams, AUTO), &k)?;
        let (sums, all) = (k.sums.to_vec()?, k.all.to_vec()?);
        let (above, most) = (k.above.to_vec()?, k.most.to_vec()?);
        for (t, &most) in most.iter().enumerate() {
            let mut high = i64::MIN;
            for r in rows * t..rows * (t + 1) {
                let mut sum = 0;
                for i in n * r..n * (r + 1) {
                    assert_eq!(sums[i], sum, "{i} of {n}, {rows}");
                    sum += x[i];
                }
                assert_eq!((all[r], above[r]), (sum, high), "{r} of {n}, {rows}");
                high = high.max(sum);
            }
            assert_eq!(most, high, "{n}, {rows}");
        }
    }
    Ok(())
}

/// Moves the positive numbers of a row to its beginning, in their order.
#[derive(Functor)]
struct Compact {
    x: View<i32, 2>,
    kept: View<i32, 2>,
    count: View<i32, 1>,
}

// SAFETY: each kept number has a place of its own.
#[kernel]
unsafe impl TeamKernel for Compact {
    fn compact(&self, team: Team) {
        let (t, n) = (team.league_rank(), self.x.extent(0));
        let count = parallel_scan(
            TeamVectorRange(team, n),
            |i| if self.x[(i, t)] > 0 { 1 } else { 0 },
            |i, before| {
                let x = self.x[(i, t)];
                if x > 0 {
                    self.kept[(before, t)] = x;
                }
            },
            Sum,
        );
        single(PerTeam(team), || {
            self.count[t] = count;
        });
    }
}

fn scans_compact_rows(space: &Space) -> Outcome {
    let (n, teams) = (333, 4);
    let x: Vec<i32> = (0..n * teams)
        .map(|i| (i * i * 7919 % 1009) as i32 - 500)
        .collect();
    let k = Compact {
        x: View::from_slice(space, "x", [n, teams], &x)?,
        kept: View::new(space, "kept", [n, teams])?,
        count: View::new(space, "count", [teams])?,
    };
    space.parallel_for("compact", TeamPolicy::new(teams, AUTO), &k)?;
    let (kept, count) = (k.kept.to_vec()?, k.count.to_vec()?);
    for (t, row) in x.chunks(n).enumerate() {
        let expected: Vec<i32> = row.iter().copied().filter(|&x| x > 0).collect();
        assert_eq!(count[t] as usize, expected.len());
        assert_eq!(kept[n * t..][..expected.len()], expected);
    }
    Ok(())
}

/// How many numbers there are, their sum, and the largest.
#[derive(Clone, Copy, Debug, PartialEq, Element)]
struct Summary {
    count: i32,
    sum: f64,
    most: f64,
}

#[device]
fn summary(x: f64) -> Summary {
    Summary {
        count: 1,
        sum: x,
        most: x,
    }
}

#[derive(Clone, Copy)]
struct Summarise;

#[kernel]
impl Reducer<Summary> for Summarise {
    const COMMUTES: bool = true;
    fn identity() -> Summary {
        Summary {
            count: 0,
            sum: 0.0,
            most: f64::NEG_INFINITY,
        }
    }
    fn join(a: Summary, b: Summary) -> Summary {
        Summary {
            count: a.count + b.count,
            sum: a.sum + b.sum,
            most: if a.most > b.most { a.most } else { b.most },
        }
    }
}

/// Of each row, by each kind of range.
#[derive(Functor)]
struct Rows {
    x: View<f64, 2>,
    counts: View<i32, 2>,
    sums: View<f64, 2>,
    most: View<f64, 2>,
    least: View<f64, 1>,
    place: View<i32, 1>,
}

#[kernel]
impl TeamKernel for Rows {
    fn summaries(&self, team: Team) {
        let (t, n) = (team.league_rank(), self.x.extent(0));
        let of_team = parallel_reduce(
            TeamVectorRange(team, n),
            |i| -> Summary { summary(self.x[(i, t)]) },
            Summarise,
        );
        let of_lanes = parallel_reduce(
            ThreadVectorRange(team, n),
            |i| -> Summary { summary(self.x[(i, t)]) },
            Summarise,
        );
        let of_threads = parallel_reduce(
            TeamThreadRange(team, n),
            |j| -> Summary { summary(self.x[(j, t)]) },
            Summarise,
        );
        let (least, place) = parallel_reduce(
            TeamVectorRange(team, n),
            |i| -> (f64, i32) { (self.x[(i, t)], i as i32) },
            MinLoc,
        );
        parallel_for(TeamVectorRange(team, 1), |l| {
            self.counts[(l, t)] = of_team.count;
            self.counts[(l + 1, t)] = of_lanes.count;
            self.counts[(l + 2, t)] = of_threads.count;
            self.sums[(l, t)] = of_team.sum;
            self.sums[(l + 1, t)] = of_lanes.sum;
            self.sums[(l + 2, t)] = of_threads.sum;
            self.most[(l, t)] = of_team.most;
            self.most[(l + 1, t)] = of_lanes.most;
            self.most[(l + 2, t)] = of_threads.most;
        });
        let least = single(PerTeam(team), || least);
        let place = single(PerTeam(team), || place);
        single(PerTeam(team), || {
            self.least[t] = least;
            self.place[t] = place;
        });
    }
}

fn elements_are_joined_by_any_reducer(space: &Space) -> Outcome {
    for (n, teams) in [(1, 1), (5, 3), (67, 40), (300, 7)] {
        let x = noise(n * teams, 3);
        let k = Rows {
            x: View::from_slice(space, "x", [n, teams], &x)?,
            counts: View::new(space, "counts", [3, teams])?,
            sums: View::new(space, "sums", [3, teams])?,
            most: View::new(space, "most", [3, teams])?,
            least: View::new(space, "least", [teams])?,
            place: View::new(space, "place", [teams])?,
        };
        space.parallel_for("summaries", TeamPolicy::new(teams, AUTO), &k)?;
        let (counts, sums, most) = (k.counts.to_vec()?, k.sums.to_vec()?, k.most.to_vec()?);
        let (least, place) = (k.least.to_vec()?, k.place.to_vec()?);
        for t in 0..teams {
            let row = &x[t * n..][..n];
            let highest = row.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            for kind in 0..3 {
                let at = 3 * t + kind;
                assert_eq!(counts[at], n as i32, "{kind} of {n}");
                assert!((sums[at] - row.iter().sum::<f64>()).abs() < 1e-12 * n as f64);
                assert_eq!(most[at], highest, "{kind} of {n}");
            }
            let lowest = row.iter().copied().fold(f64::INFINITY, f64::min);
            let first = row.iter().position(|&x| x == lowest);
            assert_eq!((least[t], place[t] as usize), (lowest, first.unwrap_or(n)));
        }
    }
    Ok(())
}

/// The least of a row and where it is, as one element and in parts.
#[derive(Clone, Copy, PartialEq, Debug, Element)]
struct Least {
    value: f64,
    place: i32,
    ends: [f64; 2],
    sides: (i64, u32),
}

#[derive(Functor)]
struct Leasts {
    x: View<f64, 2>,
    value: View<f64, 1>,
    place: View<i32, 1>,
    least: View<Least, 1>,
    count: View<i64, 1>,
}

#[kernel]
impl TeamKernel for Leasts {
    fn leasts(&self, team: Team) {
        let (t, n) = (team.league_rank(), self.x.extent(0));
        let (value, place) = parallel_reduce(
            TeamVectorRange(team, n),
            |i| -> (f64, i32) { (self.x[(i, t)], i as i32) },
            MinLoc,
        );
        single(PerTeam(team), || {
            self.value[t] = value;
            self.place[t] = place;
            self.least[t].value = value * 2.0;
            self.least[t].place = place + 1;
            self.least[t].ends = [self.x[(0, t)], self.x[(n - 1, t)]];
            self.least[t].sides = (place as i64 * 3, place as u32);
            let mut count = 0i64;
            for i in 0..n {
                if self.x[(i, t)] == self.x[(0, t)] {
                    count += 1;
                }
            }
            self.count[t] = count;
        });
    }
}

fn values_of_the_lane_that_runs_are_stored(space: &Space) -> Outcome {
    let (n, teams) = (77, 5);
    let x: Vec<f64> = noise(n * teams, 3)
        .iter()
        .map(|x| (x * 20.0).round())
        .collect();
    let k = Leasts {
        x: View::from_slice(space, "x", [n, teams], &x)?,
        value: View::new(space, "value", [teams])?,
        place: View::new(space, "place", [teams])?,
        least: View::new(space, "least", [teams])?,
        count: View::new(space, "count", [teams])?,
    };
    space.parallel_for("leasts", TeamPolicy::new(teams, AUTO), &k)?;
    let (values, places) = (k.value.to_vec()?, k.place.to_vec()?);
    let (leasts, counts) = (k.least.to_vec()?, k.count.to_vec()?);
    for (t, row) in x.chunks(n).enumerate() {
        let value = row.iter().copied().fold(f64::INFINITY, f64::min);
        let place = row.iter().position(|&x| x == value).unwrap() as i32;
        assert_eq!((values[t], places[t]), (value, place), "{t}");
        let least = Least {
            value: value * 2.0,
            place: place + 1,
            ends: [row[0], row[n - 1]],
            sides: (i64::from(place) * 3, place as u32),
        };
        assert_eq!(leasts[t], least, "{t}");
        let count = row.iter().filter(|&&x| x == row[0]).count();
        assert_eq!(counts[t], count as i64, "{t}");
    }
    Ok(())
}

#[derive(Clone, Copy, PartialEq, Debug, Element)]
enum Side {
    Left,
    Right,
}

#[derive(Clone, Copy, PartialEq, Debug, Element)]
struct Report {
    least: Least,
    side: Side,
    is_low: bool,
    wave: Complex<f64>,
    ends: [Least; 2],
}

/// Reports of rows, each written by one lane.
#[derive(Functor)]
struct Reports {
    x: View<f64, 2>,
    report: View<Report, 1>,
    copy: View<Report, 1>,
    ends: View<[Least; 2], 1>,
}

#[device]
fn least_of(value: f64, place: i32) -> Least {
    Least {
        value,
        place,
        ends: [value, -value],
        sides: (place as i64, 7),
    }
}

#[kernel]
impl TeamKernel for Reports {
    fn reports(&self, team: Team) {
        let (t, n) = (team.league_rank(), self.x.extent(0));
        let (value, place) = parallel_reduce(
            TeamVectorRange(team, n),
            |i| -> (f64, i32) { (self.x[(i, t)], i as i32) },
            MinLoc,
        );
        single(PerTeam(team), || {
            let least = least_of(value, place);
            let side = if place < 30 { Side::Left } else { Side::Right };
            self.report[t] = Report {
                least,
                side,
                is_low: value < -0.9,
                wave: Complex::new(value, 2.0),
                ends: [least, least_of(0.5, 1)],
            };
            self.ends[t] = [least_of(1.5, place), least];
            self.report[t].ends[1] = least_of(2.0 * value, 2);
            self.copy[t] = self.report[t];
            self.copy[t].least = least_of(4.0, 3);
        });
    }
}

fn the_lane_that_runs_stores_structs(space: &Space) -> Outcome {
    let (n, teams) = (61, 4);
    let x = noise(n * teams, 11);
    let k = Reports {
        x: View::from_slice(space, "x", [n, teams], &x)?,
        report: View::new(space, "report", [teams])?,
        copy: View::new(space, "copy", [teams])?,
        ends: View::new(space, "ends", [teams])?,
    };
    let least_of = |value: f64, place: i32| Least {
        value,
        place,
        ends: [value, -value],
        sides: (i64::from(place), 7),
    };
    for threads in [AUTO, 4] {
        space.parallel_for("reports", TeamPolicy::new(teams, threads), &k)?;
        let (reports, copies, ends) = (k.report.to_vec()?, k.copy.to_vec()?, k.ends.to_vec()?);
        for (t, row) in x.chunks(n).enumerate() {
            let value = row.iter().copied().fold(f64::INFINITY, f64::min);
            let place = row.iter().position(|&x| x == value).unwrap() as i32;
            let least = least_of(value, place);
            let mut expected = Report {
                least,
                side: if place < 30 { Side::Left } else { Side::Right },
                is_low: value < -0.9,
                wave: Complex { re: value, im: 2.0 },
                ends: [least, least_of(2.0 * value, 2)],
            };
            assert_eq!(reports[t], expected, "{t}");
            expected.least = least_of(4.0, 3);
            assert_eq!(copies[t], expected, "{t}");
            assert_eq!(ends[t], [least_of(1.5, place), least], "{t}");
        }
    }
    Ok(())
}

/// Goes on by what reductions gave, as a team.
#[derive(Functor)]
struct Decide<T: Float> {
    x: View<T, 2>,
    place: View<i32, 1>,
    last: View<T, 1>,
    mean: View<T, 1>,
}

#[kernel]
impl<T: Float> TeamKernel for Decide<T> {
    fn decide(&self, team: Team) {
        let (t, n) = (team.league_rank(), self.x.extent(0));
        let copy = team.scratch::<T, 1>([16]);
        let (most, place) = parallel_reduce(
            TeamVectorRange(team, n),
            |i| -> (T, i32) { (self.x[(i, t)], i as i32) },
            MaxLoc,
        );
        let sums = parallel_reduce(
            TeamVectorRange(team, n),
            |i| -> [T; 2] { [self.x[(i, t)], 1.0] },
            Sum,
        );
        let is_late = parallel_reduce(
            TeamVectorRange(team, n),
            |i| -> i32 { (i > 8 && self.x[(i, t)] == most) as i32 },
            Or,
        );
        // the whole team takes a branch: it may wait there
        if is_late == 1 && place != n - 1 {
            parallel_for(TeamVectorRange(team, 16), |j| {
                copy[j] = most;
            });
            team.barrier();
        } else {
            parallel_for(TeamVectorRange(team, 16), |j| {
                copy[j] = sums[0];
            });
            team.barrier();
        }
        let shared: Uniform<T> = copy[5];
        let again = team.broadcast(place, 0);
        single(PerTeam(team), || {
            if most == T::ZERO {
                self.place[t] = -1;
            } else {
                self.place[t] = again;
            }
            self.last[t] = shared;
            self.mean[t] = sums[0] / sums[1];
        });
    }
}

fn what_reductions_give_is_shared(space: &Space) -> Outcome {
    fn decide<T: Float>(space: &Space) -> portax::Result<()> {
        let x = |i: usize, t: usize| ((i * 7 + t * 3) % 11 * t.min(1)) as f64;
        let (n, teams) = (10, 5);
        let k = Decide::<T> {
            x: View::from_fn(space, "x", [n, teams], |[i, t]| T::from_f64(x(i, t)))?,
            place: View::new(space, "place", [teams])?,
            last: View::new(space, "last", [teams])?,
            mean: View::new(space, "mean", [teams])?,
        };
        for threads in [AUTO, 4] {
            space.parallel_for("decide", TeamPolicy::new(teams, threads), &k)?;
            let (places, last, mean) = (k.place.to_vec()?, k.last.to_vec()?, k.mean.to_vec()?);
            for t in 0..teams {
                let row: Vec<f64> = (0..n).map(|i| x(i, t)).collect();
                let most = row.iter().copied().fold(0.0, f64::max);
                let place = row.iter().position(|&x| x == most).unwrap();
                let sum: f64 = row.iter().sum();
                let is_late = row[9] == most && place != 9;
                let expected = if most == 0.0 { -1 } else { place as i32 };
                assert_eq!(places[t], expected, "{t}");
                assert_eq!(last[t].to_f64(), if is_late { most } else { sum }, "{t}");
                let error = mean[t].to_f64() - sum / 10.0;
                assert!(error.abs() < 1e-6, "{t}: {error}");
            }
        }
        Ok(())
    }
    decide::<f64>(space)?;
    decide::<f32>(space)?;
    Ok(())
}
