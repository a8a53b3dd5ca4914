//! Scratch that threads of a team share, and barriers.

use crate::ladder::{Outcome, Test, noise, tests, vector};
use portax::{
    AUTO, Error, Functor, Space, Sum, TeamKernel, TeamPolicy, View, kernel, parallel_for,
    parallel_reduce,
};

pub fn tests() -> Vec<Test> {
    tests![
        transpose_through_scratch,
        barriers_order_rounds,
        threads_have_scratch_of_their_own,
        threads_need_no_barrier_for_their_own_scratch,
        lanes_need_barriers_in_scratch_of_threads,
        teams_keep_in_memory_what_scratch_has_no_room_for,
        large_scratch_is_each_team_s,
        large_scratch_is_each_thread_s,
        large_scratch_lives_as_long_as_its_launch,
        large_scratch_needs_barriers,
        scratch_in_a_loop_is_refused,
        lambdas_capture_sizes,
    ]
}

/// Tiles of 16 through scratch; the matrix need not be a multiple of it.
#[derive(Functor)]
struct Transpose {
    a: View<f64, 2>,
    b: View<f64, 2>,
    tiles: i32,
}

#[kernel]
impl TeamKernel for Transpose {
    fn transpose(&self, team: Team) {
        let tile = team.scratch::<f64, 2>([17, 16]);
        let (x, y) = (
            team.league_rank() % self.tiles * 16,
            team.league_rank() / self.tiles * 16,
        );
        let (rows, columns) = (
            (self.a.extent(0) - x).min(16),
            (self.a.extent(1) - y).min(16),
        );
        parallel_for(TeamThreadRange(team, columns), |c| {
            parallel_for(ThreadVectorRange(team, rows), |r| {
                tile[(r, c)] = self.a[(r + x, y + c)];
            });
        });
        team.barrier();
        parallel_for(TeamThreadRange(team, rows), |r| {
            parallel_for(ThreadVectorRange(team, columns), |c| {
                self.b[(c + y, x + r)] = tile[(r, c)];
            });
        });
    }
}

fn transpose_through_scratch(space: &Space) -> Outcome {
    for [n, m] in [[1, 1], [16, 16], [37, 21], [50, 64]] {
        let a = noise(n * m, 4);
        let tiles = n.div_ceil(16);
        let k = Transpose {
            a: View::from_slice(space, "a", [n, m], &a)?,
            b: View::new(space, "b", [m, n])?,
            tiles: tiles as i32,
        };
        for threads in [AUTO, 4] {
            k.b.copy_from_slice(&vec![0.0; n * m])?;
            space.parallel_for(
                "transpose",
                TeamPolicy::new(tiles * m.div_ceil(16), threads),
                &k,
            )?;
            let b = k.b.to_vec()?;
            assert!((0..n * m).all(|e| b[e / n + e % n * m] == a[e]), "{n}x{m}");
        }
    }
    Ok(())
}

/// Rounds in which every element takes its neighbour's value of the round before.
#[derive(Functor)]
struct Rotate {
    x: View<i32, 2>,
    rounds: i32,
}

const RING: usize = 48;

#[kernel]
impl TeamKernel for Rotate {
    fn rotate(&self, team: Team) {
        let t = team.league_rank();
        let here = team.scratch::<i32, 1>([RING]);
        let there = team.scratch::<i32, 1>([RING]);
        parallel_for(TeamVectorRange(team, RING), |i| {
            here[i] = self.x[(i, t)];
        });
        team.barrier();
        for _round in 0..self.rounds {
            parallel_for(TeamVectorRange(team, RING), |i| {
                there[i] = here[(i + 1) % 48];
            });
            team.barrier();
            parallel_for(TeamVectorRange(team, RING), |i| {
                here[i] = there[(i + 17) % 48];
            });
            team.barrier();
        }
        parallel_for(TeamVectorRange(team, RING), |i| {
            self.x[(i, t)] = here[i];
        });
    }
}

fn barriers_order_rounds(space: &Space) -> Outcome {
    let teams = 5;
    let x: Vec<i32> = (0..RING * teams).map(|i| (i * i % 1009) as i32).collect();
    for (threads, rounds) in [(AUTO, 1), (1, 7), (4, 20)] {
        let k = Rotate {
            x: View::from_slice(space, "x", [RING, teams], &x)?,
            rounds,
        };
        space.parallel_for("rotate", TeamPolicy::new(teams, threads), &k)?;
        let from = |e: usize| e / RING * RING + (e % RING + 18 * rounds as usize) % RING;
        let expected: Vec<i32> = (0..x.len()).map(|e| x[from(e)]).collect();
        assert_eq!(
            k.x.to_vec()?,
            expected,
            "{threads} threads, {rounds} rounds"
        );
    }
    Ok(())
}

/// Each thread reverses a column of its own.
#[derive(Functor)]
struct Reverse {
    x: View<f64, 2>,
    y: View<f64, 2>,
}

const COLUMN: usize = 21;

#[kernel]
impl TeamKernel for Reverse {
    fn reverse(&self, team: Team) {
        let shared = team.scratch::<i32, 1>([3]);
        let own = team.thread_scratch::<f64, 1>([COLUMN]);
        let column = team.league_rank() * team.team_size() + team.team_rank();
        let n = self.x.extent(0);
        single(PerTeam(team), || {
            shared[2] = 2;
        });
        parallel_for(ThreadVectorRange(team, n), |i| {
            own[i] = self.x[(i, column)];
        });
        team.barrier();
        parallel_for(ThreadVectorRange(team, n), |i| {
            self.y[(i, column)] = own[n - 1 - i] * (shared[2] as f64);
        });
    }
}

fn threads_have_scratch_of_their_own(space: &Space) -> Outcome {
    let (teams, threads) = (3, 4);
    let columns = teams * threads;
    let x = noise(COLUMN * columns, 5);
    let k = Reverse {
        x: View::from_slice(space, "x", [COLUMN, columns], &x)?,
        y: View::new(space, "y", [COLUMN, columns])?,
    };
    space.parallel_for("reverse", TeamPolicy::new(teams, threads), &k)?;
    // One thread runs a team on CPUs.
    let found = if space.is_host() { teams } else { columns };
    let y = k.y.to_vec()?;
    for (x, y) in x.chunks(COLUMN).zip(y.chunks(COLUMN)).take(found) {
        let reversed = x.iter().rev().map(|x| 2.0 * x);
        assert!(reversed.eq(y.iter().copied()));
    }
    Ok(())
}

/// Each thread goes through columns by its own scratch.
#[derive(Functor)]
struct Squares {
    x: View<f64, 3>,
    y: View<f64, 3>,
}

#[kernel]
impl TeamKernel for Squares {
    fn squares(&self, team: Team) {
        let own = team.thread_scratch::<f64, 1>([COLUMN]);
        let (t, n, columns) = (team.league_rank(), self.x.extent(0), self.x.extent(1));
        parallel_for(TeamThreadRange(team, columns), |c| {
            parallel_for(ThreadVectorRange(team, n), |i| {
                own[i] = self.x[(i, c, t)];
            });
            parallel_for(ThreadVectorRange(team, n), |i| {
                self.y[(i, c, t)] = own[i] * own[i];
            });
        });
    }
}

fn threads_need_no_barrier_for_their_own_scratch(space: &Space) -> Outcome {
    let extents = [COLUMN, 13, 3];
    let x = noise(extents.iter().product(), 6);
    let k = Squares {
        x: View::from_slice(space, "x", extents, &x)?,
        y: View::new(space, "y", extents)?,
    };
    for threads in [AUTO, 4] {
        k.y.fill(0.0)?;
        space.parallel_for("squares", TeamPolicy::new(3, threads), &k)?;
        let y = k.y.to_vec()?;
        assert!(x.iter().map(|x| x * x).eq(y), "{threads} threads");
    }
    Ok(())
}

/// Lanes of a thread that read what others have left.
#[derive(Functor)]
struct Unordered {
    x: View<f64, 2>,
}

#[kernel]
impl TeamKernel for Unordered {
    fn unordered(&self, team: Team) {
        let own = team.thread_scratch::<f64, 1>([COLUMN]);
        let t = team.league_rank();
        parallel_for(ThreadVectorRange(team, 21), |i| {
            own[i] = 1.0;
        });
        parallel_for(TeamVectorRange(team, 21), |i| {
            self.x[(i, t)] = own[20 - i];
        });
    }
}

fn lanes_need_barriers_in_scratch_of_threads(space: &Space) -> Outcome {
    let k = Unordered {
        x: View::new(space, "x", [COLUMN, 3])?,
    };
    let refused = space.parallel_for("unordered", TeamPolicy::new(3, AUTO), &k);
    let Err(Error::NotProvenSafe { reason, .. }) = refused else {
        panic!("{refused:?}");
    };
    assert!(reason.contains("no barrier between"), "{reason}");
    Ok(())
}

/// Values that a team keeps in scratch, or in a row of its own in memory (Kokkos' level 1).
#[derive(Functor)]
struct Kept {
    y: View<f64, 1>,
    memory: View<f64, 2>,
    #[comptime]
    length: usize,
    #[comptime]
    level: usize,
}

#[kernel]
// SAFETY: a team writes its own element of `y` and its own column of `memory`.
unsafe impl TeamKernel for Kept {
    fn kept(&self, team: Team) {
        let t = team.league_rank();
        let v = if comptime!(self.level == 0) {
            team.scratch::<f64, 2>([self.length, 1])
        } else {
            self.memory
        };
        let mut column: Int = 0;
        if comptime!(self.level == 1) {
            column = t;
        }
        parallel_for(TeamVectorRange(team, COLUMN), |i| {
            v[(i, column)] = (i + t) as f64;
        });
        team.barrier();
        single(PerTeam(team), || {
            self.y[t] = v[(COLUMN - 1, column)] - v[(0, column)];
        });
    }
}

fn teams_keep_in_memory_what_scratch_has_no_room_for(space: &Space) -> Outcome {
    let teams = 5;
    let run = |length, level| {
        let kept = Kept {
            y: View::new(space, "y", [teams])?,
            memory: View::new(space, "memory", [COLUMN, teams])?,
            length,
            level,
        };
        space.parallel_for("kept", TeamPolicy::new(teams, AUTO), &kept)?;
        kept.y.to_vec()
    };
    let expected = vec![(COLUMN - 1) as f64; teams];
    assert_eq!(run(COLUMN, 0)?, expected);
    let refused = run(1 << 40, 0);
    assert!(matches!(refused, Err(Error::Limit { .. })), "{refused:?}");
    assert_eq!(run(1 << 40, 1)?, expected);
    Ok(())
}

/// Rows that are longer than what a group has room for, turned round.
#[derive(Functor)]
struct Turned {
    x: View<i64, 2>,
    sums: View<i64, 1>,
    #[comptime]
    length: usize,
    #[comptime]
    waits: bool,
}

#[kernel]
impl TeamKernel for Turned {
    fn turned(&self, team: Team) {
        let (t, n) = (team.league_rank(), self.x.extent(0));
        let copy = team.large_scratch::<i64, 1>([self.length]);
        let head = team.scratch::<i64, 1>([2]);
        parallel_for(TeamVectorRange(team, n), |i| {
            copy[i] = self.x[(i, t)];
        });
        if comptime!(self.waits) {
            team.barrier();
        }
        parallel_for(TeamVectorRange(team, n), |i| {
            self.x[(i, t)] = copy[n - 1 - i];
        });
        single(PerTeam(team), || {
            head[0] = copy[0];
            self.sums[t] = head[0] + copy[n - 1];
        });
    }
}

impl Turned {
    fn new(space: &Space, n: usize, teams: usize, waits: bool) -> Result<Turned, Error> {
        let x: Vec<i64> = (0..n * teams).map(|i| i as i64).collect();
        Ok(Turned {
            x: View::from_slice(space, "x", [n, teams], &x)?,
            sums: View::new(space, "sums", [teams])?,
            length: n,
            waits,
        })
    }
}

fn large_scratch_is_each_team_s(space: &Space) -> Outcome {
    let teams = 3;
    for n in [1, 333, 200_003] {
        let k = Turned::new(space, n, teams, true)?;
        let before = k.x.to_vec()?;
        let turned = space.prepare("turned", TeamPolicy::new(teams, AUTO), &k)?;
        turned.launch()?;
        let (after, sums) = (k.x.to_vec()?, k.sums.to_vec()?);
        for (t, &sum) in sums.iter().enumerate() {
            let row = n * t..n * (t + 1);
            assert!(
                before[row.clone()].iter().rev().eq(&after[row.clone()]),
                "{t} of {n}"
            );
            assert_eq!(sum, before[row.start] + before[row.end - 1]);
        }
        turned.launch()?;
        assert_eq!(k.x.to_vec()?, before);
    }
    Ok(())
}

fn large_scratch_lives_as_long_as_its_launch(space: &Space) -> Outcome {
    let (n, teams) = (333, 3);
    let k = Turned::new(space, n, teams, true)?;
    let before = k.x.to_vec()?;
    // Plain launches that look alike, with other memory taken between them.
    let mut others: Vec<View<i64, 2>> = Vec::new();
    for turn in 0..4 {
        space.parallel_for("turned", TeamPolicy::new(teams, AUTO), &k)?;
        let (x, rows) = (k.x.to_vec()?, before.chunks(n));
        for (row, expected) in x.chunks(n).zip(rows) {
            match turn % 2 {
                0 => assert!(expected.iter().rev().eq(row), "{turn}"),
                _ => assert_eq!(row, expected, "{turn}"),
            }
        }
        others.push(View::from_slice(space, "other", [n, teams], &before)?);
    }
    for other in others {
        assert_eq!(other.to_vec()?, before);
    }
    Ok(())
}

fn large_scratch_needs_barriers(space: &Space) -> Outcome {
    let k = Turned::new(space, 99, 3, false)?;
    let refused = space.parallel_for("turned", TeamPolicy::new(3, AUTO), &k);
    let Err(Error::NotProvenSafe { reason, .. }) = refused else {
        panic!("{refused:?}");
    };
    assert!(reason.contains("no barrier between"), "{reason}");
    let k = Turned::new(space, 1 << 40, 0, true)?;
    let refused = space.parallel_for("turned", TeamPolicy::new(0, AUTO), &k);
    assert!(matches!(refused, Err(Error::Limit { .. })), "{refused:?}");
    Ok(())
}

/// Primes below each number of a column, sieved by one thread each.
#[derive(Functor)]
struct Sieve {
    counts: View<i32, 2>,
}

#[kernel]
impl TeamKernel for Sieve {
    fn sieve(&self, team: Team) {
        let t = team.league_rank();
        let composite = team.large_thread_scratch::<i32, 1>([5000]);
        parallel_for(TeamThreadRange(team, self.counts.extent(0)), |r| {
            let n = 1000 + r * 37 + t * 11;
            single(PerThread(team), || {
                for i in 0..n {
                    composite[i] = 0;
                }
                let mut count = 0;
                for i in 2..n {
                    if composite[i] == 0 {
                        count += 1;
                        for k in (i * i..n).step_by(i) {
                            composite[k] = 1;
                        }
                    }
                }
                self.counts[(r, t)] = count;
            });
        });
    }
}

fn large_scratch_is_each_thread_s(space: &Space) -> Outcome {
    let (rows, teams) = (9, 4);
    let k = Sieve {
        counts: View::new(space, "counts", [rows, teams])?,
    };
    let is_prime = |n: usize| {
        n > 1
            && (2..n)
                .take_while(|k| k * k <= n)
                .all(|k| !n.is_multiple_of(k))
    };
    for threads in [AUTO, 4] {
        k.counts.fill(0)?;
        space.parallel_for("sieve", TeamPolicy::new(teams, threads), &k)?;
        let counts = k.counts.to_vec()?;
        for t in 0..teams {
            for r in 0..rows {
                let below = 1000 + r * 37 + t * 11;
                let primes = (0..below).filter(|&n| is_prime(n)).count();
                assert_eq!(counts[r + rows * t] as usize, primes, "{r}, {t}");
            }
        }
    }
    Ok(())
}

/// Each turn of a loop declares scratch.
#[derive(Functor)]
struct Declared {
    x: View<f64, 1>,
    rows: i32,
}

#[kernel]
impl TeamKernel for Declared {
    fn declared(&self, team: Team) {
        parallel_for(TeamThreadRange(team, self.rows), |r| {
            let own = team.thread_scratch::<f64, 1>([COLUMN]);
            single(PerThread(team), || {
                own[0] = r as f64;
            });
        });
        single(PerTeam(team), || {
            self.x[team.league_rank()] = 1.0;
        });
    }
}

fn scratch_in_a_loop_is_refused(space: &Space) -> Outcome {
    let k = Declared {
        x: View::new(space, "x", [3])?,
        rows: 100,
    };
    let refused = space.parallel_for("declared", TeamPolicy::new(3, AUTO), &k);
    let Err(Error::Invalid(message)) = refused else {
        panic!("{refused:?}");
    };
    assert!(message.contains("declare it before"), "{message}");
    Ok(())
}

struct Strip {
    width: usize,
    halo: i32,
}

/// Sums over `halo` neighbours on either side, strip by strip.
fn blur(space: &Space, strip: &Strip, x: &View<f64, 1>, y: &View<f64, 1>) -> portax::Result<()> {
    let (n, strips) = (x.len(), x.len() / strip.width);
    parallel_for!(
        space,
        "blur",
        TeamPolicy::new(strips, AUTO),
        |team: Team| {
            let h = strip.halo;
            let size = strip.width + 2 * h as usize;
            let s = team.scratch::<f64, 1>([size]);
            let first = team.league_rank() * strip.width;
            parallel_for(TeamVectorRange(team, size), |k| {
                let at = first + k - h;
                s[k] = if at >= 0 && at < n { x[at] } else { 0.0 };
            });
            team.barrier();
            parallel_for(TeamVectorRange(team, strip.width), |k| {
                let mut sum = 0.0;
                for d in 0..2 * h + 1 {
                    sum += s[k + d];
                }
                y[first + k] = sum;
            });
        }
    )
}

fn lambdas_capture_sizes(space: &Space) -> Outcome {
    let data: Vec<f64> = (0..48).map(|i| f64::from(i * i % 17)).collect();
    let (x, y) = (vector(space, "x", &data)?, vector(space, "y", &[0.0; 48])?);
    for (width, halo) in [(8, 1), (12, 2), (8, 3), (8, 1)] {
        blur(space, &Strip { width, halo }, &x, &y)?;
        let at = |i: i32| usize::try_from(i).ok().and_then(|i| data.get(i));
        let sum = |i: i32| (i - halo..=i + halo).filter_map(at).sum::<f64>();
        let expected: Vec<f64> = (0..48).map(sum).collect();
        assert_eq!(y.to_vec()?, expected, "{width}, {halo}");
    }
    for rows in [4usize, 16] {
        let teams = TeamPolicy::new(3, AUTO);
        let total = parallel_reduce!(
            space,
            "triangle",
            teams,
            |team: Team| -> f64 {
                let a = team.scratch::<f64, 2>([rows, 3]);
                parallel_for(TeamVectorRange(team, rows), |k| {
                    for j in 0..3 {
                        a[(k, j)] = k as f64;
                    }
                });
                team.barrier();
                parallel_reduce(
                    TeamVectorRange(team, rows),
                    |k| a[(rows - 1 - k, 2)] + a[(k, 0)],
                    Sum,
                )
            },
            Sum
        )?;
        assert_eq!(total, 3.0 * (rows * (rows - 1)) as f64);
    }
    Ok(())
}
