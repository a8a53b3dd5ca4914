//! The lists themselves.

use portax::{AUTO, AoSoA, Float, Functor, Max, RangePolicy, ReduceKernel, Space, TeamKernel, TeamPolicy, View, kernel};

use super::{
    bins::Bins,
    error::Error,
    grid::{BINS, HIGH, LOW, REACH},
    image::pack_image,
    slots::Slots,
};

/// One team finds the neighbours of one bin's atoms, an atom a lane. All lanes look at the same atoms, bin by bin
/// (c slowest, a fastest), ascending in a bin: that is the order of the lists.
#[derive(Functor)]
struct Search<T: Float> {
    cutoff_squared: T,
    cell: View<T, 1>,
    grid: View<[i32; 4], 1>,
    start: View<i32, 1>,
    atom: View<i32, 1>,
    x: View<T, 2>,
    slot_of_atom: View<i32, 1>,
    neighbor: View<i32, 2, AoSoA>,
    image: View<i32, 2, AoSoA>,
    count: View<i32, 1>,
}

// SAFETY: every atom is in one bin and has a slot of its own or none, whose list and count only its lane writes;
// what does not fit the list is counted, not stored.
#[kernel]
unsafe impl<T: Float> TeamKernel for Search<T> {
    fn search(&self, team: Team) {
        let home = team.league_rank();
        let [na, nb, _nc, _] = self.grid[BINS];
        let [ra, rb, rc, _] = self.grid[REACH];
        let [la, lb, lc, _] = self.grid[LOW];
        let [ha, hb, hc, _] = self.grid[HIGH];
        let (a, b, c) = (home % na, home / na % nb, home / (na * nb));
        let begin = self.start[home];
        let n = self.start[home + 1] - begin;
        parallel_for(ThreadVectorRange(team, n), |l| {
            let p = l + begin;
            let slot = self.slot_of_atom[self.atom[p]];
            let x = self.x[(p, 0)];
            let y = self.x[(p, 1)];
            let z = self.x[(p, 2)];
            let mut count: i32 = 0;
            for tc in (c - rc).max(lc)..(c + rc + 1).min(hc) {
                for tb in (b - rb).max(lb)..(b + rb + 1).min(hb) {
                    for ta in (a - ra).max(la)..(a + ra + 1).min(ha) {
                    }
                }
            }
            if slot >= 0 {
                self.count[slot] = count;
            }
        });
    }
}
