#include "suite.h"

void stream_triad(Index n, double alpha, double *restrict a, const double *restrict b, const double *restrict c) {
#pragma omp parallel for
    for (Index i = 0; i < n; i++)
        a[i] = b[i] + alpha * c[i];
}
