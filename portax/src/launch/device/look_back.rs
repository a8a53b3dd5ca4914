//! How the groups of a scan learn what comes before their tile, while others are still under way.
//!
//! Tiles are numbered as groups begin, so that a group waits only for those which began earlier. It publishes the sum of its
//! tile, and joins those of the tiles before it in its window, one a lane, behind what all windows before amount to, which
//! the last group of each window publishes. What is joined with what depends on the device alone, not on who was first, as
//! in the decoupled look back of Merrill and Garland ("Single-pass parallel prefix scan with decoupled look-back", 2016): the
//! result has the same bits in every launch. The last group to end leaves the memory as the first found it.

use super::{
    element::{Step, Variable, add, each, scalars, when},
    tree::Tree,
};
use crate::{
    error::Result,
    ir::{Builtin, Id, Per, Ty},
    kernel::{
        exec::{Control, Memory, Scalar, Teams, Values},
        trace::{self, Trace},
        value::{Element, Reducer, Varying, Visitor},
    },
    ops::{AtomicOp, Bin, Cmp, Scope},
    space::{Instance, memory::Allocation},
};
use std::{marker::PhantomData, sync::Arc};

/// Bits of a value that a word carries. The next bit says that they are there: no word needs to wait for another one.
const PIECE: u32 = 16;
const IS_THERE: u32 = 1 << PIECE;

/// Words of an element.
fn words(types: &[Ty]) -> usize {
    types.iter().map(|ty| ty.bytes() * 8 / PIECE as usize).sum()
}

/// Words before the elements: how many tiles have begun, how many have ended.
const BEGUN: i64 = 0;
const ENDED: i64 = 1;
const COUNTERS: usize = 2;

/// Memory of a scan of so many tiles: counters, sums of tiles, what comes before each window. Zeros before and after.
pub(super) fn memory(
    instance: &Arc<Instance>,
    tiles: usize,
    window: usize,
    types: &[Ty],
) -> Result<Arc<Allocation>> {
    let elements = tiles + tiles.div_ceil(window) + 1;
    let bytes = (COUNTERS + elements * words(types)) * size_of::<u32>();
    Allocation::of_zeros(instance, "px_board", bytes)
}

/// The memory while a scan is recorded.
pub(super) struct Board<V, R> {
    words: Id,
    /// Scratch for a number that all lanes are told
    told: Id,
    /// A variable with what was in this lane's words before it published: nothing
    found: Id,
    /// Tiles of a window, lanes of a group
    window: usize,
    of: PhantomData<(V, R)>,
}

impl<V: Element, R: Reducer<V>> Board<V, R> {
    /// The next argument of the launch.
    pub(super) fn new(window: usize) -> Self {
        Board {
            words: trace::buffer("px_board", 1, Ty::U32).0,
            told: trace::scratch_array("px_told", Ty::U32, 1, Per::Team).0,
            found: Trace::var::<u32>(Trace::lit(0u32)),
            window,
            of: PhantomData,
        }
    }

    /// The number of this group's tile, for all lanes.
    pub(super) fn begin(&self, lane: Id) -> Id {
        self.count(lane, BEGUN, || Trace::lit(1u32))
    }

    /// Ends the group's part: the last group zeros the memory. All others have by then published what they had to, since
    /// their counts are made from what they found there, and have left their waits.
    pub(super) fn end(&self, lane: Id) {
        let ended = self.count(lane, ENDED, || {
            let found = Trace::read::<u32>(self.found);
            Trace::bin::<u32>(Bin::Add, found, Trace::lit(1u32))
        });
        let tiles = trace::builtin(Builtin::LeagueSize);
        let is_last = Trace::icmp(Cmp::Eq, add(ended, Trace::int(1)), tiles);
        when(is_last, || {
            let window = self.window as i64;
            let rounded = add(tiles, Trace::int(window - 1));
            let windows = Trace::ibin(Bin::Div, rounded, Trace::int(window));
            let end = self.first_word(add(add(tiles, windows), Trace::int(1)));
            for at in trace::steps(lane, end, Trace::int(window)) {
                // SAFETY: recording touches no memory.
                unsafe { Trace::store_lanes::<u32>(self.words, at, Trace::lit(0u32), None) };
            }
        });
    }

    /// Adds to a counter; all lanes get what it was.
    fn count(&self, lane: Id, counter: i64, by: impl FnOnce() -> Id) -> Id {
        let zero = Trace::int(0);
        when(Trace::icmp(Cmp::Eq, lane, zero), || {
            let before = self.atomic(AtomicOp::Add, Trace::int(counter), by());
            // SAFETY: recording touches no memory.
            unsafe { Trace::store_lanes::<u32>(self.told, zero, before, None) };
        });
        Trace::barrier(());
        // SAFETY: as above.
        Trace::to_int::<u32>(unsafe { Trace::load_lanes::<u32>(self.told, zero, None) })
    }

    /// The join of all tiles before this one, whose own is `all`. The last tile leaves that of all in `total`.
    pub(super) fn join_before(
        &self,
        tree: &Tree<V, R>,
        tile: Id,
        all: V::In<Trace>,
        total: &[Id],
    ) -> V::In<Trace> {
        let size = Trace::int(self.window as i64);
        let tiles = trace::builtin(Builtin::LeagueSize);
        let [window, place] = [Bin::Div, Bin::Rem].map(|op| Trace::ibin(op, tile, size));
        let start = |window| add(tiles, window);
        let is_first_lane = || Trace::icmp(Cmp::Eq, tree.lane(), Trace::int(0));
        let all = Variable::<V>::new(all);
        when(is_first_lane(), || self.publish(tile, all.read()));
        let own = Variable::<V>::new(R::identity().splat::<Trace>());
        when(Trace::icmp(Cmp::Lt, tree.lane(), place), || {
            own.set(self.wait(add(Trace::isub(tile, place), tree.lane())));
        });
        let [_, in_window] = tree.scan(own.read());
        let before = Variable::<V>::new(in_window);
        when(is_first_lane(), || {
            when(Trace::icmp(Cmp::Gt, window, Trace::int(0)), || {
                before.set(R::join::<Trace>(self.wait(start(window)), before.read()));
            });
            let next = || R::join::<Trace>(before.read(), all.read());
            let is_last = |at, of| Trace::icmp(Cmp::Eq, add(at, Trace::int(1)), of);
            when(is_last(place, size), || {
                self.publish(start(add(window, Trace::int(1))), next());
            });
            when(is_last(tile, tiles), || {
                each::<V>(&mut next(), Step::Store(total, Trace::int(0)));
            });
        });
        tree.broadcast(before.read())
    }

    /// Leaves an element for others.
    fn publish(&self, at: Id, mut v: V::In<Trace>) {
        V::visit::<Trace>(&mut v, &mut Publish(self.first_word(at), self));
    }

    /// Waits for an element that another group publishes.
    fn wait(&self, at: Id) -> V::In<Trace> {
        let mut v = R::identity().splat::<Trace>();
        V::visit::<Trace>(&mut v, &mut Wait(self.first_word(at), self));
        v
    }

    fn first_word(&self, element: Id) -> Id {
        let words = Trace::int(words(&scalars::<V, R>()) as i64);
        add(Trace::imul(element, words), Trace::int(COUNTERS as i64))
    }

    /// Gives the word before the update.
    fn atomic(&self, op: AtomicOp, at: Id, v: Id) -> Id {
        // SAFETY: recording touches no memory.
        unsafe { Trace::atomic::<u32>(op, Scope::Device, self.words, at, Trace::int(0), v, None) }
    }
}

/// Publishes scalars from a word on.
struct Publish<'a, V, R>(Id, &'a Board<V, R>);

impl<V: Element, R: Reducer<V>> Visitor<Trace> for Publish<'_, V, R> {
    fn scalar<T: Scalar>(&mut self, v: &mut Varying<Trace, T>) {
        for piece in pieces::<T>(v.0) {
            let word = Trace::bin::<u32>(Bin::Or, piece, Trace::lit(IS_THERE));
            let found = self.1.atomic(AtomicOp::Exchange, self.0, word);
            let all = Trace::bin::<u32>(Bin::Or, Trace::read::<u32>(self.1.found), found);
            let mut variable = self.1.found;
            Trace::assign::<u32>(&mut variable, all, None);
            self.0 = add(self.0, Trace::int(1));
        }
    }
}

/// Waits for scalars from a word on.
struct Wait<'a, V, R>(Id, &'a Board<V, R>);

impl<V: Element, R: Reducer<V>> Visitor<Trace> for Wait<'_, V, R> {
    fn scalar<T: Scalar>(&mut self, v: &mut Varying<Trace, T>) {
        let mut piece = || {
            let word = Trace::var::<u32>(Trace::lit(0u32));
            for () in Trace::turns() {
                let is_missing =
                    Trace::cmp::<u32>(Cmp::Lt, Trace::read::<u32>(word), Trace::lit(IS_THERE));
                Trace::stay(is_missing);
                let mut variable = word;
                let now = self.1.atomic(AtomicOp::Load, self.0, Trace::lit(0u32));
                Trace::assign::<u32>(&mut variable, now, None);
            }
            self.0 = add(self.0, Trace::int(1));
            Trace::bin::<u32>(Bin::And, Trace::read::<u32>(word), Trace::lit(IS_THERE - 1))
        };
        let pieces: Vec<Id> = (0..words(&[T::TY])).map(|_| piece()).collect();
        v.0 = whole::<T>(&pieces);
    }
}

/// A scalar cut into words of [`PIECE`] bits, the lowest first.
fn pieces<T: Scalar>(v: Id) -> Vec<Id> {
    let mask = || Trace::lit(IS_THERE - 1);
    let cut = |half| {
        let high = Trace::bin::<u32>(Bin::Shr, half, Trace::lit(PIECE));
        [Trace::bin::<u32>(Bin::And, half, mask()), high]
    };
    halves::<T>(v).into_iter().flat_map(cut).collect()
}

/// The scalar that was cut.
fn whole<T: Scalar>(pieces: &[Id]) -> Id {
    let join = |pair: &[Id]| {
        let high = Trace::bin::<u32>(Bin::Shl, pair[1], Trace::lit(PIECE));
        Trace::bin::<u32>(Bin::Or, pair[0], high)
    };
    let halves: Vec<Id> = pieces.chunks(2).map(join).collect();
    match halves[..] {
        [low, high] => {
            let [low, high] = [low, high].map(Trace::cast::<u32, u64>);
            let high = Trace::bin::<u64>(Bin::Shl, high, Trace::lit(32u64));
            same_bits::<u64, T>(Trace::bin::<u64>(Bin::Or, low, high))
        }
        _ => same_bits::<u32, T>(halves[0]),
    }
}

/// The words of 32 bits of a scalar, the lower one first.
fn halves<T: Scalar>(v: Id) -> Vec<Id> {
    if size_of::<T>() == size_of::<u32>() {
        return vec![same_bits::<T, u32>(v)];
    }
    let bits = same_bits::<T, u64>(v);
    let half = |up: u64| {
        let half = Trace::bin::<u64>(Bin::Shr, bits, Trace::lit(up));
        Trace::cast::<u64, u32>(half)
    };
    vec![half(0), half(32)]
}

/// The same bits as another type of the same size; from integers to integers that is a cast.
fn same_bits<T: Scalar, U: Scalar>(v: Id) -> Id {
    match T::TY.is_float() || U::TY.is_float() {
        true => Trace::bits::<T, U>(v),
        false => Trace::cast::<T, U>(v),
    }
}
