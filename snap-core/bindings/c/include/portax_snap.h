// SNAP, the interatomic potential, for programs in C: see snap-core/bindings/c/README.md of portax.
// Lengths in angstrom, energies in eV, forces in eV/angstrom. Atoms count from 0, types from 1, as in LAMMPS.

#ifndef PORTAX_SNAP_H
#define PORTAX_SNAP_H

#include <stddef.h>

// What became of a call.
typedef enum portax_status {
  // All is well.
  PORTAX_OK = 0,
  // A pointer is null that must not be.
  PORTAX_NULL = 1,
  // An argument makes no sense.
  PORTAX_ARGUMENT = 2,
  // The files of the potential cannot be read or do not make one.
  PORTAX_POTENTIAL = 3,
  // Cell, positions, types or lists are not what can be computed.
  PORTAX_ATOMS = 4,
  // The device is absent, or cannot do it.
  PORTAX_DEVICE = 5,
  // A mistake in this library. The handle may be destroyed and nothing else.
  PORTAX_INTERNAL = 6,
} portax_status;

// A potential on a device, with the atoms that were computed last.
typedef struct portax_snap portax_snap;

// How a potential is computed. Zeros are what most want.
typedef struct portax_snap_options {
  // `rayon`, `rayon:avx2`, `cuda:0`, `cuda:local_rank`, `hip:0`, `opencl:pocl`, ... Null: what the variable
  // `PORTAX_BACKEND` says, else the GPU of the process' rank on its node, else the first GPU, else CPU threads.
  const char *device;
  // 0: double precision. 1: mixed, pairs in single precision and sums in double.
  int precision;
  // With `chemflag`, 0: forces are the gradient of the energy. 1: as LAMMPS computes them, which differs by the last
  // printed digits of coefficients; in double precision.
  int chem_rule;
  // How far beyond the cutoff lists reach, angstrom. They serve until an atom has moved by half of it.
  double skin;
  // Charges of the nuclei of each type, `[ntypes]`, in units of e: the repulsion of Ziegler, Biersack and Littmark is added,
  // as LAMMPS' `pair_style zbl` has it. Null: nothing is added but what the lines of a file say.
  const double *zbl_charges;
  // Up to where that is the screened repulsion and a constant, angstrom.
  double zbl_inner;
  // From where on there is none, angstrom.
  double zbl_outer;
} portax_snap_options;

// Atoms in a cell.
typedef struct portax_structure {
  // Number of atoms.
  int natoms;
  // `[natoms][3]`, angstrom, inside the cell or outside.
  const double *positions;
  // `[natoms]`, from 1.
  const int *types;
  // The vectors a, b, c as rows, angstrom; of those that do not repeat any numbers.
  double cell[9];
  // The corner of the cell, angstrom.
  double origin[3];
  // 1 where the cell repeats along a, b, c, else 0.
  int periodic[3];
} portax_structure;

// Where results are written; null for those that nobody wants.
typedef struct portax_results {
  // One number, eV.
  double *energy;
  // `[natoms]`, eV. Ghosts have none: it is in the energies of the atoms that see them.
  double *energies;
  // `[natoms][3]`, eV/angstrom. Forces on ghosts are to be added to those on the atoms that they are copies of.
  double *forces;
  // 1: forces are added to those that are there, as engines sum them over potentials. 0: they are written over them.
  int add_forces;
  // `[6]`, xx yy zz xy xz yz, eV: sum of r (x) f, positive under compression.
  double *virial;
  // `[natoms][6]`: half of what each pair of an atom adds to the virial, for ghosts too.
  double *virials;
} portax_results;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The text of the last call that failed on this thread, empty before any did; valid until the next one fails.
const char *portax_snap_last_error(void);

// How far atoms of two types see each other, into `cutoff`: 0 where one has no element and they do not repel. Lists are to
// have all pairs within it.
//
// # Safety
// `snap` was created and not destroyed; `cutoff` has room for a number.
enum portax_status portax_snap_cutoff(const struct portax_snap *snap,
                                      int type_i,
                                      int type_j,
                                      double *cutoff);

// The name of the device, into `text`, which has room for `size` bytes; a longer name is cut.
//
// # Safety
// `snap` was created and not destroyed; `text` has room for `size` bytes.
enum portax_status portax_snap_device(const struct portax_snap *snap, char *text, size_t size);

// The version of this library.
const char *portax_snap_version(void);

// Creates a handle for the potential of two files, and for `ntypes` types of atoms: `elements` names the element of each
// in the coefficient file, `NULL` for a type that takes no part. Null options are zeros.
//
// # Safety
// Texts end with a null; `elements` has `ntypes` of them; `snap` has room for a pointer, which becomes null where this
// fails.
enum portax_status portax_snap_create(const char *coefficient_file,
                                      const char *parameter_file,
                                      int ntypes,
                                      const char *const *elements,
                                      const struct portax_snap_options *options,
                                      struct portax_snap **snap);

// The same of a file with LAMMPS' lines `pair_style` and `pair_coeff`, of SNAP alone or with ZBL, which name the other
// files and the elements of the types.
//
// # Safety
// The text ends with a null; `snap` has room for a pointer, which becomes null where this fails.
enum portax_status portax_snap_create_from_lines(const char *file,
                                                 const struct portax_snap_options *options,
                                                 struct portax_snap **snap);

// Destroys a handle; null is nothing. No other thread may be using it.
//
// # Safety
// The handle was created and not destroyed, or is null.
void portax_snap_destroy(struct portax_snap *snap);

// Computes a structure. Another structure of the same atoms, moved or in a changed cell, reuses what the one before left.
//
// # Safety
// `snap` was created and not destroyed; pointers of the structure have what it says; those of the results that are not
// null have room.
enum portax_status portax_snap_compute(struct portax_snap *snap,
                                       const struct portax_structure *structure,
                                       const struct portax_results *results);

// Takes the atoms of a domain, `nlocal` of its own and then its ghosts, copies of those around it: `natoms` in all. Finds
// their neighbours within the cutoff and the skin.
//
// # Safety
// `snap` was created and not destroyed; `positions` (`[natoms][3]`) and `types` (`[natoms]`, from 1) have what is said.
enum portax_status portax_snap_set_atoms(struct portax_snap *snap,
                                         int natoms,
                                         int nlocal,
                                         const double *positions,
                                         const int *types);

// Takes the atoms of a domain with their neighbours, a full list as LAMMPS keeps it: `ilist` numbers the `inum` atoms whose
// energies are computed, and atom i of them has the `numneigh[i]` neighbours `firstneigh[i][...]`. All within the cutoff
// and the skin are to be there; those beyond are left out, and so are the upper three bits of entries, where LAMMPS keeps
// which bonds there are.
//
// # Safety
// As for `portax_snap_set_atoms`; `ilist` has `inum` numbers, `numneigh` and `firstneigh` have an element for each atom
// that it names, and each list has as many entries as it should.
enum portax_status portax_snap_set_lists(struct portax_snap *snap,
                                         int natoms,
                                         const double *positions,
                                         const int *types,
                                         int inum,
                                         const int *ilist,
                                         const int *numneigh,
                                         const int *const *firstneigh);

// Computes the domain whose atoms were taken last, where they are now: `natoms` as there, moved by less than half the skin
// since.
//
// # Safety
// `snap` was created and not destroyed; `positions` has `[natoms][3]` numbers; pointers of the results that are not null
// have room for as many atoms.
enum portax_status portax_snap_compute_domain(struct portax_snap *snap,
                                              int natoms,
                                              const double *positions,
                                              const struct portax_results *results);

// Computes the domain as `portax_snap_compute_domain` does, from positions in the memory of the handle's device to forces
// there, both `[natoms][3]`: pointers of CUDA or HIP, of the host where the device is CPU threads. What `results` asks for
// comes to the host, as there.
//
// What the caller has enqueued for either on streams of its own has to be done; forces are there when this returns. Positions
// are taken as they are: none is looked at.
//
// # Safety
// As for `portax_snap_compute_domain`; `positions` and `forces` are memory of the device, of `3 * natoms` numbers each.
enum portax_status portax_snap_compute_domain_on_device(struct portax_snap *snap,
                                                        int natoms,
                                                        const double *positions,
                                                        double *forces,
                                                        const struct portax_results *results);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* PORTAX_SNAP_H */
