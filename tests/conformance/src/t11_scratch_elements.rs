//! Structs and arrays in scratch.

use crate::ladder::{Outcome, Test, noise, tests};
use portax::{AUTO, Element, Error, Functor, Space, Sum, TeamKernel, TeamPolicy, View, kernel};

pub fn tests() -> Vec<Test> {
    tests![
        bodies_pull_each_other_through_scratch,
        numbers_of_structs_in_scratch_are_apart,
        arrays_in_scratch_have_items_and_subviews,
        structs_in_scratch_of_threads_and_in_large_scratch,
        structs_in_scratch_need_barriers,
        what_leaves_structs_in_scratch_is_told,
    ]
}

const TILE: usize = 20;

#[derive(Clone, Copy, Debug, PartialEq, Element)]
struct Body {
    position: [f64; 3],
    mass: f64,
    kind: i32,
    fixed: bool,
}

fn bodies(n: usize) -> Vec<Body> {
    let x = noise(4 * n, 21);
    let body = |(i, x): (usize, &[f64])| Body {
        position: [x[0], x[1], x[2]],
        mass: x[3],
        kind: i as i32 % 3,
        fixed: i % 5 == 0,
    };
    x.chunks(4).enumerate().map(body).collect()
}

/// What all bodies of a tile pull each one with.
#[derive(Functor)]
struct Pull {
    bodies: View<Body, 1>,
    pull: View<[f64; 3], 1>,
}

#[kernel]
impl TeamKernel for Pull {
    fn pull(&self, team: Team) {
        let first = team.league_rank() * TILE;
        let tile = team.scratch::<Body, 1>([TILE]);
        parallel_for(TeamVectorRange(team, TILE), |i| {
            tile[i] = self.bodies[i + first];
        });
        team.barrier();
        parallel_for(TeamVectorRange(team, TILE), |i| {
            let me = tile[i];
            let mut pull: [f64; 3] = [0.0; 3];
            for k in 0..TILE {
                let weight = if tile[k].fixed || tile[k].kind == me.kind {
                    0.0
                } else {
                    tile[k].mass
                };
                for d in 0..3 {
                    pull[d] += weight * (tile[k].position[d] - me.position[d]);
                }
            }
            self.pull[i + first] = pull;
        });
    }
}

fn bodies_pull_each_other_through_scratch(space: &Space) -> Outcome {
    let tiles = 3;
    let all = bodies(TILE * tiles);
    let k = Pull {
        bodies: View::from_slice(space, "bodies", [all.len()], &all)?,
        pull: View::new(space, "pull", [all.len()])?,
    };
    for threads in [AUTO, 1, 4] {
        k.pull.fill([0.0; 3])?;
        space.parallel_for("pull", TeamPolicy::new(tiles, threads), &k)?;
        let pull = k.pull.to_vec()?;
        for (i, me) in all.iter().enumerate() {
            let mut expected = [0.0; 3];
            for other in &all[i / TILE * TILE..][..TILE] {
                if !other.fixed && other.kind != me.kind {
                    for (d, sum) in expected.iter_mut().enumerate() {
                        let distance = other.position[d] - me.position[d];
                        *sum = f64::mul_add(other.mass, distance, *sum);
                    }
                }
            }
            assert_eq!(pull[i], expected, "body {i}");
        }
    }
    Ok(())
}

#[derive(Clone, Copy, Debug, PartialEq, Element)]
struct Cell {
    count: i32,
    sum: [i64; 2],
    last: f32,
}

/// Counts what falls into each cell, and then writes single numbers of cells.
#[derive(Functor)]
struct Fill {
    cell: View<i32, 2>,
    out: View<Cell, 2>,
}

#[kernel]
impl TeamKernel for Fill {
    fn fill(&self, team: Team) {
        let (t, n) = (team.league_rank(), self.cell.extent(0));
        let cells = team.scratch::<Cell, 1>([7]);
        parallel_for(TeamVectorRange(team, 7), |c| {
            cells[c] = Cell {
                count: 0,
                sum: [0, 0],
                last: 0.5,
            };
        });
        team.barrier();
        parallel_for(TeamVectorRange(team, n), |i| {
            let c = self.cell[(i, t)];
            cells[c].count.atomic_add(1);
            cells[c].sum[1].atomic_add(i as i64);
        });
        team.barrier();
        single(PerTeam(team), || {
            cells[2].last = 1.5;
            cells[3].sum[0] = 9;
        });
        team.barrier();
        parallel_for(TeamVectorRange(team, 7), |c| {
            cells[c].last += 1.0;
            self.out[(c, t)] = cells[c];
        });
    }
}

fn numbers_of_structs_in_scratch_are_apart(space: &Space) -> Outcome {
    let (n, teams) = (50, 2);
    let cell: Vec<i32> = (0..n * teams).map(|i| (i * i % 7) as i32).collect();
    let k = Fill {
        cell: View::from_slice(space, "cell", [n, teams], &cell)?,
        out: View::new(space, "out", [7, teams])?,
    };
    for threads in [AUTO, 4] {
        space.parallel_for("fill", TeamPolicy::new(teams, threads), &k)?;
        let out = k.out.to_vec()?;
        for (e, found) in out.iter().enumerate() {
            let (c, t) = (e % 7, e / 7);
            let here = (0..n).filter(|i| cell[i + n * t] as usize == c);
            let expected = Cell {
                count: here.clone().count() as i32,
                sum: [if c == 3 { 9 } else { 0 }, here.sum::<usize>() as i64],
                last: if c == 2 { 2.5 } else { 1.5 },
            };
            assert_eq!(*found, expected, "cell {c} of team {t}");
        }
    }
    Ok(())
}

/// Sums of rows of triples, by views of the rows.
#[derive(Functor)]
struct Rows {
    x: View<[f64; 3], 3>,
    sums: View<f64, 2>,
}

#[kernel]
impl TeamKernel for Rows {
    fn rows(&self, team: Team) {
        let t = team.league_rank();
        let copy = team.scratch::<[f64; 3], 2>([5, 4]);
        parallel_for(TeamThreadRange(team, 4), |r| {
            parallel_for(ThreadVectorRange(team, 5), |i| {
                for d in 0..3 {
                    copy[(i, r)][d] = self.x[(i, r, t)][d];
                }
            });
        });
        team.barrier();
        parallel_for(TeamThreadRange(team, 4), |r| {
            let row = copy.subview(3 - r);
            let sum = parallel_reduce(
                ThreadVectorRange(team, 5),
                |i| row[i][0] + 2.0 * row[i][1] + 4.0 * row[i][2],
                Sum,
            );
            single(PerThread(team), || {
                self.sums[(r, t)] = sum;
            });
        });
    }
}

fn arrays_in_scratch_have_items_and_subviews(space: &Space) -> Outcome {
    let x: Vec<[f64; 3]> = (0..60)
        .map(|i| std::array::from_fn(|d| (i * 3 + d) as f64))
        .collect();
    let k = Rows {
        x: View::from_slice(space, "x", [5, 4, 3], &x)?,
        sums: View::new(space, "sums", [4, 3])?,
    };
    for threads in [AUTO, 2] {
        k.sums.fill(0.0)?;
        space.parallel_for("rows", TeamPolicy::new(3, threads), &k)?;
        for (e, found) in k.sums.to_vec()?.into_iter().enumerate() {
            let row = &x[(e / 4 * 4 + 3 - e % 4) * 5..][..5];
            let expected: f64 = row.iter().map(|x| x[0] + 2.0 * x[1] + 4.0 * x[2]).sum();
            assert_eq!(found, expected, "row {e}");
        }
    }
    Ok(())
}

/// Each thread turns a column round.
#[derive(Functor)]
struct Turn {
    x: View<Body, 2>,
    y: View<Body, 2>,
    #[comptime]
    large: bool,
    #[comptime]
    length: usize,
}

#[kernel]
impl TeamKernel for Turn {
    fn turn(&self, team: Team) {
        let (n, t) = (self.x.extent(0), team.league_rank());
        let own = if comptime!(self.large) {
            team.large_thread_scratch::<Body, 1>([self.length])
        } else {
            team.thread_scratch::<Body, 1>([self.length])
        };
        parallel_for(TeamThreadRange(team, 1), |_r| {
            parallel_for(ThreadVectorRange(team, n), |i| {
                own[i] = self.x[(i, t)];
            });
            parallel_for(ThreadVectorRange(team, n), |i| {
                self.y[(n - 1 - i, t)] = own[i];
            });
        });
    }
}

fn structs_in_scratch_of_threads_and_in_large_scratch(space: &Space) -> Outcome {
    let (n, teams) = (19, 3);
    let x = bodies(n * teams);
    for large in [false, true] {
        let k = Turn {
            x: View::from_slice(space, "x", [n, teams], &x)?,
            y: View::new(space, "y", [n, teams])?,
            large,
            length: n,
        };
        space.parallel_for("turn", TeamPolicy::new(teams, AUTO), &k)?;
        let y = k.y.to_vec()?;
        for (x, y) in x.chunks(n).zip(y.chunks(n)) {
            assert!(x.iter().rev().eq(y), "large: {large}");
        }
    }
    Ok(())
}

/// Reads the mass that a neighbour wrote, after a barrier or not; the position that none wrote.
#[derive(Functor)]
struct Neighbours {
    out: View<f64, 2>,
    #[comptime]
    waits: bool,
    #[comptime]
    beyond: usize,
}

#[kernel]
impl TeamKernel for Neighbours {
    fn neighbours(&self, team: Team) {
        let t = team.league_rank();
        let tile = team.scratch::<Body, 1>([TILE]);
        parallel_for(TeamVectorRange(team, TILE), |i| {
            tile[i].mass = i as f64;
        });
        if comptime!(self.waits) {
            team.barrier();
        }
        parallel_for(TeamVectorRange(team, TILE), |i| {
            self.out[(i, t)] = tile[TILE - 1 - i + self.beyond].mass;
        });
    }
}

impl Neighbours {
    fn launch(space: &Space, waits: bool, beyond: usize) -> Result<Vec<f64>, Error> {
        let k = Neighbours {
            out: View::new(space, "out", [TILE, 1])?,
            waits,
            beyond,
        };
        space.parallel_for("neighbours", TeamPolicy::new(1, AUTO), &k)?;
        k.out.to_vec()
    }
}

fn structs_in_scratch_need_barriers(space: &Space) -> Outcome {
    let found = Neighbours::launch(space, true, 0)?;
    assert!((0..TILE).rev().map(|i| i as f64).eq(found));
    let refused = Neighbours::launch(space, false, 0);
    let Err(Error::NotProvenSafe { reason, .. }) = refused else {
        panic!("{refused:?}");
    };
    assert!(reason.contains("no barrier between"), "{reason}");
    Ok(())
}

fn what_leaves_structs_in_scratch_is_told(space: &Space) -> Outcome {
    let told = Neighbours::launch(space, true, 1).unwrap_err().to_string();
    assert!(told.contains("scratch") && told.contains("20"), "{told}");
    Ok(())
}
