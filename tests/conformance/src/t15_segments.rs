//! Tables that team threads walk segment by segment.

use crate::ladder::{Outcome, Test, tests};
use portax::{Functor, IntRow, Space, TeamKernel, TeamPolicy, View, kernel};

pub fn tests() -> Vec<Test> {
    tests![
        segments_come_in_the_order_asked_for,
        rows_behind_a_segment_are_refused,
    ]
}

const ROWS: usize = 16;

/// Every thread sums what the segments of its own range hold, then those of all, then its own backwards.
#[derive(Functor)]
struct Walk {
    table: View<IntRow<4>, 1>,
    /// First segment of each thread, and the number of segments
    starts: View<i32, 1>,
    threads: i32,
    segments: i32,
    sums: View<f64, 1>,
    small: View<f32, 1>,
    counts: View<i32, 1>,
}

// SAFETY: each thread writes a sum of its own; the rows that a segment's first row counts are inside it.
#[kernel]
unsafe impl TeamKernel for Walk {
    fn walk(&self, team: Team) {
        parallel_for(TeamThreadRange(team, self.threads), |t| {
            let (begin, end) = (self.starts[t], self.starts[t + 1]);
            let mut sum: Uniform<f64> = 0.0;
            let mut small: Uniform<f32> = 0.0;
            let mut count: Int = 0;
            for segment in self.table.segments::<ROWS>(team, begin, end) {
                let head = segment.ints(0);
                for row in 0..head[0] {
                    let pair = segment.floats::<f64>(row + 1);
                    sum += pair[0] + pair[1] * 2.0;
                }
            }
            for segment in self.table.segments::<ROWS>(team, 0, self.segments) {
                let four = segment.floats::<f32>(segment.ints(0)[1]);
                small += four[0] + four[1] + four[2] - four[3];
            }
            for k in 0..end - begin {
                let at = end - 1 - k;
                for segment in self.table.segments::<ROWS>(team, at, at + 1) {
                    count += segment.ints(0)[2] * (k + 1);
                }
            }
            single(PerThread(team), || {
                let at = team.league_rank() * self.threads + t;
                self.sums[at] = sum;
                self.small[at] = small;
                self.counts[at] = count;
            });
        });
    }
}

/// A segment with `count` pairs of numbers and four small ones.
fn segment(number: usize, count: usize) -> Vec<[i32; 4]> {
    let mut rows = vec![[count as i32, 15, number as i32, 0]];
    for k in 0..count {
        let words = |x: f64| [x.to_bits() as i32, (x.to_bits() >> 32) as i32];
        let ([a, b], [c, d]) = (words((number * k) as f64), words(k as f64 - 3.0));
        rows.push([a, b, c, d]);
    }
    rows.resize(ROWS, [0; 4]);
    rows[15] = [1.0, 2.0, number as f32, 0.5].map(|x: f32| x.to_bits() as i32);
    rows
}

/// What a thread sums over the segments `begin..end` of `all`.
fn expected(begin: usize, end: usize, all: usize) -> (f64, f32, i32) {
    let own = (begin..end)
        .flat_map(|s| (0..s % 5 + 3).map(move |k| (s * k) as f64 + 2.0 * (k as f64 - 3.0)))
        .sum();
    let every = (0..all).map(|s| 2.5 + s as f32).sum();
    let backwards: usize = (begin..end).map(|s| s * (end - s)).sum();
    (own, every, backwards as i32)
}

fn segments_come_in_the_order_asked_for(space: &Space) -> Outcome {
    let starts = [0, 3, 3, 4, 9, 13];
    let all = 13;
    let mut table: Vec<[i32; 4]> = (0..all).flat_map(|s| segment(s, s % 5 + 3)).collect();
    table.resize((all + 1) * ROWS, [0; 4]);
    let (league, threads) = (3, starts.len() - 1);
    let k = Walk {
        table: View::from_slice(space, "table", [table.len()], IntRow::rows(&table))?,
        starts: View::from_slice(space, "starts", [starts.len()], &starts)?,
        threads: threads as i32,
        segments: all as i32,
        sums: View::new(space, "sums", [league * threads])?,
        small: View::new(space, "small", [league * threads])?,
        counts: View::new(space, "counts", [league * threads])?,
    };
    for team_size in [1, 4] {
        k.sums.copy_from_slice(&vec![0.0; league * threads])?;
        space.parallel_for("walk", TeamPolicy::new(league, team_size), &k)?;
        let (sums, small, counts) = (k.sums.to_vec()?, k.small.to_vec()?, k.counts.to_vec()?);
        for at in 0..league * threads {
            let t = at % threads;
            let expected = expected(starts[t] as usize, starts[t + 1] as usize, all);
            let found = (sums[at], small[at], counts[at]);
            assert_eq!(found, expected, "thread {t}, teams of {team_size}");
        }
    }
    Ok(())
}

/// Reads a row behind the segment's last.
#[derive(Functor)]
struct Beyond {
    table: View<IntRow<4>, 1>,
    row: i32,
    out: View<i32, 1>,
}

#[kernel]
impl TeamKernel for Beyond {
    fn beyond(&self, team: Team) {
        for segment in self.table.segments::<ROWS>(team, 0, 1) {
            let row = segment.ints(self.row);
            single(PerTeam(team), || {
                self.out[team.league_rank()] = row[0];
            });
        }
    }
}

fn rows_behind_a_segment_are_refused(space: &Space) -> Outcome {
    let table = vec![[7, 0, 0, 0]; 2 * ROWS];
    let k = |row| {
        Ok::<_, portax::Error>(Beyond {
            table: View::from_slice(space, "table", [table.len()], IntRow::rows(&table))?,
            row,
            out: View::new(space, "out", [1])?,
        })
    };
    let inside = k(15)?;
    space.parallel_for("beyond", TeamPolicy::new(1, 1), &inside)?;
    assert_eq!(inside.out.to_vec()?, [7]);
    let outside = k(16)?;
    let launch = space.parallel_for("beyond", TeamPolicy::new(1, 1), &outside);
    let found = launch.and_then(|()| space.fence());
    assert!(found.is_err(), "row 16 of 16 was read");
    Ok(())
}
