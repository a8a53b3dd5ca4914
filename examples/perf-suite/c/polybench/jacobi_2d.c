#include "suite.h"

static void relax(Index n, const double *restrict from, double *restrict to) {
#pragma omp parallel for
    for (Index i = 1; i < n - 1; i++)
        for (Index j = 1; j < n - 1; j++) {
            Index c = i * n + j;
            to[c] = 0.2 * (from[c] + from[c - 1] + from[c + 1] + from[c + n] + from[c - n]);
        }
}

void polybench_jacobi_2d(Index n, Index steps, double *a, double *b) {
    for (Index t = 0; t < steps; t++) {
        relax(n, a, b);
        relax(n, b, a);
    }
}
