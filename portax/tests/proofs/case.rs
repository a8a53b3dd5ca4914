//! The numbers of one launch: extents, fields, ranges.

use crate::memory::{Contents, Memory, SCRATCH, SCRATCH_GRID, Shape, VIEWS};
use crate::random::Random;
use portax::ir::{self, Builtin, Param, Program, Promise, bounds, summary::Binding};

/// Most work items that are run.
const MOST_ITEMS: i64 = 48;
/// Work items of a launch that has more.
const SOME_ITEMS: usize = 12;

/// One launch.
#[derive(Clone, Debug)]
pub struct Case {
    pub team: bool,
    /// Rank of the range, and whether its last index runs fastest
    pub rank: usize,
    pub right: bool,
    pub promise: Promise,
    /// The views that the functor has, each with the number of its allocation
    pub views: Vec<(Memory, u64)>,
    /// Do bodies use scratch?
    pub scratch: bool,
    shapes: Vec<Option<Shape>>,
    /// Values of the scalar fields
    pub fields: [i64; 2],
    /// Begin and end of each dimension
    pub work: Vec<(i64, i64)>,
    pub league: i64,
    pub threads: i64,
    pub lanes: i64,
    pub contents: Contents,
    /// Are constants of bodies large, too?
    pub large: bool,
    /// Which arguments the device compiler gets to know, a bit each
    pub known: u64,
    /// Do bodies like blocks of indices, each the own of a rank?
    pub blocks: bool,
    /// Do bodies like loops over such blocks?
    pub rows: bool,
    /// Do devices compute with 64 bits whatever the proofs say?
    pub wide: bool,
}

/// One work item: its index, or rank of team, thread and lane.
pub type Item = [i64; 3];

impl Case {
    /// A launch. `extreme`: of sizes near the limits of what there is.
    pub fn new(r: &mut Random, extreme: bool) -> Case {
        let team = r.chance(45);
        let rank = if team { 0 } else { r.pick(&[1, 1, 2, 3]) };
        let views = views(r);
        let large = extreme || r.chance(30);
        let mut case = Case {
            team,
            rank,
            right: r.chance(50),
            promise: r.pick(&[
                Promise::None,
                Promise::None,
                Promise::None,
                Promise::Unchecked,
            ]),
            views,
            scratch: team && r.chance(60),
            shapes: vec![None; VIEWS.len() + 2],
            fields: [field(r, large), field(r, large)],
            work: Vec::new(),
            league: 0,
            threads: 0,
            lanes: 0,
            contents: Contents {
                seed: r.next(),
                wild: r.chance(25),
            },
            large,
            known: if r.chance(50) { r.next() } else { 0 },
            blocks: false,
            rows: false,
            wide: r.chance(15),
        };
        case.shapes(r, extreme);
        match team {
            true => case.teams(r, extreme),
            false => case.range(r, extreme),
        }
        case
    }

    fn shapes(&mut self, r: &mut Random, extreme: bool) {
        for memory in VIEWS {
            let shape = std::iter::from_fn(|| {
                let extents: Vec<i64> = (0..memory.rank())
                    .map(|_| extent(r, memory.rank(), extreme))
                    .collect();
                Some(
                    Shape::new(memory, &extents, strides(r, &extents))
                        .and_then(|s| s.behind(memory, first(r, memory))),
                )
            });
            self.shapes[memory as usize] = shape.flatten().next();
        }
        let scratch = [Memory::Scratch, Memory::ScratchGrid];
        for (memory, extents) in scratch.into_iter().zip([&SCRATCH[..], &SCRATCH_GRID]) {
            let extents: Vec<i64> = extents.iter().map(|&n| n as i64).collect();
            self.shapes[memory as usize] = Shape::new(memory, &extents, [0; 2]);
        }
    }

    fn range(&mut self, r: &mut Random, extreme: bool) {
        let longest = [0, 14, 5, 3][self.rank];
        self.work = (0..self.rank)
            .map(|_| {
                let begin = r.between(0, 2);
                (begin, begin + r.between(0, longest))
            })
            .collect();
        if extreme && r.chance(60) {
            let d = r.below(self.rank);
            let begin = huge(r);
            let length = if self.rank == 1 {
                huge(r)
            } else {
                r.between(0, 1 << 20)
            };
            self.work[d] = (begin, begin.saturating_add(length));
        }
    }

    fn teams(&mut self, r: &mut Random, extreme: bool) {
        self.league = r.between(1, 4);
        self.threads = r.between(1, 3);
        self.lanes = r.pick(&[1, 2, 4]);
        if extreme && r.chance(60) {
            self.league = huge(r).min(1 << 50);
            self.threads = r.pick(&[1, 8, 1024]);
            self.lanes = r.pick(&[1, 4, 64]);
        }
    }

    pub fn shape(&self, memory: Memory) -> &Shape {
        let shape = self.shapes[memory as usize].as_ref();
        shape.expect("every view has a shape")
    }

    pub fn kind(&self) -> ir::Shape {
        match self.team {
            true => ir::Shape::Team,
            false => ir::Shape::Range {
                rank: self.rank,
                right: self.right,
            },
        }
    }

    /// What the machine supplies to a work item.
    pub fn builtin(&self, which: Builtin, item: &Item) -> i64 {
        match which {
            Builtin::Work(d) => item[usize::from(d)],
            Builtin::LeagueRank => item[0],
            Builtin::TeamRank => item[1],
            Builtin::LaneRank => item[2],
            Builtin::LeagueSize => self.league,
            Builtin::TeamSize => self.threads,
            Builtin::VectorLength => self.lanes,
        }
    }

    /// Ranks and sizes that a body may ask for.
    pub fn ranks(&self) -> Vec<Builtin> {
        if !self.team {
            return (0..self.rank as u8).map(Builtin::Work).collect();
        }
        vec![
            Builtin::LeagueRank,
            Builtin::TeamRank,
            Builtin::LaneRank,
            Builtin::LeagueSize,
            Builtin::TeamSize,
            Builtin::VectorLength,
        ]
    }

    /// The integer that an argument of the program is.
    pub fn argument(&self, param: &Param) -> Option<i64> {
        match param {
            Param::Buffer { .. }
            | Param::Scratch { .. }
            | Param::Report { .. }
            | Param::LaunchNumber => None,
            Param::Extent { view, dim } => Some(self.shape(self.views[*view].0).extents[*dim]),
            Param::Stride { view, dim } => Some(self.shape(self.views[*view].0).stride(*dim)),
            Param::Scalar { field, .. } => Some(self.fields[usize::from(field == "b")]),
            Param::Begin(d) => Some(self.work[*d].0),
            Param::End(d) => Some(self.work[*d].1),
        }
    }

    /// The numbers as proofs take them.
    pub fn launch(&self, program: &Program) -> bounds::Launch {
        bounds::Launch {
            params: program.params.iter().map(|p| self.argument(p)).collect(),
            league_size: self.league,
            team_size: self.threads,
            vector_length: self.lanes,
            rounded: false,
        }
    }

    pub fn bindings(&self, program: &Program) -> Vec<Binding> {
        let of = |view: usize| {
            let (allocation, unique) = match self.views.get(view) {
                Some(&(memory, allocation)) => (allocation, self.shape(memory).unique),
                None => (0, true),
            };
            Binding {
                allocation,
                whole: view,
                unique,
            }
        };
        (0..program.views.len()).map(of).collect()
    }

    /// Lengths of the dimensions along which items run.
    fn lengths(&self) -> Vec<i64> {
        match self.team {
            true => vec![self.league, self.threads, self.lanes],
            false => self.work.iter().map(|(b, e)| (e - b).max(0)).collect(),
        }
    }

    fn number_of_items(&self) -> i64 {
        self.lengths().into_iter().fold(1, i64::saturating_mul)
    }

    /// The work items, or some of them; and whether these are all.
    pub fn items(&self) -> (Vec<Item>, bool) {
        let (lengths, n) = (self.lengths(), self.number_of_items());
        if n <= MOST_ITEMS {
            return ((0..n).map(|k| self.item(&lengths, k)).collect(), true);
        }
        let mut r = Random::new(self.contents.seed);
        let near = |r: &mut Random, n: i64| match r.below(3) {
            0 => r.between(0, 2.min(n - 1)),
            1 => n - 1 - r.between(0, 2.min(n - 1)),
            _ => (r.next() % n as u64) as i64,
        };
        let begin = |d: usize| self.work.get(d).map_or(0, |w| w.0);
        let some = (0..SOME_ITEMS).map(|_| {
            let mut item = [0; 3];
            for (d, &n) in lengths.iter().enumerate() {
                item[d] = begin(d) + near(&mut r, n);
            }
            item
        });
        let mut some: Vec<Item> = some.collect();
        some.sort_unstable();
        some.dedup();
        (some, false)
    }

    fn item(&self, lengths: &[i64], mut k: i64) -> Item {
        let mut item = [0; 3];
        for (d, n) in lengths.iter().enumerate() {
            item[d] = self.work.get(d).map_or(0, |w| w.0) + k % n;
            k /= n;
        }
        item
    }

    /// Whether sizes alone have more than 31 bits, as a launch finds it.
    pub fn is_wide(&self, program: &Program) -> bool {
        const LIMIT: u64 = 1 << 31;
        const ROOM: u64 = 1 << 24;
        let span = |&(memory, _): &(Memory, u64)| {
            let unit = if memory == Memory::Flags { 1 } else { 4 };
            self.shape(memory).bytes as u64 / unit
        };
        let number = |p: &Param| match p {
            Param::Extent { .. } | Param::Stride { .. } => self.argument(p).unwrap_or(0) as u64,
            _ => 0,
        };
        self.views.iter().map(span).any(|n| n >= LIMIT)
            || program.params.iter().map(number).any(|n| n >= LIMIT)
            || self.work.iter().any(|w| w.1 as u64 >= LIMIT - ROOM)
            || self.number_of_items() as u64 >= LIMIT - ROOM
    }
}

/// Some of the views; two of them may be one allocation.
fn views(r: &mut Random) -> Vec<(Memory, u64)> {
    let mut all: Vec<(Memory, u64)> = VIEWS
        .into_iter()
        .filter(|_| r.chance(40))
        .map(|memory| (memory, 1 + memory as u64))
        .collect();
    if all.is_empty() {
        all.push((Memory::Line, 1));
    }
    if r.chance(5) {
        let last = all.len() - 1;
        all[last].1 = all[0].1;
    }
    all
}

fn extent(r: &mut Random, rank: usize, extreme: bool) -> i64 {
    if extreme && r.chance(25) {
        return r.pick(&[
            0,
            (1 << 31) - 1,
            1 << 31,
            (1 << 32) + 5,
            1 << 40,
            65536,
            46341,
        ]);
    }
    r.between(0, [0, 60, 14, 7][rank])
}

/// Strides of a view of rank 2: without gaps, with gaps, or such that elements coincide.
fn strides(r: &mut Random, extents: &[i64]) -> [i64; 2] {
    let second = extents.get(1).copied().unwrap_or(1);
    match r.below(4) {
        0 => [1, extents[0]],
        1 => [second.saturating_add(1), 1],
        2 => [second, 1],
        _ => [r.between(0, 4), r.between(0, 4)],
    }
}

/// Elements before the first of a view.
fn first(r: &mut Random, memory: Memory) -> i64 {
    match memory {
        Memory::Strided => r.between(0, 9),
        _ => 0,
    }
}

fn field(r: &mut Random, large: bool) -> i64 {
    if large && r.chance(30) {
        return i64::from(r.pick(&[i32::MAX, i32::MIN, 1 << 20, -5, 1 << 30, 46341, 3000]));
    }
    r.between(-2, 20)
}

/// A count near a limit; at most half of what an index holds.
fn huge(r: &mut Random) -> i64 {
    let limit = r.pick(&[
        1 << 24,
        (1i64 << 31) - (1 << 24),
        1 << 31,
        1 << 32,
        1 << 40,
        i64::MAX / 2,
    ]);
    (limit + r.between(-3, 3)).min(i64::MAX / 2)
}
