//! Teams: nested ranges and reductions, scratch, `single`, ranks.

use crate::{noise, on_every_space};
use portax::{
    AUTO, AoSoA, Complex, Error, Functor, Max, Min, Space, Sum, TeamKernel, TeamPolicy, View,
    kernel,
};

/// Tiles of 16 through scratch; the matrix need not be a multiple of it.
#[derive(Functor)]
struct Transpose {
    a: View<f64, 2>,
    b: View<f64, 2>,
    tiles: i32,
}

// SAFETY: each team writes a tile of its own.
#[kernel]
unsafe impl TeamKernel for Transpose {
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

#[test]
fn transpose_through_scratch() {
    on_every_space(|space| {
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
    });
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

#[test]
fn nested_ranges_and_reductions_cover_what_lanes_do_not_divide() {
    on_every_space(|space| {
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
            for (threads, vector) in [(AUTO, AUTO), (2, 16)] {
                space.parallel_for(
                    "columns",
                    TeamPolicy::new(teams, threads).vector_length(vector),
                    &k,
                )?;
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
    });
}

/// Kernels of one functor, told apart by tags.
struct Fill;
struct Scale;

#[derive(Functor)]
struct Tagged {
    x: View<f64, 1>,
    #[comptime]
    squares: bool,
}

#[kernel]
impl portax::RangeKernel<Fill> for Tagged {
    fn fill(&self, i: Index) {
        let mut v: f64 = i as f64;
        if self.squares {
            v *= v;
        }
        self.x[i] = v;
    }
}

#[kernel]
impl portax::RangeKernel<Scale> for Tagged {
    fn scale(&self, i: Index) {
        self.x[i] *= comptime!(if self.squares { 10.0 } else { 2.0 });
    }
}

#[test]
fn tags_and_comptime_fields_choose_the_kernel() {
    on_every_space(|space| {
        for squares in [true, false, true] {
            let k = Tagged {
                x: View::new(space, "x", [19])?,
                squares,
            };
            space.parallel_for("fill", portax::RangePolicy::new(0..19).tag::<Fill>(), &k)?;
            space.parallel_for("scale", portax::RangePolicy::new(0..19).tag::<Scale>(), &k)?;
            let expected = (0..19)
                .map(|i| i as f64)
                .map(|x| if squares { x * x * 10.0 } else { x * 2.0 });
            assert_eq!(k.x.to_vec()?, expected.collect::<Vec<_>>());
        }
        Ok(())
    });
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

#[test]
fn team_atomics_count_in_scratch() {
    on_every_space(|space| {
        let x: Vec<i32> = (0..101).map(|i| (i * i) % 23).collect();
        let k = Buckets {
            x: crate::vector(space, "x", &x)?,
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
    });
}

/// A tile of `W` lanes a team, through scratch.
#[derive(Functor)]
struct Tiles<const W: usize> {
    z: View<Complex<f64>, 2, AoSoA<W>>,
    out: View<f64, 2, AoSoA<W>>,
    natural: View<f64, 1, AoSoA>,
    lengths: View<i32, 1>,
}

// SAFETY: a team writes its own tile.
#[kernel]
unsafe impl<const W: usize> TeamKernel for Tiles<W> {
    fn tiles(&self, team: Team) {
        let t = team.league_rank();
        let (z, out) = (self.z.tile(t), self.out.tile(t));
        let squares = team.scratch_tile::<f64, 2>([W, 2]);
        parallel_for(TeamThreadRange(team, 2), |k| {
            for lane in team.lanes() {
                let mut scaled: f64 = z[(lane, k)].im;
                for _ in 0..2 {
                    scaled *= z[(lane, k)].re;
                }
                out[(lane, k)] = scaled;
                squares[(lane, k)] = z[(lane, k)].re * z[(lane, k)].re;
            }
        });
        team.barrier();
        parallel_for(TeamThreadRange(team, 2), |k| {
            for lane in team.lanes() {
                let other: f64 = squares[(lane, 1 - k)];
                if other > 0.25 {
                    out[(lane, k)] += other;
                }
            }
        });
        parallel_for(TeamThreadRange(team, 1), |_| {
            for lane in team.lanes() {
                self.natural[lane + t * W] = squares[(lane, 1)];
            }
        });
        single(PerTeam(team), || {
            self.lengths[t] = team.vector_length();
        });
    }
}

/// Launches `Tiles` on three tiles with a vector of `W` lanes.
fn tiles_of<const W: usize>(space: &Space) -> portax::Result<()> {
    let (n, noise) = (3 * W, |seed| crate::noise(6 * W, seed));
    let z: Vec<_> = noise(1)
        .iter()
        .zip(noise(2))
        .map(|(&re, im)| Complex { re, im })
        .collect();
    let k = Tiles::<W> {
        z: View::new(space, "z", [n, 2])?,
        out: View::new(space, "out", [n, 2])?,
        natural: View::new(space, "natural", [n])?,
        lengths: View::new(space, "lengths", [3])?,
    };
    k.z.copy_from_slice(&z)?;
    let policy = TeamPolicy::new(3, AUTO).vector_length(W);
    space.parallel_for("tiles", policy, &k)?;
    let (out, natural) = (k.out.to_vec()?, k.natural.to_vec()?);
    assert_eq!(k.lengths.to_vec()?, [W as i32; 3]);
    let square = |i: usize| z[i].re * z[i].re;
    for i in 0..2 * n {
        let other = square((i + n) % (2 * n));
        let added = if other > 0.25 { other } else { 0.0 };
        assert_eq!(out[i], z[i].im * z[i].re * z[i].re + added, "W = {W}, {i}");
    }
    assert!((0..n).all(|i| natural[i] == square(i + n)), "W = {W}");
    Ok(())
}

#[test]
fn lanes_are_as_many_as_the_vector_length_says() {
    on_every_space(|space| {
        tiles_of::<1>(space)?;
        tiles_of::<2>(space)?;
        tiles_of::<4>(space)?;
        tiles_of::<8>(space)?;
        tiles_of::<16>(space)?;
        tiles_of::<32>(space)
    });
}

#[test]
fn a_length_that_packs_do_not_divide_runs_on_hosts() {
    on_every_space(|space| match space.engine() {
        portax::space::Engine::Host(_) => tiles_of::<11>(space),
        portax::space::Engine::Device(_) => {
            let error = tiles_of::<11>(space).unwrap_err().to_string();
            assert!(
                error.contains("vector length 11 is not a power of two"),
                "{error}"
            );
            Ok(())
        }
    });
}

#[test]
fn a_tile_in_scratch_of_another_width_than_the_vector_is_refused() {
    on_every_space(|space| {
        let k = Tiles::<32> {
            z: View::new(space, "z", [32, 2])?,
            out: View::new(space, "out", [32, 2])?,
            natural: View::new(space, "natural", [32])?,
            lengths: View::new(space, "lengths", [1])?,
        };
        let policy = TeamPolicy::new(1, AUTO).vector_length(16);
        let error = space.parallel_for("tiles", policy, &k).unwrap_err();
        assert!(matches!(error, Error::Invalid(_)));
        let message = error.to_string();
        assert!(
            message.contains("launch `tiles`") && message.contains("vector_length(32)"),
            "{message}"
        );
        Ok(())
    });
}
