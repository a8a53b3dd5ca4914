//! Molecular dynamics of tungsten, SNAP on top of ZBL, against what LAMMPS gives.

mod trajectories;
mod tungsten;

type Result<T = ()> = std::result::Result<T, Box<dyn std::error::Error>>;
