#include "suite.h"

static __global__ void hydro(int n, double *__restrict__ x, const double *__restrict__ y, const double *__restrict__ z,
                             double q, double r, double t) {
    int i = element();
    if (i < n)
        x[i] = q + y[i] * (r * z[i + 10] + t * z[i + 11]);
}

extern "C" void lcals_hydro_1d(Index n, double *x, const double *y, const double *z, double q, double r, double t) {
    hydro<<<blocks(n), BLOCK>>>(n, x, y, z, q, r, t);
}
