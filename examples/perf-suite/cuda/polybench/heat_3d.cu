#include "suite.h"

static __global__ void flow(int n, const double *__restrict__ from, double *__restrict__ to) {
    int i = plane() + 1, j = row() + 1, k = column() + 1;
    if (i >= n - 1 || j >= n - 1 || k >= n - 1)
        return;
    int c = (i * n + j) * n + k;
    to[c] = 0.125 * (from[c + n * n] - 2.0 * from[c] + from[c - n * n]) +
            0.125 * (from[c + n] - 2.0 * from[c] + from[c - n]) +
            0.125 * (from[c + 1] - 2.0 * from[c] + from[c - 1]) + from[c];
}

extern "C" void polybench_heat_3d(Index n, Index steps, double *a, double *b) {
    dim3 inner = grid(n - 2, n - 2, n - 2);
    for (Index t = 0; t < steps; t++) {
        flow<<<inner, box()>>>(n, a, b);
        flow<<<inner, box()>>>(n, b, a);
    }
}
