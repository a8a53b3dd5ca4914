//! Views of one value, and of the values of a function.

use super::{
    Allocation, View, ViewElement,
    host::Raw,
    on_device, on_host,
    planes::{Plane, planes, walks},
    untyped::Untyped,
};
use crate::{
    error::Result,
    layout::{Layout, LayoutLeft, Storage},
    space::Space,
};
use std::{slice, sync::Arc};

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
        fill(&self.untyped(), &numbers(value)?)
    }
}

/// Fills each plane, component by component where they differ.
fn fill(view: &Untyped, numbers: &[Vec<u64>]) -> Result<()> {
    if view.is_empty() {
        return Ok(());
    }
    for (plane, numbers) in view.planes.iter().zip(numbers) {
        if numbers.windows(2).all(|pair| pair[0] == pair[1]) {
            fill_plane(&view.allocation, plane, numbers[0])?;
            continue;
        }
        for (c, &bits) in numbers.iter().enumerate() {
            fill_plane(&view.allocation, &plane.component(c), bits)?;
        }
    }
    Ok(())
}

fn fill_plane(allocation: &Arc<Allocation>, plane: &Plane, bits: u64) -> Result<()> {
    let plane = slice::from_ref(plane);
    let walks = walks(plane, plane).unwrap_or_default();
    let memory = match allocation.instance() {
        Some((instance, _)) => {
            let each = |walk| on_device::fill(instance, allocation, walk, bits);
            return walks.iter().try_for_each(each);
        }
        None => allocation.host(),
    };
    let _writing = allocation.borrow(true)?;
    for (memory, walk) in memory
        .iter()
        .flat_map(|&m| walks.iter().map(move |w| (m, w)))
    {
        // SAFETY: the memory has the numbers of its view and is borrowed.
        unsafe { on_host::fill(memory, walk, bits) };
    }
    Ok(())
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
    let of = |plane: Plane| {
        let (components, stride) = plane.components;
        let bits = |c: usize| memory.bits(plane.bytes, plane.first + c * stride);
        (0..components).map(bits).collect()
    };
    Ok(planes::<T, 0>(one.mapping()).into_iter().map(of).collect())
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
