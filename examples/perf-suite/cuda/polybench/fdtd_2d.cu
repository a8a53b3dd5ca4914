#include "suite.h"

static __global__ void source(int n, int t, double *__restrict__ ey, const double *__restrict__ fict) {
    int j = element();
    if (j < n)
        ey[j] = fict[t];
}

static __global__ void electric_y(int n, double *__restrict__ ey, const double *__restrict__ hz) {
    int i = row() + 1, j = column();
    if (i < n && j < n)
        ey[i * n + j] -= 0.5 * (hz[i * n + j] - hz[(i - 1) * n + j]);
}

static __global__ void electric_x(int n, double *__restrict__ ex, const double *__restrict__ hz) {
    int i = row(), j = column() + 1;
    if (i < n && j < n)
        ex[i * n + j] -= 0.5 * (hz[i * n + j] - hz[i * n + j - 1]);
}

static __global__ void magnetic(int n, const double *__restrict__ ex, const double *__restrict__ ey,
                                double *__restrict__ hz) {
    int i = row(), j = column();
    if (i < n - 1 && j < n - 1)
        hz[i * n + j] -= 0.7 * (ex[i * n + j + 1] - ex[i * n + j] + ey[(i + 1) * n + j] - ey[i * n + j]);
}

extern "C" void polybench_fdtd_2d(Index n, Index steps, double *ex, double *ey, double *hz, const double *fict) {
    for (Index t = 0; t < steps; t++) {
        source<<<blocks(n), BLOCK>>>(n, t, ey, fict);
        electric_y<<<grid(n - 1, n), box()>>>(n, ey, hz);
        electric_x<<<grid(n, n - 1), box()>>>(n, ex, hz);
        magnetic<<<grid(n - 1, n - 1), box()>>>(n, ex, ey, hz);
    }
}
