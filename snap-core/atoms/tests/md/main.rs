//! Dynamics on every space: atoms on springs, which have exact orbits, and a crystal through the neighbour lists.

mod cell_changes;
mod crystal;
mod ensembles;
mod langevin;
mod lists_again;
mod minimize;
mod nve;
mod repulsion;
mod set_up;
mod springs;
mod trajectories;

type Result<T = ()> = std::result::Result<T, Box<dyn std::error::Error>>;
