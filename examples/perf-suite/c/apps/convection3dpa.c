#include "suite.h"

enum { D = 3, Q = 4 };

void apps_convection3dpa(Index elements, const double *restrict b, const double *restrict g,
                        const double *restrict weights, const double *restrict x, double *restrict y) {
#pragma omp parallel for
    for (Index e = 0; e < elements; e++) {
        const double *w = weights + e * 3 * Q * Q * Q;
        double bx[D][D][Q], gx[D][D][Q], bb[D][Q][Q], gb[D][Q][Q], bg[D][Q][Q], flow[Q][Q][Q], along_z[D][Q][Q], along_y[D][D][Q];
        for (Index dz = 0; dz < D; dz++)
            for (Index dy = 0; dy < D; dy++)
                for (Index qx = 0; qx < Q; qx++) {
                    double bx_sum = 0, gx_sum = 0;
                    for (Index dx = 0; dx < D; dx++) {
                        bx_sum += x[((e * D + dz) * D + dy) * D + dx] * b[qx * D + dx];
                        gx_sum += x[((e * D + dz) * D + dy) * D + dx] * g[qx * D + dx];
                    }
                    bx[dz][dy][qx] = bx_sum;
                    gx[dz][dy][qx] = gx_sum;
                }
        for (Index dz = 0; dz < D; dz++)
            for (Index qy = 0; qy < Q; qy++)
                for (Index qx = 0; qx < Q; qx++) {
                    double bb_sum = 0, gb_sum = 0, bg_sum = 0;
                    for (Index dy = 0; dy < D; dy++) {
                        bb_sum += bx[dz][dy][qx] * b[qy * D + dy];
                        gb_sum += bx[dz][dy][qx] * g[qy * D + dy];
                        bg_sum += gx[dz][dy][qx] * b[qy * D + dy];
                    }
                    bb[dz][qy][qx] = bb_sum;
                    gb[dz][qy][qx] = gb_sum;
                    bg[dz][qy][qx] = bg_sum;
                }
        for (Index qz = 0; qz < Q; qz++)
            for (Index qy = 0; qy < Q; qy++)
                for (Index qx = 0; qx < Q; qx++) {
                    double gbb_sum = 0, bgb_sum = 0, bbg_sum = 0;
                    for (Index dz = 0; dz < D; dz++) {
                        gbb_sum += bb[dz][qy][qx] * g[qz * D + dz];
                        bgb_sum += gb[dz][qy][qx] * b[qz * D + dz];
                        bbg_sum += bg[dz][qy][qx] * b[qz * D + dz];
                    }
                    flow[qz][qy][qx] = w[((0 * Q + qz) * Q + qy) * Q + qx] * bbg_sum + w[((1 * Q + qz) * Q + qy) * Q + qx] * bgb_sum + w[((2 * Q + qz) * Q + qy) * Q + qx] * gbb_sum;
                }
        for (Index dz = 0; dz < D; dz++)
            for (Index qy = 0; qy < Q; qy++)
                for (Index qx = 0; qx < Q; qx++) {
                    double along_z_sum = 0;
                    for (Index qz = 0; qz < Q; qz++) {
                        along_z_sum += flow[qz][qy][qx] * b[qz * D + dz];
                    }
                    along_z[dz][qy][qx] = along_z_sum;
                }
        for (Index dz = 0; dz < D; dz++)
            for (Index dy = 0; dy < D; dy++)
                for (Index qx = 0; qx < Q; qx++) {
                    double along_y_sum = 0;
                    for (Index qy = 0; qy < Q; qy++) {
                        along_y_sum += along_z[dz][qy][qx] * b[qy * D + dy];
                    }
                    along_y[dz][dy][qx] = along_y_sum;
                }
        for (Index dz = 0; dz < D; dz++)
            for (Index dy = 0; dy < D; dy++)
                for (Index dx = 0; dx < D; dx++) {
                    double y_sum = 0;
                    for (Index qx = 0; qx < Q; qx++) {
                        y_sum += along_y[dz][dy][qx] * b[qx * D + dx];
                    }
                    y[((e * D + dz) * D + dy) * D + dx] += y_sum;
                }
    }
}
