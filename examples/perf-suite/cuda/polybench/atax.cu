#include "reduce.h"

/* One row a block. */
static __global__ void rows(int n, const double *__restrict__ a, const double *__restrict__ x,
                            double *__restrict__ tmp) {
    int i = blockIdx.x;
    double dot = 0;
    for (int j = threadIdx.x; j < n; j += blockDim.x)
        dot += a[i * n + j] * x[j];
    dot = join_block<Sum>(dot);
    if (threadIdx.x == 0)
        tmp[i] = dot;
}

static __global__ void columns(int n, const double *__restrict__ a, const double *__restrict__ tmp,
                               double *__restrict__ y) {
    int j = element();
    if (j >= n)
        return;
    double dot = 0;
    for (int i = 0; i < n; i++)
        dot += a[i * n + j] * tmp[i];
    y[j] = dot;
}

extern "C" void polybench_atax(Index n, const double *a, const double *x, double *tmp, double *y) {
    rows<<<n, BLOCK>>>(n, a, x, tmp);
    columns<<<blocks(n), BLOCK>>>(n, a, tmp, y);
}
