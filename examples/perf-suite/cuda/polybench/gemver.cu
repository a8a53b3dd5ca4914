#include "reduce.h"

static __global__ void update(int n, double *__restrict__ a, const double *__restrict__ u1,
                              const double *__restrict__ v1, const double *__restrict__ u2,
                              const double *__restrict__ v2) {
    int i = row(), j = column();
    if (i < n && j < n)
        a[i * n + j] += u1[i] * v1[j] + u2[i] * v2[j];
}

static __global__ void columns(int n, double beta, const double *__restrict__ a, const double *__restrict__ y,
                               const double *__restrict__ z, double *__restrict__ x) {
    int i = element();
    if (i >= n)
        return;
    double dot = 0;
    for (int j = 0; j < n; j++)
        dot += beta * a[j * n + i] * y[j];
    x[i] += dot + z[i];
}

/* One row a block. */
static __global__ void rows(int n, double alpha, const double *__restrict__ a, const double *__restrict__ x,
                            double *__restrict__ w) {
    int i = blockIdx.x;
    double dot = 0;
    for (int j = threadIdx.x; j < n; j += blockDim.x)
        dot += alpha * a[i * n + j] * x[j];
    dot = join_block<Sum>(dot);
    if (threadIdx.x == 0)
        w[i] += dot;
}

extern "C" void polybench_gemver(Index n, double alpha, double beta, double *a, double *const *vectors) {
    double *u1 = vectors[0], *v1 = vectors[1], *u2 = vectors[2], *v2 = vectors[3];
    double *w = vectors[4], *x = vectors[5], *y = vectors[6], *z = vectors[7];
    update<<<grid(n, n), box()>>>(n, a, u1, v1, u2, v2);
    columns<<<blocks(n), BLOCK>>>(n, beta, a, y, z, x);
    rows<<<n, BLOCK>>>(n, alpha, a, x, w);
}
