// LAMMPS as a program that has pair_style snap/portax built in, for libraries of LAMMPS without the package PLUGIN.

#include "input.h"
#include "lammps.h"
#include "pair_snap_portax.h"

#include <mpi.h>

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  {
    LAMMPS_NS::LAMMPS lammps(argc, argv, MPI_COMM_WORLD);
    LAMMPS_NS::register_pair_snap_portax(&lammps);
    lammps.input->file();
  }
  MPI_Finalize();
  return 0;
}
