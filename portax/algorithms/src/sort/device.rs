//! Sorts of devices: one pass over memory for each digit (Adinets and Merrill, "Onesweep: a faster least significant digit
//! radix sort for GPUs", 2022).
//!
//! All digits of all keys are counted first. Then a team takes a tile of keys, sorts it in its scratch, and puts runs of
//! equal digits where they belong: behind those of the tiles before. It learns how many these are by looking back: every
//! tile publishes its counts at once, and the sums up to it as soon as it knows them. Keys stay in registers until their
//! place in the tile is known.

use super::{
    Pass, Sort,
    key::{
        Key, decode_f32, decode_f64, decode_i32, decode_i64, decode_u32, decode_u64, encode_f32,
        encode_f64, encode_i32, encode_i64, encode_u32, encode_u64,
    },
};
use portax::{
    Functor, RangeKernel, RangePolicy, Result, Space, TeamKernel, TeamPolicy, View, device, kernel,
    view::ViewElement,
};

/// Values of a digit.
const RADIX: usize = 256;
/// Lanes of a team, one for each value of a digit.
const LANES: usize = RADIX;
/// Lanes that rank their keys together.
const GROUP: usize = 32;
/// Groups of a team.
const GROUPS: usize = LANES / GROUP;
/// Digits of all groups of a team.
const MARKS: usize = GROUPS * RADIX;
/// Keys that a lane counts at least, so that teams are worth their while.
const PART_OF_LANE: usize = 16;
/// Registers of a work item: three teams have room on a multiprocessor of 65536, and nothing is spilled.
const REGISTERS: u32 = 80;
/// What marks the sum up to a tile, as opposed to the tile's own count and one.
const IS_SUM: u32 = 1 << 31;

/// A type of keys for devices.
pub trait DeviceKey: ViewElement {
    /// Keys that a lane takes, alone or with places: a team's fit 48 KB of scratch.
    const ITEMS: [usize; 2];
    /// Counts all digits of all keys.
    fn count_digits(
        space: &Space,
        keys: &View<Self, 1>,
        n: usize,
        counts: &View<i32, 1>,
    ) -> Result<()>;
    /// Sorts by one digit.
    fn sweep(space: &Space, board: &Board, pass: &Pass<'_, Self>) -> Result<()>;
}

/// What the passes of a sort share.
pub struct Board {
    /// Keys of each digit, of each pass
    counts: View<i32, 1>,
    /// Keys with smaller digits, of each pass
    starts: View<i32, 1>,
    /// What tiles publish of a pass: their counts and sums, or 0. Passes take them in turns, and each clears the other.
    published: [View<u32, 1>; 2],
    /// Tiles that have begun, of each pass
    begun: View<i32, 1>,
}

impl Board {
    /// Of sorts of up to `capacity` keys.
    pub(super) fn new<K: Key>(space: &Space, capacity: usize, digits: usize) -> Result<Board> {
        let tile = LANES * K::ITEMS.into_iter().fold(usize::MAX, usize::min);
        let words = capacity.div_ceil(tile) * RADIX;
        let published = || View::new(space, "sort_published", [words]);
        Ok(Board {
            counts: View::new(space, "sort_counts", [size_of::<K>() * RADIX])?,
            starts: View::new(space, "sort_starts", [digits * RADIX])?,
            published: [published()?, published()?],
            begun: View::new(space, "sort_begun", [digits])?,
        })
    }

    /// Sorts by one digit after the other, from `keys` to `moved` and back; gives the number of moves.
    pub(super) fn sort<K: Key>(&self, space: &Space, sort: &Sort<'_, K>) -> Result<usize> {
        let n = sort.n;
        let tiles = n.div_ceil(LANES * K::ITEMS[usize::from(sort.places.is_some())]);
        let clear = Clear {
            counts: self.counts.clone(),
            begun: self.begun.clone(),
            published: self.published[0].clone(),
        };
        let all = RangePolicy::new(0..self.counts.len().max(tiles * RADIX));
        space.parallel_for("sort_clear", all, &clear)?;
        K::count_digits(space, sort.keys, n, &self.counts)?;
        let starts = Starts {
            counts: self.counts.clone(),
            starts: self.starts.clone(),
        };
        space.parallel_for_on_device("sort_starts", teams(space, sort.digits), &starts)?;
        for digit in 0..sort.digits {
            K::sweep(space, self, &sort.pass(digit, 8 * digit..8 * digit + 8))?;
        }
        Ok(sort.digits)
    }
}

/// Zeros at the start of a sort.
#[derive(Functor)]
struct Clear {
    counts: View<i32, 1>,
    begun: View<i32, 1>,
    published: View<u32, 1>,
}

#[kernel]
impl RangeKernel for Clear {
    fn clear(&self, i: Index) {
        if i < self.counts.extent(0) {
            self.counts[i] = 0;
        }
        if i < self.begun.extent(0) {
            self.begun[i] = 0;
        }
        if i < self.published.extent(0) {
            self.published[i] = 0u32;
        }
    }
}

/// So many teams of `LANES` lanes.
fn teams(space: &Space, league_size: usize) -> TeamPolicy<(), true> {
    let width = space.natural_width().min(LANES);
    TeamPolicy::new(league_size, LANES / width).vector_length(width)
}

/// How much those before lane `me` of a team have, if it has `count`.
#[device]
fn sum_before(team: Team, me: i32, count: i32, sums: View<i32, 1>) -> i32 {
    sums[me] = count;
    team.barrier();
    #[unroll]
    for step in 0..8 {
        let (old, new) = ((step % 2 * LANES) as i32, ((step + 1) % 2 * LANES) as i32);
        let mut sum = sums[old + me];
        if me >= 1 << step {
            sum += sums[old + me - (1 << step)];
        }
        sums[new + me] = sum;
        team.barrier();
    }
    sums[me] - count
}

/// From counts of digits to how many keys have smaller ones, for each pass.
#[derive(Functor)]
struct Starts {
    counts: View<i32, 1>,
    starts: View<i32, 1>,
}

// SAFETY: a team writes its own `RADIX` elements.
#[kernel]
unsafe impl TeamKernel for Starts {
    fn starts(&self, team: Team) {
        let sums = team.scratch::<i32, 1>([2 * RADIX]);
        for lane in team.lanes() {
            let me: i32 = team.team_rank() * team.vector_length() + lane;
            let at: i32 = team.league_rank() * RADIX as i32 + me;
            self.starts[at] = sum_before(team, me, self.counts[at], sums);
        }
    }
}

/// How many keys with a digit the group has so far, without this one: earlier items', and those of lanes before `peer`. The
/// lanes that have the digit mark themselves in one word, and the first of them counts. `at` is the group's place for it.
#[device(unchecked)]
fn rank_in_group(team: Team, at: i32, peer: i32, marks: View<i32, 1>, counts: View<i32, 1>) -> i32 {
    marks.atomic_or_team(at, 1 << peer);
    team.barrier();
    let same = marks[at];
    let before = same & ((1 << peer) - 1);
    let count = counts[at];
    team.barrier();
    if before == 0 {
        counts[at] = count + same.count_ones() as i32;
        marks[at] = 0;
    }
    team.barrier();
    count + before.count_ones() as i32
}

/// From each group's keys with digit `me` to those of the groups before it; gives those of all.
#[device(unchecked)]
fn sum_groups(me: i32, counts: View<i32, 1>) -> i32 {
    let mut sum: i32 = 0;
    #[unroll]
    for group in 0..GROUPS {
        let at = me + (RADIX * group) as i32;
        let count = counts[at];
        counts[at] = sum;
        sum += count;
    }
    sum
}

/// From keys of the groups before to where each group's keys with digit `me` begin in the tile.
#[device(unchecked)]
fn start_groups(me: i32, begins: i32, counts: View<i32, 1>) {
    #[unroll]
    for group in 0..GROUPS {
        counts[me + (RADIX * group) as i32] += begins;
    }
}

/// Keys of a digit in the tiles before, by what these have published.
#[device]
fn look_back(published: View<u32, 1>, tile: Int, digit: i32) -> i32 {
    let mut sum: u32 = 0;
    let mut at: i32 = (tile - 1) * RADIX as i32 + digit;
    while at >= 0 {
        let word = published.atomic_load(at);
        if word >= IS_SUM {
            sum += word - IS_SUM;
            at = -1;
        } else if word > 0u32 {
            sum += word - 1u32;
            at -= RADIX as i32;
        }
    }
    sum as i32
}

macro_rules! sweeps {
    ($($t:ident $bits:ident $zero:literal $encode:ident $decode:ident $module:ident $digits:literal $alone:literal $with_places:literal;)*) => { $(
        mod $module {
            use super::*;

            /// Counts every digit of a part of the keys.
            #[derive(Functor)]
            pub(super) struct Count {
                pub keys: View<$t, 1>,
                pub counts: View<i32, 1>,
                pub n: i32,
                /// Keys of a team
                pub part: i32,
            }

            // SAFETY: teams read keys below `n`, which the caller has compared with the view, and add up atomically.
            #[kernel(unchecked)]
            unsafe impl TeamKernel for Count {
                fn count_digits(&self, team: Team) {
                    let count = team.scratch::<i32, 1>([RADIX * $digits]);
                    parallel_for(TeamVectorRange(team, RADIX * $digits), |d| {
                        count[d] = 0;
                    });
                    team.barrier();
                    let begin = team.league_rank() * self.part;
                    parallel_for(TeamVectorRange(team, self.part.min(self.n - begin)), |k| {
                        let mut rest = $encode(self.keys[begin + k]);
                        #[unroll]
                        for digit in 0..$digits {
                            count.atomic_add_team((RADIX * digit) as i32 + (rest & 255) as i32, 1);
                            rest = rest >> 8;
                        }
                    });
                    team.barrier();
                    parallel_for(TeamVectorRange(team, RADIX * $digits), |d| {
                        if count[d] > 0 {
                            self.counts.atomic_add(d, count[d]);
                        }
                    });
                }
            }

            /// The digit of a key that begins at bit `shift`.
            #[device]
            fn digit_of(key: $bits, shift: Uniform<$bits>) -> i32 {
                ((key >> shift) & 255) as i32
            }

            /// Sorts by one digit: a team a tile of `LANES * ITEMS` keys.
            #[derive(Functor)]
            pub(super) struct Sweep<const ITEMS: usize> {
                pub from: View<$t, 1>,
                pub to: View<$t, 1>,
                pub place_from: View<i32, 1>,
                pub place_to: View<i32, 1>,
                pub starts: View<i32, 1>,
                pub published: View<u32, 1>,
                pub next_published: View<u32, 1>,
                pub begun: View<i32, 1>,
                pub n: i32,
                pub digit: i32,
                pub shift: $bits,
                #[comptime]
                pub has_places: bool,
                #[comptime]
                pub is_first: bool,
            }

            // SAFETY: a team reads keys below `n`, which the caller has compared with the views. It writes below `n`, by a
            // comparison, and at places of its own: `starts` and what is published were counted from the same keys.
            #[kernel(unchecked)]
            unsafe impl<const ITEMS: usize> TeamKernel for Sweep<ITEMS> {
                fn sweep(&self, team: Team) {
                    let tile_of = team.scratch::<i32, 1>([1]);
                    let keys = team.scratch::<$bits, 1>([LANES * ITEMS]);
                    let counts = team.scratch::<i32, 1>([MARKS]);
                    // Marks of the groups, and once keys are ranked the places of the tile.
                    let marks = team.scratch::<i32, 1>([comptime!(if self.has_places { MARKS.max(LANES * ITEMS) } else { MARKS })]);
                    let sums = team.scratch::<i32, 1>([2 * RADIX]);
                    let first = team.scratch::<i32, 1>([RADIX]);
                    for lane in team.lanes() {
                        let me: i32 = team.team_rank() * team.vector_length() + lane;
                        let (group, peer) = (me / GROUP as i32, me % GROUP as i32);
                        if me == 0 {
                            tile_of[me] = self.begun.atomic_fetch_add(self.digit, 1);
                        }
                        #[unroll]
                        for other in 0..GROUPS {
                            counts[me + (RADIX * other) as i32] = 0;
                            marks[me + (RADIX * other) as i32] = 0;
                        }
                        team.barrier();
                        let tile = tile_of[0];
                        let begin: Int = tile * (LANES * ITEMS);
                        let left: Int = self.n - begin;
                        let here = left.min(LANES * ITEMS);
                        // Keys beyond the last one are the largest there are, and stay behind all others.
                        let mut key = [!$zero; ITEMS];
                        let mine: i32 = group * (GROUP * ITEMS) as i32 + peer;
                        #[unroll]
                        for item in 0..ITEMS {
                            let k = mine + (GROUP * item) as i32;
                            if k < here {
                                key[item] = $encode(self.from[begin + k]);
                            }
                        }
                        let mut rank = [0; ITEMS];
                        #[unroll]
                        for item in 0..ITEMS {
                            let at = group * RADIX as i32 + digit_of(key[item], self.shift);
                            rank[item] = rank_in_group(team, at, peer, marks, counts);
                        }
                        // Lane `me` finds where the keys of digit `me` go.
                        let all = sum_groups(me, counts);
                        let begins = sum_before(team, me, all, sums);
                        start_groups(me, begins, counts);
                        let count = (begins + all).min(here) - begins.min(here);
                        let at: i32 = tile * RADIX as i32 + me;
                        self.next_published[at] = 0u32;
                        if tile > 0 {
                            self.published.atomic_store(at, count as u32 + 1u32);
                        }
                        team.barrier();
                        #[unroll]
                        for item in 0..ITEMS {
                            let at = group * RADIX as i32 + digit_of(key[item], self.shift);
                            let to = counts[at] + rank[item];
                            keys[to] = key[item];
                            if self.has_places {
                                let k = mine + (GROUP * item) as i32;
                                if k < here {
                                    marks[to] = if self.is_first { begin + k } else { self.place_from[begin + k] };
                                }
                            }
                        }
                        let mut before: i32 = 0;
                        if tile > 0 {
                            before = look_back(self.published, tile, me);
                        }
                        self.published.atomic_store(at, (before + count) as u32 + IS_SUM);
                        first[me] = self.starts[self.digit * RADIX as i32 + me] + before - begins;
                        team.barrier();
                        #[unroll]
                        for item in 0..ITEMS {
                            let k = me + (LANES * item) as i32;
                            let key = keys[k];
                            let to = first[digit_of(key, self.shift)] + k;
                            if k < here && to >= 0 && to < self.n {
                                self.to[to] = $decode(key);
                                if self.has_places {
                                    self.place_to[to] = marks[k];
                                }
                            }
                        }
                    }
                }
            }

            /// Launches [`Count`].
            pub(super) fn count_digits(space: &Space, keys: &View<$t, 1>, n: usize, counts: &View<i32, 1>) -> Result<()> {
                let parts = n.div_ceil(LANES * PART_OF_LANE).min(8 * space.concurrency()).max(1);
                let part = n.div_ceil(parts);
                let k = Count {
                    keys: keys.clone(),
                    counts: counts.clone(),
                    n: n as i32,
                    part: part as i32,
                };
                space.parallel_for_on_device("sort_count", teams(space, parts), &k)
            }

            /// Launches [`Sweep`].
            pub(super) fn sweep<const ITEMS: usize>(space: &Space, board: &Board, pass: &Pass<'_, $t>) -> Result<()> {
                let [place_from, place_to] = pass.places.unwrap_or([&board.begun; 2]);
                let digit = pass.digit.start / 8;
                let published = |pass: usize| board.published[pass % 2].clone();
                let k = Sweep::<ITEMS> {
                    from: pass.from.clone(),
                    to: pass.to.clone(),
                    place_from: place_from.clone(),
                    place_to: place_to.clone(),
                    starts: board.starts.clone(),
                    published: published(digit),
                    next_published: published(digit + 1),
                    begun: board.begun.clone(),
                    n: pass.n as i32,
                    digit: digit as i32,
                    shift: pass.digit.start as $bits,
                    has_places: pass.places.is_some(),
                    is_first: pass.is_first,
                };
                let tiles = pass.n.div_ceil(LANES * ITEMS);
                let policy = teams(space, tiles).registers(REGISTERS);
                space.parallel_for_on_device("sort_sweep", policy, &k)
            }
        }

        impl DeviceKey for $t {
            const ITEMS: [usize; 2] = [$alone, $with_places];
            fn count_digits(space: &Space, keys: &View<$t, 1>, n: usize, counts: &View<i32, 1>) -> Result<()> {
                $module::count_digits(space, keys, n, counts)
            }
            fn sweep(space: &Space, board: &Board, pass: &Pass<'_, $t>) -> Result<()> {
                match pass.places {
                    None => $module::sweep::<$alone>(space, board, pass),
                    Some(_) => $module::sweep::<$with_places>(space, board, pass),
                }
            }
        }
    )* };
}
sweeps! {
    u32 u32 0u32 encode_u32 decode_u32 of_u32 4 22 18;
    i32 u32 0u32 encode_i32 decode_i32 of_i32 4 22 18;
    f32 u32 0u32 encode_f32 decode_f32 of_f32 4 22 18;
    u64 u64 0u64 encode_u64 decode_u64 of_u64 8 14 12;
    i64 u64 0u64 encode_i64 decode_i64 of_i64 8 14 12;
    f64 u64 0u64 encode_f64 decode_f64 of_f64 8 14 12;
}
