#include "suite.h"

static void flow(Index n, const double *restrict from, double *restrict to) {
    const Index row = n, plane = n * n;
#pragma omp parallel for collapse(2)
    for (Index i = 1; i < n - 1; i++)
        for (Index j = 1; j < n - 1; j++)
            for (Index k = 1; k < n - 1; k++) {
                Index c = i * plane + j * row + k;
                to[c] = 0.125 * (from[c + plane] - 2.0 * from[c] + from[c - plane]) +
                        0.125 * (from[c + row] - 2.0 * from[c] + from[c - row]) +
                        0.125 * (from[c + 1] - 2.0 * from[c] + from[c - 1]) + from[c];
            }
}

void polybench_heat_3d(Index n, Index steps, double *a, double *b) {
    for (Index t = 0; t < steps; t++) {
        flow(n, a, b);
        flow(n, b, a);
    }
}
