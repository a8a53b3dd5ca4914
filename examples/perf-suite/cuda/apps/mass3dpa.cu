#include "suite.h"

enum { D = 4, Q = 5 };

/* One element a block, one quadrature point a thread. */
static __global__ void apply(const double *__restrict__ b, const double *__restrict__ weights,
                             const double *__restrict__ x, double *__restrict__ y) {
    __shared__ double bs[Q][D], ddd[D][D][D], ddq[D][D][Q], dqq[D][Q][Q], qqq[Q][Q][Q], qqd[Q][Q][D], qdd[Q][D][D];
    int e = blockIdx.x, i = threadIdx.x, j = threadIdx.y, k = threadIdx.z;
    bool is_point = i < D && j < D && k < D;
    int point = ((e * D + k) * D + j) * D + i;
    if (is_point)
        ddd[k][j][i] = x[point];
    if (k == 0 && i < D)
        bs[j][i] = b[j * D + i];
    __syncthreads();
    double sum = 0;
    if (k < D && j < D) {
        for (int d = 0; d < D; d++)
            sum += ddd[k][j][d] * bs[i][d];
        ddq[k][j][i] = sum;
    }
    __syncthreads();
    sum = 0;
    if (k < D) {
        for (int d = 0; d < D; d++)
            sum += ddq[k][d][i] * bs[j][d];
        dqq[k][j][i] = sum;
    }
    __syncthreads();
    sum = 0;
    for (int d = 0; d < D; d++)
        sum += dqq[d][j][i] * bs[k][d];
    qqq[k][j][i] = sum * weights[((e * Q + k) * Q + j) * Q + i];
    __syncthreads();
    sum = 0;
    if (i < D) {
        for (int q = 0; q < Q; q++)
            sum += qqq[k][j][q] * bs[q][i];
        qqd[k][j][i] = sum;
    }
    __syncthreads();
    sum = 0;
    if (i < D && j < D) {
        for (int q = 0; q < Q; q++)
            sum += qqd[k][q][i] * bs[q][j];
        qdd[k][j][i] = sum;
    }
    __syncthreads();
    sum = 0;
    if (is_point) {
        for (int q = 0; q < Q; q++)
            sum += qdd[q][j][i] * bs[q][k];
        y[point] += sum;
    }
}

extern "C" void apps_mass3dpa(Index elements, const double *b, const double *weights, const double *x, double *y) {
    apply<<<elements, dim3(Q, Q, Q)>>>(b, weights, x, y);
}
