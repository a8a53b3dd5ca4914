//! Views of one value, and of the values of a function.

use super::{
    deep_copy,
    deep_copy::copy,
    on_device, on_host,
    untyped::Untyped,
    walk::{Walk, walks},
};
use crate::{
    error::Result,
    layout::{Layout, LayoutLeft, Storage},
    space::{Space, memory::Allocation},
    view::{HostView, Plane, View, ViewElement, mapping, planes},
};
use std::slice;

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
        deep_copy(&view, &host)?;
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
        if self.allocation().host().is_some()
            && let Some(elements) = HostView::of(self.clone()).write()?.as_mut_slice()
        {
            elements.fill(value);
            return Ok(());
        }
        fill(&self.untyped(), &numbers(value))
    }
}

/// Fills each plane, component by component where they differ.
fn fill(view: &Untyped, numbers: &[Vec<u64>]) -> Result<()> {
    match view.allocation.instance() {
        // What several indices share is written by the host.
        Some(_) if !view.is_unique => fill_by_host(view, numbers),
        Some((instance, _)) => each_walk(view, numbers, |walk, bits| {
            on_device::fill(instance, &view.allocation, walk, bits)
        }),
        None => fill_on_host(view, numbers),
    }
}

fn fill_by_host(view: &Untyped, numbers: &[Vec<u64>]) -> Result<()> {
    let host = view.like(&Allocation::on_host)?;
    fill_on_host(&host, numbers)?;
    copy(view, &host)
}

fn fill_on_host(view: &Untyped, numbers: &[Vec<u64>]) -> Result<()> {
    let _writing = view.allocation.borrow(true)?;
    let Some(memory) = view.allocation.host() else {
        unreachable!("it is in host memory");
    };
    each_walk(view, numbers, |walk, bits| {
        // SAFETY: the memory has the numbers of its view and is borrowed.
        unsafe { on_host::fill(memory, walk, bits) };
        Ok(())
    })
}

/// Calls `f` with the walks through each plane and the bits of the number there.
fn each_walk(
    view: &Untyped,
    numbers: &[Vec<u64>],
    f: impl Fn(&Walk, u64) -> Result<()>,
) -> Result<()> {
    for (plane, numbers) in view.planes.iter().zip(numbers) {
        if numbers.windows(2).all(|pair| pair[0] == pair[1]) {
            own_walks(plane)
                .iter()
                .try_for_each(|walk| f(walk, numbers[0]))?;
            continue;
        }
        for (c, &bits) in numbers.iter().enumerate() {
            let walks = own_walks(&plane.component(c));
            walks.iter().try_for_each(|walk| f(walk, bits))?;
        }
    }
    Ok(())
}

/// The walks through a plane alone.
fn own_walks(plane: &Plane) -> Vec<Walk> {
    let plane = slice::from_ref(plane);
    walks(plane, plane).unwrap_or_else(|| unreachable!("a width divides itself"))
}

/// The bits of a value's numbers: of each plane, those of its components.
fn numbers<T: ViewElement>(value: T) -> Vec<Vec<u64>> {
    let storage = Storage {
        natural_width: 1,
        split_complex: false,
    };
    let (mapping, bytes) = mapping::<T, 0>("value", [], LayoutLeft, storage)
        .unwrap_or_else(|_| unreachable!("one element fits the address space"));
    let mut memory = vec![0u64; bytes.div_ceil(size_of::<u64>())];
    // SAFETY: the memory is that of a view with this mapping, aligned for every number.
    unsafe { value.write(memory.as_mut_ptr().cast(), &mapping, []) };
    let of = |plane: Plane| {
        let (components, stride) = plane.components;
        let bits = |c: usize| number(&memory, plane.bytes, plane.first + c * stride);
        (0..components).map(bits).collect()
    };
    planes::<T, 0>(&mapping).into_iter().map(of).collect()
}

/// The bits of a number of 1, 2, 4 or 8 bytes, the one after so many of them.
fn number(memory: &[u64], bytes: usize, at: usize) -> u64 {
    let word = memory[at * bytes / size_of::<u64>()].to_ne_bytes();
    let part = &word[at * bytes % size_of::<u64>()..];
    match *part {
        [byte, ..] if bytes == 1 => byte.into(),
        [a, b, ..] if bytes == 2 => u16::from_ne_bytes([a, b]).into(),
        [a, b, c, d, ..] if bytes == 4 => u32::from_ne_bytes([a, b, c, d]).into(),
        _ => u64::from_ne_bytes(word),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Complex, Element, IntRow};

    #[derive(Clone, Copy, Element)]
    struct Mixed {
        a: f64,
        b: i32,
        c: [f32; 2],
    }

    #[test]
    fn the_numbers_of_a_value_are_its_bits() {
        assert_eq!(numbers(1.5f64), [[1.5f64.to_bits()]]);
        assert_eq!(numbers(-1i16), [[0xffff]]);
        assert_eq!(numbers(true), [[1]]);
        assert_eq!(numbers(IntRow([1, -1, 2, 3])), [[1, 0xffff_ffff, 2, 3]]);
        assert_eq!(numbers([1, -1]), [[1], [0xffff_ffff]]);
        let bits = [2.0f32, -0.0].map(|x| u64::from(x.to_bits()));
        assert_eq!(numbers(Complex::new(2.0f32, -0.0)), [bits]);
        let mixed = Mixed {
            a: 0.5,
            b: 7,
            c: [2.0, -0.0],
        };
        let found = numbers(mixed);
        assert_eq!(found, [[0.5f64.to_bits()], [7], [bits[0]], [bits[1]]]);
    }
}
