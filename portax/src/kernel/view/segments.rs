//! Streams of control data and coefficients, read segment by segment.

use super::{At, IntRow, ViewIn};
use crate::{
    kernel::{
        exec::{Coordinate, Exec, Float},
        team::TeamIn,
        value::{
            ComptimeIndex, IntOf, IntoInt, UniformOf,
            mask::{Checking, Converged, Lex, MaskType},
        },
    },
    layout::LayoutLeft,
};
use std::marker::PhantomData;

/// A table of rows of 16 bytes.
type Table<E> = ViewIn<E, IntRow<4>, 1, LayoutLeft>;

/// Segments `begin..end` of `ROWS` rows each, in order: `for segment in table.segments::<ROWS>(team, begin, end)`.
///
/// The executor decides whether the lanes of a thread copy a segment to team scratch while the one before it is in use: for
/// that the view ends with one segment of padding, and the kernel does not write it. Loops that follow each other share the copy that is on its way. On a GPU this is
/// worth a factor of 1.7 for a stream that a thread walks once.
pub struct Segments<E: Exec, const ROWS: usize, L> {
    table: Table<E>,
    range: E::Range,
    context: PhantomData<L>,
}

/// Where a loop over segments may stand: where all lanes of a thread get.
pub trait SegmentContext: Converged {
    /// Are accesses checked here?
    type Checking: Checking;
}
impl<M, C: Checking> SegmentContext for Lex<M, C>
where
    Lex<M, C>: Converged,
{
    type Checking = C;
}

/// A segment of a table: rows of four integers or of as many floats as 16 bytes hold.
pub struct Segment<E: Exec> {
    table: Table<E>,
    ptr: E::Ptr,
    /// Number of the first row in the table
    first: E::Int,
    rows: usize,
}

impl<E: Exec> Clone for Segment<E> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<E: Exec> Copy for Segment<E> {}

/// Floats of a segment from a row on: `floats[k]` with comptime `k`.
pub struct Floats<E: Exec, T> {
    segment: Segment<E>,
    row: E::Int,
    element: PhantomData<T>,
}

impl<E: Exec, T> Clone for Floats<E, T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<E: Exec, T> Copy for Floats<E, T> {}

impl<E: Exec> Table<E> {
    /// See [`Segments`].
    #[inline(always)]
    #[track_caller]
    pub fn segments<const ROWS: usize>(
        &self,
        _: TeamIn<E>,
        begin: impl IntoInt<E>,
        end: impl IntoInt<E>,
        at: impl SegmentContext,
    ) -> impl Iterator<Item = Segment<E>> {
        let range = E::range(begin.into_int().0, end.into_int().0);
        segments::<E, ROWS, _>(*self, range, at)
    }
}

#[inline(always)]
fn segments<E: Exec, const ROWS: usize, L>(
    table: Table<E>,
    range: E::Range,
    _: L,
) -> Segments<E, ROWS, L> {
    Segments {
        table,
        range,
        context: PhantomData,
    }
}

impl<E: Exec, const ROWS: usize, L: SegmentContext> Iterator for Segments<E, ROWS, L> {
    type Item = Segment<E>;
    #[inline(always)]
    #[allow(clippy::question_mark)] // what `?` calls is not always inlined
    fn next(&mut self) -> Option<Segment<E>> {
        let at = match self.range.next() {
            Some(at) => at,
            None => return None,
        };
        let first = E::imul(at, E::int(ROWS as i64));
        let segment = Segment {
            table: self.table,
            ptr: self.table.ptr,
            first,
            rows: ROWS,
        };
        if const { E::STREAM_AHEAD } {
            let padded = E::iadd(first, E::int(2 * ROWS as i64 - 1));
            segment.enter::<L::Checking>(first, padded, self.table.extents[0], None);
        }
        Some(Segment {
            ptr: E::segment(self.table.ptr, at, ROWS),
            ..segment
        })
    }
}

impl<E: Exec> Segment<E> {
    /// Announces and checks the access to row `i` of the table, and that `k` is below `rows`.
    #[inline(always)]
    #[track_caller]
    fn enter<C: Checking>(&self, i: E::Int, k: E::Int, rows: E::Int, mask: Option<E::Mask>) {
        if const { E::CHECKS && (C::ALWAYS || E::CAN_CHECK) } && self.table.check {
            let index = |base, extent| Coordinate {
                base,
                step: E::int(0),
                varying: None,
                long: E::no_long(),
                extent,
            };
            let at = [index(i, self.table.extents[0]), index(k, rows)];
            E::access(self.table.info, true, at, mask);
        }
    }

    #[inline(always)]
    #[track_caller]
    fn enter_row<M: MaskType<E>, C: Checking>(&self, row: E::Int, at: Lex<M, C>) {
        let rows = E::int(self.rows as i64);
        self.enter::<C>(E::iadd(self.first, row), row, rows, at.mask.mask());
    }

    /// Row `row` as integers.
    #[inline(always)]
    #[track_caller]
    pub fn ints<M: MaskType<E>, C: Checking>(
        &self,
        row: impl IntoInt<E>,
        at: Lex<M, C>,
    ) -> [IntOf<E>; 4] {
        let row = row.into_int().0;
        self.enter_row(row, at);
        // SAFETY: the access is announced: proven, checked, or promised by the author.
        let ints = unsafe { E::load_ints::<4>(self.ptr, row) };
        crate::tab!(IntOf<E>, 4, k => IntOf(ints[k]))
    }

    /// Rows from `row` on as floats, two `f64` or four `f32` a row.
    #[inline(always)]
    pub fn floats<T: Float>(&self, row: impl IntoInt<E>) -> Floats<E, T> {
        Floats {
            segment: *self,
            row: row.into_int().0,
            element: PhantomData,
        }
    }
}

impl<E: Exec, T: Float, I: ComptimeIndex, M: MaskType<E>, C: Checking> At<E, I, Lex<M, C>>
    for Floats<E, T>
{
    type Output = UniformOf<E, T>;
    #[inline(always)]
    #[track_caller]
    fn at(&self, k: I, at: Lex<M, C>) -> UniformOf<E, T> {
        let k = k.index();
        let (pair, pairs_a_row) = (k / 2, 8 / size_of::<T>());
        let row = E::iadd(self.row, E::int((pair / pairs_a_row) as i64));
        self.segment.enter_row(row, at);
        let first = E::imul(self.row, E::int(pairs_a_row as i64));
        // SAFETY: the access is announced: proven, checked, or promised by the author.
        let floats = unsafe {
            E::load_uniform_pair::<T>(self.segment.ptr, E::iadd(first, E::int(pair as i64)))
        };
        UniformOf(floats[k % 2])
    }
}
