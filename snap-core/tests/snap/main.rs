//! The driver on every space: all twojmax, several elements, molecular-dynamics use and faults.

mod faults;
mod geometry;
mod lists;
mod random;
mod support;
