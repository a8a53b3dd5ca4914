#include "suite.h"

void lcals_hydro_1d(Index n, double *restrict x, const double *restrict y, const double *restrict z, double q,
                    double r, double t) {
#pragma omp parallel for
    for (Index i = 0; i < n; i++)
        x[i] = q + y[i] * (r * z[i + 10] + t * z[i + 11]);
}
