//! The driver on every space: all twojmax, several elements, molecular-dynamics use and faults.

mod derivatives;
mod domain;
mod faults;
mod geometry;
mod grid;
mod layouts;
mod lists;
mod options;
mod pair_style;
#[cfg(feature = "f32")]
mod precision;
mod random;
mod standard;
mod support;
mod systems;
mod virials;
mod work;
mod zbl;
