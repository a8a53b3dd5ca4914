#include "suite.h"

enum { D = 3, Q = 4 };

/* One element a block, one quadrature point a thread. */
static __global__ void apply(const double *__restrict__ b, const double *__restrict__ g,
                             const double *__restrict__ weights, const double *__restrict__ x,
                             double *__restrict__ y) {
    __shared__ double bs[Q][D], gs[Q][D], ddd[D][D][D], bx[D][D][Q], gx[D][D][Q], bb[D][Q][Q], gb[D][Q][Q];
    __shared__ double bg[D][Q][Q], flow_x[Q][Q][Q], flow_y[Q][Q][Q], flow_z[Q][Q][Q];
    __shared__ double x0[Q][Q][D], x1[Q][Q][D], x2[Q][Q][D], y0[Q][D][D], y1[Q][D][D], y2[Q][D][D];
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
    double gbb_sum = 0, bgb_sum = 0, bbg_sum = 0, o[6];
    for (int d = 0; d < D; d++) {
        gbb_sum += bb[d][j][i] * gs[k][d];
        bgb_sum += gb[d][j][i] * bs[k][d];
        bbg_sum += bg[d][j][i] * bs[k][d];
    }
    for (int c = 0; c < 6; c++)
        o[c] = weights[(((e * 6 + c) * Q + k) * Q + j) * Q + i];
    flow_x[k][j][i] = o[0] * bbg_sum + o[1] * bgb_sum + o[2] * gbb_sum;
    flow_y[k][j][i] = o[1] * bbg_sum + o[3] * bgb_sum + o[4] * gbb_sum;
    flow_z[k][j][i] = o[2] * bbg_sum + o[4] * bgb_sum + o[5] * gbb_sum;
    __syncthreads();
    if (i < D) {
        double x0_sum = 0, x1_sum = 0, x2_sum = 0;
        for (int q = 0; q < Q; q++) {
            x0_sum += flow_x[k][j][q] * gs[q][i];
            x1_sum += flow_y[k][j][q] * bs[q][i];
            x2_sum += flow_z[k][j][q] * bs[q][i];
        }
        x0[k][j][i] = x0_sum;
        x1[k][j][i] = x1_sum;
        x2[k][j][i] = x2_sum;
    }
    __syncthreads();
    if (i < D && j < D) {
        double y0_sum = 0, y1_sum = 0, y2_sum = 0;
        for (int q = 0; q < Q; q++) {
            y0_sum += x0[k][q][i] * bs[q][j];
            y1_sum += x1[k][q][i] * gs[q][j];
            y2_sum += x2[k][q][i] * bs[q][j];
        }
        y0[k][j][i] = y0_sum;
        y1[k][j][i] = y1_sum;
        y2[k][j][i] = y2_sum;
    }
    __syncthreads();
    if (is_point) {
        double sum = 0;
        for (int q = 0; q < Q; q++)
            sum += (y0[q][j][i] + y1[q][j][i]) * bs[q][k] + y2[q][j][i] * gs[q][k];
        y[point] += sum;
    }
}

extern "C" void apps_diffusion3dpa(Index elements, const double *b, const double *g, const double *weights,
                                   const double *x, double *y) {
    apply<<<elements, dim3(Q, Q, Q)>>>(b, g, weights, x, y);
}
