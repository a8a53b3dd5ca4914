//! Views of one value, and of the values of a function.

use super::{
    View, ViewElement,
    host::Raw,
    on_device::{self, PlaneOf},
    planes::{Plane, planes, planes_of},
};
use crate::{
    error::Result,
    layout::{Layout, LayoutLeft, Storage},
    space::{Instance, Space},
};
use std::sync::Arc;

impl<T: ViewElement, const R: usize, L: Layout> View<T, R, L> {
    /// A view of the values of a function of the index, which the host computes.
    ///
    /// ```
    /// # use portax::View;
    /// # fn main() -> portax::Result<()> {
    /// # let space = portax_backends::by_name("rayon")?;
    /// let a: View<i32, 2> = View::from_fn(&space, "a", [2, 3], |[i, j]| (10 * i + j) as i32)?;
    /// assert_eq!(a.to_vec()?, [0, 10, 1, 11, 2, 12]);
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// Extents that exceed the address space; out of memory; what a device reports.
    pub fn from_fn(
        space: &Space,
        label: &str,
        extents: [usize; R],
        f: impl FnMut([usize; R]) -> T,
    ) -> Result<Self> {
        let view = Self::new(space, label, extents)?;
        let host = view.create_mirror_view()?;
        host.write()?.fill_with(f);
        super::deep_copy(&view, &host)?;
        Ok(view)
    }

    /// Sets every element, of a [subview](View::subview) those that it has. On a device, a launch does it, which this does
    /// not wait for.
    ///
    /// ```
    /// # use portax::View;
    /// # fn main() -> portax::Result<()> {
    /// # let space = portax_backends::by_name("rayon")?;
    /// let a: View<f64, 2> = View::new(&space, "a", [2, 3])?;
    /// a.subview((.., 1))?.fill(2.5)?;
    /// assert_eq!(a.to_vec()?, [0.0, 0.0, 2.5, 2.5, 0.0, 0.0]);
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// Memory in use by a guard or a launch; what a device reports.
    pub fn fill(&self, value: T) -> Result<()> {
        if self.is_empty() {
            return Ok(());
        }
        if self.allocation.host().is_some() {
            super::HostView::of(self.clone()).write()?.fill(value);
            return Ok(());
        }
        if let Some((instance, _)) = self.allocation.instance()
            && let Some(planes) = planes(self)
            && self.mapping.is_unique()
        {
            return self.fill_planes(instance, &planes, value);
        }
        let host = self.create_mirror()?;
        host.write()?.fill(value);
        super::deep_copy(self, &host)
    }

    /// Fills each plane, component by component where they differ.
    fn fill_planes(&self, instance: &Arc<Instance>, planes: &[Plane], value: T) -> Result<()> {
        let numbers = numbers(value)?;
        for (plane, numbers) in planes.iter().zip(numbers) {
            if numbers.windows(2).all(|pair| pair[0] == pair[1]) {
                on_device::fill(instance, self.plane(plane), numbers[0])?;
                continue;
            }
            let ((_, stride), dims) = (plane.dims[0], plane.dims[1..].to_vec());
            for (c, bits) in numbers.into_iter().enumerate() {
                let component = Plane {
                    first: plane.first + c * stride,
                    dims: dims.clone(),
                    ..*plane
                };
                on_device::fill(instance, self.plane(&component), bits)?;
            }
        }
        Ok(())
    }

    fn plane<'a>(&'a self, plane: &'a Plane) -> PlaneOf<'a> {
        PlaneOf {
            allocation: &self.allocation,
            plane,
        }
    }
}

/// The bits of a value's numbers: of each plane, those of its components.
fn numbers<T: ViewElement>(value: T) -> Result<Vec<Vec<u64>>> {
    let storage = Storage {
        natural_width: 1,
        split_complex: false,
    };
    let one: View<T, 0, LayoutLeft> = View::in_host_memory("value", [], LayoutLeft, storage)?;
    let mut memory = Raw::of(&one);
    memory.set([], value);
    let planes = planes_of::<T, 0>(one.mapping()).unwrap_or_default();
    let of = |plane: &Plane| {
        let components = plane.dims.first().map_or(1, |components| components.0);
        let bits = |c: usize| memory.bits(plane.bytes, plane.first + c);
        (0..components).map(bits).collect()
    };
    Ok(planes.iter().map(of).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Complex, Element};

    #[derive(Clone, Copy, Element)]
    struct Mixed {
        a: f64,
        b: i32,
        c: [f32; 2],
    }

    #[test]
    fn the_numbers_of_a_value_are_its_bits() -> Result<()> {
        assert_eq!(numbers(1.5f64)?, [[1.5f64.to_bits()]]);
        assert_eq!(numbers(-1i16)?, [[0xffff]]);
        assert_eq!(numbers(true)?, [[1]]);
        assert_eq!(numbers([1, -1, 2, 3])?, [[1, 0xffff_ffff, 2, 3]]);
        let bits = [2.0f32, -0.0].map(|x| u64::from(x.to_bits()));
        assert_eq!(numbers(Complex::new(2.0f32, -0.0))?, [bits]);
        let mixed = Mixed {
            a: 0.5,
            b: 7,
            c: [2.0, -0.0],
        };
        let found = numbers(mixed)?;
        assert_eq!(found, [[0.5f64.to_bits()], [7], [bits[0]], [bits[1]]]);
        Ok(())
    }
}
