//! Records a body through the views and teams of the kernel language.

use crate::body::{ARRAY, Cond, Index, Int, Name, Part, Place, Share, Statement, Stored, Word};
use crate::case::Case;
use crate::memory::{Memory, SEGMENT};
use crate::views::{self, Bound, Ix, Narrowed, TEAM, lex};
use portax::ir::{Builtin, Id, Program};
use portax::kernel::exec::{Control, Coordinate, LocalPlace, Memory as _, Teams, Values};
use portax::kernel::trace::{self, Trace};
use portax::kernel::value::IntOf;
use portax::ops::{Bin, Cmp, Un};
use std::{collections::HashMap, panic::Location};

/// The program of a body.
pub fn record(case: &Case, body: &[Statement]) -> Program {
    trace::begin("body", case.kind(), case.promise);
    let bound = Bound::new(case);
    let mut recorder = Recorder {
        ranks: case.ranks(),
        fields: [trace::scalar::<i32>("a"), trace::scalar::<i32>("b")].map(Trace::to_int::<i32>),
        bound,
        ids: HashMap::new(),
        rows: HashMap::new(),
        parts: HashMap::new(),
        arrays: HashMap::new(),
    };
    recorder.block(body);
    trace::finish()
}

struct Recorder {
    ranks: Vec<Builtin>,
    fields: [Id; 2],
    bound: Bound,
    /// Loops and variables; what a smaller body lost is 0
    ids: HashMap<Name, Id>,
    rows: HashMap<Name, [Id; 4]>,
    parts: HashMap<Name, Narrowed>,
    arrays: HashMap<Name, [Id; ARRAY]>,
}

impl Recorder {
    fn id(&self, name: Name) -> Id {
        self.ids
            .get(&name)
            .copied()
            .unwrap_or_else(|| Trace::int(0))
    }

    fn int(&mut self, x: &Int) -> Id {
        match x {
            Int::Const(c) => Trace::int(*c),
            Int::Rank(k) => trace::builtin(self.ranks[*k]),
            Int::Field(k) => self.fields[*k],
            Int::Extent(memory, d) => self.bound.extent(*memory, *d),
            Int::Loop(name) => self.id(*name),
            Int::Var(name) => Trace::iread(self.id(*name)),
            Int::Row(name, k) => self
                .rows
                .get(name)
                .map_or_else(|| Trace::int(0), |row| row[*k]),
            Int::Load(place) => Trace::to_int::<i32>(self.load(place)),
            Int::Of(x) => Trace::to_int::<i32>(self.word(x)),
            Int::OfUnsigned(x) => {
                let x = self.word(x);
                Trace::to_int::<u32>(Trace::cast::<i32, u32>(x))
            }
            Int::Binary(op, a, b) => {
                let (a, b) = (self.int(a), self.int(b));
                Trace::ibin(*op, a, b)
            }
            Int::Select(c, a, b) => {
                let c = self.cond(c);
                let (a, b) = (self.int(a), self.int(b));
                Trace::iselect(c, a, b)
            }
        }
    }

    fn word(&mut self, x: &Word) -> Id {
        match x {
            Word::Const(c) => Trace::lit(*c),
            Word::Of(x) => {
                let x = self.int(x);
                Trace::int_to::<i32>(x)
            }
            Word::Var(name) => match self.ids.get(name) {
                Some(&id) => Trace::read::<i32>(id),
                None => Trace::lit(0i32),
            },
            Word::Load(place) => match views::is_real(place.memory) {
                true => Trace::cast::<f64, i32>(self.load(place)),
                false => Trace::int_to::<i32>(self.load(place)),
            },
            Word::Binary(op, a, b) => {
                let (a, b) = (self.word(a), self.word(b));
                Trace::bin::<i32>(*op, a, b)
            }
            Word::Unsigned(op, a, b) => {
                let [a, b] = [a, b].map(|x| Trace::cast::<i32, u32>(self.word(x)));
                Trace::cast::<u32, i32>(Trace::bin::<u32>(*op, a, b))
            }
            Word::Negated(a) => Trace::un::<i32>(Un::Neg, self.word(a)),
            Word::Size(a) => Trace::un::<i32>(Un::Abs, self.word(a)),
            Word::Rounded(a) => {
                let real = Trace::cast::<i32, f64>(self.word(a));
                Trace::cast::<f64, i32>(real)
            }
            Word::Select(c, a, b) => {
                let c = self.cond(c);
                let (a, b) = (self.word(a), self.word(b));
                Trace::select::<i32>(c, a, b)
            }
            Word::Element(name, at) => {
                let place = self.array_place(at);
                let Some(array) = self.arrays.get(name) else {
                    return Trace::lit(0i32);
                };
                // SAFETY: recording touches the array of ids alone.
                unsafe { Trace::load_local::<i32>(array.as_ptr(), ARRAY, &place, None) }
            }
            Word::Float(_, start, k) => {
                let start = self.int(start);
                Trace::cast::<f64, i32>(self.bound.float(start, *k))
            }
        }
    }

    fn cond(&mut self, c: &Cond) -> Id {
        match c {
            Cond::Int(op, a, b) => {
                let (a, b) = (self.int(a), self.int(b));
                Trace::icmp(*op, a, b)
            }
            Cond::Word(op, a, b) => {
                let (a, b) = (self.word(a), self.word(b));
                Trace::cmp::<i32>(*op, a, b)
            }
            Cond::Unsigned(op, a, b) => {
                let [a, b] = [a, b].map(|x| Trace::cast::<i32, u32>(self.word(x)));
                Trace::cmp::<u32>(*op, a, b)
            }
            Cond::Real(op, a, b) => {
                let [a, b] = [a, b].map(|x| Trace::int_to::<f64>(self.int(x)));
                Trace::cmp::<f64>(*op, a, b)
            }
            Cond::Load(place) => self.load(place),
            Cond::Both(a, b) => {
                let (a, b) = (self.cond(a), self.cond(b));
                Trace::mbin(Bin::And, a, b)
            }
            Cond::Either(a, b) => {
                let (a, b) = (self.cond(a), self.cond(b));
                Trace::mbin(Bin::Or, a, b)
            }
            Cond::Not(a) => Trace::mnot(self.cond(a)),
        }
    }

    fn array_place(&mut self, at: &Index) -> LocalPlace<Trace> {
        let (base, varying) = match at {
            Index::Int(x) | Index::Lane(x) => (self.int(x), None),
            Index::Word(x) => (Trace::int(0), Some(self.word(x))),
        };
        LocalPlace {
            at: Coordinate {
                base,
                step: Trace::int(0),
                varying,
                long: Trace::no_long(),
                extent: Trace::int(ARRAY as i64),
            },
            of_row: None,
            stride: size_of::<Id>(),
            name: "array",
            location: Location::caller(),
        }
    }

    // ---- memory
    fn indices(&mut self, at: &[Index]) -> Vec<Ix> {
        let index = |i: &Index| match i {
            Index::Int(x) => Ix::Int(self.int(x)),
            Index::Lane(x) => Ix::Lane(self.int(x)),
            Index::Word(x) => Ix::Word(self.word(x)),
        };
        at.iter().map(index).collect()
    }

    fn part(&mut self, place: &Place) -> Option<Narrowed> {
        match &place.part {
            Part::Whole => None,
            Part::At(at) => {
                let at = self.int(at);
                Some(self.bound.narrow(place.memory, at))
            }
            Part::Named(name) => match self.parts.get(name) {
                Some(part) => Some(*part),
                None => Some(self.bound.narrow(place.memory, Trace::int(0))),
            },
        }
    }

    fn touch(&mut self, place: &Place, act: views::Act) -> Id {
        let part = self.part(place);
        let at = self.indices(&place.at);
        match part {
            Some(part) => part.touch(&at, act),
            None => self.bound.touch(place.memory, &at, act),
        }
    }

    fn load(&mut self, place: &Place) -> Id {
        self.touch(place, views::Act::Load)
    }

    /// The value as an element of the view is stored.
    fn stored(&mut self, memory: Memory, x: &Stored) -> Id {
        match (x, memory) {
            (Stored::Int(x), Memory::Flags) => {
                let x = self.int(x);
                Trace::icmp(portax::ops::Cmp::Ne, x, Trace::int(0))
            }
            (Stored::Word(x), Memory::Flags) => {
                let x = self.word(x);
                Trace::cmp::<i32>(portax::ops::Cmp::Ne, x, Trace::lit(0i32))
            }
            (Stored::Int(x), _) if views::is_real(memory) => Trace::int_to::<f64>(self.int(x)),
            (Stored::Word(x), _) if views::is_real(memory) => Trace::cast::<i32, f64>(self.word(x)),
            (Stored::Int(x), _) => Trace::int_to::<i32>(self.int(x)),
            (Stored::Word(x), _) => self.word(x),
        }
    }

    // ---- statements
    fn block(&mut self, all: &[Statement]) {
        all.iter().for_each(|s| self.statement(s));
    }

    fn statement(&mut self, s: &Statement) {
        match s {
            Statement::Store(place, x) => {
                let x = self.stored(place.memory, x);
                self.touch(place, views::Act::Store(x));
            }
            Statement::Atomic(place, x, of_team, old) => {
                let x = self.stored(place.memory, x);
                let before = self.touch(place, views::Act::Atomic(x, *of_team));
                if let Some(name) = old {
                    self.ids.insert(*name, Trace::var::<i32>(before));
                }
            }
            Statement::If(c, then, other) => self.branch(c, then, other),
            Statement::For(name, lo, hi, body) => {
                let (lo, hi) = (self.int(lo), self.int(hi));
                self.repeat(*name, Trace::range(lo, hi), body);
            }
            Statement::Repeat(name, n, body) => {
                let n = self.int(n);
                let count = Trace::ivar(Trace::int(0));
                self.ids.insert(*name, count);
                for () in Trace::turns() {
                    Trace::stay(Trace::icmp(Cmp::Lt, Trace::iread(count), n));
                    self.block(body);
                    let next = Trace::iadd(Trace::iread(count), Trace::int(1));
                    let mut count = count;
                    Trace::iassign(&mut count, next);
                }
            }
            Statement::Leave(c) => {
                let stays = Trace::cnot(self.cond(c));
                Trace::stay(stays);
            }
            Statement::Nested(share, name, n, body) => {
                let n = self.int(n);
                let range = match share {
                    Share::Threads => Trace::thread_range((), Trace::int(0), n),
                    Share::Lanes => Trace::vector_range((), n),
                    Share::ThreadsAndLanes => Trace::team_vector_range((), n),
                };
                self.repeat(*name, range, body);
            }
            Statement::Single(per_team, body) => {
                let enters = match per_team {
                    true => Trace::enter_per_team(()),
                    false => Trace::enter_per_thread(()),
                };
                if enters {
                    self.block(body);
                }
                Trace::leave();
            }
            Statement::Barrier => Trace::barrier(()),
            Statement::Segments(name, row, lo, hi, body) => {
                self.segments(*name, [row, lo, hi], body)
            }
            named => self.define(named),
        }
    }

    fn define(&mut self, s: &Statement) {
        match s {
            Statement::DeclareInt(name, x) => {
                let x = self.int(x);
                self.ids.insert(*name, Trace::ivar(x));
            }
            Statement::SetInt(name, x) => {
                let x = self.int(x);
                if let Some(variable) = self.ids.get_mut(name) {
                    Trace::iassign(variable, x);
                }
            }
            Statement::DeclareWord(name, x) => {
                let x = self.word(x);
                self.ids.insert(*name, Trace::var::<i32>(x));
            }
            Statement::SetWord(name, x) => {
                let x = self.word(x);
                if let Some(variable) = self.ids.get_mut(name) {
                    Trace::assign::<i32>(variable, x, None);
                }
            }
            Statement::DeclareArray(name, first) => {
                let first = first.each_ref().map(|x| self.word(x));
                self.arrays.insert(*name, first.map(Trace::var::<i32>));
            }
            Statement::SetElement(name, at, x) => {
                let (x, place) = (self.word(x), self.array_place(at));
                if let Some(array) = self.arrays.get_mut(name) {
                    let first = array.as_mut_ptr();
                    // SAFETY: recording touches the array of ids alone.
                    unsafe { Trace::store_local::<i32>(first, ARRAY, &place, x, None) };
                }
            }
            Statement::Narrow(name, memory, at) => {
                let at = self.int(at);
                let part = self.bound.narrow(*memory, at);
                self.parts.insert(*name, part);
            }
            Statement::Row(name, at) => {
                let at = self.int(at);
                let row = self.bound.row(at);
                self.rows.insert(*name, row);
            }
            _ => unreachable!("it defines no name"),
        }
    }

    fn branch(&mut self, c: &Cond, then: &[Statement], other: &[Statement]) {
        let c = self.cond(c);
        if Trace::enter(c) {
            self.block(then);
        }
        if !other.is_empty() && Trace::enter_else(c) {
            self.block(other);
        }
        Trace::leave();
    }

    fn repeat(&mut self, name: Name, range: <Trace as Control>::Range, body: &[Statement]) {
        for index in range {
            self.ids.insert(name, index);
            self.block(body);
        }
    }

    fn segments(&mut self, name: Name, [row, lo, hi]: [&Int; 3], body: &[Statement]) {
        let (lo, hi) = (self.int(lo), self.int(hi));
        let rows = self.bound.rows();
        for segment in rows.segments::<SEGMENT>(TEAM, IntOf(lo), IntOf(hi), lex()) {
            let row = IntOf(self.int(row));
            self.rows
                .insert(name, segment.ints(row, lex()).map(|x| x.0));
            self.block(body);
        }
    }
}
