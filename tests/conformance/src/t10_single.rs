//! `single`: what one lane does for its thread or its team, what it gives to the others, and what it stores.

use crate::ladder::{Outcome, Test, noise, tests, vector};
use portax::{
    AUTO, Complex, Element, Functor, MinLoc, Space, TeamKernel, TeamPolicy, View, device, kernel,
};

pub fn tests() -> Vec<Test> {
    tests![
        single_runs_once,
        single_gives_its_value_to_all,
        values_of_single_keep_their_bits,
        values_of_the_lane_that_runs_are_stored,
        the_lane_that_runs_stores_structs,
        literals_have_the_type_of_their_use,
    ]
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

/// Literals that one lane gives.
#[derive(Functor)]
struct Given {
    halves: View<f32, 1>,
    counts: View<u32, 1>,
    lengths: View<i64, 1>,
}

#[kernel]
impl TeamKernel for Given {
    fn given(&self, team: Team) {
        let n = self.halves.extent(0);
        let half = single(PerTeam(team), || 0.5);
        let one = single(PerTeam(team), || 1);
        let length: i64 = single(PerTeam(team), || n);
        parallel_for(TeamVectorRange(team, n), |i| {
            self.halves[i] = self.halves[i] * half;
            self.counts[i] = self.counts[i] + one;
            self.lengths[i] = length;
        });
    }
}

fn literals_have_the_type_of_their_use(space: &Space) -> Outcome {
    let k = Given {
        halves: View::from_slice(space, "halves", [9], &[3.0; 9])?,
        counts: View::from_slice(space, "counts", [9], &[4; 9])?,
        lengths: View::new(space, "lengths", [9])?,
    };
    space.parallel_for("given", TeamPolicy::new(1, AUTO), &k)?;
    assert_eq!(k.halves.to_vec()?, [1.5; 9]);
    assert_eq!(k.counts.to_vec()?, [5; 9]);
    assert_eq!(k.lengths.to_vec()?, [9; 9]);
    Ok(())
}
