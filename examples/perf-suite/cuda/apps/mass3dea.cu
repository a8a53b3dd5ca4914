#include "suite.h"

enum { D = 4, Q = 5, N = D * D * D };

/* One element a block: threads have a column of its matrix each, and every ROWS_AT_ONCE-th row. */
enum { ROWS_AT_ONCE = BLOCK / N };

static __global__ void assemble(const double *__restrict__ b, const double *__restrict__ weights,
                                double *__restrict__ m) {
    __shared__ double bs[Q][D], w[Q][Q][Q];
    int e = blockIdx.x, i = threadIdx.x % N, i3 = i / (D * D), i2 = i / D % D, i1 = i % D;
    for (int k = threadIdx.x; k < Q * D; k += BLOCK)
        (&bs[0][0])[k] = b[k];
    for (int k = threadIdx.x; k < Q * Q * Q; k += BLOCK)
        (&w[0][0][0])[k] = weights[e * Q * Q * Q + k];
    __syncthreads();
    for (int j = threadIdx.x / N; j < N; j += ROWS_AT_ONCE) {
        int j3 = j / (D * D), j2 = j / D % D, j1 = j % D;
        double sum = 0;
        for (int k3 = 0; k3 < Q; k3++)
            for (int k2 = 0; k2 < Q; k2++)
                for (int k1 = 0; k1 < Q; k1++)
                    sum += bs[k1][i1] * bs[k1][j1] * bs[k2][i2] * bs[k2][j2] * bs[k3][i3] * bs[k3][j3] * w[k3][k2][k1];
        m[(e * N + j) * N + i] = sum;
    }
}

extern "C" void apps_mass3dea(Index elements, const double *b, const double *weights, double *m) {
    assemble<<<elements, BLOCK>>>(b, weights, m);
}
