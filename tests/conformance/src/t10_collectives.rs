//! What the threads of a team do together: reductions of several values, scans, broadcasts.

use crate::ladder::{Outcome, Test, noise, tests, vector};
use portax::{
    AUTO, BitAnd, BitOr, BitXor, Element, Float, Functor, Max, MaxLoc, Min, MinLoc, Or, Prod,
    Reducer, Space, Sum, TeamKernel, TeamPolicy, View, device, kernel,
};

pub fn tests() -> Vec<Test> {
    tests![
        several_values_are_reduced_at_once,
        elements_are_joined_by_any_reducer,
        bits_are_joined,
        threads_broadcast,
        prefixes_are_those_of_the_row,
        scans_of_threads_and_of_lanes,
        what_reductions_give_is_shared,
        shared_integers_stand_beside_indices,
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

/// An i32 that a reduction gave, with and without a type, beside an `Int`, an index and literals.
#[derive(Functor)]
struct Beside {
    x: View<i32, 2>,
    y: View<i32, 2>,
}

#[kernel]
impl TeamKernel for Beside {
    fn beside(&self, team: Team) {
        let (t, n) = (team.league_rank(), self.x.extent(0));
        let typed = parallel_reduce(TeamVectorRange(team, n), |i| -> i32 { self.x[(i, t)] }, Max);
        let plain = parallel_reduce(TeamVectorRange(team, n), |i| self.x[(i, t)], Max);
        let is_plain = team.league_size() > t;
        let shared = if is_plain { plain } else { n };
        parallel_for(TeamVectorRange(team, n), |i| {
            let mut sum = 0;
            if typed < n && plain < i {
                sum += 1;
            }
            if i <= typed || n != plain {
                sum += 10;
            }
            sum += if self.x[(i, t)] > 2 { typed } else { 7 };
            sum += if self.x[(i, t)] > 2 { n } else { plain };
            self.y[(i, t)] = sum + shared;
        });
    }
}

fn shared_integers_stand_beside_indices(space: &Space) -> Outcome {
    let (n, teams) = (11, 3);
    let x = |i: i32, t: i32| (i * 5 + t) % 7;
    let all: Vec<i32> = (0..teams)
        .flat_map(|t| (0..n).map(move |i| x(i, t)))
        .collect();
    let extents = [n as usize, teams as usize];
    let k = Beside {
        x: View::from_slice(space, "x", extents, &all)?,
        y: View::new(space, "y", extents)?,
    };
    for threads in [AUTO, 4] {
        space.parallel_for("beside", TeamPolicy::new(extents[1], threads), &k)?;
        for (e, found) in k.y.to_vec()?.into_iter().enumerate() {
            let (i, t) = (e as i32 % n, e as i32 / n);
            let most = (0..n).map(|i| x(i, t)).max().unwrap();
            let below = i32::from(most < n && most < i);
            let above = 10 * i32::from(i <= most || n != most);
            let chosen = if x(i, t) > 2 { most + n } else { 7 + most };
            assert_eq!(found, below + above + chosen + most, "{i} of {t}");
        }
    }
    Ok(())
}
