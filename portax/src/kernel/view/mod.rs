//! Views inside a kernel.

mod access;
mod array;
mod atomics;
mod bound;
mod condition;
mod coords;
mod element;
mod part;
mod parts;
mod segments;
mod subview;
mod table;
mod variant;

pub use access::{At, AtSet, StoredAs, store};
pub use bound::ViewIn;
pub(crate) use bound::unit;
pub use condition::BoolPart;
pub use coords::{Coord, Coords, UniformClass, VaryingClass};
pub use element::{InView, StoreInView, ViewElement};
pub use part::{
    ItemArray, PartAt, PartInView, PartOf, SetItem, SetPart, SetPartInView, Wholes, chosen_items,
    place_part, read_part, store_item, store_part,
};
pub(crate) use parts::NoPlaces;
pub use parts::{
    LoadParts, Mover, Part, PartPath, PartStep, Parts, Placer, Reader, StoreParts, Writer,
    load_parts, read_on_host, store_parts, write_on_host,
};
pub use segments::{Floats, Segment, Segments};
pub use table::{IntRow, Row, Stream};
pub use variant::{VariantPart, numbers};
