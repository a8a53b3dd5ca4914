//! Ranges of integers.

use crate::ir::Ty;
use crate::ops::Bin;

/// `lo..=hi`; empty where `lo > hi`. Values have 64 bits and intervals 128: arithmetic is exact, also where the values
/// would wrap, or gives [`Interval::ANY`]. It never saturates: a bound that is cut off would be mistaken for a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::ir) struct Interval {
    pub lo: i128,
    pub hi: i128,
}

impl Interval {
    /// Nothing is known.
    pub(super) const ANY: Interval = Interval {
        lo: i128::MIN,
        hi: i128::MAX,
    };

    pub(super) fn new(lo: impl Into<i128>, hi: impl Into<i128>) -> Interval {
        Interval {
            lo: lo.into(),
            hi: hi.into(),
        }
    }

    pub(super) fn point(x: impl Into<i128>) -> Interval {
        let x = x.into();
        Interval { lo: x, hi: x }
    }

    /// The only value, if there is one.
    pub(super) fn as_point(self) -> Option<i64> {
        i64::try_from(self.lo).ok().filter(|_| self.lo == self.hi)
    }

    /// Every value of the type.
    pub(super) fn of(ty: Ty) -> Interval {
        match ty {
            Ty::I32 => Interval::new(i32::MIN, i32::MAX),
            Ty::U32 => Interval::new(0, u32::MAX),
            Ty::U64 => Interval::new(0, u64::MAX),
            Ty::I8 => Interval::new(i8::MIN, i8::MAX),
            Ty::U8 => Interval::new(0, u8::MAX),
            Ty::I16 => Interval::new(i16::MIN, i16::MAX),
            Ty::U16 => Interval::new(0, u16::MAX),
            Ty::Bool => Interval::new(0, 1),
            _ => Interval::new(i64::MIN, i64::MAX),
        }
    }

    pub(in crate::ir) fn is_empty(self) -> bool {
        self.lo > self.hi
    }

    pub(super) fn contains(self, other: Interval) -> bool {
        self.lo <= other.lo && other.hi <= self.hi
    }

    /// Do its values differ by less than the factor?
    pub(super) fn is_narrower_than(self, factor: i64) -> bool {
        let width = self.hi.checked_sub(self.lo);
        width.is_some_and(|width| width < i128::from(factor).abs())
    }

    pub(in crate::ir) fn intersect(self, other: Interval) -> Interval {
        Interval::new(self.lo.max(other.lo), self.hi.min(other.hi))
    }

    pub(super) fn union(self, other: Interval) -> Interval {
        Interval::new(self.lo.min(other.lo), self.hi.max(other.hi))
    }

    pub(super) fn plus(self, other: Interval) -> Interval {
        let ends = (self.lo.checked_add(other.lo), self.hi.checked_add(other.hi));
        match ends {
            (Some(lo), Some(hi)) => Interval { lo, hi },
            _ => Interval::ANY,
        }
    }

    pub(super) fn times(self, factor: impl Into<i128>) -> Interval {
        self.product(Interval::point(factor))
    }

    fn product(self, o: Interval) -> Interval {
        corners(self, o, i128::checked_mul)
    }

    /// Largest distance from zero.
    fn size(self) -> i128 {
        self.lo
            .checked_neg()
            .unwrap_or(i128::MAX)
            .max(self.hi)
            .max(0)
    }

    /// `a op b` of `ty`, before it wraps; the whole type where nothing better is known.
    pub(super) fn binary(op: Bin, ty: Ty, a: Interval, b: Interval) -> Interval {
        if matches!(op, Bin::And | Bin::Or | Bin::Xor | Bin::Shl | Bin::Shr) {
            return Interval::bits(op, ty, a, b);
        }
        let n = a.size();
        match op {
            Bin::Add => a.plus(b),
            Bin::Sub => a.plus(b.times(-1)),
            Bin::Mul => a.product(b),
            Bin::Div if b.lo > 0 => corners(a, b, i128::checked_div),
            Bin::Div => Interval::new(-n, n),
            Bin::Rem if b.lo > 0 && a.lo >= 0 => Interval::new(0, a.hi.min(b.hi - 1)),
            Bin::Rem if b.lo > 0 => Interval::new(1 - b.hi, b.hi - 1),
            Bin::Rem => Interval::new(if a.lo >= 0 { 0 } else { -n }, n),
            Bin::Min => Interval::new(a.lo.min(b.lo), a.hi.min(b.hi)),
            Bin::Max => Interval::new(a.lo.max(b.lo), a.hi.max(b.hi)),
            // functions of floats
            _ => Interval::of(ty),
        }
    }

    /// Bit operations, which never leave the type, or 32 bits: those of an index are of its low half.
    fn bits(op: Bin, ty: Ty, a: Interval, b: Interval) -> Interval {
        let whole = Interval::of(if ty == Ty::Index { Ty::I32 } else { ty });
        let [a, b] = [a, b].map(|x| if whole.contains(x) { x } else { whole });
        let distance = b.lo & i128::from(ty.bits() - 1);
        let result = match op {
            Bin::And | Bin::Or | Bin::Xor if a.lo == a.hi && b.lo == b.hi => {
                Interval::point(match op {
                    Bin::And => a.lo & b.lo,
                    Bin::Or => a.lo | b.lo,
                    _ => a.lo ^ b.lo,
                })
            }
            // no bit above the highest
            Bin::Or | Bin::Xor if a.lo >= 0 && b.lo >= 0 => {
                let most = a.hi.max(b.hi);
                Interval::new(0, (1i128 << (i128::BITS - most.leading_zeros())) - 1)
            }
            Bin::And if a.lo >= 0 && b.lo >= 0 => Interval::new(0, a.hi.min(b.hi)),
            Bin::And if a.lo >= 0 => Interval::new(0, a.hi),
            Bin::And if b.lo >= 0 => Interval::new(0, b.hi),
            Bin::Shr if b.lo == b.hi => Interval::new(a.lo >> distance, a.hi >> distance),
            // towards 0 or -1, whatever the distance
            Bin::Shr => a.union(Interval::point(0)),
            Bin::Shl if b.lo == b.hi => a.times(1i128 << distance),
            _ => whole,
        };
        if whole.contains(result) {
            result
        } else {
            whole
        }
    }
}

/// From the values at the corners; nothing is known where one of them does not fit.
fn corners(a: Interval, b: Interval, f: impl Fn(i128, i128) -> Option<i128>) -> Interval {
    let all = [f(a.lo, b.lo), f(a.lo, b.hi), f(a.hi, b.lo), f(a.hi, b.hi)];
    match all {
        [Some(w), Some(x), Some(y), Some(z)] => Interval {
            lo: w.min(x).min(y).min(z),
            hi: w.max(x).max(y).max(z),
        },
        _ => Interval::ANY,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_of_numbers_and_of_ranges_are_known() {
        let of = |op, a, b| Interval::binary(op, Ty::I32, a, b);
        let (x, y) = (Interval::point(112), Interval::point(-3));
        assert_eq!(of(Bin::Or, x, Interval::point(3)), Interval::point(115));
        assert_eq!(of(Bin::Xor, x, y), Interval::point(112 ^ -3));
        assert_eq!(of(Bin::And, x, y), Interval::point(112 & -3));
        let (small, large) = (Interval::new(0, 4), Interval::new(0, 9));
        assert_eq!(of(Bin::Or, small, large), Interval::new(0, 15));
        assert_eq!(of(Bin::Xor, small, small), Interval::new(0, 7));
        assert_eq!(of(Bin::Or, small, y), Interval::of(Ty::I32));
    }

    #[test]
    fn sums_and_products_of_64_bits_are_exact() {
        let whole = Interval::of(Ty::Index);
        let product = whole.product(whole);
        assert_eq!(product.hi, 1 << 126);
        assert!(!whole.contains(whole.plus(Interval::point(1))));
        assert_eq!(
            whole.plus(whole).plus(whole.times(-1)).hi,
            i128::from(i64::MAX) * 2 + 1 + i128::from(i64::MAX)
        );
    }

    #[test]
    fn what_does_not_fit_is_unknown_and_stays_so() {
        let whole = Interval::of(Ty::Index);
        let cubed = whole.product(whole).product(whole);
        assert_eq!(cubed, Interval::ANY);
        assert_eq!(cubed.plus(Interval::point(-5)), Interval::ANY);
        assert_eq!(cubed.times(-1), Interval::ANY);
    }
}
