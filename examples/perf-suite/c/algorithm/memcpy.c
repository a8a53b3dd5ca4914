#include "suite.h"

void algorithm_memcpy(Index n, const double *restrict x, double *restrict y) {
#pragma omp parallel for
    for (Index i = 0; i < n; i++)
        y[i] = x[i];
}
