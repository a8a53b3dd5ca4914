//! The rows of the lists: as the host writes them, and as a kernel reads them, in integers `I` of either.

/// Items that have their third weight in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReverseGroup<I> {
    /// Complex offset of the third weight.
    pub third: I,
    /// Its number of values.
    pub n3: I,
    /// The first item.
    pub first: I,
    /// One past the last item.
    pub end: I,
    /// 1 where operand 1 is conjugated, otherwise 0.
    pub conj1: I,
    /// The sign bit is set where V and G of the third weight are replaced by their conjugates.
    pub conj3: I,
}

impl<I> ReverseGroup<I> {
    /// The group of a row.
    #[inline(always)]
    pub fn of([third, n3, first, end, conj1, conj3, _, _]: [I; 8]) -> Self {
        Self {
            third,
            n3,
            first,
            end,
            conj1,
            conj3,
        }
    }
}

impl ReverseGroup<i32> {
    /// Its row.
    #[must_use]
    pub fn pack(self) -> [i32; 8] {
        let Self {
            third,
            n3,
            first,
            end,
            conj1,
            conj3,
        } = self;
        [third, n3, first, end, conj1, conj3, 0, 0]
    }

    /// Whether its items belong to the other group.
    pub(super) fn continues(&self, other: &Self) -> bool {
        let key = |group: &Self| [group.third, group.conj1, group.conj3];
        key(self) == key(other)
    }
}

/// A value of a first weight against the values of a second one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReverseItem<I> {
    /// Complex offset of V_1.
    pub first: I,
    /// Complex offset of the first V_2.
    pub second: I,
    /// Offset in W.
    pub w: I,
    /// Number of values V_2.
    pub n2: I,
}

impl<I> ReverseItem<I> {
    /// The item of a row.
    #[inline(always)]
    pub fn of([first, second, w, n2]: [I; 4]) -> Self {
        Self {
            first,
            second,
            w,
            n2,
        }
    }

    /// Its row.
    pub fn pack(self) -> [I; 4] {
        [self.first, self.second, self.w, self.n2]
    }
}

/// A block with V(0,0).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ZItem<I> {
    /// Complex offset of the other weight, which is there twice.
    pub offset: I,
    /// Its number of values.
    pub count: I,
    /// Offset in W.
    pub w: I,
}

impl<I> ZItem<I> {
    /// The block of a row.
    #[inline(always)]
    pub fn of([offset, count, w, _]: [I; 4]) -> Self {
        Self { offset, count, w }
    }
}

impl ZItem<i32> {
    /// Its row.
    #[must_use]
    pub fn pack(self) -> [i32; 4] {
        [self.offset, self.count, self.w, 0]
    }
}
