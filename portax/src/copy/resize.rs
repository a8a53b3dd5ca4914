//! Views that get other extents, in new memory.

use super::deep_copy::copy;
use crate::{
    error::Result,
    layout::Layout,
    view::{View, ViewElement},
};

impl<T: ViewElement, const R: usize, L: Layout> View<T, R, L> {
    /// Gives the view other extents (Kokkos' `resize`), in new memory of the same space unless they are the old ones. Elements
    /// at indices inside both are kept, others are zero. Clones and subviews keep the old memory, which is freed with the
    /// last of them.
    ///
    /// ```
    /// # use portax::View;
    /// # fn main() -> portax::Result<()> {
    /// # let space = portax_backends::by_name("rayon")?;
    /// let mut a: View<i32, 2> = View::from_slice(&space, "a", [2, 2], &[1, 2, 3, 4])?;
    /// a.resize([3, 1])?;
    /// assert_eq!(a.to_vec()?, [1, 2, 0]);
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// Extents that exceed the address space; too little memory for both; a guard or a launch uses the elements; what a device
    /// reports. The view stays as it is.
    pub fn resize(&mut self, extents: [usize; R]) -> Result<()> {
        if extents == self.extents() {
            return Ok(());
        }
        let new = self.new_beside(extents)?;
        copy_common(&new, self)?;
        *self = new;
        Ok(())
    }

    /// Gives the view other extents (Kokkos' `realloc`): zeros in new memory of the same space. Clones and subviews keep the
    /// old memory, which is freed with the last of them.
    ///
    /// ```
    /// # use portax::View;
    /// # fn main() -> portax::Result<()> {
    /// # let space = portax_backends::by_name("rayon")?;
    /// let mut a: View<i32, 1> = View::from_slice(&space, "a", [2], &[1, 2])?;
    /// a.realloc([3])?;
    /// assert_eq!(a.to_vec()?, [0, 0, 0]);
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// Extents that exceed the address space; too little memory for both. The view stays as it is.
    pub fn realloc(&mut self, extents: [usize; R]) -> Result<()> {
        *self = self.new_beside(extents)?;
        Ok(())
    }

    fn new_beside(&self, extents: [usize; R]) -> Result<Self> {
        self.with_extents(extents, |label, bytes| {
            self.allocation().beside(label, bytes)
        })
    }
}

/// Copies the elements at indices inside both.
fn copy_common<T: ViewElement, const R: usize, L: Layout>(
    to: &View<T, R, L>,
    from: &View<T, R, L>,
) -> Result<()> {
    let extents: [usize; R] = std::array::from_fn(|d| to.extents()[d].min(from.extents()[d]));
    let [to, from] = [to, from].map(|view| view.untyped().within(&extents));
    copy(&to, &from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AoSoA, HostView, LayoutLeft, LayoutRight, LayoutStride, layout::Storage};

    fn check<L: Layout>() -> Result<()> {
        let storage = Storage {
            natural_width: 4,
            split_complex: true,
        };
        let number = |[i, j]: [usize; 2]| (1 + 10 * i + j) as i32;
        let mut a: View<i32, 2, L> =
            View::in_host_memory("a", [5, 3], L::of_extents([5, 3]), storage)?;
        HostView::of(a.clone()).write()?.fill_with(number);
        let old = a.clone();
        a.resize([7, 2])?;
        let mut expected = Vec::new();
        a.mapping()
            .for_each_index(|[i, j]| expected.push(if i < 5 { number([i, j]) } else { 0 }));
        assert_eq!(a.to_vec()?, expected);
        assert_eq!(old.extents(), [5, 3]);
        let same = a.allocation().id();
        a.resize([7, 2])?;
        assert_eq!(a.allocation().id(), same);
        a.realloc([1, 4])?;
        assert_eq!(a.to_vec()?, [0; 4]);
        a.resize([0, 4])?;
        assert!(a.is_empty());
        assert_eq!(old.to_vec()?[1], 11);
        Ok(())
    }

    #[test]
    fn what_both_extents_have_is_kept() -> Result<()> {
        check::<LayoutLeft>()?;
        check::<LayoutRight>()?;
        check::<LayoutStride>()?;
        check::<AoSoA<0>>()?;
        check::<AoSoA<3>>()
    }

    #[test]
    fn sizes_that_no_memory_has_leave_the_view() -> Result<()> {
        let storage = Storage {
            natural_width: 4,
            split_complex: true,
        };
        let mut a: View<f64, 1> = View::in_host_memory("a", [3], LayoutLeft, storage)?;
        assert!(a.resize([usize::MAX]).is_err() && a.realloc([1 << 60]).is_err());
        assert_eq!(a.extents(), [3]);
        Ok(())
    }
}
