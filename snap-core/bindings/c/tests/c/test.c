// The interface in use: results against LAMMPS', wrong input, threads, and handles that come and go.
#include <dlfcn.h>
#include <pthread.h>
#include <unistd.h>

#include "case.h"

#define TOLERANCE 1e-10
#define SKIN 0.3

typedef struct {
    double energy, virial[6], *energies, *forces, *virials;
} outcome;

static portax_results into(outcome *o, int natoms) {
    o->energies = room(natoms * sizeof(double));
    o->forces = room(3 * natoms * sizeof(double));
    o->virials = room(6 * natoms * sizeof(double));
    return (portax_results){&o->energy, o->energies, o->forces, 0, o->virial, o->virials};
}

static void check(const portax_case *c, const outcome *o, const double *virials) {
    double sum[6] = {0};
    for (int i = 0; i < 6 * c->natoms; i++) sum[i % 6] += virials[i];
    CHECK(deviation(&o->energy, &c->energy, 1) < TOLERANCE);
    CHECK(deviation(o->virial, c->virial, 6) < TOLERANCE);
    CHECK(deviation(sum, c->virial, 6) < TOLERANCE);
    CHECK(deviation(o->energies, c->energies, c->natoms) < TOLERANCE);
    CHECK(deviation(o->forces, c->forces, 3 * c->natoms) < TOLERANCE);
}

static void release(outcome *o) {
    free(o->energies);
    free(o->forces);
    free(o->virials);
}

static void structures(const portax_case *c, portax_snap *snap) {
    outcome o;
    portax_results results = into(&o, c->natoms);
    CHECK(portax_snap_compute(snap, &c->structure, &results) == PORTAX_OK);
    check(c, &o, o.virials);
    portax_results energy = {.energy = &o.energy};
    portax_structure moved = c->structure;
    double *x = room(3 * c->natoms * sizeof(double));
    for (int i = 0; i < 3 * c->natoms; i++) x[i] = c->positions[i] + (i % 3 == 0 ? 0.01 * i : 0);
    moved.positions = x;
    CHECK(portax_snap_compute(snap, &moved, &energy) == PORTAX_OK);
    CHECK(fabs(o.energy - c->energy) > 1e-6);
    CHECK(portax_snap_compute(snap, &c->structure, &results) == PORTAX_OK);
    check(c, &o, o.virials);
    free(x);
    release(&o);
}

// Atoms in no cell, wherever they are.
static void clusters(const portax_case *c, portax_snap *snap) {
    portax_structure cluster = {c->natoms, NULL, c->types, {0}, {0}, {0}};
    double *x = room(3 * c->natoms * sizeof(double)), energies[2];
    for (int n = 0; n < 2; n++) {
        portax_results results = {.energy = &energies[n]};
        for (int i = 0; i < 3 * c->natoms; i++) x[i] = c->positions[i] + 64 * n;
        cluster.positions = x;
        CHECK(portax_snap_compute(snap, &cluster, &results) == PORTAX_OK);
    }
    CHECK(fabs(energies[0] - c->energy) > 1e-3 && deviation(&energies[0], &energies[1], 1) < TOLERANCE);
    free(x);
}

// Atoms with ghosts on all sides, and their lists.
typedef struct {
    int natoms, *types, *owner, *ilist, *numneigh, **firstneigh;
    double *x;
} domain;

static double distance(const double *a, const double *b) {
    return sqrt(pow(a[0] - b[0], 2) + pow(a[1] - b[1], 2) + pow(a[2] - b[2], 2));
}

static domain with_ghosts(const portax_case *c, double reach) {
    domain d = {0};
    int most = c->natoms * 343;
    const double *cell = c->structure.cell;
    d.types = room(most * sizeof(int));
    d.owner = room(most * sizeof(int));
    d.x = room(3 * most * sizeof(double));
    for (int image = -1; image < 343; image++) {
        int n[3] = {image % 7 - 3, image / 7 % 7 - 3, image / 49 - 3}, outside = 0;
        if (image == -1) memset(n, 0, sizeof n);
        for (int k = 0; k < 3; k++) outside |= n[k] && !c->structure.periodic[k];
        if (outside || image == 171) continue;
        for (int i = 0; i < c->natoms; i++) {
            double *x = d.x + 3 * d.natoms;
            int near = image == -1;
            for (int k = 0; k < 3; k++)
                x[k] = c->positions[3 * i + k] + n[0] * cell[k] + n[1] * cell[3 + k] + n[2] * cell[6 + k];
            for (int j = 0; j < c->natoms && !near; j++) near = distance(x, d.x + 3 * j) < reach;
            if (!near) continue;
            d.types[d.natoms] = c->types[i];
            d.owner[d.natoms++] = i;
        }
    }
    d.ilist = room(c->natoms * sizeof(int));
    d.numneigh = room(c->natoms * sizeof(int));
    d.firstneigh = room(c->natoms * sizeof(int *));
    for (int i = 0; i < c->natoms; i++) {
        d.ilist[i] = c->natoms - 1 - i;
        d.numneigh[i] = 0;
        d.firstneigh[i] = room(d.natoms * sizeof(int));
        for (int j = 0; j < d.natoms; j++)
            if (j != i && distance(d.x + 3 * i, d.x + 3 * j) < reach)
                d.firstneigh[i][d.numneigh[i]++] = j | (j % 4) << 29; // with bonds, as LAMMPS marks them
    }
    return d;
}

static void release_domain(const portax_case *c, domain *d) {
    for (int i = 0; i < c->natoms; i++) free(d->firstneigh[i]);
    free(d->firstneigh);
    free(d->numneigh);
    free(d->ilist);
    free(d->types);
    free(d->owner);
    free(d->x);
}

// Ghosts' rows added to those of the atoms that they are copies of.
static void add_ghosts(const domain *d, int central, double *rows, int columns) {
    for (int i = central; i < d->natoms; i++)
        for (int k = 0; k < columns; k++) rows[columns * d->owner[i] + k] += rows[columns * i + k];
}

static void domains(const portax_case *c, portax_snap *snap) {
    double reach = 0;
    for (int i = 1; i <= c->ntypes; i++)
        for (int j = 1; j <= c->ntypes; j++) {
            double cutoff;
            CHECK(portax_snap_cutoff(snap, i, j, &cutoff) == PORTAX_OK);
            reach = fmax(reach, cutoff + SKIN);
        }
    domain d = with_ghosts(c, reach);
    for (int given = 0; given < 2; given++) {
        outcome o;
        portax_results results = into(&o, d.natoms);
        if (given)
            CHECK(portax_snap_set_lists(snap, d.natoms, d.x, d.types, c->natoms, d.ilist, d.numneigh,
                                        (const int *const *)d.firstneigh) == PORTAX_OK);
        else
            CHECK(portax_snap_set_atoms(snap, d.natoms, c->natoms, d.x, d.types) == PORTAX_OK);
        for (int step = 0; step < 2; step++) {
            CHECK(portax_snap_compute_domain(snap, d.natoms, d.x, &results) == PORTAX_OK);
            add_ghosts(&d, c->natoms, o.forces, 3);
            add_ghosts(&d, c->natoms, o.virials, 6);
            check(c, &o, o.virials);
        }
        portax_results added = {.forces = o.forces, .add_forces = 1};
        for (int k = 0; k < 3 * d.natoms; k++) o.forces[k] = 1;
        CHECK(portax_snap_compute_domain(snap, d.natoms, d.x, &added) == PORTAX_OK);
        for (int k = 0; k < 3 * d.natoms; k++) o.forces[k] -= 1;
        add_ghosts(&d, c->natoms, o.forces, 3);
        CHECK(deviation(o.forces, c->forces, 3 * c->natoms) < TOLERANCE);
        release(&o);
    }
    portax_results none = {0};
    CHECK(portax_snap_set_atoms(snap, 0, 0, NULL, NULL) == PORTAX_OK);
    CHECK(portax_snap_compute_domain(snap, 0, NULL, &none) == PORTAX_OK);
    release_domain(c, &d);
}

// HIP, as a program that has its atoms on the GPU uses it.
typedef struct {
    int (*malloc)(void **, size_t), (*free)(void *);
    int (*to_device)(void *, void *, size_t, void *), (*to_host)(void *, void *, size_t, void *);
    int (*create)(void **, unsigned), (*synchronize)(void *);
    void *stream;
} device;

static device open_device(void) {
    void *library = dlopen(getenv("PORTAX_HIP_LIBRARY"), RTLD_NOW);
    CHECK(library);
    device d;
    *(void **)&d.malloc = dlsym(library, "hipMalloc");
    *(void **)&d.free = dlsym(library, "hipFree");
    *(void **)&d.to_device = dlsym(library, "hipMemcpyHtoDAsync");
    *(void **)&d.to_host = dlsym(library, "hipMemcpyDtoHAsync");
    *(void **)&d.create = dlsym(library, "hipStreamCreateWithFlags");
    *(void **)&d.synchronize = dlsym(library, "hipStreamSynchronize");
    CHECK(d.malloc && d.free && d.to_device && d.to_host && d.create && d.synchronize);
    CHECK(d.create(&d.stream, 1) == 0);
    return d;
}

static void *on_device(device *d, const void *data, size_t bytes) {
    void *memory;
    CHECK(d->malloc(&memory, bytes) == 0);
    CHECK(d->to_device(memory, (void *)data, bytes, d->stream) == 0 && d->synchronize(d->stream) == 0);
    return memory;
}

// Positions and forces that stay in the memory of the device; on CPU threads in that of the host.
static void on_devices(const portax_case *c, portax_snap *snap, int is_host) {
    double cutoff;
    CHECK(portax_snap_cutoff(snap, 1, 1, &cutoff) == PORTAX_OK);
    domain d = with_ghosts(c, cutoff + SKIN);
    size_t bytes = 3 * d.natoms * sizeof(double);
    double *forces = room(bytes), energy;
    for (int k = 0; k < 3 * d.natoms; k++) forces[k] = NAN;
    device gpu = {0};
    if (!is_host) gpu = open_device();
    double *x = is_host ? d.x : on_device(&gpu, d.x, bytes), *f = is_host ? forces : on_device(&gpu, forces, bytes);
    portax_results results = {.energy = &energy}, none = {0};
    CHECK(portax_snap_set_atoms(snap, d.natoms, c->natoms, d.x, d.types) == PORTAX_OK);
    for (int step = 0; step < 3; step++) {
        const portax_results *wanted = step ? &results : &none;
        CHECK(portax_snap_compute_domain_on_device(snap, d.natoms, x, f, wanted) == PORTAX_OK);
    }
    if (!is_host) CHECK(gpu.to_host(forces, f, bytes, gpu.stream) == 0 && gpu.synchronize(gpu.stream) == 0);
    add_ghosts(&d, c->natoms, forces, 3);
    CHECK(deviation(&energy, &c->energy, 1) < TOLERANCE);
    CHECK(deviation(forces, c->forces, 3 * c->natoms) < TOLERANCE);
    CHECK(portax_snap_compute_domain_on_device(snap, 1, x, f, &results) == PORTAX_ATOMS);
    CHECK(portax_snap_compute_domain_on_device(snap, d.natoms, x, NULL, &results) == PORTAX_NULL);
    CHECK(portax_snap_set_atoms(snap, d.natoms, 0, d.x, d.types) == PORTAX_OK);
    CHECK(portax_snap_compute_domain_on_device(snap, d.natoms, x, f, &results) == PORTAX_OK && energy == 0);
    if (!is_host) {
        CHECK(gpu.to_host(forces, f, bytes, gpu.stream) == 0 && gpu.synchronize(gpu.stream) == 0);
        CHECK(gpu.free(x) == 0 && gpu.free(f) == 0);
    }
    for (int k = 0; k < 3 * d.natoms; k++) CHECK(forces[k] == 0);
    free(forces);
    release_domain(c, &d);
}

static int says(const char *text) {
    int found = strstr(portax_snap_last_error(), text) != NULL;
    if (!found) fprintf(stderr, "`%s` is not in: %s\n", text, portax_snap_last_error());
    return found;
}

// ZBL by options is that of a file with LAMMPS' lines.
static void repulsion(char **files, const portax_snap_options *options) {
    const double charges[] = {74}, x[] = {0, 0, 0, 1.5, 0.4, 0.3, 3.8, 0, 1};
    const char *elements[] = {"W"};
    const int types[] = {1, 1, 1};
    portax_snap_options with = *options;
    with.zbl_charges = charges, with.zbl_inner = 4, with.zbl_outer = 4.8;
    portax_snap *snaps[3];
    CHECK(portax_snap_create_from_lines(files[2], options, &snaps[0]) == PORTAX_OK);
    CHECK(portax_snap_create(files[0], files[1], 1, elements, &with, &snaps[1]) == PORTAX_OK);
    CHECK(portax_snap_create(files[0], files[1], 1, elements, options, &snaps[2]) == PORTAX_OK);
    outcome o[3];
    double cutoff[3];
    for (int n = 0; n < 3; n++) {
        portax_results results = into(&o[n], 3);
        CHECK(portax_snap_set_atoms(snaps[n], 3, 2, x, types) == PORTAX_OK);
        CHECK(portax_snap_compute_domain(snaps[n], 3, x, &results) == PORTAX_OK);
        CHECK(portax_snap_cutoff(snaps[n], 1, 1, &cutoff[n]) == PORTAX_OK);
        portax_snap_destroy(snaps[n]);
    }
    CHECK(o[0].energy > o[2].energy + 10 && cutoff[0] == 4.8 && cutoff[1] == 4.8 && cutoff[2] < 4.8);
    CHECK(deviation(&o[1].energy, &o[0].energy, 1) < TOLERANCE);
    CHECK(deviation(o[1].forces, o[0].forces, 9) < TOLERANCE);
    CHECK(deviation(o[1].virial, o[0].virial, 6) < TOLERANCE);
    for (int n = 0; n < 3; n++) release(&o[n]);

    portax_snap *snap;
    CHECK(portax_snap_create_from_lines(files[2], &with, &snap) == PORTAX_ARGUMENT && says("zbl_charges"));
    with.zbl_outer = 3;
    CHECK(portax_snap_create(files[0], files[1], 1, elements, &with, &snap) == PORTAX_POTENTIAL && says("cutoff"));
}

static void faults(portax_case *c, char **files) {
    const char *elements[] = {"W"}, *others[] = {"Xx"}, *none[] = {NULL};
    portax_snap *snap = (portax_snap *)1;
    portax_snap_options options = {.device = "abacus"};
    CHECK(portax_snap_create("no such file", files[1], 1, elements, NULL, &snap) == PORTAX_POTENTIAL);
    CHECK(says("no such file") && snap == NULL);
    CHECK(portax_snap_create(files[0], files[1], 1, others, NULL, &snap) == PORTAX_POTENTIAL && says("Xx"));
    CHECK(portax_snap_create(files[0], files[1], 1, none, NULL, &snap) == PORTAX_NULL && says("elements"));
    CHECK(portax_snap_create(files[0], files[1], -1, elements, NULL, &snap) == PORTAX_ARGUMENT && says("ntypes"));
    CHECK(portax_snap_create(NULL, files[1], 1, elements, NULL, &snap) == PORTAX_NULL && says("coefficient_file"));
    CHECK(portax_snap_create(files[0], files[1], 1, elements, NULL, NULL) == PORTAX_NULL && says("snap"));
    CHECK(portax_snap_create(files[0], files[1], 1, elements, &options, &snap) == PORTAX_DEVICE && says("abacus"));
    options = (portax_snap_options){.device = "rayon", .precision = 7};
    CHECK(portax_snap_create(files[0], files[1], 1, elements, &options, &snap) == PORTAX_ARGUMENT && says("precision"));
    options = (portax_snap_options){.device = "rayon", .skin = NAN};
    CHECK(portax_snap_create(files[0], files[1], 1, elements, &options, &snap) == PORTAX_ATOMS && says("skin"));
    CHECK(portax_snap_create_from_lines("no such lines", NULL, &snap) == PORTAX_POTENTIAL && says("no such lines"));
    portax_snap_destroy(NULL);

    options = (portax_snap_options){.device = "rayon"};
    snap = create(c, files, &options);
    double energy, forces[6], cutoff;
    char name[4];
    portax_results results = {.energy = &energy, .forces = forces};
    CHECK(portax_snap_device(snap, name, sizeof name) == PORTAX_OK && strlen(name) == 3);
    CHECK(portax_snap_cutoff(snap, 1, 2, &cutoff) == PORTAX_ATOMS && says("type 2"));
    CHECK(portax_snap_compute(NULL, &c->structure, &results) == PORTAX_NULL && says("snap"));
    CHECK(portax_snap_compute(snap, NULL, &results) == PORTAX_NULL && says("structure"));
    CHECK(portax_snap_compute(snap, &c->structure, NULL) == PORTAX_NULL && says("results"));
    portax_structure bad = c->structure;
    bad.types = NULL;
    CHECK(portax_snap_compute(snap, &bad, &results) == PORTAX_NULL && says("types"));
    bad = c->structure;
    memset(bad.cell, 0, sizeof bad.cell);
    CHECK(portax_snap_compute(snap, &bad, &results) == PORTAX_ATOMS && says("volume"));
    double x[6] = {1, 1, 1, 1, 1, 1};
    int types[2] = {1, 1}, ilist[2] = {0, 5}, numneigh[2] = {1, -1}, list[1] = {9};
    const int *firstneigh[2] = {list, list};
    CHECK(portax_snap_set_atoms(snap, 2, 3, x, types) == PORTAX_ATOMS && says("central"));
    CHECK(portax_snap_set_lists(snap, 2, x, types, 2, ilist, numneigh, firstneigh) == PORTAX_ARGUMENT && says("5"));
    ilist[1] = 1;
    CHECK(portax_snap_set_lists(snap, 2, x, types, 2, ilist, numneigh, firstneigh) == PORTAX_ARGUMENT && says("numneigh"));
    CHECK(portax_snap_set_lists(snap, 2, x, types, 1, ilist, numneigh, firstneigh) == PORTAX_ATOMS && says("atom 9"));
    CHECK(portax_snap_set_lists(snap, 2, x, types, 1, ilist, NULL, firstneigh) == PORTAX_NULL && says("numneigh"));
    CHECK(portax_snap_set_atoms(snap, 2, 1, x, types) == PORTAX_OK);
    CHECK(portax_snap_compute_domain(snap, 2, x, &results) == PORTAX_ATOMS && says("lies on another"));
    CHECK(portax_snap_compute_domain(snap, 1, x, &results) == PORTAX_ATOMS && says("1 positions"));
    x[0] = NAN;
    CHECK(portax_snap_compute_domain(snap, 2, x, &results) == PORTAX_ATOMS && says("NaN"));
    x[0] = 3;
    CHECK(portax_snap_compute_domain(snap, 2, x, &results) == PORTAX_OK && isfinite(energy));
    types[1] = 0;
    CHECK(portax_snap_set_atoms(snap, 2, 1, x, types) == PORTAX_ATOMS && says("type 0"));
    portax_snap_destroy(snap);
}

static long resident(void) {
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    CHECK(file && fscanf(file, "%*d %ld", &pages) == 1);
    fclose(file);
    return pages * sysconf(_SC_PAGESIZE) / 1024;
}

// Handles that come and go leave no memory behind: what is there after a tenth of them is there at the end.
static void cycles(const portax_case *c, char **files, const portax_snap_options *options, int count) {
    outcome o;
    portax_results results = into(&o, c->natoms);
    long before = 0;
    for (int i = 0; i < count; i++) {
        if (i == count / 10) before = resident();
        portax_snap *snap = create(c, files, options);
        CHECK(portax_snap_compute(snap, &c->structure, &results) == PORTAX_OK);
        CHECK(portax_snap_set_atoms(snap, c->natoms, c->natoms, c->positions, c->types) == PORTAX_OK);
        CHECK(portax_snap_compute_domain(snap, c->natoms, c->positions, &results) == PORTAX_OK);
        portax_snap_destroy(snap);
    }
    printf("%d handles: %ld KiB, then %ld KiB\n", count, before, resident());
    CHECK(resident() - before < 4096);
    release(&o);
}

typedef struct {
    const portax_case *c;
    portax_snap *snap;
} job;

static void *run(void *data) {
    job *j = data;
    for (int i = 0; i < 3; i++) structures(j->c, j->snap);
    CHECK(portax_snap_last_error()[0] == 0); // that of another thread
    return NULL;
}

// Two threads, first with a handle each, then with the same.
static void threads(const portax_case *c, portax_snap *first, portax_snap *second) {
    for (int shared = 0; shared < 2; shared++) {
        job jobs[2] = {{c, first}, {c, shared ? first : second}};
        pthread_t ids[2];
        for (int i = 0; i < 2; i++) CHECK(pthread_create(&ids[i], NULL, run, &jobs[i]) == 0);
        for (int i = 0; i < 2; i++) pthread_join(ids[i], NULL);
    }
}

// test WHAT DEVICE COEFFICIENTS PARAMETERS CASE [COUNT], and with `repulsion` LAMMPS' lines in place of the case
int main(int argc, char **argv) {
    CHECK(argc > 5 && portax_snap_version()[0]);
    if (!strcmp(argv[1], "repulsion")) {
        repulsion(argv + 3, &(portax_snap_options){.device = argv[2], .skin = SKIN});
        return 0;
    }
    portax_case c = read_case(argv[5]);
    portax_snap_options options = {.device = argv[2], .skin = SKIN};
    if (!strcmp(argv[1], "reference")) {
        portax_snap *snap = create(&c, argv + 3, &options);
        structures(&c, snap);
        domains(&c, snap);
        clusters(&c, snap);
        structures(&c, snap);
        portax_snap_destroy(snap);
    } else if (!strcmp(argv[1], "on-device")) {
        portax_snap *snap = create(&c, argv + 3, &options);
        on_devices(&c, snap, !strncmp(argv[2], "rayon", 5));
        portax_snap_destroy(snap);
    } else if (!strcmp(argv[1], "threads")) {
        portax_snap *snaps[2] = {create(&c, argv + 3, &options), create(&c, argv + 3, &options)};
        CHECK(portax_snap_cutoff(snaps[0], 77, 1, NULL) == PORTAX_ATOMS);
        threads(&c, snaps[0], snaps[1]);
        portax_snap_destroy(snaps[0]);
        portax_snap_destroy(snaps[1]);
    } else if (!strcmp(argv[1], "cycles")) {
        cycles(&c, argv + 3, &options, argc > 6 ? atoi(argv[6]) : 100);
    } else {
        faults(&c, argv + 3);
    }
    free(c.positions);
    free(c.types);
    free(c.energies);
    free(c.forces);
    return 0;
}
