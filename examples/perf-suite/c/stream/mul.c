#include "suite.h"

void stream_mul(Index n, double alpha, double *restrict b, const double *restrict c) {
#pragma omp parallel for
    for (Index i = 0; i < n; i++)
        b[i] = alpha * c[i];
}
