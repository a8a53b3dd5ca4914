#include "suite.h"

enum { D = 3, Q = 4 };

/* One element a block, one quadrature point a thread. */
static __global__ void apply(const double *__restrict__ b, const double *__restrict__ g,
                             const double *__restrict__ weights, const double *__restrict__ x,
                             double *__restrict__ y) {
    __shared__ double bs[Q][D], gs[Q][D], ddd[D][D][D], bx[D][D][Q], gx[D][D][Q];
    __shared__ double bb[D][Q][Q], gb[D][Q][Q], bg[D][Q][Q], flow[Q][Q][Q], along_z[D][Q][Q], along_y[D][D][Q];
    int e = blockIdx.x, i = threadIdx.x, j = threadIdx.y, k = threadIdx.z;
    bool is_point = i < D && j < D && k < D;
    int point = ((e * D + k) * D + j) * D + i;
    if (is_point)
        ddd[k][j][i] = x[point];
    if (k == 0 && i < D) {
        bs[j][i] = b[j * D + i];
        gs[j][i] = g[j * D + i];
    }
    __syncthreads();
    if (k < D && j < D) {
        double bx_sum = 0, gx_sum = 0;
        for (int d = 0; d < D; d++) {
            bx_sum += ddd[k][j][d] * bs[i][d];
            gx_sum += ddd[k][j][d] * gs[i][d];
        }
        bx[k][j][i] = bx_sum;
        gx[k][j][i] = gx_sum;
    }
    __syncthreads();
    if (k < D) {
        double bb_sum = 0, gb_sum = 0, bg_sum = 0;
        for (int d = 0; d < D; d++) {
            bb_sum += bx[k][d][i] * bs[j][d];
            gb_sum += bx[k][d][i] * gs[j][d];
            bg_sum += gx[k][d][i] * bs[j][d];
        }
        bb[k][j][i] = bb_sum;
        gb[k][j][i] = gb_sum;
        bg[k][j][i] = bg_sum;
    }
    __syncthreads();
    double gbb_sum = 0, bgb_sum = 0, bbg_sum = 0;
    for (int d = 0; d < D; d++) {
        gbb_sum += bb[d][j][i] * gs[k][d];
        bgb_sum += gb[d][j][i] * bs[k][d];
        bbg_sum += bg[d][j][i] * bs[k][d];
    }
    const double *w = weights + e * 3 * Q * Q * Q + (k * Q + j) * Q + i;
    flow[k][j][i] = w[0] * bbg_sum + w[Q * Q * Q] * bgb_sum + w[2 * Q * Q * Q] * gbb_sum;
    __syncthreads();
    double sum = 0;
    if (k < D) {
        for (int q = 0; q < Q; q++)
            sum += flow[q][j][i] * bs[q][k];
        along_z[k][j][i] = sum;
    }
    __syncthreads();
    sum = 0;
    if (k < D && j < D) {
        for (int q = 0; q < Q; q++)
            sum += along_z[k][q][i] * bs[q][j];
        along_y[k][j][i] = sum;
    }
    __syncthreads();
    sum = 0;
    if (is_point) {
        for (int q = 0; q < Q; q++)
            sum += along_y[k][j][q] * bs[q][i];
        y[point] += sum;
    }
}

extern "C" void apps_convection3dpa(Index elements, const double *b, const double *g, const double *weights,
                                    const double *x, double *y) {
    apply<<<elements, dim3(Q, Q, Q)>>>(b, g, weights, x, y);
}
