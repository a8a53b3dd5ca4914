//! Views inside a kernel.

mod access;
mod bound;
mod coords;
mod element;
mod segments;
mod table;

pub use access::{At, AtSet, store};
pub use bound::ViewIn;
pub use coords::{Coord, Coords};
pub use element::{InView, ViewElement};
pub use segments::{Floats, Segment, Segments};
pub use table::{Row, Stream};
