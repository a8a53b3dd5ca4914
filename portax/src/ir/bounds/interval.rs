//! Ranges of integers.

use crate::ir::Ty;
use crate::ops::Bin;

/// `lo..=hi`; empty where `lo > hi`. Arithmetic saturates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Interval {
    pub lo: i64,
    pub hi: i64,
}

impl Interval {
    pub fn new(lo: i64, hi: i64) -> Interval {
        Interval { lo, hi }
    }

    pub fn point(x: i64) -> Interval {
        Interval::new(x, x)
    }

    /// Every value of the type.
    pub fn of(ty: Ty) -> Interval {
        match ty {
            Ty::I32 => Interval::new(i32::MIN.into(), i32::MAX.into()),
            Ty::U32 => Interval::new(0, u32::MAX.into()),
            Ty::Bool => Interval::new(0, 1),
            _ => Interval::new(i64::MIN, i64::MAX),
        }
    }

    pub fn is_empty(self) -> bool {
        self.lo > self.hi
    }

    pub fn contains(self, other: Interval) -> bool {
        self.lo <= other.lo && other.hi <= self.hi
    }

    pub fn intersect(self, other: Interval) -> Interval {
        Interval::new(self.lo.max(other.lo), self.hi.min(other.hi))
    }

    pub fn union(self, other: Interval) -> Interval {
        Interval::new(self.lo.min(other.lo), self.hi.max(other.hi))
    }

    pub fn plus(self, other: Interval) -> Interval {
        Interval::new(
            self.lo.saturating_add(other.lo),
            self.hi.saturating_add(other.hi),
        )
    }

    pub fn times(self, factor: i64) -> Interval {
        self.product(Interval::point(factor))
    }

    fn product(self, o: Interval) -> Interval {
        corners(self, o, i64::saturating_mul)
    }

    /// Largest distance from zero.
    fn size(self) -> i64 {
        self.lo.saturating_neg().max(self.hi).max(0)
    }

    /// `a op b` of `ty`, before it wraps; the whole type where nothing better is known.
    pub fn binary(op: Bin, ty: Ty, a: Interval, b: Interval) -> Interval {
        if matches!(op, Bin::And | Bin::Or | Bin::Xor | Bin::Shl | Bin::Shr) {
            return Interval::bits(op, ty, a, b);
        }
        let n = a.size();
        match op {
            Bin::Add => a.plus(b),
            Bin::Sub => a.plus(b.times(-1)),
            Bin::Mul => a.product(b),
            Bin::Div if b.lo > 0 => corners(a, b, |x, y| x / y),
            Bin::Div => Interval::new(n.saturating_neg(), n),
            Bin::Rem if b.lo > 0 && a.lo >= 0 => Interval::new(0, a.hi.min(b.hi - 1)),
            Bin::Rem if b.lo > 0 => Interval::new(1 - b.hi, b.hi - 1),
            Bin::Rem => Interval::new(if a.lo >= 0 { 0 } else { n.saturating_neg() }, n),
            Bin::Min => Interval::new(a.lo.min(b.lo), a.hi.min(b.hi)),
            _ => Interval::new(a.lo.max(b.lo), a.hi.max(b.hi)),
        }
    }

    /// Bit operations, which never leave 32 bits: those of an index are of its low half.
    fn bits(op: Bin, ty: Ty, a: Interval, b: Interval) -> Interval {
        let whole = Interval::of(if ty == Ty::Index { Ty::I32 } else { ty });
        let [a, b] = [a, b].map(|x| if whole.contains(x) { x } else { whole });
        let result = match op {
            Bin::And if a.lo >= 0 && b.lo >= 0 => Interval::new(0, a.hi.min(b.hi)),
            Bin::And if a.lo >= 0 => Interval::new(0, a.hi),
            Bin::And if b.lo >= 0 => Interval::new(0, b.hi),
            Bin::Shr if b.lo == b.hi => Interval::new(a.lo >> (b.lo & 31), a.hi >> (b.lo & 31)),
            // towards 0 or -1, whatever the distance
            Bin::Shr => a.union(Interval::point(0)),
            Bin::Shl if b.lo == b.hi => a.times(1 << (b.lo & 31)),
            _ => whole,
        };
        if whole.contains(result) {
            result
        } else {
            whole
        }
    }
}

fn corners(a: Interval, b: Interval, f: impl Fn(i64, i64) -> i64) -> Interval {
    let all = [f(a.lo, b.lo), f(a.lo, b.hi), f(a.hi, b.lo), f(a.hi, b.hi)];
    Interval::new(
        all.into_iter().fold(i64::MAX, i64::min),
        all.into_iter().fold(i64::MIN, i64::max),
    )
}
