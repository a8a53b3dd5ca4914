//! The elements of a view as planes of numbers: what moves them need not know what they are.

use super::{View, ViewElement};
use crate::{
    kernel::{
        exec::{
            Lane, Scalar,
            native::{NativeInfo, NativePtr},
        },
        view::{Part, PartStep, Placer},
    },
    layout::{Layout, Mapping, Place, Scalars},
};

/// Numbers of the same size: those of one field of all structs, or all of elements that are no structs.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Plane {
    /// Bytes of a number
    pub bytes: usize,
    /// Numbers of the memory before the first
    pub first: usize,
    /// Extent and stride of each dimension, in numbers; a dimension of the components comes before those of the view
    pub dims: Vec<(usize, usize)>,
}

/// The planes of a view, in the order of the element's fields; none where elements lie in tiles.
pub(super) fn planes<T: ViewElement, const R: usize, L: Layout>(
    view: &View<T, R, L>,
) -> Option<Vec<Plane>> {
    planes_of::<T, R>(view.mapping())
}

/// Where the scalars of a single element lie in its memory, each counted in scalars of its size.
pub(crate) fn places<T: ViewElement>(view: &View<T, 0>) -> Vec<usize> {
    let planes = planes(view).unwrap_or_else(|| unreachable!("one element is in no tile"));
    let of = |plane: &Plane| {
        let (components, stride) = plane.dims.first().copied().unwrap_or((1, 0));
        let first = plane.first;
        (0..components).map(move |c| first + c * stride)
    };
    planes.iter().flat_map(of).collect()
}

/// The same from the mapping.
pub(super) fn planes_of<T: ViewElement, const R: usize>(
    mapping: &Mapping<R>,
) -> Option<Vec<Plane>> {
    if mapping.tile > 0 {
        return None;
    }
    if T::STRUCT.is_some() {
        let mut fields = Fields {
            scalars: Scalars::new(0),
            places: Vec::new(),
        };
        T::placed::<Lane>(&mut fields);
        let plane = |&(bytes, before): &(usize, usize)| Plane {
            bytes,
            first: before * mapping.plane / bytes + mapping.first,
            dims: dims(mapping, 1).collect(),
        };
        return Some(fields.places.iter().map(plane).collect());
    }
    let components = (mapping.components > 1).then_some((mapping.components, mapping.plane));
    Some(vec![Plane {
        bytes: size_of::<T::Scalar>(),
        first: mapping.first * mapping.unit,
        dims: components
            .into_iter()
            .chain(dims(mapping, mapping.unit))
            .collect(),
    }])
}

/// Extents and strides, in numbers, of which a unit has so many.
fn dims<const R: usize>(mapping: &Mapping<R>, unit: usize) -> impl Iterator<Item = (usize, usize)> {
    let strides = mapping.strides.map(|stride| stride * unit);
    mapping.extents.into_iter().zip(strides)
}

/// Notes the size of each scalar of a struct, and the bytes of an element before it.
struct Fields {
    scalars: Scalars,
    places: Vec<(usize, usize)>,
}

impl Placer<Lane> for Fields {
    fn scalar<S: Scalar>(&mut self) -> Part<Lane, S> {
        if let Place::Plane(before) = self.scalars.next(size_of::<S>()) {
            self.places.push((size_of::<S>(), before));
        }
        let nowhere = NativePtr(std::ptr::null_mut());
        Part::new(nowhere, NativeInfo::local("field"), false)
    }
    fn align(&mut self, _: usize) {}
    fn enter(&mut self, _: PartStep) {}
    fn leave(&mut self) {}
}

/// A dimension of a walk through two planes: its extent, and the stride in each.
pub(super) type Step = (usize, [usize; 2]);

/// The steps of a walk through two planes of the same extents, as few as do: steps that follow each other in both are one.
/// The first has the least stride in the first plane.
pub(super) fn steps(to: &Plane, from: &Plane) -> Vec<Step> {
    let pairs = to.dims.iter().zip(&from.dims);
    let all = pairs.map(|(to, from)| (to.0, [to.1, from.1]));
    let mut steps: Vec<Step> = all.filter(|(extent, _)| *extent != 1).collect();
    steps.sort_by_key(|(_, strides)| *strides);
    steps.dedup_by(|next, step| {
        let follows = next.1 == step.1.map(|stride| stride.saturating_mul(step.0));
        if follows {
            step.0 *= next.0;
        }
        follows
    });
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plane(dims: &[(usize, usize)]) -> Plane {
        Plane {
            bytes: 8,
            first: 0,
            dims: dims.to_vec(),
        }
    }

    #[test]
    fn what_follows_in_both_planes_is_one_step() {
        let dense = plane(&[(4, 1), (3, 4), (5, 12)]);
        assert_eq!(steps(&dense, &dense), [(60, [1, 1])]);
        let padded = plane(&[(4, 1), (3, 8), (5, 24)]);
        assert_eq!(steps(&dense, &padded), [(4, [1, 1]), (15, [4, 8])]);
    }

    #[test]
    fn steps_go_by_the_strides_of_the_first() {
        let right = plane(&[(4, 15), (3, 5), (5, 1)]);
        let left = plane(&[(4, 1), (3, 4), (5, 12)]);
        assert_eq!(
            steps(&right, &left),
            [(5, [1, 12]), (3, [5, 4]), (4, [15, 1])]
        );
        assert_eq!(steps(&plane(&[(1, 7)]), &plane(&[(1, 9)])), []);
        assert_eq!(steps(&plane(&[(0, 1)]), &plane(&[(0, 1)])), [(0, [1, 1])]);
    }
}
