//! Arrays that exist twice with the same elements: a view for portax, and a copy for the twin, where that runs.

use crate::{cuda::DeviceArray, twin::Twin};
use portax::{
    HostView, LayoutLeft, LayoutRight, Result, Space, View,
    layout::Layout,
    view::{Allocation, ViewElement},
};
use std::{array, sync::Arc};

/// Makes arrays. Those of several dimensions are row-major, as C has them.
pub struct Data {
    space: Space,
    copies: Copies,
}

/// The arrays of a kernel's twin, with the twin that works on them.
pub struct Copies {
    twin: Twin,
    arrays: Vec<Box<dyn Array>>,
}

impl Data {
    /// No arrays yet.
    pub(crate) fn new(space: &Space, twin: Twin) -> Data {
        Data {
            space: space.clone(),
            copies: Copies {
                twin,
                arrays: Vec::new(),
            },
        }
    }

    /// Elements of a team where teams share `n`: two teams for each thread of a CPU or multiprocessor of a GPU, and no more
    /// than 16 384 elements a team.
    pub fn share(&self, n: usize) -> usize {
        n.div_ceil(2 * self.space.concurrency()).clamp(1, 16_384)
    }

    /// Where portax' arrays are.
    pub fn space(&self) -> &Space {
        &self.space
    }

    /// A vector with these elements, by their positions.
    ///
    /// # Errors
    /// Out of memory.
    pub fn vector<T: Number>(
        &mut self,
        label: &str,
        n: usize,
        element: impl Fn(usize) -> T,
    ) -> Result<View<T, 1>> {
        self.make::<T, 1, LayoutLeft>(label, [n], element)
    }

    /// Vectors with these elements, by the vector's number and their positions.
    ///
    /// # Errors
    /// Out of memory.
    pub fn vectors<T: Number, const N: usize>(
        &mut self,
        label: &str,
        n: usize,
        element: impl Fn(usize, usize) -> T,
    ) -> Result<[View<T, 1>; N]> {
        let made = (0..N).map(|k| self.vector(label, n, |i| element(k, i)));
        let made: Vec<_> = made.collect::<Result<_>>()?;
        Ok(array::from_fn(|k| made[k].clone()))
    }

    /// An array with these elements, by their row-major positions.
    ///
    /// # Errors
    /// Out of memory.
    pub fn array<T: Number, const R: usize>(
        &mut self,
        label: &str,
        extents: [usize; R],
        element: impl Fn(usize) -> T,
    ) -> Result<View<T, R, LayoutRight>> {
        self.make(label, extents, element)
    }

    fn make<T: Number, const R: usize, L: Layout>(
        &mut self,
        label: &str,
        extents: [usize; R],
        element: impl Fn(usize) -> T,
    ) -> Result<View<T, R, L>> {
        let view = View::<T, R, L>::new(&self.space, label, extents)?;
        let position = |index: [usize; R]| {
            let steps = index.into_iter().zip(extents);
            steps.fold(0, |position, (i, extent)| position * extent + i)
        };
        let copy = view.create_mirror()?;
        copy.write()?.fill_with(|index| element(position(index)));
        portax::deep_copy(&view, &copy)?;
        let language = &self.copies.twin.language;
        // SAFETY: the mirror's own size.
        let device = unsafe { language.copy_of(memory(&copy), copy.bytes()) }?;
        self.copies.arrays.push(Box::new(Pair {
            view: view.clone(),
            copy,
            device,
        }));
        Ok(view)
    }

    /// The copies for the twin.
    pub fn copies(&self) -> &Copies {
        &self.copies
    }

    /// The checksums of every array, of portax' elements and of the twin's.
    ///
    /// # Errors
    /// What the device reports.
    pub fn checksums(&self) -> Result<Vec<Checksums>> {
        let arrays = self.copies.arrays.iter();
        arrays.map(|array| array.checksums()).collect()
    }
}

impl Copies {
    /// The twin that works on these copies; see [`Twin::function`].
    ///
    /// # Safety
    /// `F` is the type of a pointer to a function, and the twin's in all languages.
    pub(crate) unsafe fn function<F: Copy>(&self, linked: F) -> F {
        // SAFETY: promised by the caller.
        unsafe { self.twin.function(linked) }
    }

    /// The elements of the twin's copy of a view.
    ///
    /// # Panics
    /// The view is not one of this kernel's [`Data`].
    pub fn of<T: Number, const R: usize, L: Layout>(&self, view: &View<T, R, L>) -> *mut T {
        let mut arrays = self.arrays.iter();
        let array = arrays.find(|array| array.is_of(view.allocation()));
        array.expect("a view of the kernel's data").memory().cast()
    }
}

/// A checksum of portax' elements and of the twin's: their sum, weighted by position.
#[derive(Clone, Copy, Debug)]
pub struct Checksums {
    /// Sum of portax' elements
    pub portax: f64,
    /// Sum of the twin's elements
    pub twin: f64,
    /// Sum of the magnitudes of what is added
    pub magnitude: f64,
}

impl Checksums {
    /// Whether the difference is one that another order of additions makes.
    pub fn agree(&self) -> bool {
        self.magnitude.is_finite() && (self.portax - self.twin).abs() <= 1e-10 * self.magnitude
    }
}

/// A number as element.
pub trait Number: ViewElement + Into<f64> + Copy {}
impl<T: ViewElement + Into<f64> + Copy> Number for T {}

/// An array and its copy, of which a twin on a device has another.
struct Pair<T: ViewElement, const R: usize, L: Layout> {
    view: View<T, R, L>,
    copy: HostView<T, R, L>,
    device: Option<DeviceArray>,
}

trait Array {
    fn is_of(&self, allocation: &Arc<Allocation>) -> bool;
    fn memory(&self) -> *mut u8;
    fn checksums(&self) -> Result<Checksums>;
}

/// Where the elements are.
fn memory<T: ViewElement, const R: usize, L: Layout>(copy: &HostView<T, R, L>) -> *mut u8 {
    let memory = copy.allocation().host();
    memory.expect("a mirror lies on the host").as_ptr()
}

impl<T: Number, const R: usize, L: Layout> Array for Pair<T, R, L> {
    fn is_of(&self, allocation: &Arc<Allocation>) -> bool {
        Arc::ptr_eq(self.view.allocation(), allocation)
    }

    fn memory(&self) -> *mut u8 {
        match &self.device {
            None => memory(&self.copy),
            Some(array) => array.address(),
        }
    }

    fn checksums(&self) -> Result<Checksums> {
        if let Some(array) = &self.device {
            // SAFETY: the array is a copy of this one, of which no guard is left.
            unsafe { array.copy_to(memory(&self.copy)) }?;
        }
        let mirror = self.view.create_mirror_view()?;
        portax::deep_copy(&mirror, &self.view)?;
        let (ours, theirs) = (mirror.read()?, self.copy.read()?);
        let (mut sums, mut weight) = (
            Checksums {
                portax: 0.0,
                twin: 0.0,
                magnitude: 0.0,
            },
            0.0,
        );
        self.view.mapping().for_each_index(|index| {
            let (a, b): (f64, f64) = (ours.get(index).into(), theirs.get(index).into());
            weight += 1.0;
            sums.portax += weight * a;
            sums.twin += weight * b;
            sums.magnitude += weight * b.abs();
        });
        Ok(sums)
    }
}

/// Numbers in 0.1..1.1 without pattern, by position.
pub fn noise(position: usize) -> f64 {
    let mixed = (position as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ (mixed >> 31)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    0.1 + (mixed >> 11) as f64 / (1u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_agree_to_rounding() {
        let of = |portax, twin, magnitude| {
            Checksums {
                portax,
                twin,
                magnitude,
            }
            .agree()
        };
        assert!(of(1e3 + 1e-8, 1e3, 1e3));
        assert!(of(0.0, 0.0, 0.0));
        assert!(!of(1e3 + 1e-6, 1e3, 1e3));
        assert!(!of(f64::NAN, 1e3, 1e3));
        assert!(!of(f64::NAN, f64::NAN, f64::NAN));
    }

    #[test]
    fn a_wrong_element_shows_and_one_in_the_wrong_place_too() -> Result<()> {
        let space = portax_backends::by_name("rayon")?;
        let mut data = Data::new(&space, crate::Language::C.twin("any")?);
        let x = data.vector("x", 3, |i| i as f64)?;
        assert!(data.checksums()?.iter().all(Checksums::agree));
        for wrong in [[0.0, 1.0, 2.1], [1.0, 0.0, 2.0]] {
            x.copy_from_slice(&wrong)?;
            assert!(!data.checksums()?.iter().all(Checksums::agree));
        }
        Ok(())
    }
}
