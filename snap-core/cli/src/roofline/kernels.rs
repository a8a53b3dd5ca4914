//! Kernels that read memory over and over: views of a given working set, and scratch.

use portax::{Functor, TeamKernel, View, kernel};

/// Rows of a block: sums that do not wait for each other.
pub const ROWS: usize = 8;

/// Each team reads blocks of memory from its own start on and around, so many times.
#[derive(Functor)]
pub struct Reads {
    pub x: View<f64, 1>,
    /// A sum a lane.
    pub sums: View<f64, 1>,
    /// Elements between the blocks of teams; 0 where all share them.
    pub stride: i32,
    /// Blocks by which the starts of teams differ.
    pub skip: i32,
    /// Blocks of a team.
    pub blocks: i32,
    pub passes: i32,
    /// Threads of a team.
    #[comptime]
    pub threads: usize,
    /// Lanes of a thread.
    #[comptime]
    pub width: usize,
}

#[kernel(unchecked)]
// SAFETY: lanes write sums of their own; `Reads` is made by `ceilings` alone, with `x` that holds all blocks of all teams.
unsafe impl TeamKernel for Reads {
    fn reads(&self, team: Team) {
        let base = team.league_rank() * self.stride;
        let start = team.league_rank() * self.skip % self.blocks;
        parallel_for(TeamThreadRange(team, self.threads), |t| {
            for lane in team.lanes() {
                let first = lane + (base + t * self.width);
                let x = self.x[first];
                let mut a = x;
                let mut b = x;
                let mut c = x;
                let mut d = x;
                let mut e = x;
                let mut f = x;
                let mut g = x;
                let mut h = x;
                let row = self.threads * self.width;
                for _ in 0..self.passes {
                    for n in 0..self.blocks {
                        let mut block = n + start;
                        if block >= self.blocks {
                            block -= self.blocks;
                        }
                        let at = first + block * (8 * row);
                        a += self.x[at];
                        b += self.x[at + row];
                        c += self.x[at + 2 * row];
                        d += self.x[at + 3 * row];
                        e += self.x[at + 4 * row];
                        f += self.x[at + 5 * row];
                        g += self.x[at + 6 * row];
                        h += self.x[at + 7 * row];
                    }
                }
                let place = (team.league_rank() * self.threads + t) * self.width;
                self.sums[lane + place] = a + b + c + d + (e + f + g + h);
            }
        });
    }
}

/// Each lane reads its part of scratch, so many times.
#[derive(Functor)]
pub struct ScratchReads {
    /// A sum a lane.
    pub sums: View<f64, 1>,
    pub passes: i32,
    /// Values of a lane, a multiple of 4.
    pub count: i32,
    /// The same, for the size of scratch.
    #[comptime]
    pub values: usize,
    /// Threads of a team.
    #[comptime]
    pub threads: usize,
    /// Lanes of a thread.
    #[comptime]
    pub width: usize,
}

#[kernel(unchecked)]
// SAFETY: lanes write sums of their own, and scratch of their own.
unsafe impl TeamKernel for ScratchReads {
    fn scratch_reads(&self, team: Team) {
        let scratch = team.thread_scratch::<f64, 2>([self.width, self.values]);
        parallel_for(TeamThreadRange(team, self.threads), |t| {
            for lane in team.lanes() {
                for n in 0..self.count {
                    scratch[(lane, n)] = 1.0;
                }
                let mut a = 0.0;
                let mut b = 0.0;
                let mut c = 0.0;
                let mut d = 0.0;
                for _ in 0..self.passes {
                    for n in 0..self.count / 4 {
                        a += scratch[(lane, 4 * n)];
                        b += scratch[(lane, 4 * n + 1)];
                        c += scratch[(lane, 4 * n + 2)];
                        d += scratch[(lane, 4 * n + 3)];
                    }
                }
                let place = (team.league_rank() * self.threads + t) * self.width;
                self.sums[lane + place] = a + b + (c + d);
            }
        });
    }
}
