#include "pair_snap_portax.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "force.h"
#include "memory.h"
#include "neighbor.h"
#include "utils.h"

#include <algorithm>

using namespace LAMMPS_NS;

PairSnapPortax::PairSnapPortax(LAMMPS *lmp) : Pair(lmp)
{
  one_coeff = 1;
  manybody_flag = 1;
  single_enable = 0;
  restartinfo = 0;
  // Forces of ZBL stand at the atoms of a rank alone, whose sum of r f is not the virial; the library computes it on the device.
  no_virial_fdotr_compute = 1;
  centroidstressflag = CENTROID_NOTAVAIL;
}

PairSnapPortax::~PairSnapPortax()
{
  portax_snap_destroy(snap);
  if (allocated) {
    memory->destroy(setflag);
    memory->destroy(cutsq);
  }
}

// pair_style snap/portax [device NAME] [precision double|mixed] [zbl INNER OUTER]
void PairSnapPortax::settings(int narg, char **arg)
{
  device.clear();
  is_mixed = has_zbl = is_current = false;
  charges.clear();
  for (int i = 0; i < narg; i += 2) {
    const std::string key = arg[i], value = i + 1 < narg ? arg[i + 1] : "";
    if (key == "device" && !value.empty())
      device = value;
    else if (key == "precision" && (value == "double" || value == "mixed"))
      is_mixed = value == "mixed";
    else if (key == "zbl" && i + 2 < narg) {
      has_zbl = true;
      zbl_inner = utils::numeric(FLERR, arg[i + 1], false, lmp);
      zbl_outer = utils::numeric(FLERR, arg[i + 2], false, lmp);
      i++;
    } else
      stop("pair_style snap/portax [device NAME] [precision double|mixed] [zbl INNER OUTER], not `" + key + " " + value +
           "`");
  }
  one_coeff = !has_zbl;
}

void PairSnapPortax::coeff(int narg, char **arg)
{
  allocate();
  is_current = false;
  if (has_zbl && narg == 5 && std::string(arg[2]) == "zbl")
    coeff_zbl(arg);
  else
    coeff_snap(narg, arg);
  for (int i = 1; i <= atom->ntypes; i++)
    for (int j = i; j <= atom->ntypes; j++) {
      const auto has_snap = [&](int type) { return !elements.empty() && elements[type - 1] != "NULL"; };
      setflag[i][j] = has_zbl || (has_snap(i) && has_snap(j));
    }
}

// pair_coeff I J zbl ZI ZJ, the line of `pair_style zbl` in a hybrid style
void PairSnapPortax::coeff_zbl(char **arg)
{
  const auto set = [this](const char *types, const char *charge) {
    int first, last;
    utils::bounds(FLERR, types, 1, atom->ntypes, first, last, error);
    const double z = utils::numeric(FLERR, charge, false, lmp);
    if (z < 0.0) stop(std::string("`") + charge + "` is no charge of a nucleus");
    for (int type = first; type <= last; type++) {
      if (charges[type - 1] >= 0.0 && charges[type - 1] != z)
        stop("type " + std::to_string(type) + " has two nuclear charges; give it one");
      charges[type - 1] = z;
    }
  };
  charges.resize(atom->ntypes, -1.0);
  set(arg[0], arg[3]);
  set(arg[1], arg[4]);
}

// pair_coeff * * COEFFICIENTS PARAMETERS ELEMENT..., NULL for types that take no part
void PairSnapPortax::coeff_snap(int narg, char **arg)
{
  const int ntypes = atom->ntypes;
  if (narg != 4 + ntypes || std::string(arg[0]) != "*" || std::string(arg[1]) != "*")
    stop("pair_coeff of snap/portax is `* * FILE.snapcoeff FILE.snapparam` and one element or NULL for each type" +
         std::string(has_zbl ? ", or `I J zbl ZI ZJ`" : ""));
  const auto path = [](const char *name) {
    const std::string found = utils::get_potential_file_path(name);
    return found.empty() ? std::string(name) : found;
  };
  coefficient_file = path(arg[2]);
  parameter_file = path(arg[3]);
  elements.assign(arg + 4, arg + narg);
  if (!has_zbl) create();
}

void PairSnapPortax::allocate()
{
  if (allocated) return;
  const int n = atom->ntypes + 1;
  memory->create(setflag, n, n, "pair:setflag");
  memory->create(cutsq, n, n, "pair:cutsq");
  std::fill_n(&setflag[0][0], n * n, 0);
  allocated = 1;
}

// Opens the device and reads the potential, for lists with the skin that LAMMPS has now.
void PairSnapPortax::create()
{
  if (elements.empty()) stop("pair_coeff * * FILE.snapcoeff FILE.snapparam ELEMENT... of snap/portax is missing");
  for (size_t type = 0; has_zbl && type < elements.size(); type++)
    if (charges.empty() || charges[type] < 0.0) {
      const std::string n = std::to_string(type + 1);
      stop("type " + n + " of snap/portax has no nuclear charge: pair_coeff " + n + " " + n + " zbl Z Z");
    }
  portax_snap_destroy(snap);
  snap = nullptr;
  has_atoms = false;
  skin = neighbor->skin;
  std::vector<const char *> names;
  for (const auto &name : elements) names.push_back(name.c_str());
  const portax_snap_options options = {device.empty() ? nullptr : device.c_str(), is_mixed, !is_mixed, skin,
                                       has_zbl ? charges.data() : nullptr, zbl_inner, zbl_outer};
  require(portax_snap_create(coefficient_file.c_str(), parameter_file.c_str(), (int) names.size(), names.data(),
                             &options, &snap));
  is_current = true;
}

// The library finds the neighbours itself, on the device: no list is asked of LAMMPS.
void PairSnapPortax::init_style()
{
  if (!force->newton_pair) stop("pair_style snap/portax needs newton pair on");
  if (neighbor->exclude_setting()) stop("pair_style snap/portax does not know neigh_modify exclude");
  if (!is_current || neighbor->skin != skin) create();
  char name[256];
  require(portax_snap_device(snap, name, sizeof name));
  if (comm->me == 0) utils::logmesg(lmp, std::string("SNAP by portax ") + portax_snap_version() + " on " + name + "\n");
}

double PairSnapPortax::init_one(int i, int j)
{
  if (!setflag[i][j]) stop("All pair coeffs are not set: a type of snap/portax is NULL");
  double cutoff = 0.0;
  require(portax_snap_cutoff(snap, i, j, &cutoff));
  return cutoff;
}

void PairSnapPortax::compute(int eflag, int vflag)
{
  ev_init(eflag, vflag);
  const int nlocal = atom->nlocal, natoms = nlocal + atom->nghost;
  take_atoms(natoms);

  double energy = 0.0, global[6];
  const portax_results results = {
      eflag_global ? &energy : nullptr,
      room(energies, eflag_atom, natoms, 1),
      natoms ? atom->f[0] : nullptr,
      1,
      vflag_global ? global : nullptr,
      room(virials, vflag_atom, natoms, 6),
  };
  require(portax_snap_compute_domain(snap, natoms, natoms ? atom->x[0] : nullptr, &results));

  if (eflag_global) eng_vdwl += energy;
  if (eflag_atom)
    for (int i = 0; i < nlocal; i++) eatom[i] += energies[i];
  if (results.virial)
    for (int k = 0; k < 6; k++) virial[k] += global[k];
  if (vflag_atom)
    for (int i = 0; i < natoms; i++)
      for (int k = 0; k < 6; k++) vatom[i][k] += virials[6 * i + k];
}

// Hands over the atoms of this rank and its ghosts, whenever LAMMPS has exchanged them.
void PairSnapPortax::take_atoms(int natoms)
{
  const bool is_known = has_atoms && neighbor->ago > 0 && neighbor->lastcall == build_taken && natoms == natoms_taken;
  if (is_known) return;
  require(portax_snap_set_atoms(snap, natoms, atom->nlocal, natoms ? atom->x[0] : nullptr, atom->type));
  has_atoms = true;
  natoms_taken = natoms;
  build_taken = neighbor->lastcall;
}

// Where results are written, nowhere if they are not wanted.
double *PairSnapPortax::room(std::vector<double> &values, bool wanted, int natoms, int numbers)
{
  if (!wanted) return nullptr;
  values.resize((size_t) natoms * numbers);
  return values.data();
}

double PairSnapPortax::memory_usage()
{
  const double numbers = energies.capacity() + virials.capacity();
  return Pair::memory_usage() + numbers * sizeof(double);
}

void PairSnapPortax::stop(const std::string &text) const
{
  error->all(FLERR, text);
}

void PairSnapPortax::require(portax_status status) const
{
  if (status != PORTAX_OK) error->one(FLERR, std::string("snap/portax: ") + portax_snap_last_error());
}

static Pair *create_pair(LAMMPS *lmp)
{
  return new PairSnapPortax(lmp);
}

void LAMMPS_NS::register_pair_snap_portax(LAMMPS *lmp)
{
  (*lmp->force->pair_map)["snap/portax"] = &create_pair;
}

// What `plugin load` is told, as LAMMPS' manual describes it. Installed headers lack the declaration.
struct Plugin {
  const char *version, *style, *name, *info, *author;
  Pair *(*creator)(LAMMPS *);
  void *handle;
};

// `plugin load` calls this with its own functions.
extern "C" void lammpsplugin_init(void *lmp, void *handle, void *register_style)
{
  Plugin plugin = {((LAMMPS *) lmp)->version, "pair", "snap/portax", "SNAP by portax", "portax", &create_pair, handle};
  ((void (*)(Plugin *, void *)) register_style)(&plugin, lmp);
}
