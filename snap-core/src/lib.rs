//! SNAP, the machine-learned interatomic potential of LAMMPS, each stage written once against portax
