//! Teams: nested ranges and reductions, `single`, ranks, tiles.

use crate::ladder::{Outcome, Test, noise, skip, tests, vector};
use portax::{
    AUTO, AoSoA, Complex, Functor, Max, Min, Space, Sum, TeamKernel, TeamPolicy, View, kernel,
    parallel_for,
};

pub fn tests() -> Vec<Test> {
    tests![
        nested_ranges_and_reductions_cover_what_lanes_do_not_divide,
        lanes_are_joined_at_every_vector_length,
        tiles_of_natural_width_are_vectors,
        teams_share_blocks_of_rows_between_barriers,
        lanes_are_joined_under_conditions,
        barriers_stand_in_branches_that_all_take,
    ]
}

/// Every kind of nested range and reduction over `n` elements of a column.
#[derive(Functor)]
struct Columns {
    x: View<f64, 2>,
    y: View<f64, 2>,
    z: View<f64, 2>,
    stats: View<f64, 2>,
    counts: View<i32, 2>,
}

#[kernel]
impl TeamKernel for Columns {
    fn columns(&self, team: Team) {
        let (t, n) = (team.league_rank(), self.x.extent(0));
        parallel_for(TeamVectorRange(team, n), |i| {
            self.y[(i, t)] = self.x[(i, t)] * 2.0;
        });
        parallel_for(TeamThreadRange(team, n), |j| {
            single(PerThread(team), || {
                self.z[(j, t)] = self.x[(j, t)] + 1.0;
            });
        });
        let sum: Uniform<f64> = parallel_reduce(TeamVectorRange(team, n), |i| self.x[(i, t)], Sum);
        let low: Uniform<f64> =
            parallel_reduce(TeamVectorRange(team, n), |i| self.x[(i, t)] * 8.0, Min);
        let most: Uniform<f64> = parallel_reduce(TeamThreadRange(team, n), |j| self.x[(j, t)], Max);
        let rows: Uniform<f64> = parallel_reduce(
            TeamThreadRange(team, 3),
            |j| {
                let row: Uniform<f64> = parallel_reduce(
                    ThreadVectorRange(team, n),
                    |i| self.x[(i, t)] * ((j + 1) as f64),
                    Sum,
                );
                row
            },
            Sum,
        );
        let positive: Uniform<i32> = parallel_reduce(
            TeamVectorRange(team, n),
            |i| if self.x[(i, t)] > 0.0 { 1 } else { 0 },
            Sum,
        );
        single(PerTeam(team), || {
            self.stats[(0, t)] = sum;
            self.stats[(1, t)] = low;
            self.stats[(2, t)] = most;
            self.stats[(3, t)] = rows;
            self.counts[(0, t)] = positive;
            self.counts[(1, t)] = team.league_size();
            self.counts[(2, t)] = team.team_size();
            self.counts[(3, t)] = team.vector_length();
        });
    }
}

fn nested_ranges_and_reductions_cover_what_lanes_do_not_divide(space: &Space) -> Outcome {
    for n in [0, 1, 5, 8, 9, 37, 70] {
        let teams = 3;
        let x: Vec<f64> = noise(n * teams, 8)
            .iter()
            .map(|x| (x * 64.0).floor() / 16.0)
            .collect();
        let new = |label| View::new(space, label, [n, teams]);
        let k = Columns {
            x: View::from_slice(space, "x", [n, teams], &x)?,
            y: new("y")?,
            z: new("z")?,
            stats: View::new(space, "stats", [4, teams])?,
            counts: View::new(space, "counts", [4, teams])?,
        };
        let policy = |threads| TeamPolicy::new(teams, threads);
        let launches = [
            space.prepare("columns", policy(AUTO).vector_length(AUTO), &k)?,
            space.prepare("columns", policy(2).vector_length(16), &k)?,
            space.prepare_by_lane("columns", policy(AUTO), &k)?,
        ];
        for launch in launches {
            k.y.fill(0.0)?;
            k.z.fill(0.0)?;
            k.stats.fill(0.0)?;
            launch.launch()?;
            assert_eq!(
                k.y.to_vec()?,
                x.iter().map(|x| 2.0 * x).collect::<Vec<_>>(),
                "{n}"
            );
            assert_eq!(
                k.z.to_vec()?,
                x.iter().map(|x| x + 1.0).collect::<Vec<_>>(),
                "{n}"
            );
            let (stats, counts) = (k.stats.to_vec()?, k.counts.to_vec()?);
            for t in 0..teams {
                let column = &x[t * n..(t + 1) * n];
                let sum: f64 = column.iter().sum();
                let low = column.iter().fold(f64::INFINITY, |m, x| m.min(8.0 * x));
                let most = column.iter().fold(f64::NEG_INFINITY, |m, &x| m.max(x));
                assert_eq!(stats[4 * t..4 * t + 4], [sum, low, most, 6.0 * sum], "{n}");
                let positive = column.iter().filter(|&&x| x > 0.0).count() as i32;
                assert_eq!(counts[4 * t..4 * t + 2], [positive, teams as i32]);
                let (team_size, vector_length) = (counts[4 * t + 2], counts[4 * t + 3]);
                assert!(
                    team_size >= 1 && vector_length % space.natural_width().min(16) as i32 == 0
                );
            }
        }
    }
    Ok(())
}

/// Sum, least and greatest of columns, a thread each: of every scalar that lanes can join.
#[derive(Functor)]
struct Joined {
    a: View<f64, 2>,
    b: View<f32, 2>,
    c: View<i32, 2>,
    d: View<u32, 2>,
    of_a: View<f64, 2>,
    of_b: View<f32, 2>,
    of_c: View<i32, 2>,
    of_d: View<u32, 2>,
    threads: View<i32, 1>,
}

#[kernel]
impl TeamKernel for Joined {
    fn joined(&self, team: Team) {
        let (n, columns) = (self.a.extent(0), self.a.extent(1));
        parallel_for(TeamThreadRange(team, columns), |j| {
            let a: Uniform<f64> =
                parallel_reduce(ThreadVectorRange(team, n), |i| self.a[(i, j)], Sum);
            let a_low: Uniform<f64> =
                parallel_reduce(ThreadVectorRange(team, n), |i| self.a[(i, j)], Min);
            let a_top: Uniform<f64> =
                parallel_reduce(ThreadVectorRange(team, n), |i| self.a[(i, j)], Max);
            let b: Uniform<f32> =
                parallel_reduce(ThreadVectorRange(team, n), |i| self.b[(i, j)], Sum);
            let b_low: Uniform<f32> =
                parallel_reduce(ThreadVectorRange(team, n), |i| self.b[(i, j)], Min);
            let b_top: Uniform<f32> =
                parallel_reduce(ThreadVectorRange(team, n), |i| self.b[(i, j)], Max);
            let c: Uniform<i32> =
                parallel_reduce(ThreadVectorRange(team, n), |i| self.c[(i, j)], Sum);
            let c_low: Uniform<i32> =
                parallel_reduce(ThreadVectorRange(team, n), |i| self.c[(i, j)], Min);
            let c_top: Uniform<i32> =
                parallel_reduce(ThreadVectorRange(team, n), |i| self.c[(i, j)], Max);
            let d: Uniform<u32> =
                parallel_reduce(ThreadVectorRange(team, n), |i| self.d[(i, j)], Sum);
            let d_low: Uniform<u32> =
                parallel_reduce(ThreadVectorRange(team, n), |i| self.d[(i, j)], Min);
            let d_top: Uniform<u32> =
                parallel_reduce(ThreadVectorRange(team, n), |i| self.d[(i, j)], Max);
            single(PerThread(team), || {
                self.of_a[(0, j)] = a;
                self.of_a[(1, j)] = a_low;
                self.of_a[(2, j)] = a_top;
                self.of_b[(0, j)] = b;
                self.of_b[(1, j)] = b_low;
                self.of_b[(2, j)] = b_top;
                self.of_c[(0, j)] = c;
                self.of_c[(1, j)] = c_low;
                self.of_c[(2, j)] = c_top;
                self.of_d[(0, j)] = d;
                self.of_d[(1, j)] = d_low;
                self.of_d[(2, j)] = d_top;
            });
        });
        single(PerTeam(team), || {
            self.threads[0] = team.team_size();
        });
    }
}

/// Sum, least and greatest.
fn floats(x: impl Iterator<Item = f64> + Clone) -> [f64; 3] {
    let (low, top) = (f64::INFINITY, f64::NEG_INFINITY);
    [
        x.clone().sum(),
        x.clone().fold(low, f64::min),
        x.fold(top, f64::max),
    ]
}

/// Sum, least and greatest; sums wrap.
fn integers<T: Copy + Ord + Default>(x: &[T], add: impl Fn(T, T) -> T) -> [T; 3] {
    let ends = [x.iter().min(), x.iter().max()].map(|end| end.copied().unwrap_or_default());
    let sum = x.iter().fold(T::default(), |sum, &x| add(sum, x));
    [sum, ends[0], ends[1]]
}

/// Is it Intel's OpenCL for CPUs (2026.22.10), without sub-groups?
fn crashes_now_and_then(space: &Space) -> bool {
    let has_sub_groups = std::env::var_os("PORTAX_OPENCL_SUB_GROUPS").is_some_and(|v| v == "1");
    space.architecture() == "intel-cpu" && !has_sub_groups
}

fn lanes_are_joined_at_every_vector_length(space: &Space) -> Outcome {
    if crashes_now_and_then(space) {
        return skip(
            "Intel's compiler ends the process in one of eight runs, in its pass sycl-kernel-reduce-cross-barrier-values",
        );
    }
    let (n, columns) = (53, 7);
    // Sums of eighths, and of integers that wrap, are exact in any order.
    let a: Vec<f64> = noise(n * columns, 5)
        .iter()
        .map(|x| (x * 64.0).floor() / 8.0)
        .collect();
    let b: Vec<f32> = a.iter().map(|&x| 2.0 * x as f32).collect();
    let c: Vec<i32> = a.iter().map(|&x| (x * 3e8) as i32).collect();
    let d: Vec<u32> = a.iter().map(|&x| ((x + 9.0) * 2e8) as u32).collect();
    let extents = [n, columns];
    for (threads, vector) in [
        (AUTO, 1),
        (2, 2),
        (1, 4),
        (AUTO, 8),
        (3, 8),
        (AUTO, 16),
        (3, 16),
        (AUTO, 32),
        (2, 32),
    ] {
        let k = Joined {
            a: View::from_slice(space, "a", extents, &a)?,
            b: View::from_slice(space, "b", extents, &b)?,
            c: View::from_slice(space, "c", extents, &c)?,
            d: View::from_slice(space, "d", extents, &d)?,
            of_a: View::new(space, "of a", [3, columns])?,
            of_b: View::new(space, "of b", [3, columns])?,
            of_c: View::new(space, "of c", [3, columns])?,
            of_d: View::new(space, "of d", [3, columns])?,
            threads: View::new(space, "threads", [1])?,
        };
        let policy = TeamPolicy::new(1, threads).vector_length(vector);
        space.parallel_for("joined", policy, &k)?;
        let found = (
            k.of_a.to_vec()?,
            k.of_b.to_vec()?,
            k.of_c.to_vec()?,
            k.of_d.to_vec()?,
        );
        for j in 0..columns {
            let (column, stats) = (j * n..(j + 1) * n, 3 * j..3 * j + 3);
            let case = format!("{threads} threads, {vector} lanes, column {j}");
            let a = floats(a[column.clone()].iter().copied());
            assert_eq!(found.0[stats.clone()], a, "{case}");
            let b = floats(b[column.clone()].iter().map(|&x| f64::from(x)));
            assert_eq!(found.1[stats.clone()], b.map(|x| x as f32), "{case}");
            let c = integers(&c[column.clone()], i32::wrapping_add);
            assert_eq!(found.2[stats.clone()], c, "{case}");
            let d = integers(&d[column], u32::wrapping_add);
            assert_eq!(found.3[stats], d, "{case}");
        }
        let found = k.threads.to_vec()?[0] as usize;
        assert!(found >= 1 && (threads == AUTO || found <= threads));
    }
    Ok(())
}

/// A tile of natural width a team, as SNAP's stages take them.
#[derive(Functor)]
struct Tiles {
    z: View<Complex<f64>, 2, AoSoA>,
    out: View<f64, 2, AoSoA>,
    values: i32,
}

#[kernel]
impl TeamKernel for Tiles {
    fn tiles(&self, team: Team) {
        let (z, out) = (
            self.z.tile(team.league_rank()),
            self.out.tile(team.league_rank()),
        );
        for lane in team.lanes() {
            let mut s: f64 = 0.0;
            for k in 0..self.values {
                s += z[(lane, k)].re * z[(lane, k)].im;
                out[(lane, k)] = s;
            }
        }
    }
}

fn tiles_of_natural_width_are_vectors(space: &Space) -> Outcome {
    let w = space.natural_width();
    for n in [1, w, w + 1, 3 * w - 1] {
        let (re, im) = (noise(5 * n, 1), noise(5 * n, 2));
        let z: Vec<_> = re
            .iter()
            .zip(&im)
            .map(|(&re, &im)| Complex { re, im })
            .collect();
        let k = Tiles {
            z: View::new(space, "z", [n, 5])?,
            out: View::new(space, "out", [n, 5])?,
            values: 5,
        };
        k.z.copy_from_slice(&z)?;
        assert_eq!(k.z.to_vec()?, z);
        space.parallel_for("tiles", TeamPolicy::new(n.div_ceil(w), 1), &k)?;
        let out = k.out.to_vec()?;
        for i in 0..n {
            let mut s = 0.0f64;
            for k in 0..5 {
                s = re[i + k * n].mul_add(im[i + k * n], s);
                assert_eq!(out[i + k * n], s, "{n} ({i}, {k})");
            }
        }
    }
    Ok(())
}

/// Each team fills a block of rows of `y`, copies it from its end and stores that back.
#[derive(Functor)]
struct Blocks {
    x: View<f64, 1>,
    y: View<f64, 1>,
    turned: View<f64, 1>,
    rows: i32,
    columns: i32,
}

#[kernel]
impl TeamKernel for Blocks {
    fn blocks(&self, team: Team) {
        let (rows, columns) = (self.rows, self.columns);
        let first = team.league_rank() * rows;
        parallel_for(TeamThreadRange(team, rows), |r| {
            parallel_for(ThreadVectorRange(team, columns), |c| {
                let at = (first + r) * columns + c;
                self.y[at] = 2.0 * self.x[at];
            });
        });
        team.barrier();
        parallel_for(TeamVectorRange(team, rows * columns), |q| {
            let row = first + rows - 1 - q / columns;
            self.turned[first * columns + q] = self.y[row * columns + q % columns];
        });
        team.barrier();
        parallel_for(TeamVectorRange(team, rows * columns), |q| {
            let last = (first + rows) * columns - 1;
            self.y[first * columns + q] = self.turned[last - q];
        });
    }
}

fn teams_share_blocks_of_rows_between_barriers(space: &Space) -> Outcome {
    for [teams, rows, columns] in [[1, 1, 1], [3, 1, 5], [1, 4, 37], [5, 7, 33], [40, 32, 70]] {
        let n = teams * rows * columns;
        let x = noise(n, 21);
        let vector = |label| View::new(space, label, [n]);
        let k = Blocks {
            x: View::from_slice(space, "x", [n], &x)?,
            y: vector("y")?,
            turned: vector("turned")?,
            rows: rows as i32,
            columns: columns as i32,
        };
        space.parallel_for("blocks", TeamPolicy::new(teams, AUTO), &k)?;
        // The rows were turned once, all elements after that: each row is from its end.
        let at = |e: usize| e / columns * columns + columns - 1 - e % columns;
        let y = k.y.to_vec()?;
        assert!((0..n).all(|e| y[e] == 2.0 * x[at(e)]), "{rows} x {columns}");
    }
    Ok(())
}

/// Rows of a matrix, of which the last team has fewer: the row guard of a sparse product.
fn lanes_are_joined_under_conditions(space: &Space) -> Outcome {
    let (rows, n, each) = (50usize, 37usize, 8usize);
    let value = |[i, j]: [usize; 2]| (i + j) as f64;
    let x = View::<f64, 2>::from_fn(space, "x", [rows, n], value)?;
    let y = vector(space, "y", &[0.0; 50])?;
    let teams = rows.div_ceil(each);
    let sum = |i: usize| (0..n).map(|j| value([i, j])).sum::<f64>();
    for threads in [AUTO, 1, 2] {
        y.fill(0.0)?;
        let policy = || TeamPolicy::new(teams, threads);
        parallel_for!(space, "guarded", policy(), |team: Team| {
            let first = team.league_rank() * each;
            parallel_for(TeamThreadRange(team, each), |r| {
                let row = first + r;
                if row < rows {
                    let s = parallel_reduce(ThreadVectorRange(team, n), |j| x[(row, j)], Sum);
                    single(PerThread(team), || y[row] = s);
                }
            });
        })?;
        assert_eq!(y.to_vec()?, (0..rows).map(sum).collect::<Vec<_>>());
        parallel_for!(space, "left", policy(), |team: Team| {
            let first = team.league_rank() * each;
            parallel_for(TeamThreadRange(team, each), |r| {
                let row = first + r;
                if row >= rows {
                    return;
                }
                let s = if row % 2 == 0 {
                    parallel_reduce(ThreadVectorRange(team, n), |j| x[(row, j)], Sum)
                } else {
                    -parallel_reduce(ThreadVectorRange(team, n), |j| x[(row, j)], Sum)
                };
                single(PerThread(team), || y[row] = s);
            });
        })?;
        let signed = |i: usize| if i.is_multiple_of(2) { sum(i) } else { -sum(i) };
        assert_eq!(y.to_vec()?, (0..rows).map(signed).collect::<Vec<_>>());
    }
    Ok(())
}

fn barriers_stand_in_branches_that_all_take(space: &Space) -> Outcome {
    let y = vector(space, "y", &[0.0; 24])?;
    parallel_for!(space, "branches", TeamPolicy::new(3, AUTO), |team: Team| {
        let s = team.scratch::<f64, 1>([8]);
        let t = team.league_rank();
        for turn in 0..4 {
            if (turn + t) % 2 == 0 {
                parallel_for(TeamVectorRange(team, 8), |i| {
                    s[i] = (i + 10 * turn) as f64;
                });
                team.barrier();
                parallel_for(TeamVectorRange(team, 8), |i| {
                    y[8 * t + i] += s[7 - i];
                });
                team.barrier();
            } else {
                parallel_for(TeamVectorRange(team, 8), |i| {
                    y[8 * t + i] += 0.5;
                });
            }
        }
    })?;
    let expected = |k: usize| {
        let (t, i) = (k / 8, k % 8);
        let turns = (0..4).map(|turn| match (turn + t) % 2 {
            0 => (7 - i + 10 * turn) as f64,
            _ => 0.5,
        });
        turns.sum::<f64>()
    };
    assert_eq!(y.to_vec()?, (0..24).map(expected).collect::<Vec<_>>());
    Ok(())
}
