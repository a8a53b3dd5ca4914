//! The jobs of a slot: sums of an output, then C of it.

use portax::layout::InTile;
use portax::{Complex, Element, Float, device};

use super::MOST_N3;
use super::sums::{conjugate, walk};
use super::write::{add_rest, write, write_axis};
use crate::tables::{OrbitFlags, OrbitJob, OrbitPlaces, SEGMENT};

/// Among how many schedulers a GPU deals the threads of a team.
const SCHEDULERS: usize = 4;

/// What a lane has.
#[derive(Clone, Copy, Element)]
struct LaneAtom {
    /// Its atom in team scratch.
    atom: i32,
    /// Bit 31 is set in the upper half of the lanes, where a lane has two images.
    upper: i32,
    /// The atom's slot in its tile of the views.
    slot: i32,
}

/// What a thread works on.
#[derive(Clone, Copy)]
struct Turn<I> {
    /// Where the images of its tile lie.
    tile: I,
    /// First segment of the tile's element.
    segments: I,
    /// Number of the job.
    number: I,
}

/// Slot and tile of a team thread: threads of one slot, which run the same code, on one scheduler of a GPU; those take turns.
#[device]
fn slot_and_tile(n: Int, slots: usize, tiles: usize) -> (Int, Int) {
    let threads = comptime!(slots * tiles);
    let turns = comptime!(if threads % SCHEDULERS == 0 {
        SCHEDULERS
    } else {
        1
    });
    let order = n % turns * comptime!(threads / turns) + n / turns;
    (order / tiles, order % tiles)
}

#[device(unchecked)]
impl<T: Float> super::ComputeYiOrbit<T> {
    /// Each thread walks the jobs of its slot, of those from `slots` on, for its tile.
    pub(super) fn walk_jobs(
        &self,
        team: Team,
        first: Int,
        slots: Int,
        segments: Int,
        v: View<Complex<T>, 3>,
    ) {
        let (a_tile, atoms) = (
            comptime!(4 / self.images),
            comptime!(self.width * self.images / 4),
        );
        let threads = comptime!(self.team_slots * self.tiles);
        parallel_for(TeamThreadRange(team, threads), |n| {
            let (slot, tile) = slot_and_tile(n, self.team_slots, self.tiles);
            let c = self.c.tile((first + tile) / a_tile);
            let rest = self.rest.tile((first + tile) / a_tile);
            for number in self.slots[slot + slots]..self.slots[slot + slots + 1] {
                let job = OrbitJob::of(self.jobs[number * 2]);
                let turn = Turn::<Int> {
                    tile: self.tile_of_v(first, tile),
                    segments: segments,
                    number: number,
                };
                let shape = job.flags & OrbitFlags::SHAPE;
                for lane in team.lanes() {
                    let at = LaneAtom {
                        atom: lane % atoms,
                        upper: if lane >= atoms { i32::MIN } else { 0 },
                        slot: (first + tile) % a_tile * atoms + lane % atoms,
                    };
                    #[unroll]
                    for n3 in 1..self.shapes.n3 + 1 {
                        if shape == n3 {
                            self.compute(team, turn, job, at, n3, 1, v, c, rest);
                        }
                    }
                    #[unroll]
                    for n3 in 1..self.shapes.axis + 1 {
                        if shape == comptime!(n3 as i32 | OrbitFlags::AXIS) {
                            self.compute(team, turn, job, at, n3, 2, v, c, rest);
                        }
                    }
                }
            }
        });
    }

    /// A job: the sums of an output of `n3` values, of which one stands for `a_sum` images, and what they become in C.
    fn compute(
        &self,
        team: Team,
        turn: Turn<Int>,
        job: OrbitJob<Int>,
        at: LaneAtom,
        n3: usize,
        a_sum: usize,
        v: View<Complex<T>, 3>,
        c: View<Complex<T>, 2, InTile>,
        rest: View<Complex<T>, 2, InTile>,
    ) {
        let (begin, end) = (turn.segments + job.first, turn.segments + job.end);
        let mut acc: [[Complex<T>; MOST_N3]; 4] = [[0.0; MOST_N3]; 4];
        for segment in self.stream.segments::<SEGMENT>(team, begin, end) {
            walk::<T>(
                segment,
                v,
                turn.tile,
                at.atom,
                at.upper,
                self.shapes.n2,
                n3,
                self.images,
                a_sum,
                &mut acc,
            );
        }
        let (low, high) = (
            job.flags << OrbitFlags::CONJUGATED_0_TO_SIGN,
            job.flags << OrbitFlags::CONJUGATED_2_TO_SIGN,
        );
        conjugate::<T>(low, high, at.upper, n3, self.images, a_sum, &mut acc);
        let places = OrbitPlaces::of(self.jobs[turn.number * 2 + 1]);
        if comptime!(a_sum == 1) {
            write::<T>(
                job,
                places,
                c,
                rest,
                at.slot,
                at.upper,
                n3,
                self.images,
                acc,
            );
        } else {
            write_axis::<T>(
                job,
                places,
                c,
                rest,
                at.slot,
                at.upper,
                n3,
                self.images,
                acc,
            );
        }
    }

    /// Adds what the upper half of the lanes left of outputs that all images share.
    pub(super) fn join_halves(&self, team: Team, first: Int, slots: Int) {
        let (a_tile, atoms) = (
            comptime!(4 / self.images),
            comptime!(self.width * self.images / 4),
        );
        let threads = comptime!(self.team_slots * self.tiles);
        parallel_for(TeamThreadRange(team, threads), |n| {
            let (slot, tile) = slot_and_tile(n, self.team_slots, self.tiles);
            let c = self.c.tile((first + tile) / a_tile);
            let rest = self.rest.tile((first + tile) / a_tile);
            for number in self.slots[slot + slots]..self.slots[slot + slots + 1] {
                let job = OrbitJob::of(self.jobs[number * 2]);
                if job.flags & (OrbitFlags::DIAGONAL | OrbitFlags::ZERO) != 0 {
                    let places = OrbitPlaces::of(self.jobs[number * 2 + 1]);
                    for lane in team.lanes() {
                        let to = (first + tile) % a_tile * atoms + lane % atoms;
                        let upper = if lane >= atoms { i32::MIN } else { 0 };
                        add_rest::<T>(job, places, c, rest, to, upper);
                    }
                }
            }
        });
    }
}
