//! Conditions as variables, in views and in scratch.

use crate::ladder::{Outcome, Test, noise, tests, vector};
use portax::{
    AUTO, AoSoA, Element, Functor, Interleaved, LayoutLeft, LayoutRight, RangeKernel, RangePolicy,
    Space, TeamKernel, TeamPolicy, View, deep_copy, device, kernel, layout::Layout, parallel_for,
};

pub fn tests() -> Vec<Test> {
    tests![
        conditions_are_variables_that_differ_between_lanes_or_not,
        views_hold_conditions,
        teams_share_conditions,
        elements_hold_conditions,
        local_arrays_hold_conditions,
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

#[derive(Clone, Copy, Debug, Default, PartialEq, Element)]
struct Cell {
    x: f64,
    alive: bool,
    flags: [bool; 3],
    pair: (i32, bool),
}

#[device]
impl Cell {
    fn dies(self) -> bool {
        self.alive && !self.flags[1]
    }
}

#[device(host)]
fn split(x: f64) -> (f64, bool) {
    (x.abs(), x < 0.0)
}

fn cell(i: usize) -> Cell {
    let (x, alive) = split(i as f64 - 10.0);
    Cell {
        x,
        alive: alive && i != 5,
        flags: [i.is_multiple_of(2), i.is_multiple_of(3), i == 5],
        pair: ((i % 3) as i32, i > 13),
    }
}

fn elements_hold_conditions(space: &Space) -> Outcome {
    fn test<L: Layout>(space: &Space) -> portax::Result<()> {
        const N: usize = 37;
        let cells = View::<Cell, 1, L>::new(space, "cells", [N])?;
        let y = View::<i32, 1>::new(space, "y", [N])?;
        parallel_for!(space, "cells", N, |i| {
            let (x, negative) = split(i as f64 - 10.0);
            cells[i] = Cell {
                x: x,
                alive: negative,
                flags: [i % 2 == 0, i % 3 == 0, false],
                pair: (i as i32 % 3, i > 13),
            };
            if i == 5 {
                cells[i].alive = false;
                cells[i].flags[2] = true;
            }
        })?;
        assert_eq!(cells.to_vec()?, (0..N).map(cell).collect::<Vec<_>>());
        let host = cells.create_mirror()?;
        deep_copy(&host, &cells)?;
        host.write()?.set([3], cell(30));
        deep_copy(&cells, &host)?;
        parallel_for!(space, "questions", N, |i| {
            let c = cells[i];
            let mut n = if c.alive { 1 } else { 0 };
            if cells[i].pair.1 && cells[3].pair.1 {
                n += 2;
            }
            if c.dies() || c.flags[c.pair.0] {
                n += 4;
            }
            y[i] = n;
        })?;
        let n = |i: usize| {
            let c = if i == 3 { cell(30) } else { cell(i) };
            let dies = c.alive && !c.flags[1];
            let last = dies || c.flags[c.pair.0 as usize];
            i32::from(c.alive) + 2 * i32::from(c.pair.1) + 4 * i32::from(last)
        };
        assert_eq!(y.to_vec()?, (0..N).map(n).collect::<Vec<_>>());
        Ok(())
    }
    test::<LayoutLeft>(space)?;
    test::<AoSoA<8>>(space)?;
    test::<Interleaved>(space)?;
    Ok(())
}

fn local_arrays_hold_conditions(space: &Space) -> Outcome {
    const N: usize = 37;
    let k = View::<i32, 1>::from_fn(space, "k", [N], |[i]| (i * i % 5) as i32)?;
    let y = View::<i32, 1>::new(space, "y", [N])?;
    // Sieves and permutations: what was seen, at indices that differ.
    parallel_for!(space, "seen", N, |i| {
        let mut seen = [false; 5];
        let mut n = 0;
        let mut at = k[i];
        while !seen[at] {
            seen[at] = true;
            at = (at * 2 + 1) % 5;
            n += 1;
        }
        seen[(k[i] + 3) % 5] = k[i] > 2;
        let mut bits = 0;
        for q in 0..5 {
            if seen[q] {
                bits |= 1 << q;
            }
        }
        y[i] = n * 100 + bits;
    })?;
    let expected = |i: usize| {
        let k = i * i % 5;
        let (mut seen, mut n, mut at) = ([false; 5], 0, k);
        while !seen[at] {
            seen[at] = true;
            at = (at * 2 + 1) % 5;
            n += 1;
        }
        seen[(k + 3) % 5] = k > 2;
        let bits = (0..5).map(|q| i32::from(seen[q]) << q).sum::<i32>();
        n * 100 + bits
    };
    assert_eq!(y.to_vec()?, (0..N).map(expected).collect::<Vec<_>>());
    Ok(())
}
