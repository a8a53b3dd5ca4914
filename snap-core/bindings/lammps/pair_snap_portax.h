// pair_style snap/portax: SNAP by portax inside LAMMPS. See README.md.

#ifndef PAIR_SNAP_PORTAX_H
#define PAIR_SNAP_PORTAX_H

#include "pair.h"

#include <string>
#include <vector>

#include "portax_snap.h"

namespace LAMMPS_NS {

class PairSnapPortax : public Pair {
 public:
  explicit PairSnapPortax(LAMMPS *);
  ~PairSnapPortax() override;
  void settings(int, char **) override;
  void coeff(int, char **) override;
  void init_style() override;
  double init_one(int, int) override;
  void compute(int, int) override;
  double memory_usage() override;

 private:
  void coeff_snap(int, char **);
  void coeff_zbl(char **);
  void allocate();
  void create();
  void take_atoms(int natoms);
  double *room(std::vector<double> &, bool wanted, int natoms, int numbers);
  void stop(const std::string &) const;
  void require(portax_status) const;

  portax_snap *snap = nullptr;
  double skin = -1.0;        // of the handle
  bool is_current = false;   // has the handle what the input said last?
  bool has_atoms = false;
  int natoms_taken = 0;
  bigint build_taken = -1;    // time step of the neighbour build that the atoms are from

  std::string device;    // empty: by the local rank
  bool is_mixed = false;
  std::string coefficient_file, parameter_file;
  std::vector<std::string> elements;    // of each type
  bool has_zbl = false;
  double zbl_inner = 0.0, zbl_outer = 0.0;
  std::vector<double> charges;    // of the nuclei of each type, negative before they are given

  std::vector<double> energies, virials;
};

// Makes the style known to an instance of LAMMPS, for programs that are linked with its library.
void register_pair_snap_portax(LAMMPS *);

}    // namespace LAMMPS_NS

#endif
