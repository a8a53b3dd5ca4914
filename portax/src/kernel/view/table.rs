//! Control data: rows of integers and of coefficients that all lanes share.

use super::{At, Coords, Placer, UniformClass, ViewIn, element::side_by_side};
use crate::{
    ir::Ty,
    kernel::{
        exec::{Exec, Scalar},
        value::{
            ComptimeIndex, IntOf, IntoInt, UniformOf,
            mask::{Checking, Lex, MaskType},
        },
        view::ViewElement,
    },
    layout::{Layout, LayoutLeft, Mapping},
};
use std::marker::PhantomData;

/// A row of control data in a view: 4 integers side by side, or a multiple, which all lanes share. Kernels read it whole, as
/// `let [first, end, ..] = jobs[k]`, or one after the other: `for [j, m, ..] in items.stream(first, end)`. For integers that
/// each lane has by itself take arrays: `View<[i32; 3], 1>`.
///
/// ```
/// # use portax::{IntRow, View};
/// # fn f(space: &portax::Space) -> portax::Result<()> {
/// let jobs: View<IntRow<4>, 1> = View::from_slice(space, "jobs", [2], IntRow::rows(&[[0, 5, 1, 0], [5, 9, 1, 0]]))?;
/// # Ok(()) }
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(transparent)]
pub struct IntRow<const N: usize>(pub [i32; N]);

impl<const N: usize> IntRow<N> {
    /// Arrays as rows.
    pub fn rows(arrays: &[[i32; N]]) -> &[IntRow<N>] {
        // SAFETY: a row is its array.
        unsafe { std::slice::from_raw_parts(arrays.as_ptr().cast(), arrays.len()) }
    }
}

// SAFETY: its scalars lie side by side and are all there is.
unsafe impl<const N: usize> ViewElement for IntRow<N> {
    type Scalar = i32;
    const COMPONENTS: usize = {
        assert!(
            N > 0 && N.is_multiple_of(4),
            "portax: a row has 4 integers, or a multiple"
        );
        N
    };
    const TY: Ty = Ty::I32x4;
    side_by_side! { |v, c| v.0[c], |f| IntRow(std::array::from_fn(f)) }
}

/// `items[k]`: the whole row.
impl<E: Exec, const N: usize> super::InView<E, UniformClass> for IntRow<N> {
    type Value = [IntOf<E>; N];
    type Whole = Self::Value;
    #[inline(always)]
    #[track_caller]
    fn load<
        const R: usize,
        L: Layout,
        I: Coords<E, R, Class = UniformClass>,
        M: MaskType<E>,
        C: Checking,
    >(
        view: &ViewIn<E, Self, R, L>,
        i: I,
        at: Lex<M, C>,
    ) -> Self::Value {
        let _ = view.enter(i, at);
        // SAFETY: the access is announced: proven, checked, or promised by the author.
        let row = unsafe { E::load_ints::<N>(view.ptr, view.uniform_at(i)) };
        crate::tab!(IntOf<E>, N, k => IntOf(row[k]))
    }
}

/// A uniform row of a rank-1 view that starts at an even element.
pub struct Row<E: Exec, T: Scalar> {
    ptr: E::Ptr,
    at: E::Int,
    len: usize,
    element: PhantomData<T>,
}
impl<E: Exec, T: Scalar> Clone for Row<E, T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<E: Exec, T: Scalar> Copy for Row<E, T> {}

impl<E: Exec, T: ViewElement<Scalar = T> + Scalar> ViewIn<E, T, 1, LayoutLeft> {
    /// The row of `len` elements from `start` on, which is even: `row[k]` with comptime `k` loads two elements at a time where
    /// that helps. Checks look at the first and the last element.
    #[inline(always)]
    #[track_caller]
    pub fn row<M: MaskType<E>, C: Checking>(
        &self,
        start: impl IntoInt<E>,
        len: usize,
        at: Lex<M, C>,
    ) -> Row<E, T> {
        let start = start.into_int();
        let _ = self.enter(start, at);
        let _ = self.enter(start + len.saturating_sub(1), at);
        Row {
            ptr: self.ptr,
            at: start.0,
            len,
            element: PhantomData,
        }
    }
}

impl<E: Exec, T: Scalar, I: ComptimeIndex, L> At<E, I, L> for Row<E, T> {
    type Output = UniformOf<E, T>;
    #[inline(always)]
    fn at(&self, k: I, _: L) -> UniformOf<E, T> {
        let k = k.index();
        // Both are comptime: the kernel is wrong whatever it runs on, and this is found when it is recorded.
        assert!(k < self.len, "element {k} of a row of {}", self.len);
        // SAFETY: the access is announced: proven, checked, or promised by the author.
        UniformOf(unsafe { E::load_row::<T>(self.ptr, self.at, k) })
    }
}

/// Rows `begin..end` of control data, in order: `for it in items.stream(begin, end)`.
///
/// The executor decides whether a row is loaded ahead of its use (the view ends with one row of padding). Written by
/// hand, loading ahead costs a CPU 15-28 %: the row is kept in a vector register and taken apart on the FMA ports.
pub struct Stream<E: Exec, const N: usize> {
    ptr: E::Ptr,
    ahead: [E::Int; N],
    range: E::Range,
}

impl<E: Exec, const N: usize> ViewIn<E, IntRow<N>, 1, LayoutLeft> {
    /// See [`Stream`].
    #[inline(always)]
    pub fn stream<M: MaskType<E>, C: Checking>(
        &self,
        begin: impl IntoInt<E>,
        end: impl IntoInt<E>,
        at: Lex<M, C>,
    ) -> Stream<E, N> {
        let (begin, end) = (begin.into_int(), end.into_int());
        let _ = self.enter(begin, at);
        let _ = self.enter(end, at);
        let mut ahead = [begin.0; N];
        if const { E::STREAM_AHEAD } {
            // SAFETY: the access is announced: proven, checked, or promised by the author.
            let row = unsafe { E::load_ints::<N>(self.ptr, begin.0) };
            ahead = crate::tab!(E::Int, N, k => E::ivar(row[k]));
        }
        Stream {
            ptr: self.ptr,
            ahead,
            range: E::range(begin.0, end.0),
        }
    }
}

impl<E: Exec, const N: usize> Iterator for Stream<E, N> {
    type Item = [IntOf<E>; N];
    #[inline(always)]
    #[allow(clippy::question_mark)] // what `?` calls is not always inlined
    fn next(&mut self) -> Option<[IntOf<E>; N]> {
        let i = match self.range.next() {
            Some(i) => i,
            None => return None,
        };
        if const { !E::STREAM_AHEAD } {
            // SAFETY: the access is announced: proven, checked, or promised by the author.
            let row = unsafe { E::load_ints::<N>(self.ptr, i) };
            return Some(crate::tab!(IntOf<E>, N, k => IntOf(row[k])));
        }
        let row = crate::tab!(IntOf<E>, N, k => IntOf(E::iread(self.ahead[k])));
        // SAFETY: the access is announced: proven, checked, or promised by the author.
        let next = unsafe { E::load_ints::<N>(self.ptr, E::iadd(i, E::int(1))) };
        let mut k = 0;
        while k < N {
            E::iassign(&mut self.ahead[k], next[k]);
            k += 1;
        }
        Some(row)
    }
}
