#include "suite.h"

static void relax(Index n, const double *restrict from, double *restrict to) {
#pragma omp parallel for
    for (Index i = 1; i < n - 1; i++)
        to[i] = 0.33333 * (from[i - 1] + from[i] + from[i + 1]);
}

void polybench_jacobi_1d(Index n, Index steps, double *a, double *b) {
    for (Index t = 0; t < steps; t++) {
        relax(n, a, b);
        relax(n, b, a);
    }
}
