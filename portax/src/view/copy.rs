//! Copies between views: of other spaces, of other layouts, of parts.

use super::{
    Allocation, HostView, View, ViewElement,
    host::Raw,
    on_device::{self, PlaneOf},
    planes::{Plane, planes, steps},
};
use crate::{
    error::{Error, Result},
    layout::Layout,
    space::{
        Instance,
        memory::{Stretch, check_faults, copy_bytes, copy_stretch},
    },
    tools,
};
use std::{any::TypeId, sync::Arc};

/// Copies `from` to `to`: same extents, any spaces, any layouts, [subviews](View::subview) too. Returns when the elements
/// are there.
///
/// Both may be [`View`] or [`HostView`]. Elements without gaps in the same order are one copy of the driver; others are
/// moved by the processor whose memory they are in, without memory for more of them than are copied. Views of the same
/// memory may overlap: the result is that of a copy by way of other memory.
///
/// ```
/// # use portax::{View, deep_copy};
/// # fn main() -> portax::Result<()> {
/// # let space = portax_backends::by_name("rayon")?;
/// let a: View<i32, 2> = View::from_fn(&space, "a", [3, 3], |[i, j]| (10 * i + j) as i32)?;
/// deep_copy(&a.subview((.., 0))?, &a.subview((2, ..))?)?;
/// assert_eq!(a.to_vec()?, [20, 21, 22, 1, 11, 21, 2, 12, 22]);
/// # Ok(()) }
/// ```
///
/// # Errors
/// Other extents; memory in use by a guard or a launch; too little memory; what a device reports.
pub fn deep_copy<T: ViewElement, const R: usize, A: Layout, B: Layout>(
    to: &View<T, R, A>,
    from: &View<T, R, B>,
) -> Result<()> {
    if to.extents() != from.extents() {
        return Err(Error::Extents {
            what: format!("deep_copy of `{}` to `{}`", from.label(), to.label()),
            found: from.extents().to_vec(),
            expected: to.extents().to_vec(),
        });
    }
    let is_same = to.allocation().id() == from.allocation().id();
    if is_same && to.mapping() == from.mapping() {
        return Ok(());
    }
    let memory = || [to.allocation().told(), from.allocation().told()];
    tools::copy(memory, || match is_same {
        true => copy_by_way(to, from),
        false => copy_views(to, from),
    })
}

/// Copies inside one allocation by way of another.
fn copy_by_way<T: ViewElement, const R: usize, A: Layout, B: Layout>(
    to: &View<T, R, A>,
    from: &View<T, R, B>,
) -> Result<()> {
    let way = from.like(|label, bytes| from.allocation().beside(label, bytes))?;
    copy_views(&way, from)?;
    copy_views(to, &way)
}

fn copy_views<T: ViewElement, const R: usize, A: Layout, B: Layout>(
    to: &View<T, R, A>,
    from: &View<T, R, B>,
) -> Result<()> {
    let is_alike = TypeId::of::<A>() == TypeId::of::<B>() && to.mapping() == from.mapping();
    if is_alike && to.is_whole() && from.is_whole() {
        return copy_bytes(to.allocation(), from.allocation());
    }
    if to.is_empty() {
        return Ok(());
    }
    let planes = planes(to).zip(planes(from));
    if let Some((to_planes, from_planes)) = &planes {
        if let Some(instance) = device_of_both(to.allocation(), from.allocation())
            && to.mapping().is_unique()
        {
            return copy_planes(
                instance,
                (to.allocation(), to_planes),
                (from.allocation(), from_planes),
            );
        }
        if let ([target], [source]) = (&to_planes[..], &from_planes[..])
            && let Some(bytes) = stretch(target, source)
        {
            let at = |allocation, plane: &Plane| Stretch {
                allocation,
                at: plane.first * plane.bytes,
            };
            let (target, source) = (at(to.allocation(), target), at(from.allocation(), source));
            // SAFETY: the allocations differ, and each has the numbers of its view, which are all side by side.
            return unsafe { copy_stretch(target, source, bytes) };
        }
    }
    copy_on_host(to, from)
}

/// The instance of a device that both allocations are memory of.
fn device_of_both<'a>(a: &'a Arc<Allocation>, b: &Arc<Allocation>) -> Option<&'a Arc<Instance>> {
    let ((instance, _), (other, _)) = (a.instance()?, b.instance()?);
    instance.shares_memory(other).then_some(instance)
}

/// Bytes of two planes, where the numbers of both lie side by side in the same order.
fn stretch(to: &Plane, from: &Plane) -> Option<usize> {
    match steps(to, from)[..] {
        [] => Some(to.bytes),
        [(numbers, [1, 1])] => Some(numbers * to.bytes),
        _ => None,
    }
}

/// Copies planes of one allocation to those of another, by launches on their device.
fn copy_planes(
    instance: &Arc<Instance>,
    to: (&Arc<Allocation>, &[Plane]),
    from: (&Arc<Allocation>, &[Plane]),
) -> Result<()> {
    to.1.iter().zip(from.1).try_for_each(|(target, source)| {
        let of = |allocation, plane| PlaneOf { allocation, plane };
        on_device::copy(instance, of(to.0, target), of(from.0, source))
    })
}

/// Copies element by element in host memory, which those of devices are brought to.
fn copy_on_host<T: ViewElement, const R: usize, A: Layout, B: Layout>(
    to: &View<T, R, A>,
    from: &View<T, R, B>,
) -> Result<()> {
    let source = fetched(from)?;
    if to.allocation().host().is_some() {
        return copy_elements(to, &source);
    }
    let target = to.create_mirror()?;
    copy_elements(&target, &source)?;
    if to.is_whole() {
        return copy_bytes(to.allocation(), target.allocation());
    }
    let packed = packed(to)?;
    copy_bytes(packed.allocation(), target.allocation())?;
    copy_parts(to, &packed)
}

/// The elements in host memory: the view itself, or a mirror.
pub(super) fn fetched<T: ViewElement, const R: usize, L: Layout>(
    from: &View<T, R, L>,
) -> Result<HostView<T, R, L>> {
    let host = from.create_mirror_view()?;
    if from.allocation().host().is_some() {
        return Ok(host);
    }
    if from.is_whole() {
        copy_bytes(host.allocation(), from.allocation())?;
        return Ok(host);
    }
    let packed = packed(from)?;
    copy_parts(&packed, from)?;
    copy_bytes(host.allocation(), packed.allocation())?;
    // Of launches before, which may have been of another instance than the copies.
    check_faults(from.allocation())?;
    Ok(host)
}

/// A view beside a part of another, for its elements alone.
fn packed<T: ViewElement, const R: usize, L: Layout>(
    part: &View<T, R, L>,
) -> Result<View<T, R, L>> {
    part.like(|label, bytes| part.allocation().beside(label, bytes))
}

/// Copies between a part of a view and what is [`packed`], on their device.
fn copy_parts<T: ViewElement, const R: usize, L: Layout>(
    to: &View<T, R, L>,
    from: &View<T, R, L>,
) -> Result<()> {
    let instance = device_of_both(to.allocation(), from.allocation());
    match (instance, planes(to), planes(from)) {
        (Some(instance), Some(target), Some(source)) => copy_planes(
            instance,
            (to.allocation(), &target),
            (from.allocation(), &source),
        ),
        _ => unreachable!("parts of views are in no tiles"),
    }
}

fn copy_elements<T: ViewElement, const R: usize, A: Layout, B: Layout>(
    to: &View<T, R, A>,
    from: &View<T, R, B>,
) -> Result<()> {
    let _reading = from.allocation().borrow(false)?;
    let _writing = to.allocation().borrow(true)?;
    let (source, mut target) = (Raw::of(from), Raw::of(to));
    to.mapping()
        .for_each_index(|i| target.set(i, source.get(i)));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        LayoutLeft, LayoutRight,
        layout::{LayoutStride, Storage},
    };

    fn numbers<L: Layout>(label: &str, extents: [usize; 2]) -> Result<HostView<i32, 2, L>> {
        let storage = Storage {
            natural_width: 4,
            split_complex: true,
        };
        let view = View::in_host_memory(label, extents, L::default(), storage)?;
        let host = HostView::of(view);
        host.write()?.fill_with(|[i, j]| (10 * i + j) as i32);
        Ok(host)
    }

    #[test]
    fn parts_are_copied_and_their_neighbours_are_not() -> Result<()> {
        let a = numbers::<LayoutLeft>("a", [4, 3])?;
        let b = numbers::<LayoutRight>("b", [4, 3])?;
        b.write()?.fill(-1);
        let (to, from) = (b.subview((1..3, ..2))?, a.subview((2.., 1..))?);
        deep_copy(&to, &from)?;
        let expected = [-1, 21, 31, -1, -1, 22, 32, -1, -1, -1, -1, -1];
        assert_eq!(b.read()?.to_vec(), expected);
        Ok(())
    }

    #[test]
    fn overlapping_parts_are_copied_as_by_way_of_other_memory() -> Result<()> {
        let a = numbers::<LayoutLeft>("a", [6, 1])?;
        let (lower, upper) = (a.subview((..5, 0))?, a.subview((1.., 0))?);
        deep_copy(&upper, &lower)?;
        assert_eq!(a.read()?.to_vec(), [0, 0, 10, 20, 30, 40]);
        deep_copy(&lower, &upper)?;
        assert_eq!(a.read()?.to_vec(), [0, 10, 20, 30, 40, 40]);
        Ok(())
    }

    #[test]
    fn parts_without_gaps_in_one_order_are_one_stretch() -> Result<()> {
        fn bytes<A: Layout, B: Layout>(a: &View<i32, 1, A>, b: &View<i32, 1, B>) -> Option<usize> {
            let (a, b) = (planes(a).unwrap(), planes(b).unwrap());
            stretch(&a[0], &b[0])
        }
        let left = numbers::<LayoutLeft>("left", [4, 3])?;
        let right = numbers::<LayoutRight>("right", [3, 4])?;
        let column: View<i32, 1, LayoutStride> = View::clone(&left).subview((.., 2))?;
        let row = View::clone(&right).subview((1, ..))?;
        assert_eq!(bytes(&column, &row), Some(16));
        let strided = View::clone(&right).subview((.., 1))?;
        assert_eq!(
            bytes(&View::clone(&left).subview((1.., 0))?, &strided),
            None
        );
        deep_copy(&column, &row)?;
        let expected = [10, 11, 12, 13];
        assert_eq!(left.read()?.to_vec()[8..], expected);
        Ok(())
    }

    #[test]
    fn mirrors_of_parts_have_memory_for_the_part() -> Result<()> {
        let a = numbers::<LayoutLeft>("a", [100, 100])?;
        let part = a.subview((7, 3..9))?;
        let mirror = part.create_mirror()?;
        assert_eq!((mirror.bytes(), part.bytes()), (24, 24));
        assert_eq!(mirror.allocation().bytes(), 24);
        deep_copy(&mirror, &part)?;
        assert_eq!(part.to_vec()?, mirror.read()?.to_vec());
        assert_eq!(part.to_vec()?, [73, 74, 75, 76, 77, 78]);
        Ok(())
    }
}
