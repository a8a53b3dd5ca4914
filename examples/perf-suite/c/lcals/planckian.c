#include "suite.h"
#include <math.h>

void lcals_planckian(Index n, const double *restrict u, const double *restrict v, const double *restrict x,
                     double *restrict y, double *restrict w) {
#pragma omp parallel for
    for (Index i = 0; i < n; i++) {
        y[i] = u[i] / v[i];
        w[i] = x[i] / (exp(y[i]) - 1.0);
    }
}
