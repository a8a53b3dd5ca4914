//! Messages are recorded as updates of the report, whose words `ir::message` describes.

use super::{Trace, builder::with};
use crate::{
    ir::{
        Id, Param, Ty, Value, ViewInfo, ViewPlace,
        message::{LINE_WORDS, LINES, MOST_NUMBERS, Message, Said, Says},
    },
    kernel::exec::{Control, Memory, Say, Shown, Values},
    ops::{AtomicOp, Bin, Cmp, Scope},
};

impl Say for Trace {
    #[inline(never)]
    fn say(message: &'static Message, numbers: &[Shown<Self>], _m: Option<Id>) {
        let types = numbers.iter().map(|n| n.ty).collect();
        let number = with(|b| {
            let messages = &mut b.program().messages;
            messages.push(Said { message, types });
            messages.len() - 1
        });
        let report = Report::new(message);
        let launch = with(|b| b.param(Ty::I32, Param::LaunchNumber));
        let launch = Self::cast::<i32, u32>(launch);
        match message.says {
            Says::Assertion => report.fault(number, launch, numbers),
            Says::Line => report.line(number, launch, numbers),
        }
    }
}

/// The report of the launch's instance.
struct Report {
    ptr: Id,
    view: usize,
    message: &'static Message,
}

impl Report {
    fn new(message: &'static Message) -> Report {
        let (ptr, view) = with(|b| {
            let program = b.program();
            let mut views = program.views.iter().enumerate();
            let known = views.find_map(|(view, info)| match info.place {
                ViewPlace::Report(argument) => Some((view, argument)),
                _ => None,
            });
            let (view, argument) = known.unwrap_or_else(|| {
                let (view, argument) = (program.views.len(), program.params.len());
                program.views.push(ViewInfo {
                    field: "<report>".into(),
                    rank: 0,
                    place: ViewPlace::Report(argument),
                });
                program.params.push(Param::Report { view });
                program.value(Ty::U32, Value::Buffer(argument));
                (view, argument)
            });
            let is_it = |(_, value): &(Ty, Value)| *value == Value::Buffer(argument);
            let ptr = program.values.iter().position(is_it);
            (ptr.expect("an argument has a value") as Id, view)
        });
        Report { ptr, view, message }
    }

    fn announce(&self) {
        with(|b| b.announce(self.view, Vec::new(), Vec::new(), self.message.location));
    }

    fn store(&self, at: Id, word: Id) {
        self.announce();
        // SAFETY: recording touches no memory.
        unsafe { Trace::store_uniform::<u32>(self.ptr, at, word) };
    }

    fn atomic(&self, op: AtomicOp, at: usize, word: u32) -> Id {
        self.announce();
        let (at, word) = (Trace::int(at as i64), Trace::lit(word));
        let none = Trace::int(0);
        // SAFETY: recording touches no memory.
        unsafe { Trace::atomic::<u32>(op, Scope::Device, self.ptr, at, none, word, None) }
    }

    /// Stores numbers of 64 bits, low halves first, from a word on.
    fn halves(&self, at: Id, numbers: &[Shown<Trace>]) {
        for (k, number) in numbers.iter().enumerate() {
            let high = Trace::bin::<u64>(Bin::Shr, number.bits, Trace::lit(32_u64));
            for (half, bits) in [number.bits, high].into_iter().enumerate() {
                let at = Trace::iadd(at, Trace::int((2 * k + half) as i64));
                self.store(at, Trace::cast::<u64, u32>(bits));
            }
        }
    }

    /// Where no fault is told yet: that message `number` failed.
    fn fault(&self, number: usize, launch: Id, numbers: &[Shown<Trace>]) {
        assert!(numbers.len() <= MOST_NUMBERS, "the macro counts them");
        let before = self.atomic(AtomicOp::Exchange, 0, 1);
        let is_first = Trace::cmp::<u32>(Cmp::Eq, before, Trace::lit(0_u32));
        if Trace::enter(is_first) {
            let what = (-1 - number as i64) as u64;
            let word = |x: u64| Trace::lit(x as u32);
            self.store(Trace::int(2), word(what));
            self.store(Trace::int(3), word(what >> 32));
            self.store(Trace::int(4), launch);
            self.halves(Trace::int(6), numbers);
        }
        Trace::leave();
    }

    /// A line, where there is room.
    fn line(&self, number: usize, launch: Id, numbers: &[Shown<Trace>]) {
        let words = 2 + 2 * numbers.len();
        let last = Trace::lit((LINE_WORDS - words) as u32);
        let fits = |taken| Trace::cmp::<u32>(Cmp::Le, taken, last);
        // Asked first, so that the count does not run over.
        let taken = self.atomic(AtomicOp::Load, LINES, 0);
        if Trace::enter(Trace::cmp::<u32>(
            Cmp::Le,
            taken,
            Trace::lit(LINE_WORDS as u32),
        )) {
            let taken = self.atomic(AtomicOp::Add, LINES, words as u32);
            if Trace::enter(fits(taken)) {
                let at = Trace::iadd(Trace::to_int::<u32>(taken), Trace::int(LINES as i64 + 1));
                self.store(at, launch);
                self.store(Trace::iadd(at, Trace::int(1)), Trace::lit(number as u32));
                self.halves(Trace::iadd(at, Trace::int(2)), numbers);
            }
            Trace::leave();
        }
        Trace::leave();
    }
}
