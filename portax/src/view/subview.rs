//! Subviews: views of a part of another view's elements.

use super::{HostView, View, ViewElement};
use crate::{
    error::{Error, Result},
    layout::{Layout, LayoutStride, Slice},
};
use std::{
    fmt::Debug,
    marker::PhantomData,
    ops::{Range, RangeFrom, RangeFull, RangeTo},
};

mod sealed {
    pub trait Sealed {}
}

/// What a subview takes of one dimension: an index, which drops the dimension, a range, or `..` for all of it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no index of a subview",
    note = "an index is a `usize`, a range `a..b`, `a..` or `..b` of them, or `..` for all"
)]
pub trait SubviewIndex: sealed::Sealed + Debug {
    /// The rank with this dimension before others.
    type Before<N: Rank>: Rank;
    /// What it takes of so many indices.
    #[doc(hidden)]
    #[allow(private_interfaces)] // sealed: nobody else calls it
    fn slice(&self, extent: usize) -> Slice;
}

impl sealed::Sealed for usize {}
impl SubviewIndex for usize {
    type Before<N: Rank> = N;
    #[allow(private_interfaces)]
    fn slice(&self, _: usize) -> Slice {
        Slice::At(*self)
    }
}

macro_rules! ranges {
    ($($range:ty: |$self:ident, $extent:pat_param| $taken:expr;)*) => { $(
        impl sealed::Sealed for $range {}
        impl SubviewIndex for $range {
            type Before<N: Rank> = N::Next;
            #[allow(private_interfaces)]
            fn slice(&$self, $extent: usize) -> Slice {
                Slice::Range($taken)
            }
        }
    )* };
}
ranges! {
    Range<usize>: |self, _| self.clone();
    RangeFrom<usize>: |self, extent| self.start..extent;
    RangeTo<usize>: |self, _| 0..self.end;
    RangeFull: |self, extent| 0..extent;
}

/// What a subview takes of a view of rank `R`: a tuple of [`SubviewIndex`]es, or the only one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not choose a subview of a view of rank {R}",
    note = "give an index, a range or `..` for each dimension, in a tuple"
)]
pub trait SubviewIndices<const R: usize>: Debug {
    /// The rank of the result: how many of them are ranges.
    type Rank: Rank;
    /// What they take.
    #[doc(hidden)]
    #[allow(private_interfaces)]
    fn slices(&self, extents: [usize; R]) -> [Slice; R];
}

macro_rules! tuples {
    ($($r:literal: $($i:ident $d:tt),*;)*) => { $(
        impl<$($i: SubviewIndex),*> SubviewIndices<$r> for ($($i,)*) {
            type Rank = before!($($i)*);
            #[allow(private_interfaces)]
            fn slices(&self, extents: [usize; $r]) -> [Slice; $r] {
                [$(self.$d.slice(extents[$d])),*]
            }
        }
    )* };
}
macro_rules! before {
    () => { Dims<0> };
    ($i:ident $($rest:ident)*) => { $i::Before<before!($($rest)*)> };
}
tuples! {
    1: A 0;
    2: A 0, B 1;
    3: A 0, B 1, C 2;
    4: A 0, B 1, C 2, D 3;
    5: A 0, B 1, C 2, D 3, E 4;
    6: A 0, B 1, C 2, D 3, E 4, F 5;
    7: A 0, B 1, C 2, D 3, E 4, F 5, G 6;
    8: A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7;
}

macro_rules! only {
    ($($i:ty),*) => { $(
        impl SubviewIndices<1> for $i {
            type Rank = <$i as SubviewIndex>::Before<Dims<0>>;
            #[allow(private_interfaces)]
            fn slices(&self, [extent]: [usize; 1]) -> [Slice; 1] {
                [self.slice(extent)]
            }
        }
    )* };
}
only! { usize, Range<usize>, RangeFrom<usize>, RangeTo<usize>, RangeFull }

/// A rank as a type.
pub struct Dims<const N: usize>;

/// A rank as a type: [`Dims`] of 0 to 8.
pub trait Rank: sealed::Sealed {
    /// One more; eight is followed by itself, since views have no more.
    type Next: Rank;
    /// A subview of this rank.
    type View<T: ViewElement>;
    /// A subview in host memory of this rank.
    type HostView<T: ViewElement>;
    /// The part of a view; none where its layout cannot be cut like this.
    #[doc(hidden)]
    #[allow(private_interfaces)]
    fn part<T: ViewElement, const R: usize, L: Layout>(
        view: &View<T, R, L>,
        slices: &[Slice; R],
    ) -> Option<Self::View<T>>;
    /// As one of host memory.
    #[doc(hidden)]
    fn on_host<T: ViewElement>(view: Self::View<T>) -> Self::HostView<T>;
}

macro_rules! ranks {
    ($($n:literal $next:literal),*) => { $(
        impl sealed::Sealed for Dims<$n> {}
        impl Rank for Dims<$n> {
            type Next = Dims<$next>;
            type View<T: ViewElement> = View<T, $n, LayoutStride>;
            type HostView<T: ViewElement> = HostView<T, $n, LayoutStride>;
            #[allow(private_interfaces)]
            fn part<T: ViewElement, const R: usize, L: Layout>(
                view: &View<T, R, L>,
                slices: &[Slice; R],
            ) -> Option<Self::View<T>> {
                view.part(slices)
            }
            fn on_host<T: ViewElement>(view: Self::View<T>) -> Self::HostView<T> {
                HostView::of(view)
            }
        }
    )* };
}
ranks! { 0 1, 1 2, 2 3, 3 4, 4 5, 5 6, 6 7, 7 8, 8 8 }

/// A view of what `S` takes of a view of rank `R`.
pub type Subview<T, const R: usize, S> = <<S as SubviewIndices<R>>::Rank as Rank>::View<T>;

/// The same in host memory.
pub type HostSubview<T, const R: usize, S> = <<S as SubviewIndices<R>>::Rank as Rank>::HostView<T>;

impl<T: ViewElement, const R: usize, L: Layout> View<T, R, L> {
    /// A view of a part of the elements (Kokkos' `subview`): for each dimension an index, which drops it, a range, or `..`
    /// for all of it. It shares the memory, which lives as long as any view of it, and has
    /// [`LayoutStride`]; kernels prove and check accesses by its own extents.
    ///
    /// A launch, a guard or a copy uses the memory as a whole: a launch that writes it through one view takes no other one of
    /// it, whether they overlap or not.
    ///
    /// ```
    /// # use portax::{LayoutStride, View, parallel_for};
    /// # fn main() -> portax::Result<()> {
    /// # let space = portax_backends::by_name("rayon")?;
    /// let a: View<f64, 2> = View::from_fn(&space, "a", [4, 3], |[i, j]| (10 * i + j) as f64)?;
    /// let row: View<f64, 1, LayoutStride> = a.subview((2, ..))?;
    /// let inner: View<f64, 2, LayoutStride> = a.subview((1..3, 1..))?;
    /// assert_eq!(row.to_vec()?, [20.0, 21.0, 22.0]);
    /// parallel_for!(space, "negate", row.len(), |j| row[j] = -row[j])?;
    /// assert_eq!(inner.to_vec()?, [11.0, -21.0, 12.0, -22.0]);
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// An index or a range outside the extents; a range of the first index of [`AoSoA`](crate::AoSoA), whose tiles no stride
    /// connects; structs and arrays in [`AoSoA`](crate::AoSoA) or [`Interleaved`](crate::Interleaved).
    pub fn subview<S: SubviewIndices<R>>(&self, indices: S) -> Result<Subview<T, R, S>> {
        let refused = |why: String| {
            let (label, extents) = (self.label(), self.extents());
            Error::Invalid(format!(
                "subview {indices:?} of view `{label}` with extents {extents:?}: {why}"
            ))
        };
        let slices = indices.slices(self.extents());
        let outside = (0..R).find(|&d| !slices[d].is_inside(self.extents()[d]));
        if let Some(d) = outside {
            let extent = self.extents()[d];
            return Err(refused(format!(
                "what it takes of dimension {d} is not inside 0..{extent}"
            )));
        }
        S::Rank::part(self, &slices).ok_or_else(|| refused(self.whole_only()))
    }

    /// The part that slices inside the extents choose.
    pub(super) fn part<const N: usize>(
        &self,
        slices: &[Slice; R],
    ) -> Option<View<T, N, LayoutStride>> {
        if T::STRUCT.is_some() && self.mapping.tile > 0 {
            return None;
        }
        let mapping = self.mapping.cut(slices)?;
        Some(View {
            allocation: self.allocation.clone(),
            mapping,
            storage: self.storage,
            is_whole: self.is_whole && mapping.len() == self.len(),
            element: PhantomData,
        })
    }

    /// Why there is no such part.
    fn whole_only(&self) -> String {
        let layout = L::default();
        match T::STRUCT {
            Some(_) => format!(
                "structs and arrays of {layout:?} lie side by side or in tiles; copy them to a view with LayoutLeft or LayoutRight"
            ),
            None => format!(
                "the first index of {layout:?} is in tiles; fix it, or copy the elements to a view with LayoutLeft or LayoutRight"
            ),
        }
    }
}

impl<T: ViewElement, const R: usize, L: Layout> HostView<T, R, L> {
    /// As [`View::subview`], in host memory: guards of both are guards of one memory.
    ///
    /// ```
    /// # use portax::View;
    /// # fn main() -> portax::Result<()> {
    /// # let space = portax_backends::by_name("rayon")?;
    /// let host = View::<i32, 2>::new(&space, "a", [4, 3])?.create_mirror_view()?;
    /// host.subview((1..3, 2))?.write()?.fill(7);
    /// assert_eq!(host.read()?.to_vec(), [0, 0, 0, 0, 0, 0, 0, 0, 0, 7, 7, 0]);
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// As for [`View::subview`].
    pub fn subview<S: SubviewIndices<R>>(&self, indices: S) -> Result<HostSubview<T, R, S>> {
        let view: &View<T, R, L> = self;
        Ok(S::Rank::on_host(view.subview(indices)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AoSoA, Complex, Element, Interleaved, LayoutLeft, LayoutRight, layout::Storage};

    #[derive(Clone, Copy, Debug, PartialEq, Element)]
    struct Particle {
        charge: f64,
        kind: i32,
    }

    /// As those of a CPU have it.
    const STORAGE: Storage = Storage {
        natural_width: 4,
        split_complex: true,
    };

    fn view<T: ViewElement, const R: usize, L: Layout>(
        extents: [usize; R],
        of: impl FnMut([usize; R]) -> T,
    ) -> Result<HostView<T, R, L>> {
        let view = View::in_host_memory("a", extents, L::default(), STORAGE)?;
        let host = HostView::of(view);
        host.write()?.fill_with(of);
        Ok(host)
    }

    fn number([i, j, k]: [usize; 3]) -> i32 {
        (100 * i + 10 * j + k) as i32
    }

    fn of_numbers<L: Layout>() -> Result<()> {
        let a = view::<_, 3, L>([4, 3, 5], number)?;
        assert_eq!(a.subview((3, 1, 4))?.read()?.to_vec(), [314]);
        let row = a.subview((2, .., 1))?;
        assert_eq!(row.read()?.to_vec(), [201, 211, 221]);
        assert_eq!(row.read()?.get([1]), 211);
        assert_eq!(row.read()?[[2]], 221);
        let box_of = a.subview((1, 1.., 2..4))?;
        assert_eq!(box_of.extents(), [2, 2]);
        assert_eq!(box_of.read()?.to_vec(), [112, 122, 113, 123]);
        let last = box_of.subview((1, ..))?;
        assert_eq!(last.read()?.to_vec(), [122, 123]);
        last.write()?.copy_from(&[-1, -2]);
        last.write()?.set([0], -3);
        assert_eq!(a.read()?.get([1, 2, 2]), -3);
        assert_eq!(a.read()?.get([1, 2, 3]), -2);
        box_of.write()?.fill(7);
        let sevens = a.read()?.to_vec().iter().filter(|&&x| x == 7).count();
        assert_eq!(sevens, 4);
        Ok(())
    }

    #[test]
    fn subviews_share_the_elements() -> Result<()> {
        of_numbers::<LayoutLeft>()?;
        of_numbers::<LayoutRight>()?;
        of_numbers::<Interleaved>()?;
        of_numbers::<AoSoA<0>>()?;
        of_numbers::<AoSoA<3>>()
    }

    #[test]
    fn subviews_of_complex_numbers_in_planes_have_both_parts() -> Result<()> {
        let z = |i: usize, j: usize| Complex::new(i as f64, j as f64);
        let a = view::<_, 2, LayoutLeft>([5, 3], |[i, j]| z(i, j))?;
        let part = a.subview((1..3, ..2))?;
        let expected = [z(1, 0), z(2, 0), z(1, 1), z(2, 1)];
        assert_eq!(part.read()?.to_vec(), expected);
        part.write()?.fill(z(9, 9));
        assert_eq!(a.read()?.get([2, 1]), z(9, 9));
        assert_eq!(a.read()?.get([2, 2]), z(2, 2));
        Ok(())
    }

    #[test]
    fn subviews_of_structs_in_planes_have_all_fields() -> Result<()> {
        let particle = |i: usize| Particle {
            charge: i as f64,
            kind: -(i as i32),
        };
        let a = view::<_, 1, LayoutRight>([100], |[i]| particle(i))?;
        let part = a.subview(70..73)?;
        assert_eq!(part.read()?.to_vec(), [70, 71, 72].map(particle));
        part.write()?.set([1], particle(5));
        assert_eq!(a.read()?.get([71]), particle(5));
        assert_eq!(a.read()?.get([72]), particle(72));
        Ok(())
    }

    #[test]
    fn a_rank_has_every_subview() -> Result<()> {
        let a = view::<u8, 8, LayoutRight>([2; 8], |i| i.iter().map(|&i| i as u8).sum())?;
        let b = a.subview((1, .., 0..1, 1.., ..1, 0, .., 1))?;
        assert_eq!(b.extents(), [2, 1, 1, 1, 2]);
        assert_eq!(b.read()?.to_vec(), [3, 4, 4, 5]);
        let single: View<u8, 0, _> = View::clone(&b).subview((0, 0, 0, 0, 1))?;
        assert_eq!(single.len(), 1);
        Ok(())
    }

    #[test]
    fn empty_subviews_are_inside() -> Result<()> {
        let a = view::<i32, 2, LayoutLeft>([3, 2], |_| 1)?;
        assert!(a.subview((3..3, ..))?.read()?.to_vec().is_empty());
        assert!(a.subview((3.., 2..))?.is_empty());
        let none = view::<i32, 2, LayoutLeft>([0, 2], |_| 1)?;
        assert_eq!(none.subview((.., 1))?.extents(), [0]);
        Ok(())
    }

    #[track_caller]
    fn refused<T>(found: Result<T>, words: &[&str]) {
        let Err(error) = found else {
            panic!("there is no such subview")
        };
        let text = error.to_string();
        assert!(words.iter().all(|word| text.contains(word)), "{text}");
    }

    #[test]
    fn what_is_not_inside_is_refused_by_name() -> Result<()> {
        let a = view::<i32, 2, LayoutLeft>([4, 3], |_| 0)?;
        refused(a.subview((4, ..)), &["`a`", "[4, 3]", "(4, ..)", "0..4"]);
        refused(
            a.subview((.., 1..4)),
            &["(.., 1..4)", "dimension 1", "0..3"],
        );
        refused(a.subview((5.., 0)), &["(5.., 0)", "dimension 0"]);
        #[allow(clippy::reversed_empty_ranges)] // a mistake
        let inverted = a.subview((3..1, 0));
        refused(inverted, &["(3..1, 0)"]);
        refused(a.subview((usize::MAX, ..)), &["dimension 0"]);
        Ok(())
    }

    #[test]
    fn tiles_are_refused_by_name() -> Result<()> {
        let a = view::<i32, 2, AoSoA<4>>([8, 3], |_| 0)?;
        refused(a.subview((0..4, ..)), &["AoSoA", "tiles", "LayoutLeft"]);
        let particle = Particle {
            charge: 0.0,
            kind: 0,
        };
        let a = view::<_, 1, Interleaved>([8], |_| particle)?;
        refused(a.subview(0..4), &["structs", "Interleaved", "LayoutLeft"]);
        Ok(())
    }

    #[test]
    fn guards_of_parts_are_guards_of_the_whole() -> Result<()> {
        let a = view::<i32, 1, LayoutLeft>([8], |_| 0)?;
        let (left, right) = (a.subview(..4)?, a.subview(4..)?);
        let writing = left.write()?;
        assert!(right.read().is_err() && a.write().is_err());
        drop(writing);
        let _reading = left.read()?;
        assert!(right.read().is_ok() && right.write().is_err());
        Ok(())
    }
}
