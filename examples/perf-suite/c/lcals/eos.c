#include "suite.h"

void lcals_eos(Index n, double *restrict x, const double *restrict y, const double *restrict z,
               const double *restrict u, double q, double r, double t) {
#pragma omp parallel for
    for (Index i = 0; i < n; i++)
        x[i] = u[i] + r * (z[i] + r * y[i]) +
               t * (u[i + 3] + r * (u[i + 2] + r * u[i + 1]) + t * (u[i + 6] + q * (u[i + 5] + q * u[i + 4])));
}
