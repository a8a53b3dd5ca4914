#include "suite.h"

static __global__ void eos(int n, double *__restrict__ x, const double *__restrict__ y, const double *__restrict__ z,
                           const double *__restrict__ u, double q, double r, double t) {
    int i = element();
    if (i < n)
        x[i] = u[i] + r * (z[i] + r * y[i]) +
               t * (u[i + 3] + r * (u[i + 2] + r * u[i + 1]) + t * (u[i + 6] + q * (u[i + 5] + q * u[i + 4])));
}

extern "C" void lcals_eos(Index n, double *x, const double *y, const double *z, const double *u, double q, double r,
                          double t) {
    eos<<<blocks(n), BLOCK>>>(n, x, y, z, u, q, r, t);
}
