//! Dynamics on every space: atoms on springs, which have exact orbits, and a crystal through the neighbour lists.

mod crystal;
mod nve;
mod set_up;
mod springs;

type Result<T = ()> = std::result::Result<T, Box<dyn std::error::Error>>;
