//! Views of the same elements under other extents.

use super::{View, ViewElement, mapping};
use crate::{
    error::{Error, Result},
    layout::{Layout, Mapping, Order},
};
use std::marker::PhantomData;

impl<T: ViewElement, const R: usize, L: Layout> View<T, R, L> {
    /// The same elements under other extents, as many as there are; it shares the memory, and each stays where it is. So the
    /// first index runs fastest through them in [`LayoutLeft`](crate::LayoutLeft), the last in
    /// [`LayoutRight`](crate::LayoutRight), and in a [subview](View::subview) without gaps the one that does so there.
    ///
    /// ```
    /// # use portax::View;
    /// # fn main() -> portax::Result<()> {
    /// # let space = portax_backends::by_name("rayon")?;
    /// let a: View<i32, 1> = View::from_slice(&space, "a", [6], &[0, 1, 2, 3, 4, 5])?;
    /// let b: View<i32, 2> = a.reshape([3, 2])?;
    /// b.subview((0, ..))?.fill(7)?;
    /// assert_eq!(a.to_vec()?, [7, 1, 2, 7, 4, 5]);
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// Another number of elements; gaps between them; of [`AoSoA`](crate::AoSoA), another first extent; of complex numbers,
    /// another extent of the contiguous index, next to which CPUs have them in two planes.
    pub fn reshape<const N: usize>(&self, extents: [usize; N]) -> Result<View<T, N, L>> {
        let len = extents.iter().try_fold(1, |n: usize, &e| n.checked_mul(e));
        if len != Some(self.len()) {
            return Err(Error::Extents {
                what: format!("reshape of view `{}`, as many elements", self.label()),
                found: extents.to_vec(),
                expected: self.extents().to_vec(),
            });
        }
        let refused = |why: &str| {
            let (label, from) = (self.label(), self.extents());
            Error::Invalid(format!(
                "reshape of view `{label}` with extents {from:?} to {extents:?}: {why}"
            ))
        };
        if let Some(why) = self.keeps_its_contiguous_extent()
            && L::ORDER.contiguous(&extents) != L::ORDER.contiguous(&self.extents())
        {
            return Err(refused(why));
        }
        let mapping = match L::ORDER {
            Order::Strided => self
                .mapping
                .reshaped(extents)
                .ok_or_else(|| refused("there are gaps between its elements; copy them first"))?,
            _ => self.whole_mapping(extents)?,
        };
        Ok(View {
            allocation: self.allocation.clone(),
            mapping,
            storage: self.storage,
            is_whole: self.is_whole,
            element: PhantomData,
        })
    }

    /// Why the contiguous index has to keep its extent, if it has.
    fn keeps_its_contiguous_extent(&self) -> Option<&'static str> {
        match L::ORDER {
            Order::Tiled(_) => Some("its first index is in tiles and keeps its extent"),
            Order::Strided => None,
            _ if T::COMPONENTS == 2 && T::STRUCT.is_none() => Some(
                "complex numbers may lie in two planes next to the contiguous index, which keeps its extent",
            ),
            _ => None,
        }
    }

    /// The mapping of other extents in this layout, which has no parameters and leaves no gaps.
    fn whole_mapping<const N: usize>(&self, extents: [usize; N]) -> Result<Mapping<N>> {
        let (mapping, _) = mapping::<T, N>(self.label(), extents, L::default(), self.storage)?;
        Ok(mapping)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        AoSoA, Complex, Element, HostView, Interleaved, LayoutLeft, LayoutRight, layout::Storage,
    };

    #[derive(Clone, Copy, Debug, PartialEq, Element)]
    struct Particle {
        charge: f64,
        kind: i32,
    }

    fn view<T: ViewElement, const R: usize, L: Layout>(
        extents: [usize; R],
        of: impl FnMut([usize; R]) -> T,
    ) -> Result<HostView<T, R, L>> {
        let storage = Storage {
            natural_width: 4,
            split_complex: true,
        };
        let host = HostView::of(View::in_host_memory("a", extents, L::default(), storage)?);
        host.write()?.fill_with(of);
        Ok(host)
    }

    #[test]
    fn elements_stay_in_place() -> Result<()> {
        let number = |[i, j]: [usize; 2]| (10 * i + j) as i32;
        let left = view::<_, 2, LayoutLeft>([2, 3], number)?;
        assert_eq!(left.reshape([6])?.to_vec()?, [0, 10, 1, 11, 2, 12]);
        let right = view::<_, 2, LayoutRight>([2, 3], number)?;
        assert_eq!(right.reshape([6])?.to_vec()?, [0, 1, 2, 10, 11, 12]);
        let tiled = view::<_, 2, AoSoA<4>>([6, 4], number)?.reshape([6, 2, 2])?;
        assert_eq!(tiled.create_mirror_view()?.read()?.get([5, 1, 1]), 53);
        let row = View::clone(&right).subview((1, ..))?.reshape([3, 1])?;
        assert_eq!(row.to_vec()?, [10, 11, 12]);
        Ok(())
    }

    #[test]
    fn structs_and_complex_numbers_stay_whole() -> Result<()> {
        let particle = |i: usize| Particle {
            charge: i as f64,
            kind: -(i as i32),
        };
        let planes = view::<_, 1, LayoutLeft>([90], |[i]| particle(i))?.reshape([9, 10])?;
        assert_eq!(planes.to_vec()?, (0..90).map(particle).collect::<Vec<_>>());
        let side_by_side = view::<_, 1, Interleaved>([6], |[i]| particle(i))?.reshape([2, 3])?;
        assert_eq!(side_by_side.to_vec()?[5], particle(5));
        let z = |i: usize| Complex::new(i as f64, -1.0);
        let split = view::<_, 2, LayoutLeft>([3, 4], |[i, j]| z(i + 3 * j))?;
        let kept = split.reshape([3, 2, 2])?;
        assert_eq!(kept.to_vec()?, (0..12).map(z).collect::<Vec<_>>());
        assert!(split.reshape([12]).is_err());
        Ok(())
    }

    #[track_caller]
    fn refused<T>(found: Result<T>, words: &[&str]) {
        let text = found.err().map(|e| e.to_string()).unwrap_or_default();
        assert!(words.iter().all(|word| text.contains(word)), "{text}");
    }

    #[test]
    fn what_cannot_be_is_refused_by_name() -> Result<()> {
        let a = view::<i32, 2, LayoutLeft>([4, 3], |_| 0)?;
        refused(a.reshape([5, 2]), &["`a`", "[5, 2]", "[4, 3]"]);
        refused(a.reshape([usize::MAX, 2]), &["`a`"]);
        let part = View::clone(&a).subview((..2, ..))?;
        refused(part.reshape([6]), &["[2, 3]", "[6]", "gaps"]);
        let tiled = view::<i32, 2, AoSoA<4>>([8, 3], |_| 0)?;
        refused(tiled.reshape([24]), &["tiles", "first index"]);
        Ok(())
    }
}
