//! Conditions as variables, in views and in scratch.

use crate::ladder::{Outcome, Test, noise, tests, vector};
use portax::{
    AUTO, AoSoA, Functor, LayoutRight, RangeKernel, RangePolicy, Space, TeamKernel, TeamPolicy,
    View, kernel,
};

pub fn tests() -> Vec<Test> {
    tests![
        conditions_are_variables_that_differ_between_lanes_or_not,
        views_hold_conditions,
        teams_share_conditions,
    ]
}

/// Searches a row of a matrix for a large element, and a table for one that is the same for all rows.
#[derive(Functor)]
struct Search {
    x: View<f64, 2>,
    table: View<f64, 1>,
    limit: f64,
    found: View<bool, 1>,
    tables: View<bool, 1>,
    last: View<i32, 1>,
    inverted: bool,
}

#[kernel]
impl RangeKernel for Search {
    fn search(&self, i: Index) {
        let mut found = false;
        let mut in_table: Uniform<bool> = false;
        let mut sign: bool = self.x[(i, 0)] > 0.0;
        let mut last: i32 = -1;
        for k in 0..self.x.extent(1) {
            if self.x[(i, k)] > self.limit {
                found = true;
                last = k;
            } else {
                sign = !sign;
            }
            if self.table[k] > self.limit {
                in_table = true;
            }
        }
        if self.inverted {
            found = !found;
        }
        self.found[i] = found;
        if found && sign {
            self.tables[i] = in_table;
        }
        self.last[i] = last;
    }
}

fn conditions_are_variables_that_differ_between_lanes_or_not(space: &Space) -> Outcome {
    for (n, inverted) in [(1, false), (8, true), (37, false), (37, true)] {
        let (x, table) = (noise(n * 3, 5), [-0.5, 0.1, 0.9]);
        for limit in [0.2, 0.95] {
            let k = Search {
                x: View::from_slice(space, "x", [n, 3], &x)?,
                table: vector(space, "table", &table)?,
                limit,
                found: View::new(space, "found", [n])?,
                tables: View::new(space, "tables", [n])?,
                last: View::new(space, "last", [n])?,
                inverted,
            };
            space.parallel_for("search", RangePolicy::new(0..n), &k)?;
            let (found, tables) = (k.found.to_vec()?, k.tables.to_vec()?);
            let last = k.last.to_vec()?;
            for i in 0..n {
                let row = [x[i], x[i + n], x[i + 2 * n]];
                let above = |x: &f64| *x > limit;
                let small = row.iter().filter(|x| !above(x)).count();
                let sign = (row[0] > 0.0) ^ (small % 2 == 1);
                let expected = row.iter().any(above) != inverted;
                assert_eq!(found[i], expected, "{i} of {n}");
                assert_eq!(tables[i], expected && sign && table.iter().any(above));
                assert_eq!(
                    last[i],
                    row.iter().rposition(above).map_or(-1, |k| k as i32)
                );
            }
        }
    }
    Ok(())
}

/// Flags read where lanes lie side by side, in tiles, at a stride and anywhere.
#[derive(Functor)]
struct Flags {
    flags: View<bool, 1>,
    tiled: View<bool, 2, AoSoA>,
    right: View<bool, 2, LayoutRight>,
    at: View<i32, 1>,
    out: View<i32, 1>,
}

#[kernel]
impl RangeKernel for Flags {
    fn flags(&self, i: Index) {
        let mut sum: i32 = 0;
        if self.flags[i] {
            sum += 1;
            if self.tiled[(i, 1)] {
                sum += 2;
            }
        }
        if self.flags[self.at[i]] || self.flags[2] {
            sum += 4;
        }
        let (flag, right) = (self.flags[i], self.right[(i, 1)]);
        self.right[(i, 0)] = if flag { !right } else { right };
        if self.right[(i, 0)] != (right != flag) {
            sum += 8;
        }
        if sum > 2 {
            self.tiled[(i, 0)] = true;
        }
        self.out[i] = sum;
    }
}

fn views_hold_conditions(space: &Space) -> Outcome {
    for n in [3, 8, 41] {
        let random = |seed| noise(2 * n, seed).iter().map(|x| *x > 0.0).collect();
        let (flags, tiled, right): (Vec<bool>, Vec<bool>, Vec<bool>) =
            (random(1), random(2), random(3));
        let at: Vec<i32> = (0..n).map(|i| (i * 7 % n) as i32).collect();
        let k = Flags {
            flags: vector(space, "flags", &flags[..n])?,
            tiled: View::new(space, "tiled", [n, 2])?,
            right: View::from_slice(space, "right", [n, 2], &right)?,
            at: vector(space, "at", &at)?,
            out: View::new(space, "out", [n])?,
        };
        k.tiled.copy_from_slice(&tiled)?;
        assert_eq!(k.tiled.to_vec()?, tiled);
        space.parallel_for("flags", RangePolicy::new(0..n), &k)?;
        let (out, after) = (k.out.to_vec()?, k.right.to_vec()?);
        let tiled_after = k.tiled.to_vec()?;
        for i in 0..n {
            let near = i32::from(flags[i]) * (1 + 2 * i32::from(tiled[i + n]));
            let sum = near + 4 * i32::from(flags[at[i] as usize] || flags[2]);
            assert_eq!(out[i], sum, "{i} of {n}");
            assert_eq!(after[i], right[i + n] != flags[i]);
            assert_eq!(after[i + n], right[i + n]);
            assert_eq!(tiled_after[i], tiled[i] || sum > 2);
        }
    }
    Ok(())
}

/// A team's flags in scratch, and one condition a team.
#[derive(Functor)]
struct Votes {
    x: View<f64, 2>,
    all: View<bool, 1>,
    out: View<bool, 2>,
}

#[kernel]
impl TeamKernel for Votes {
    fn votes(&self, team: Team) {
        let (t, n) = (team.league_rank(), self.x.extent(0));
        let positive = team.scratch::<bool, 1>([64]);
        parallel_for(TeamVectorRange(team, n), |i| {
            positive[i] = self.x[(i, t)] > 0.0;
        });
        team.barrier();
        let mut all: Uniform<bool> = true;
        for k in 0..n {
            if !positive[k] {
                all = false;
            }
        }
        parallel_for(TeamVectorRange(team, n), |i| {
            self.out[(i, t)] = if all { false } else { positive[i] };
        });
        single(PerTeam(team), || {
            self.all[t] = all;
        });
    }
}

fn teams_share_conditions(space: &Space) -> Outcome {
    for n in [1, 9, 64] {
        let mut x = noise(n * 2, 4);
        x[..n].iter_mut().for_each(|x| *x = x.abs() + 0.1);
        let k = Votes {
            x: View::from_slice(space, "x", [n, 2], &x)?,
            all: View::new(space, "all", [2])?,
            out: View::new(space, "out", [n, 2])?,
        };
        space.parallel_for("votes", TeamPolicy::new(2, AUTO), &k)?;
        let second = x[n..].iter().all(|x| *x > 0.0);
        assert_eq!(k.all.to_vec()?, [true, second]);
        let expected = (0..2 * n).map(|i| i >= n && x[i] > 0.0 && !second);
        assert_eq!(k.out.to_vec()?, expected.collect::<Vec<_>>());
    }
    Ok(())
}
