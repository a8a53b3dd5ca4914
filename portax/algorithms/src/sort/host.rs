//! Sorts of CPU threads.
//!
//! Threads walk blocks of keys one by one, count their digits, and put them where the counts say: one digit after the other,
//! from the lowest. Many keys are dealt into buckets first, by the highest bits in which any of them differ: each bucket is
//! then small enough for a cache, and one thread takes it through the other digits. Where one bucket would get too many,
//! the threads go through all digits together.

use super::{
    Pass, Sort,
    key::{
        Key, SIGN32, SIGN64, encode_f32, encode_f64, encode_i32, encode_i64, encode_u32, encode_u64,
    },
};
use portax::{
    BitAnd, BitOr, Functor, RangePolicy, ReduceKernel, Result, Space, TeamKernel, TeamPolicy, View,
    device, kernel, view::ViewElement,
};

/// Values of a digit.
const RADIX: usize = 256;
/// Keys of a block at least. So few one thread sorts alone.
const BLOCK: usize = 1 << 13;
/// Bytes of keys up to which passes over all of them stay in a cache.
const IN_CACHE: usize = 8 << 20;
/// Blocks of a thread: a few, so that threads which are late find less to do.
const BLOCKS_OF_THREAD: usize = 4;

/// A type of keys for hosts.
pub trait HostKey: ViewElement {
    /// The bits in which keys differ.
    fn differences(space: &Space, keys: &View<Self, 1>, n: usize) -> Result<u64>;
    /// Counts the digits of blocks of so many keys.
    fn count(space: &Space, board: &Board, pass: &Pass<'_, Self>, block: usize) -> Result<()>;
    /// Puts the keys of the same blocks into their places.
    fn scatter(space: &Space, board: &Board, pass: &Pass<'_, Self>, block: usize) -> Result<()>;
    /// Sorts each bucket.
    fn sort_buckets(
        space: &Space,
        board: &Board,
        sort: &Sort<'_, Self>,
        buckets: &Buckets,
    ) -> Result<()>;
}

/// What the passes of a sort share.
pub struct Board {
    /// Keys of each digit in each block, then those of that digit in the blocks before: `[RADIX, blocks]`
    counts: View<i32, 2>,
    /// Keys with smaller digits, and all
    starts: View<i32, 1>,
}

impl Board {
    /// Of sorts on this space.
    pub(super) fn new(space: &Space) -> Result<Board> {
        let blocks = BLOCKS_OF_THREAD * space.concurrency();
        Ok(Board {
            counts: View::new(space, "sort_counts", [RADIX, blocks])?,
            starts: View::new(space, "sort_starts", [RADIX + 1])?,
        })
    }

    /// Sorts keys; gives the number of moves.
    pub(super) fn sort<K: Key>(&self, space: &Space, sort: &Sort<'_, K>) -> Result<usize> {
        let differences = K::differences(space, sort.keys, sort.n)?;
        let bits = (u64::BITS - differences.leading_zeros()) as usize;
        if bits == 0 {
            return Ok(0);
        }
        let digits = (0..bits).step_by(8);
        let mut digits = digits.filter(|low| !(differences >> low).is_multiple_of(RADIX as u64));
        let buckets = |is_dealt, number, bits| Buckets {
            is_dealt,
            number,
            differences,
            bits,
        };
        if sort.n <= BLOCK {
            K::sort_buckets(space, self, sort, &buckets(false, 1, bits))?;
            return Ok(2);
        }
        let (rest, fair) = (bits.saturating_sub(8), sort.n / (2 * space.concurrency()));
        let is_large = sort.n * size_of::<K>() > IN_CACHE;
        if is_large && rest > 0 && self.deal(space, &sort.pass(0, rest..bits), fair)? {
            K::sort_buckets(space, self, sort, &buckets(true, RADIX, rest))?;
            return Ok(2);
        }
        digits.try_fold(0, |moves, low| {
            self.deal(space, &sort.pass(moves, low..low + 8), sort.n)?;
            Ok(moves + 1)
        })
    }

    /// Deals keys by a digit, unless one of its values has more than `fair` keys.
    fn deal<K: Key>(&self, space: &Space, pass: &Pass<'_, K>, fair: usize) -> Result<bool> {
        // Nobody writes the keys between their count and their move.
        let host = pass.from.create_mirror_view()?;
        let _held = host.read()?;
        let block = pass.n.div_ceil(self.counts.extent(1)).max(BLOCK);
        K::count(space, self, pass, block)?;
        let starts = Starts {
            counts: self.counts.clone(),
            starts: self.starts.clone(),
            blocks: pass.n.div_ceil(block) as i32,
        };
        space.parallel_for("sort_starts", TeamPolicy::new(1, 1), &starts)?;
        if self.largest()? > fair {
            return Ok(false);
        }
        K::scatter(space, self, pass, block)?;
        Ok(true)
    }

    /// The keys of the most frequent digit.
    fn largest(&self) -> Result<usize> {
        let starts = self.starts.create_mirror_view()?;
        let starts = starts.read()?;
        let keys = (0..RADIX).map(|d| (starts[[d + 1]] - starts[[d]]) as usize);
        Ok(keys.max().unwrap_or(0))
    }
}

/// Buckets to be sorted.
pub struct Buckets {
    /// Are the keys in `moved`, bucket by bucket? Else they are in `keys`, one bucket.
    is_dealt: bool,
    number: usize,
    /// Bits in which keys differ
    differences: u64,
    /// Bits by which buckets are to be sorted, from the lowest
    bits: usize,
}

macro_rules! walks {
    ($($t:ident $bits:ident $encode:ident $module:ident |$x:ident| $to:expr;)*) => { $(
        mod $module {
            use super::*;

            const MASK: $bits = RADIX as $bits - 1;

            /// The bits that some keys have, and those that all have.
            #[derive(Functor)]
            pub(super) struct Differences {
                pub keys: View<$t, 1>,
            }

            #[kernel]
            impl ReduceKernel for Differences {
                type Value = ($bits, $bits);
                fn differences(&self, i: Index) -> ($bits, $bits) {
                    let bits = $encode(self.keys[i]);
                    (bits, bits)
                }
            }

            /// Counts the digits of a block.
            #[derive(Functor)]
            pub(super) struct Count {
                pub keys: View<$t, 1>,
                pub counts: View<i32, 2>,
                pub n: i32,
                pub block: i32,
                pub shift: $bits,
            }

            // SAFETY: a team reads keys below `n`, which the caller has compared with the view, and writes its own column.
            // Digits are below `RADIX`.
            #[kernel(unchecked)]
            unsafe impl TeamKernel for Count {
                fn count(&self, team: Team) {
                    let (b, count) = (team.league_rank(), team.scratch::<i32, 1>([RADIX]));
                    parallel_for(TeamVectorRange(team, RADIX), |d| {
                        count[d] = 0;
                    });
                    let begin = b * self.block;
                    single(PerTeam(team), || {
                        for k in begin..(begin + self.block).min(self.n) {
                            let $x = self.keys[k];
                            let d = (($to >> self.shift) & MASK) as Int;
                            count[d] = count[d] + 1;
                        }
                    });
                    parallel_for(TeamVectorRange(team, RADIX), |d| {
                        self.counts[(d, b)] = count[d];
                    });
                }
            }

            /// Moves the keys of a block to their places.
            #[derive(Functor)]
            pub(super) struct Scatter {
                pub from: View<$t, 1>,
                pub to: View<$t, 1>,
                pub place_from: View<i32, 1>,
                pub place_to: View<i32, 1>,
                pub counts: View<i32, 2>,
                pub starts: View<i32, 1>,
                pub n: i32,
                pub block: i32,
                pub shift: $bits,
                pub has_places: i32,
                pub is_first: i32,
            }

            // SAFETY: `starts` and `counts` were counted from the same keys, which are held since then: each key has a
            // place of its own below `n`. Digits are below `RADIX`.
            #[kernel(unchecked)]
            unsafe impl TeamKernel for Scatter {
                fn scatter(&self, team: Team) {
                    let (b, next) = (team.league_rank(), team.scratch::<i32, 1>([RADIX]));
                    parallel_for(TeamVectorRange(team, RADIX), |d| {
                        next[d] = self.starts[d] + self.counts[(d, b)];
                    });
                    let begin = b * self.block;
                    single(PerTeam(team), || {
                        for k in begin..(begin + self.block).min(self.n) {
                            let $x = self.from[k];
                            let d = (($to >> self.shift) & MASK) as Int;
                            let place = next[d];
                            next[d] = place + 1;
                            self.to[place] = $x;
                            if self.has_places == 1 {
                                self.place_to[place] = if self.is_first == 1 { k } else { self.place_from[k] };
                            }
                        }
                    });
                }
            }

            /// Sorts a bucket by one digit after the other, from the lowest, and leaves it in `keys`.
            #[derive(Functor)]
            pub(super) struct SortBucket {
                pub keys: View<$t, 1>,
                pub moved: View<$t, 1>,
                pub place: View<i32, 1>,
                pub place_moved: View<i32, 1>,
                pub starts: View<i32, 1>,
                pub n: i32,
                pub differences: $bits,
                pub digits: i32,
                pub is_dealt: i32,
                pub has_places: i32,
            }

            // SAFETY: `starts` begins with 0 and ends with `n`, up to which the views reach. A team reads and writes its own
            // bucket only. Digits are below `RADIX`.
            #[kernel(unchecked)]
            unsafe impl TeamKernel for SortBucket {
                fn sort_bucket(&self, team: Team) {
                    let next = team.scratch::<i32, 1>([RADIX]);
                    let mut begin: Int = 0;
                    let mut end: Int = self.n as Int;
                    if self.is_dealt == 1 {
                        begin = self.starts[team.league_rank()];
                        end = self.starts[team.league_rank() + 1];
                    }
                    let mut moves: Int = self.is_dealt as Int;
                    if end - begin > 1 {
                        for digit in 0..self.digits {
                            let shift = (8 * digit) as Uniform<$bits>;
                            if (self.differences >> shift) & MASK != 0 {
                                if moves & 1 == 0 {
                                    moves += self.turn(team, begin, end, shift, moves, self.keys, self.moved, self.place, self.place_moved, next);
                                } else {
                                    moves += self.turn(team, begin, end, shift, moves, self.moved, self.keys, self.place_moved, self.place, next);
                                }
                            }
                        }
                    }
                    if moves & 1 == 1 {
                        parallel_for(TeamVectorRange(team, end - begin), |k| {
                            self.keys[begin + k] = self.moved[begin + k];
                        });
                        if self.has_places == 1 {
                            parallel_for(TeamVectorRange(team, end - begin), |k| {
                                self.place[begin + k] = self.place_moved[begin + k];
                            });
                        }
                    }
                }
            }

            #[device(unchecked)]
            impl SortBucket {
                /// Sorts by the digit at bit `shift`, unless all keys have the same there; gives the number of moves.
                fn turn(&self, team: Team, begin: Int, end: Int, shift: Uniform<$bits>, moves: Int, from: View<$t, 1>, to: View<$t, 1>, place_from: View<i32, 1>, place_to: View<i32, 1>, next: View<i32, 1>) -> Int {
                    parallel_for(TeamVectorRange(team, RADIX), |d| {
                        next[d] = 0;
                    });
                    single(PerTeam(team), || {
                        for k in begin..end {
                            let $x = from[k];
                            let d = (($to >> shift) & MASK) as Int;
                            next[d] = next[d] + 1;
                        }
                    });
                    let $x = from[begin];
                    let count = next[(($to >> shift) & MASK) as Int];
                    let mut done: Int = 0;
                    if count < end - begin {
                        done = 1;
                        let mut place: Int = begin;
                        for d in 0..RADIX {
                            let count = next[d];
                            single(PerTeam(team), || {
                                next[d] = place;
                            });
                            place += count;
                        }
                        single(PerTeam(team), || {
                            for k in begin..end {
                                let $x = from[k];
                                let d = (($to >> shift) & MASK) as Int;
                                let place = next[d];
                                next[d] = place + 1;
                                to[place] = $x;
                                if self.has_places == 1 {
                                    place_to[place] = if moves == 0 { k } else { place_from[k] };
                                }
                            }
                        });
                    }
                    done
                }
            }
        }

        impl HostKey for $t {
            fn differences(space: &Space, keys: &View<$t, 1>, n: usize) -> Result<u64> {
                let (k, all) = ($module::Differences { keys: keys.clone() }, RangePolicy::new(0..n));
                let (some, every) = space.parallel_reduce("sort_differences", all, &k, (BitOr, BitAnd))?;
                Ok((some ^ every) as u64)
            }
            fn count(space: &Space, board: &Board, pass: &Pass<'_, $t>, block: usize) -> Result<()> {
                let k = $module::Count {
                    keys: pass.from.clone(),
                    counts: board.counts.clone(),
                    n: pass.n as i32,
                    block: block as i32,
                    shift: pass.digit.start as $bits,
                };
                space.parallel_for("sort_count", TeamPolicy::new(pass.n.div_ceil(block), 1), &k)
            }
            fn scatter(space: &Space, board: &Board, pass: &Pass<'_, $t>, block: usize) -> Result<()> {
                let [place_from, place_to] = pass.places.unwrap_or([&board.starts; 2]);
                let k = $module::Scatter {
                    from: pass.from.clone(),
                    to: pass.to.clone(),
                    place_from: place_from.clone(),
                    place_to: place_to.clone(),
                    counts: board.counts.clone(),
                    starts: board.starts.clone(),
                    n: pass.n as i32,
                    block: block as i32,
                    shift: pass.digit.start as $bits,
                    has_places: pass.places.is_some() as i32,
                    is_first: pass.is_first as i32,
                };
                space.parallel_for("sort_scatter", TeamPolicy::new(pass.n.div_ceil(block), 1), &k)
            }
            fn sort_buckets(space: &Space, board: &Board, sort: &Sort<'_, $t>, buckets: &Buckets) -> Result<()> {
                let [place, place_moved] = sort.places.unwrap_or([&board.starts; 2]);
                let k = $module::SortBucket {
                    keys: sort.keys.clone(),
                    moved: sort.moved.clone(),
                    place: place.clone(),
                    place_moved: place_moved.clone(),
                    starts: board.starts.clone(),
                    n: sort.n as i32,
                    differences: buckets.differences as $bits,
                    digits: buckets.bits.div_ceil(8) as i32,
                    is_dealt: buckets.is_dealt as i32,
                    has_places: sort.places.is_some() as i32,
                };
                let teams = if buckets.is_dealt { buckets.number } else { 1 };
                space.parallel_for("sort_buckets", TeamPolicy::new(teams, 1), &k)
            }
        }
    )* };
}
walks! {
    u32 u32 encode_u32 of_u32 |x| x;
    i32 u32 encode_i32 of_i32 |x| x as Uniform<u32> ^ SIGN32;
    f32 u32 encode_f32 of_f32 |x| x.to_bits() ^ ((0 - (x.to_bits() >> 31u32)) | SIGN32);
    u64 u64 encode_u64 of_u64 |x| x;
    i64 u64 encode_i64 of_i64 |x| x as Uniform<u64> ^ SIGN64;
    f64 u64 encode_f64 of_f64 |x| x.to_bits() ^ ((0 - (x.to_bits() >> 63u64)) | SIGN64);
}

/// Starts of all digits in all blocks, from their counts.
#[derive(Functor)]
struct Starts {
    counts: View<i32, 2>,
    starts: View<i32, 1>,
    blocks: i32,
}

// SAFETY: one team.
#[kernel]
unsafe impl TeamKernel for Starts {
    fn starts(&self, team: Team) {
        let total = team.scratch::<i32, 1>([RADIX]);
        parallel_for(TeamVectorRange(team, RADIX), |d| {
            let mut sum = 0;
            for b in 0..self.blocks {
                let count = self.counts[(d, b)];
                self.counts[(d, b)] = sum;
                sum += count;
            }
            total[d] = sum;
        });
        team.barrier();
        let mut start: Int = 0;
        for d in 0..RADIX {
            let count = total[d];
            single(PerTeam(team), || {
                self.starts[d] = start;
            });
            start += count;
        }
        single(PerTeam(team), || {
            self.starts[RADIX] = start;
        });
    }
}
