//! The driver on every space: reference cases, all twojmax, several elements, molecular-dynamics use and faults.

mod cases;
mod faults;
mod geometry;
mod lists;
mod random;
mod support;
