//! The rows of the items: as the host writes them, and as a kernel reads them, in integers `I` of either.

/// Where the moments and the values of (S, T) are.
///
/// | kind | z(S, T) | z(S, -T) |
/// |---|---|---|
/// | [`BOTH`] | (rr - ii, ri + ir) | (rr + ii, ir - ri) |
/// | [`S_IS_ZERO`] | (rr, ri) | not stored |
/// | [`T_IS_ZERO`] | (rr, ir) | the same value |
/// | 0, neither | (rr, 0) | the same value |
///
/// Value n of the moments lies `n (2 T + 2 n + 1)` further, `ri` and `ii` one after `rr` and `ir`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BasisItem<I> {
    /// Offset of `M[S,Re][T,Re]` at n = 0.
    pub rr: I,
    /// Offset of `M[S,Im][T,Re]` at n = 0; where there is no such row, `rr`.
    pub ir: I,
    /// Complex offset of V(S,T).
    pub plus: I,
    /// Complex offset of V(S,-T); where there is no such weight, `plus`.
    pub minus: I,
    /// Offset of t (N x N, row major, lower triangle).
    pub t: I,
    /// N, the number of values n.
    pub n: I,
    /// T.
    pub degree: I,
    /// Bit 0 is set if S > 0, bit 1 if T > 0.
    pub kind: I,
}

/// Kind of an item with S > 0 and T > 0.
pub const BOTH: usize = 3;
/// Kind of an item with S = 0 and T > 0.
pub const S_IS_ZERO: usize = 2;
/// Kind of an item with S > 0 and T = 0.
pub const T_IS_ZERO: usize = 1;

impl<I> BasisItem<I> {
    /// The item of a row.
    #[inline(always)]
    pub fn of([rr, ir, plus, minus, t, n, degree, kind]: [I; 8]) -> Self {
        Self {
            rr,
            ir,
            plus,
            minus,
            t,
            n,
            degree,
            kind,
        }
    }

    /// Its row.
    pub fn pack(self) -> [I; 8] {
        let Self {
            rr,
            ir,
            plus,
            minus,
            t,
            n,
            degree,
            kind,
        } = self;
        [rr, ir, plus, minus, t, n, degree, kind]
    }
}

/// A [`BasisItem`] for moments in the order of [`GradientPairs`](crate::tables::GradientPairs).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairItem<I> {
    /// Place of (T, 0, 0), plus S.
    pub base: I,
    /// twojmax - T + 1.
    pub length: I,
    /// Complex offset of V(S,T).
    pub plus: I,
    /// Complex offset of V(S,-T); where there is no such weight, `plus`.
    pub minus: I,
    /// Offset of t.
    pub t: I,
    /// N, the number of values n.
    pub n: I,
    /// Columns of T.
    pub columns: I,
    /// As of a [`BasisItem`].
    pub kind: I,
}

impl BasisItem<i32> {
    /// The same with its values so far behind.
    #[must_use]
    pub(crate) fn behind(self, values: i32) -> Self {
        Self {
            plus: self.plus + values,
            minus: self.minus + values,
            ..self
        }
    }
}

impl<I> PairItem<I> {
    /// The item of a row.
    #[inline(always)]
    pub fn of([base, length, plus, minus, t, n, columns, kind]: [I; 8]) -> Self {
        Self {
            base,
            length,
            plus,
            minus,
            t,
            n,
            columns,
            kind,
        }
    }

    /// Its row.
    pub fn pack(self) -> [I; 8] {
        let Self {
            base,
            length,
            plus,
            minus,
            t,
            n,
            columns,
            kind,
        } = self;
        [base, length, plus, minus, t, n, columns, kind]
    }
}
