#include "reduce.h"

/* One row a block. */
static __global__ void rows(int n, const double *__restrict__ a, const double *__restrict__ y1,
                            double *__restrict__ x1) {
    int i = blockIdx.x;
    double dot = 0;
    for (int j = threadIdx.x; j < n; j += blockDim.x)
        dot += a[i * n + j] * y1[j];
    dot = join_block<Sum>(dot);
    if (threadIdx.x == 0)
        x1[i] += dot;
}

static __global__ void columns(int n, const double *__restrict__ a, const double *__restrict__ y2,
                               double *__restrict__ x2) {
    int i = element();
    if (i >= n)
        return;
    double dot = 0;
    for (int j = 0; j < n; j++)
        dot += a[j * n + i] * y2[j];
    x2[i] += dot;
}

extern "C" void polybench_mvt(Index n, const double *a, double *x1, double *x2, const double *y1, const double *y2) {
    rows<<<n, BLOCK>>>(n, a, y1, x1);
    columns<<<blocks(n), BLOCK>>>(n, a, y2, x2);
}
