#include "suite.h"

void lcals_tridiag_elim(Index n, double *restrict xout, const double *restrict xin, const double *restrict y,
                        const double *restrict z) {
#pragma omp parallel for
    for (Index i = 1; i < n; i++)
        xout[i] = z[i] * (y[i] - xin[i - 1]);
}
