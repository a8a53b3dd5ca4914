#include "suite.h"

void lcals_first_sum(Index n, double *restrict x, const double *restrict y) {
#pragma omp parallel for
    for (Index i = 1; i < n; i++)
        x[i] = y[i - 1] + y[i];
}
