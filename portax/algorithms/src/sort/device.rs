//! Sorts of devices: one pass over memory for each digit (Adinets and Merrill, "Onesweep: a faster least significant digit
//! radix sort for GPUs", 2022).
//!
//! All digits of all keys are counted first. Then a team takes a tile of keys, sorts it in its scratch, and puts runs of
//! equal digits where they belong: behind those of the tiles before. It learns how many these are by looking back: every
//! tile publishes its counts at once, and the sums up to it as soon as it knows them.

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
/// Values of the half digits by which a tile is sorted.
const HALVES: usize = 16;
/// Rows of counters: two half digits share a word of 32 bits.
const ROWS: usize = HALVES / 2;
/// Words of counters. Behind each `ROWS` of them one stays free, so that lanes that sum `ROWS` words each read from
/// different banks.
const COUNTERS: usize = ROWS * LANES + LANES;
/// Keys that a lane counts at least, so that teams are worth their while.
const PART_OF_LANE: usize = 16;
/// Registers of a work item: three teams have room on a multiprocessor of 65536, and little is spilled.
const REGISTERS: u32 = 80;
/// What marks the sum up to a tile, as opposed to the tile's own count and one.
const IS_SUM: u32 = 1 << 31;

/// A type of keys for devices.
pub trait DeviceKey: ViewElement {
    /// Keys that a lane takes in a row, alone or with places: odd, so that lanes use different banks of scratch, and as many
    /// as fit 48 KB.
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
        let first = team.league_rank() * RADIX as i32;
        let sums = team.scratch::<i32, 1>([2 * RADIX]);
        parallel_for(TeamVectorRange(team, RADIX), |d| {
            sums[d] = self.counts[first + d];
        });
        team.barrier();
        #[unroll]
        for step in 0..8 {
            let (old, new) = (step % 2 * RADIX, (step + 1) % 2 * RADIX);
            parallel_for(TeamVectorRange(team, RADIX), |d| {
                let mut sum = sums[d + old];
                if d >= 1 << step {
                    sum += sums[d + old - (1 << step)];
                }
                sums[d + new] = sum;
            });
            team.barrier();
        }
        parallel_for(TeamVectorRange(team, RADIX), |d| {
            self.starts[first + d] = sums[d] - self.counts[first + d];
        });
    }
}

/// The word of a counter: that of a lane in a row, or the other way round the `k`-th of all.
#[device]
fn counter(k: i32) -> i32 {
    k + k / ROWS as i32
}

/// From counts of half digits of each lane to how many keys of the tile come before. Lane `me` of the team runs it.
#[device]
fn sum_counters(team: Team, me: i32, counters: View<u32, 1>, sums: View<u32, 1>) {
    let first = counter(ROWS as i32 * me);
    let mut sum: u32 = 0;
    #[unroll]
    for row in 0..ROWS {
        sum += counters[first + row as i32];
    }
    sums[me] = sum;
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
    // The upper halves of the words come after all the lower ones.
    let mut before: u32 = sums[LANES - 1] << 16u32;
    if me > 0 {
        before += sums[me - 1];
    }
    #[unroll]
    for row in 0..ROWS {
        let count = counters[first + row as i32];
        counters[first + row as i32] = before;
        before += count;
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
                /// Places of a tile, if there are any
                #[comptime]
                pub places: usize,
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
                    let places = team.scratch::<i32, 1>([self.places]);
                    let counters = team.scratch::<u32, 1>([COUNTERS]);
                    let sums = team.scratch::<u32, 1>([2 * LANES]);
                    let first = team.scratch::<i32, 1>([RADIX]);
                    let end = team.scratch::<i32, 1>([RADIX]);
                    for lane in team.lanes() {
                        let me: i32 = team.team_rank() * team.vector_length() + lane;
                        if me == 0 {
                            tile_of[me] = self.begun.atomic_fetch_add(self.digit, 1);
                        }
                        first[me] = 0;
                        end[me] = 0;
                        team.barrier();
                        let tile = tile_of[0];
                        let begin: Int = tile * (LANES * ITEMS);
                        let left: Int = self.n - begin;
                        let here = left.min(LANES * ITEMS);
                        // Keys beyond the last one are the largest there are, and stay behind all others.
                        #[unroll]
                        for item in 0..ITEMS {
                            let k = me + (LANES * item) as i32;
                            let mut key: $bits = !$zero;
                            if k < here {
                                key = $encode(self.from[begin + k]);
                                if self.places > 1 {
                                    places[k] = if self.is_first { begin + k } else { self.place_from[begin + k] };
                                }
                            }
                            keys[k] = key;
                        }
                        team.barrier();
                        self.sort_tile(team, me, self.shift, keys, places, counters, sums);
                        self.sort_tile(team, me, self.shift + 4, keys, places, counters, sums);
                        // Where the digits of the tile begin and end.
                        #[unroll]
                        for item in 0..ITEMS {
                            let k = me + (LANES * item) as i32;
                            let d = ((keys[k] >> self.shift) & 255) as i32;
                            if k == 0 {
                                first[d] = k;
                            } else {
                                let before = ((keys[k - 1] >> self.shift) & 255) as i32;
                                if d != before {
                                    first[d] = k;
                                    end[before] = k;
                                }
                            }
                            if k == (LANES * ITEMS) as i32 - 1 {
                                end[d] = k + 1;
                            }
                        }
                        team.barrier();
                        // Lane `me` finds where the keys of digit `me` go.
                        let mine = first[me];
                        let count = (end[me].min(here) - mine.min(here)) as u32;
                        let at: i32 = tile * RADIX as i32 + me;
                        self.next_published[at] = 0u32;
                        let mut before: i32 = 0;
                        if tile > 0 {
                            self.published.atomic_store(at, count + 1u32);
                            before = look_back(self.published, tile, me);
                        }
                        self.published.atomic_store(at, before as u32 + count + IS_SUM);
                        first[me] = self.starts[self.digit * RADIX as i32 + me] + before - mine;
                        team.barrier();
                        #[unroll]
                        for item in 0..ITEMS {
                            let k = me + (LANES * item) as i32;
                            let key = keys[k];
                            let to = first[((key >> self.shift) & 255) as i32] + k;
                            if k < here && to >= 0 && to < self.n {
                                self.to[to] = $decode(key);
                                if self.places > 1 {
                                    self.place_to[to] = places[k];
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
                    places: if pass.places.is_some() { LANES * ITEMS } else { 1 },
                    is_first: pass.is_first,
                };
                let tiles = pass.n.div_ceil(LANES * ITEMS);
                let policy = teams(space, tiles).registers(REGISTERS);
                space.parallel_for_on_device("sort_sweep", policy, &k)
            }

            #[device(unchecked)]
            impl<const ITEMS: usize> Sweep<ITEMS> {
                /// Sorts a tile by the half digit at bit `shift`. Lane `me` of the team takes `ITEMS` keys in a row.
                fn sort_tile(&self, team: Team, me: i32, shift: Uniform<$bits>, keys: View<$bits, 1>, places: View<i32, 1>, counters: View<u32, 1>, sums: View<u32, 1>) {
                    let mut key = [$zero; ITEMS];
                    let mut place = [0; ITEMS];
                    let mut rank = [0u32; ITEMS];
                    #[unroll]
                    for row in 0..ROWS {
                        counters[counter(me + (LANES * row) as i32)] = 0u32;
                    }
                    #[unroll]
                    for item in 0..ITEMS {
                        key[item] = keys[me * ITEMS as i32 + item as i32];
                        if self.places > 1 {
                            place[item] = places[me * ITEMS as i32 + item as i32];
                        }
                        let d = ((key[item] >> shift) & 15) as u32;
                        let at = counter(me + LANES as i32 * (d as i32 & 7));
                        let up = (d >> 3u32) << 4u32;
                        let count = counters[at];
                        rank[item] = (count >> up) & 0xffffu32;
                        counters[at] = count + (1u32 << up);
                    }
                    team.barrier();
                    sum_counters(team, me, counters, sums);
                    team.barrier();
                    #[unroll]
                    for item in 0..ITEMS {
                        let d = ((key[item] >> shift) & 15) as u32;
                        let before = counters[counter(me + LANES as i32 * (d as i32 & 7))];
                        let to = (((before >> ((d >> 3u32) << 4u32)) & 0xffffu32) + rank[item]) as i32;
                        keys[to] = key[item];
                        if self.places > 1 {
                            places[to] = place[item];
                        }
                    }
                    team.barrier();
                }
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
    u32 u32 0u32 encode_u32 decode_u32 of_u32 4 17 15;
    i32 u32 0u32 encode_i32 decode_i32 of_i32 4 17 15;
    f32 u32 0u32 encode_f32 decode_f32 of_f32 4 17 15;
    u64 u64 0u64 encode_u64 decode_u64 of_u64 8 9 9;
    i64 u64 0u64 encode_i64 decode_i64 of_i64 8 9 9;
    f64 u64 0u64 encode_f64 decode_f64 of_f64 8 9 9;
}
