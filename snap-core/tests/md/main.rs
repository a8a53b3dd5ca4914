//! Molecular dynamics of SNAP on top of ZBL, against what LAMMPS gives.

mod figures;
mod trajectories;

type Result<T = ()> = std::result::Result<T, Box<dyn std::error::Error>>;
