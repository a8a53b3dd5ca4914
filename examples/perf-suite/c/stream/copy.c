#include "suite.h"

void stream_copy(Index n, const double *restrict a, double *restrict c) {
#pragma omp parallel for
    for (Index i = 0; i < n; i++)
        c[i] = a[i];
}
