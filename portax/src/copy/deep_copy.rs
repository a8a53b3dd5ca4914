//! Copies between views: of other spaces, of other layouts, of parts.

use super::{
    on_device, on_host,
    untyped::Untyped,
    walk::{Walk, walks},
};
use crate::{
    error::{Error, Result},
    layout::Layout,
    space::{
        Instance,
        memory::{Allocation, check_faults, copy_bytes, copy_stretch, wait_for},
    },
    tools,
    view::{View, ViewElement},
};
use std::{any::TypeId, sync::Arc};

/// Copies `from` to `to`: same extents, any spaces, any layouts, [subviews](View::subview) too. Returns when the elements
/// are there.
///
/// Both may be [`View`] or [`HostView`](crate::HostView). Elements without gaps in the same order are copied by the
/// driver, also from one device to another of the same driver; others are moved by the processor whose memory they
/// are in, without memory for more of them than are copied.
/// Views of the same memory may overlap: the result is that of a copy by way of other memory. Where several indices of
/// `to` are one element, it gets the value of one of them; which one is not specified.
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
        let (found, expected) = (from.extents(), to.extents());
        return Err(other_extents(to.label(), from.label(), &found, &expected));
    }
    if to.allocation().id() == from.allocation().id() && to.mapping() == from.mapping() {
        return Ok(());
    }
    let is_alike = TypeId::of::<A>() == TypeId::of::<B>() && to.mapping() == from.mapping();
    match is_alike && to.is_whole() && from.is_whole() {
        true => copy_whole(to.allocation(), from.allocation()),
        false => copy(&to.untyped(), &from.untyped()),
    }
}

fn other_extents(to: &str, from: &str, found: &[usize], expected: &[usize]) -> Error {
    Error::Extents {
        what: format!("deep_copy of `{from}` to `{to}`"),
        found: found.to_vec(),
        expected: expected.to_vec(),
    }
}

/// Copies all bytes of memory.
fn copy_whole(to: &Arc<Allocation>, from: &Arc<Allocation>) -> Result<()> {
    tools::copy(|| [to.told(), from.told()], || copy_bytes(to, from))
}

/// Copies between views of the same extents and elements.
pub(super) fn copy(to: &Untyped, from: &Untyped) -> Result<()> {
    let told = || [to.allocation.told(), from.allocation.told()];
    let is_same = to.allocation.id() == from.allocation.id();
    tools::copy(told, || match is_same {
        _ if to.is_empty() => copy_nothing(to, from),
        true => copy_by_way(to, from),
        false => copy_to_other(to, from),
    })
}

/// To the host it waits, as every copy does.
fn copy_nothing(to: &Untyped, from: &Untyped) -> Result<()> {
    match to.allocation.host() {
        Some(_) => wait_for(&from.allocation),
        None => Ok(()),
    }
}

/// Copies by way of memory beside that of `from`.
fn copy_by_way(to: &Untyped, from: &Untyped) -> Result<()> {
    let way = from.packed(&beside(from))?;
    copy_to_other(&way, from)?;
    copy_to_other(to, &way)
}

/// Copies between allocations that differ.
fn copy_to_other(to: &Untyped, from: &Untyped) -> Result<()> {
    let Some(walks) = walks(&to.planes, &from.planes) else {
        return copy_by_way(to, from);
    };
    if let Some(instance) = device_of_both(&to.allocation, &from.allocation)
        && to.is_unique
    {
        return copy_on_device(instance, to, from, &walks);
    }
    let stretches: Option<Vec<usize>> = walks.iter().map(Walk::stretch).collect();
    match stretches {
        Some(stretches) => copy_stretches(to, from, &walks, &stretches),
        None => copy_on_host(to, from),
    }
}

/// Makes memory where that of a view is.
fn beside(view: &Untyped) -> impl Fn(&str, usize) -> Result<Arc<Allocation>> {
    |label, bytes| view.allocation.beside(label, bytes)
}

/// The instance of a device that both allocations are memory of.
fn device_of_both<'a>(a: &'a Arc<Allocation>, b: &Arc<Allocation>) -> Option<&'a Arc<Instance>> {
    let ((instance, _), (other, _)) = (a.instance()?, b.instance()?);
    instance.shares_memory(other).then_some(instance)
}

/// Copies by launches on the device that both views are on.
fn copy_on_device(
    instance: &Arc<Instance>,
    to: &Untyped,
    from: &Untyped,
    walks: &[Walk],
) -> Result<()> {
    let each = |walk| on_device::copy(instance, &to.allocation, &from.allocation, walk);
    walks.iter().try_for_each(each)
}

/// Copies numbers that lie side by side in the same order in both.
fn copy_stretches(to: &Untyped, from: &Untyped, walks: &[Walk], bytes: &[usize]) -> Result<()> {
    let _reading = from.allocation.borrow(false)?;
    let _writing = to.allocation.borrow(true)?;
    walks.iter().zip(bytes).try_for_each(|(walk, &bytes)| {
        let [to_at, from_at] = walk.first.map(|first| first * walk.bytes);
        let (target, source) = (&to.allocation, &from.allocation);
        // SAFETY: the allocations differ, each has the numbers of its view, and both are borrowed.
        unsafe { copy_stretch((target, to_at), (source, from_at), bytes) }
    })
}

/// Copies number by number in host memory, which those of devices are brought to.
fn copy_on_host(to: &Untyped, from: &Untyped) -> Result<()> {
    let source = fetched(from)?;
    if to.allocation.host().is_some() {
        return copy_numbers(to, &source);
    }
    let target = to.like(&Allocation::on_host)?;
    copy_numbers(&target, &source)?;
    if to.is_whole {
        return copy_bytes(&to.allocation, &target.allocation);
    }
    let packed = to.packed(&beside(to))?;
    copy_bytes(&packed.allocation, &target.allocation)?;
    copy_packed(to, &packed)
}

/// The elements in host memory: the view itself, or a copy.
fn fetched(from: &Untyped) -> Result<Untyped> {
    if from.allocation.host().is_some() {
        return Ok(from.clone());
    }
    let host = from.like(&Allocation::on_host)?;
    if from.is_whole {
        copy_bytes(&host.allocation, &from.allocation)?;
        return Ok(host);
    }
    let packed = from.packed(&beside(from))?;
    copy_packed(&packed, from)?;
    copy_bytes(&host.allocation, &packed.allocation)?;
    // Of launches before, which may have been of another instance than the copies.
    check_faults(&from.allocation)?;
    Ok(host)
}

/// Copies between a part of a view and what has room for the part alone, on their device.
fn copy_packed(to: &Untyped, from: &Untyped) -> Result<()> {
    let instance = device_of_both(&to.allocation, &from.allocation);
    match (instance, walks(&to.planes, &from.planes)) {
        (Some(instance), Some(walks)) => copy_on_device(instance, to, from, &walks),
        _ => unreachable!("one of them is in no tiles"),
    }
}

/// Copies in host memory.
fn copy_numbers(to: &Untyped, from: &Untyped) -> Result<()> {
    let Some(walks) = walks(&to.planes, &from.planes) else {
        unreachable!("views whose tiles do not fit are copied by way of one without");
    };
    let _reading = from.allocation.borrow(false)?;
    let _writing = to.allocation.borrow(true)?;
    let (Some(target), Some(source)) = (to.allocation.host(), from.allocation.host()) else {
        unreachable!("both are in host memory");
    };
    // SAFETY: the memories differ, hold the numbers of their views, and are borrowed for this copy.
    walks.iter().for_each(|walk| unsafe {
        on_host::copy(target, source, walk);
    });
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        AoSoA, Complex, Element, HostView, Interleaved, LayoutLeft, LayoutRight,
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
            let walks = walks(&a.untyped().planes, &b.untyped().planes).unwrap();
            walks[0].stretch()
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

    #[test]
    fn tiles_of_any_widths_are_copied() -> Result<()> {
        fn check<A: Layout, B: Layout>() -> Result<()> {
            let (a, b) = (numbers::<A>("a", [29, 3])?, numbers::<B>("b", [29, 3])?);
            b.write()?.fill(-1);
            deep_copy(&b, &a)?;
            assert_eq!(b.read()?.to_vec(), a.read()?.to_vec());
            Ok(())
        }
        check::<AoSoA<4>, AoSoA<8>>()?;
        check::<AoSoA<8>, AoSoA<4>>()?;
        check::<AoSoA<3>, AoSoA<4>>()?;
        check::<AoSoA<5>, LayoutRight>()?;
        check::<LayoutLeft, AoSoA<7>>()
    }

    #[derive(Clone, Copy, PartialEq, Debug, Element)]
    struct Mixed {
        a: f64,
        b: i32,
        c: [f32; 2],
    }

    #[test]
    fn structs_and_complex_numbers_are_copied_between_all_layouts() -> Result<()> {
        fn check<T: ViewElement + PartialEq + std::fmt::Debug, A: Layout, B: Layout>(
            value: fn(usize) -> T,
        ) -> Result<()> {
            let extents = [29, 3];
            for split_complex in [false, true] {
                let storage = Storage {
                    natural_width: 4,
                    split_complex,
                };
                let make = || View::<T, 2, A>::in_host_memory("a", extents, A::default(), storage);
                let (a, back) = (HostView::of(make()?), make()?);
                let b = View::<T, 2, B>::in_host_memory("b", extents, B::default(), storage)?;
                a.write()?.fill_with(|[i, j]| value(31 * i + j));
                deep_copy(&b, &a)?;
                deep_copy(&back, &b)?;
                let (b, back) = (HostView::of(b), HostView::of(back));
                assert_eq!(b.read()?.to_vec(), a.read()?.to_vec());
                assert_eq!(back.read()?.to_vec(), a.read()?.to_vec());
                b.fill(value(7))?;
                assert!(b.read()?.to_vec().iter().all(|&found| found == value(7)));
            }
            Ok(())
        }
        fn check_all<T: ViewElement + PartialEq + std::fmt::Debug>(
            value: fn(usize) -> T,
        ) -> Result<()> {
            check::<T, AoSoA<4>, AoSoA<8>>(value)?;
            check::<T, AoSoA<8>, Interleaved>(value)?;
            check::<T, AoSoA<3>, AoSoA<0>>(value)?;
            check::<T, Interleaved, LayoutRight>(value)?;
            check::<T, LayoutLeft, AoSoA<4>>(value)
        }
        check_all(|n| Complex::new(n as f64, -(n as f64)))?;
        check_all(|n| Mixed {
            a: n as f64,
            b: -(n as i32),
            c: [n as f32, 0.5],
        })
    }

    #[test]
    fn elements_of_several_indices_are_filled() -> Result<()> {
        let storage = Storage {
            natural_width: 4,
            split_complex: true,
        };
        let layout = LayoutStride::new([5, 1]);
        let view: View<f64, 2, LayoutStride> = View::in_host_memory("a", [3, 10], layout, storage)?;
        view.fill(1.5)?;
        assert_eq!(view.to_vec()?, [1.5; 30]);
        Ok(())
    }
}
