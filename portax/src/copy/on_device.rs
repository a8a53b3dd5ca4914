//! Kernels of portax' own that move numbers inside a device's memory.

use super::walk::{Step, Walk};
use crate::{
    error::Result,
    kernel::view::ViewElement,
    layout::{LayoutStride, Mapping, Storage},
    pattern::launch_on_device,
    policy::MdRangePolicy,
    space::{Instance, memory::Allocation},
    view::View,
};
use portax::{Functor, MdRangeKernel, kernel};
use std::sync::Arc;

/// Dimensions of a launch; further ones are walked on the host.
const RANK: usize = 4;

/// Numbers as words of their size.
type Words<W> = View<W, RANK, LayoutStride>;

#[derive(Functor)]
struct CopyBox<W: ViewElement> {
    to: Words<W>,
    from: Words<W>,
}

macro_rules! copies {
    ($($w:ident),*) => { $(
        #[kernel]
        impl MdRangeKernel<4> for CopyBox<$w> {
            fn copy_box(&self, i: Index, j: Index, k: Index, l: Index) {
                self.to[(i, j, k, l)] = self.from[(i, j, k, l)];
            }
        }
    )* };
}
copies! { u8, u16, u32, u64 }

macro_rules! fills {
    ($($fill:ident $w:ident $value:ident;)*) => { $(
        #[derive(Functor)]
        struct $fill {
            to: Words<$w>,
            value: $value,
        }
        #[kernel]
        impl MdRangeKernel<4> for $fill {
            fn fill_box(&self, i: Index, j: Index, k: Index, l: Index) {
                self.to[(i, j, k, l)] = self.value;
            }
        }
    )* };
}
fills! {
    Fill8 u8 u32;
    Fill16 u16 u32;
    Fill32 u32 u32;
    Fill64 u64 u64;
}

/// The numbers of a box in an allocation, behind so many, with the strides of a side of the steps.
fn words<W: ViewElement>(
    allocation: &Arc<Allocation>,
    first: usize,
    side: usize,
    steps: &[Step],
) -> Words<W> {
    let (mut extents, mut strides) = ([1; RANK], [1; RANK]);
    for (d, step) in steps.iter().enumerate() {
        (extents[d], strides[d]) = (step.0, step.1[side]);
    }
    let mapping = Mapping {
        extents,
        strides,
        first,
        tile: 0,
        components: 1,
        unit: 1,
        plane: 1,
        span: allocation.bytes() / size_of::<W>(),
    };
    let storage = Storage {
        natural_width: 1,
        split_complex: false,
    };
    View::of_part(allocation.clone(), mapping, storage)
}

/// Copies the numbers of a walk from one allocation to another.
///
/// # Errors
/// What a launch reports.
pub(super) fn copy(
    instance: &Arc<Instance>,
    to: &Arc<Allocation>,
    from: &Arc<Allocation>,
    walk: &Walk,
) -> Result<()> {
    match walk.bytes {
        1 => copy_words::<u8>(instance, to, from, walk),
        2 => copy_words::<u16>(instance, to, from, walk),
        4 => copy_words::<u32>(instance, to, from, walk),
        _ => copy_words::<u64>(instance, to, from, walk),
    }
}

fn copy_words<W: ViewElement>(
    instance: &Arc<Instance>,
    to: &Arc<Allocation>,
    from: &Arc<Allocation>,
    walk: &Walk,
) -> Result<()>
where
    CopyBox<W>: MdRangeKernel<RANK>,
{
    each_box(walk, |inner, [to_at, from_at]| {
        let functor = CopyBox::<W> {
            to: words(to, to_at, 0, inner),
            from: words(from, from_at, 1, inner),
        };
        launch_on_device(instance, "portax::deep_copy", policy(&functor.to), &functor)
    })
}

/// Sets every number of a walk, in its first memory, to the one with these bits.
///
/// # Errors
/// What a launch reports.
pub(super) fn fill(
    instance: &Arc<Instance>,
    to: &Arc<Allocation>,
    walk: &Walk,
    bits: u64,
) -> Result<()> {
    const LABEL: &str = "portax::fill";
    each_box(walk, |inner, [at, _]| match walk.bytes {
        1 => {
            let (to, value) = (words(to, at, 0, inner), bits as u32);
            launch_on_device(instance, LABEL, policy(&to), &Fill8 { to, value })
        }
        2 => {
            let (to, value) = (words(to, at, 0, inner), bits as u32);
            launch_on_device(instance, LABEL, policy(&to), &Fill16 { to, value })
        }
        4 => {
            let (to, value) = (words(to, at, 0, inner), bits as u32);
            launch_on_device(instance, LABEL, policy(&to), &Fill32 { to, value })
        }
        _ => {
            let (to, value) = (words(to, at, 0, inner), bits);
            launch_on_device(instance, LABEL, policy(&to), &Fill64 { to, value })
        }
    })
}

fn policy<W: ViewElement>(to: &Words<W>) -> MdRangePolicy<RANK> {
    MdRangePolicy::new(to.extents().map(|extent| 0..extent))
}

/// Calls `f` with the steps of a launch and where its box begins in both memories, for each index of the steps that a launch has
/// no dimensions for.
fn each_box(walk: &Walk, mut f: impl FnMut(&[Step], [usize; 2]) -> Result<()>) -> Result<()> {
    let (inner, outer) = split(&walk.steps);
    let boxes: usize = outer.iter().map(|step| step.0).product();
    (0..boxes).try_for_each(|number| {
        let (mut rest, mut at) = (number, walk.first);
        for (extent, strides) in &outer {
            let index = rest % extent;
            rest /= extent;
            at = [0, 1].map(|side| at[side] + index * strides[side]);
        }
        f(&inner, at)
    })
}

/// The steps of a launch and the others: as few launches as can be.
fn split(steps: &[Step]) -> (Vec<Step>, Vec<Step>) {
    let (mut inner, mut outer) = (steps.to_vec(), Vec::new());
    while inner.len() > RANK {
        let shortest = (0..inner.len()).min_by_key(|&k| inner[k].0);
        outer.extend(shortest.map(|k| inner.remove(k)));
    }
    (inner, outer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_beyond_a_launch_are_walked() -> Result<()> {
        let steps: Vec<Step> = (0..6)
            .map(|d| (d + 2, [10usize.pow(d as u32), d]))
            .collect();
        let walk = Walk {
            bytes: 8,
            first: [0, 0],
            steps,
        };
        let mut found = Vec::new();
        each_box(&walk, |inner, at| {
            assert_eq!(inner, &walk.steps[2..]);
            found.push(at);
            Ok(())
        })?;
        let expected: Vec<_> = (0..3)
            .flat_map(|b| (0..2).map(move |a| [a + b * 10, b]))
            .collect();
        assert_eq!(found, expected);
        Ok(())
    }
}
