// A case of tests/cases as the test writes it for C: numbers, and the names of the types' elements.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "portax_snap.h"

#define CHECK(condition)                                                                          \
    do {                                                                                          \
        if (!(condition)) {                                                                       \
            fprintf(stderr, "%s:%d: %s\n%s\n", __FILE__, __LINE__, #condition, portax_snap_last_error()); \
            exit(1);                                                                              \
        }                                                                                         \
    } while (0)

typedef struct {
    int natoms, ntypes;
    char names[8][16];
    portax_structure structure;
    double *positions;
    int *types;
    double energy, virial[6], *energies, *forces;
} portax_case;

static void *room(size_t n) {
    void *p = malloc(n ? n : 1);
    CHECK(p);
    return p;
}

static double *numbers(FILE *file, int n) {
    double *found = room(n * sizeof(double));
    for (int i = 0; i < n; i++) CHECK(fscanf(file, "%lf", &found[i]) == 1);
    return found;
}

static portax_case read_case(const char *path) {
    portax_case c = {0};
    FILE *file = fopen(path, "r");
    CHECK(file);
    CHECK(fscanf(file, "%d %d", &c.natoms, &c.ntypes) == 2);
    for (int t = 0; t < c.ntypes; t++) CHECK(fscanf(file, "%15s", c.names[t]) == 1);
    double *cell = numbers(file, 15);
    memcpy(c.structure.cell, cell, 9 * sizeof(double));
    memcpy(c.structure.origin, cell + 9, 3 * sizeof(double));
    for (int d = 0; d < 3; d++) c.structure.periodic[d] = cell[12 + d] != 0;
    free(cell);
    c.types = room(c.natoms * sizeof(int));
    for (int i = 0; i < c.natoms; i++) CHECK(fscanf(file, "%d", &c.types[i]) == 1);
    c.positions = numbers(file, 3 * c.natoms);
    double *energy = numbers(file, 7);
    c.energy = energy[0];
    memcpy(c.virial, energy + 1, sizeof c.virial);
    free(energy);
    c.energies = numbers(file, c.natoms);
    c.forces = numbers(file, 3 * c.natoms);
    fclose(file);
    c.structure.natoms = c.natoms;
    c.structure.positions = c.positions;
    c.structure.types = c.types;
    return c;
}

static portax_snap *create(const portax_case *c, char **files, const portax_snap_options *options) {
    const char *elements[8];
    portax_snap *snap = NULL;
    for (int t = 0; t < c->ntypes; t++) elements[t] = c->names[t];
    CHECK(portax_snap_create(files[0], files[1], c->ntypes, elements, options, &snap) == PORTAX_OK);
    return snap;
}

// Largest difference, over the largest number or 1.
static double deviation(const double *found, const double *expected, int n) {
    double largest = 1, difference = 0;
    for (int i = 0; i < n; i++) {
        largest = fmax(largest, fabs(expected[i]));
        difference = fmax(difference, fabs(found[i] - expected[i]));
    }
    return difference / largest;
}
