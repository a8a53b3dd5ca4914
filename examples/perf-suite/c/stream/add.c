#include "suite.h"

void stream_add(Index n, const double *restrict a, const double *restrict b, double *restrict c) {
#pragma omp parallel for
    for (Index i = 0; i < n; i++)
        c[i] = a[i] + b[i];
}
