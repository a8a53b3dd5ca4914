//! The elements of a view as planes of numbers: what moves them need not know their type, rank and layout.

use super::ViewElement;
use crate::{
    kernel::{
        exec::{
            Lane, Scalar,
            native::{NativeInfo, NativePtr},
        },
        view::{Part, PartStep, Placer},
    },
    layout::{Mapping, Place, Scalars},
};

/// An extent, and the numbers from one index to the next.
pub(crate) type Dim = (usize, usize);

/// Numbers of the same size: those of one field of all structs, or all of elements that are no structs.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Plane {
    /// Bytes of a number
    pub bytes: usize,
    /// Numbers of the memory before the first
    pub first: usize,
    /// Components of an element
    pub components: Dim,
    /// The elements of a tile, if the first dimension lies in tiles
    pub tile: Option<Dim>,
    /// Dimensions of the view; the first of a tiled one steps from tile to tile
    pub dims: Vec<Dim>,
}

impl Plane {
    /// One component of the elements.
    pub(crate) fn component(&self, c: usize) -> Plane {
        Plane {
            first: self.first + c * self.components.1,
            components: (1, 1),
            ..self.clone()
        }
    }
}

/// The planes of a view with this mapping, in the order of the element's fields.
pub(crate) fn planes<T: ViewElement, const R: usize>(mapping: &Mapping<R>) -> Vec<Plane> {
    let Mapping { first, tile, .. } = *mapping;
    if T::STRUCT.is_none() {
        let unit = mapping.unit;
        return vec![Plane {
            bytes: size_of::<T::Scalar>(),
            first: first * unit,
            components: (mapping.components, mapping.plane),
            tile: (R > 0 && tile > 0).then_some((tile, unit)),
            dims: dims(mapping, unit),
        }];
    }
    let mut fields = Fields {
        scalars: Scalars::new(tile),
        places: Vec::new(),
    };
    T::placed::<Lane>(&mut fields);
    let plane = |(bytes, place)| match place {
        Place::Plane(before) => Plane {
            bytes,
            first: before * mapping.plane / bytes + first,
            components: (1, 1),
            tile: None,
            dims: dims(mapping, 1),
        },
        Place::Tile(at) => Plane {
            bytes,
            first: at / bytes,
            components: (1, 1),
            tile: (R > 0).then_some((tile, 1)),
            dims: dims(mapping, T::tile(tile) / bytes),
        },
    };
    fields.places.into_iter().map(plane).collect()
}

/// Where the scalars of a single element lie in its memory, each counted in scalars of its size.
pub(crate) fn places<T: ViewElement>(mapping: &Mapping<0>) -> Vec<usize> {
    let of = |plane: Plane| {
        let (components, stride) = plane.components;
        (0..components).map(move |c| plane.first + c * stride)
    };
    planes::<T, 0>(mapping).into_iter().flat_map(of).collect()
}

/// Extents and strides, in numbers, of which a unit has so many.
fn dims<const R: usize>(mapping: &Mapping<R>, unit: usize) -> Vec<Dim> {
    // The stride of an extent of one may be any number, and is never walked.
    let strides = mapping.strides.map(|stride| stride.wrapping_mul(unit));
    mapping.extents.into_iter().zip(strides).collect()
}

/// Notes the size of each scalar of a struct, and where the first element's is.
struct Fields {
    scalars: Scalars,
    places: Vec<(usize, Place)>,
}

impl Placer<Lane> for Fields {
    fn scalar<S: Scalar>(&mut self) -> Part<Lane, S> {
        let bytes = size_of::<S>();
        self.places.push((bytes, self.scalars.next(bytes)));
        let nowhere = NativePtr(std::ptr::null_mut());
        Part::new(nowhere, NativeInfo::local("field"), false)
    }
    fn align(&mut self, bytes: usize) {
        self.scalars.align(bytes);
    }
    fn enter(&mut self, _: PartStep) {}
    fn leave(&mut self) {}
}
