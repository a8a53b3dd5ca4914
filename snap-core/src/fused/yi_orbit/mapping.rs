//! The mapping of the orbit form of compute_yi.

use portax::Float;

use super::ComputeYiOrbit;
use crate::mapping::{Key, Numbers, Room, Size};
use crate::tables::{OrbitShapes, SEGMENT, YiOrbit};

/// ns an atom of compute_yi in full rounds of teams, with pairs of tiles and with half a tile: sm_90 at 2J = 8
/// (docs/performance/log/2026-11-22-h200.md).
const NS_PAIR: f64 = 15.5;
const NS_HALF: f64 = 18.9;

/// Of the time of a team of half a tile, how much V takes: sm_90, 2J = 8 and 14 (docs/performance/log/2026-11-28-few-atoms.md).
const OF_V: f64 = 0.19;
const OF_V_ABOVE: f64 = 0.07;
/// Most teams that share a tile unless asked for more: C is the sum of as many planes.
const MOST_PARTS: usize = 8;

/// How [`ComputeYiOrbit`] is spread over a device. A team has a thread for each of its slots and each of its
/// tiles, which are halves with two images a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrbitMapping {
    /// Images of an item that a lane has.
    pub images: OrbitImages,
    /// Tiles of a team, 1 or 2.
    pub tiles: usize,
    /// Slots of a team.
    pub slots: usize,
    /// Teams that share the slots of a tile. Each has V in its scratch; where V is in memory, there is one.
    pub parts: usize,
    /// Registers a thread may have, 0 for no limit.
    pub registers: usize,
    /// The next launch takes its place while this one runs.
    pub early: bool,
    /// Where a team has V and its images: 0 in team scratch, 1 in the device's memory, read through caches. There it has no
    /// tail.
    pub level: usize,
    /// Largest shapes.
    pub shapes: OrbitShapes,
}

/// Images of an item that a lane has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrbitImages {
    /// All, of its atom.
    Four {
        /// Tiles at the end of a batch that halves take, which are done sooner than a round that few teams fill.
        tail: usize,
    },
    /// Two, of half as many atoms.
    Two,
}

impl OrbitImages {
    /// Their number.
    #[must_use]
    pub fn count(self) -> usize {
        match self {
            Self::Four { .. } => 4,
            Self::Two => 2,
        }
    }
}

impl OrbitMapping {
    /// Pairs of tiles with four images, up to 2J = 8 and where they do not leave compute units idle; else halves of tiles
    /// with two.
    pub(crate) fn new(size: &Size, numbers: &Numbers) -> Self {
        let number = |key, otherwise| numbers.get(&key).copied().unwrap_or(otherwise);
        let pairs = prefers_pairs(size);
        let (images, tiles, slots, parts, tail) = if pairs {
            (4, 2, 6, 1, tail(size))
        } else {
            (2, 1, 16, parts(size), 0)
        };
        let level = number(Key::OrbitLevel, 0);
        let parts = match level {
            0 => number(Key::OrbitParts, parts),
            _ => 1,
        };
        Self {
            images: match number(Key::OrbitImages, images) {
                4 => OrbitImages::Four {
                    tail: number(Key::OrbitTail, tail),
                },
                _ => OrbitImages::Two,
            },
            parts,
            tiles: number(Key::OrbitTiles, tiles),
            slots: number(Key::OrbitSlots, slots),
            registers: number(Key::OrbitRegisters, 0),
            early: number(Key::OrbitEarly, 0) == 1,
            level,
            shapes: OrbitShapes {
                n2: number(Key::OrbitN2, 4),
                n3: number(Key::OrbitN3, 3),
                axis: number(Key::OrbitAxis, 4),
            },
        }
    }

    /// Adds its numbers.
    pub(crate) fn write(&self, numbers: &mut Numbers) {
        numbers.extend([
            (Key::OrbitImages, self.images.count()),
            (Key::OrbitTiles, self.tiles),
            (Key::OrbitSlots, self.slots),
            (Key::OrbitParts, self.parts),
            (Key::OrbitTail, self.tail()),
            (Key::OrbitRegisters, self.registers),
            (Key::OrbitEarly, usize::from(self.early)),
            (Key::OrbitLevel, self.level),
            (Key::OrbitN2, self.shapes.n2),
            (Key::OrbitN3, self.shapes.n3),
            (Key::OrbitAxis, self.shapes.axis),
        ]);
    }

    /// Tiles of the tail, 0 where there is none.
    fn tail(&self) -> usize {
        match self.images {
            OrbitImages::Four { tail } if self.level == 0 => tail,
            _ => 0,
        }
    }

    /// Tiles of the views that a team takes.
    pub(crate) fn group(&self) -> usize {
        match self.images {
            OrbitImages::Four { .. } => self.tiles,
            OrbitImages::Two => 1,
        }
    }

    /// How the tail is spread, where there is one.
    pub(crate) fn of_tail(&self) -> Option<Self> {
        (self.tail() > 0).then_some(Self {
            images: OrbitImages::Two,
            tiles: 1,
            slots: self.slots * self.tiles,
            parts: 1,
            ..*self
        })
    }

    /// Of a batch of so many tiles those that are the tail: whole teams, and not all.
    pub(crate) fn tail_of(&self, tiles: usize) -> usize {
        let whole_teams = self.tail() / self.tiles * self.tiles;
        whole_teams.min(tiles - self.tiles.min(tiles))
    }

    /// Teams for so many tiles of the views.
    pub(super) fn league(&self, tiles: usize) -> usize {
        tiles * 4 / self.images.count() / self.tiles * self.parts
    }

    /// Atoms of what a team takes for a tile.
    pub(super) fn atoms(&self, width: usize) -> usize {
        width * self.images.count() / 4
    }

    /// Bytes of team scratch, copies of the streams included.
    fn scratch<T: Float>(&self, size: &Size, room: &Room) -> usize {
        let rings = match room.copies_segments {
            true => 2 * 16 * SEGMENT * self.slots * self.tiles,
            false => 0,
        };
        if self.level == 1 {
            return rings;
        }
        let rows = YiOrbit::image_rows(size.twojmax);
        ComputeYiOrbit::<T>::scratch(self.atoms(size.width), rows, self.tiles) + rings
    }

    /// What fits so much team scratch: one tile where two do not, half a tile, if it has one, where one does not; `None`
    /// where that does not. What is made smaller has no tail: that is for teams of the size that was asked for.
    pub(crate) fn fitted<T: Float>(self, size: &Size, room: &Room) -> Option<Self> {
        let whole_tiles = OrbitImages::Four { tail: 0 };
        let asked = if size.width.is_multiple_of(2) {
            self
        } else {
            Self {
                images: whole_tiles,
                ..self
            }
        };
        let images = match asked.images {
            OrbitImages::Four { .. } => whole_tiles,
            OrbitImages::Two => OrbitImages::Two,
        };
        let tile = Self {
            tiles: 1,
            images,
            ..asked
        };
        let half = Self {
            images: OrbitImages::Two,
            ..tile
        };
        let possible = |m: &Self| m.images != OrbitImages::Two || size.width.is_multiple_of(2);
        [asked, tile, half]
            .into_iter()
            .find(|mapping| possible(mapping) && mapping.scratch::<T>(size, room) <= room.scratch)
    }
}

/// Rounds of so many teams: each has a compute unit to itself.
fn rounds(size: &Size, teams: usize) -> usize {
    teams.div_ceil(size.concurrency)
}

/// Atoms of half a tile.
fn half(size: &Size) -> usize {
    (size.width / 2).max(1)
}

/// Are pairs of tiles done sooner than halves?
fn prefers_pairs(size: &Size) -> bool {
    let time = |atoms, ns: f64| (rounds(size, size.natoms.div_ceil(atoms)) * atoms) as f64 * ns;
    size.twojmax <= 8 && time(2 * size.width, NS_PAIR) <= time(half(size), NS_HALF)
}

/// Among how many teams half a tile is done soonest: V takes each of them the same time.
fn parts(size: &Size) -> usize {
    let halves = size.natoms.div_ceil(half(size));
    let of_v = if size.twojmax <= 8 { OF_V } else { OF_V_ABOVE };
    let time = |parts: &usize| {
        let a_round = of_v + (1.0 - of_v) / *parts as f64;
        rounds(size, halves * parts) as f64 * a_round
    };
    let all = 1..=MOST_PARTS;
    all.min_by(|a, b| time(a).total_cmp(&time(b))).unwrap_or(1)
}

/// Tiles that pairs of tiles would leave to a last round which halves end sooner.
fn tail(size: &Size) -> usize {
    let teams = size.natoms.div_ceil(2 * size.width);
    let last = teams % size.concurrency;
    let rounds = (4 * last).div_ceil(size.concurrency);
    let ends_sooner =
        (rounds * size.width / 2) as f64 * NS_HALF < (2 * size.width) as f64 * NS_PAIR;
    if teams > size.concurrency && ends_sooner {
        2 * last
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(natoms: usize, width: usize) -> Size {
        Size {
            natoms,
            twojmax: 8,
            width,
            concurrency: 132,
        }
    }

    fn mapping(natoms: usize) -> OrbitMapping {
        OrbitMapping::new(&size(natoms, 32), &Numbers::new())
    }

    #[test]
    fn halves_take_what_would_not_fill_a_round() {
        // 15 rounds of 132 teams and 20 more, which are 80 of halves.
        assert_eq!(tail(&size(128_000, 32)), 40);
        // 118 of 132 teams; one round.
        assert_eq!(tail(&size(16_000, 32)), 0);
        assert_eq!(tail(&size(132 * 64, 32)), 0);
        let mapping_ = mapping(128_000);
        assert_eq!(mapping_.images, OrbitImages::Four { tail: 40 });
        assert_eq!(mapping_.of_tail().map(|halves| halves.slots), Some(12));
        assert_eq!(
            [4000, 40, 2, 0].map(|n| mapping_.tail_of(n)),
            [40, 38, 0, 0]
        );
        assert_eq!(mapping(2000).images, OrbitImages::Two);
        assert_eq!(mapping(2000).of_tail(), None);
    }

    #[test]
    fn teams_share_tiles_where_units_would_be_idle() {
        // 16, 27, 64, 125 halves for 132 units; 167, of which 35 would have a second round to themselves.
        let parts = [250, 432, 1024, 2000, 2662].map(|natoms| mapping(natoms).parts);
        assert_eq!(parts, [8, 4, 2, 1, 2]);
        assert_eq!(mapping(250).league(8), 16 * 8);
        let in_memory = Numbers::from([(Key::OrbitLevel, 1), (Key::OrbitParts, 2)]);
        assert_eq!(OrbitMapping::new(&size(250, 32), &in_memory).parts, 1);
    }

    #[test]
    fn what_scratch_makes_smaller_has_no_tail() {
        let room = |kib: usize, copies_segments| Room {
            scratch: kib << 10,
            copies_segments,
            neighbors: 30,
        };
        let within = |width, kib| {
            let fitted = mapping(128_000).fitted::<f64>(&size(128_000, width), &room(kib, true));
            fitted.map(|m| (m.images, m.tiles))
        };
        // Pairs of tiles, one tile, half of one; its tables are made for the slots of a pair.
        assert_eq!(within(32, 227), Some((OrbitImages::Four { tail: 40 }, 2)));
        assert_eq!(within(32, 160), Some((OrbitImages::Four { tail: 0 }, 1)));
        assert_eq!(within(32, 96), Some((OrbitImages::Two, 1)));
        assert_eq!(within(32, 32), None);
        assert_eq!(within(1, 227), Some((OrbitImages::Four { tail: 0 }, 2)));
    }
}
