#include "suite.h"

enum { D = 3, Q = 4 };

void apps_diffusion3dpa(Index elements, const double *restrict b, const double *restrict g,
                        const double *restrict weights, const double *restrict x, double *restrict y) {
#pragma omp parallel for
    for (Index e = 0; e < elements; e++) {
        const double *w = weights + e * 6 * Q * Q * Q;
        double bx[D][D][Q], gx[D][D][Q], bb[D][Q][Q], gb[D][Q][Q], bg[D][Q][Q], flow_x[Q][Q][Q], flow_y[Q][Q][Q], flow_z[Q][Q][Q], x0[Q][Q][D], x1[Q][Q][D], x2[Q][Q][D], y0[Q][D][D], y1[Q][D][D], y2[Q][D][D];
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
                    double o0 = w[((0 * Q + qz) * Q + qy) * Q + qx];
                    double o1 = w[((1 * Q + qz) * Q + qy) * Q + qx];
                    double o2 = w[((2 * Q + qz) * Q + qy) * Q + qx];
                    double o3 = w[((3 * Q + qz) * Q + qy) * Q + qx];
                    double o4 = w[((4 * Q + qz) * Q + qy) * Q + qx];
                    double o5 = w[((5 * Q + qz) * Q + qy) * Q + qx];
                    flow_x[qz][qy][qx] = o0 * bbg_sum + o1 * bgb_sum + o2 * gbb_sum;
                    flow_y[qz][qy][qx] = o1 * bbg_sum + o3 * bgb_sum + o4 * gbb_sum;
                    flow_z[qz][qy][qx] = o2 * bbg_sum + o4 * bgb_sum + o5 * gbb_sum;
                }
        for (Index qz = 0; qz < Q; qz++)
            for (Index qy = 0; qy < Q; qy++)
                for (Index dx = 0; dx < D; dx++) {
                    double x0_sum = 0, x1_sum = 0, x2_sum = 0;
                    for (Index qx = 0; qx < Q; qx++) {
                        x0_sum += flow_x[qz][qy][qx] * g[qx * D + dx];
                        x1_sum += flow_y[qz][qy][qx] * b[qx * D + dx];
                        x2_sum += flow_z[qz][qy][qx] * b[qx * D + dx];
                    }
                    x0[qz][qy][dx] = x0_sum;
                    x1[qz][qy][dx] = x1_sum;
                    x2[qz][qy][dx] = x2_sum;
                }
        for (Index qz = 0; qz < Q; qz++)
            for (Index dy = 0; dy < D; dy++)
                for (Index dx = 0; dx < D; dx++) {
                    double y0_sum = 0, y1_sum = 0, y2_sum = 0;
                    for (Index qy = 0; qy < Q; qy++) {
                        y0_sum += x0[qz][qy][dx] * b[qy * D + dy];
                        y1_sum += x1[qz][qy][dx] * g[qy * D + dy];
                        y2_sum += x2[qz][qy][dx] * b[qy * D + dy];
                    }
                    y0[qz][dy][dx] = y0_sum;
                    y1[qz][dy][dx] = y1_sum;
                    y2[qz][dy][dx] = y2_sum;
                }
        for (Index dz = 0; dz < D; dz++)
            for (Index dy = 0; dy < D; dy++)
                for (Index dx = 0; dx < D; dx++) {
                    double out_sum = 0;
                    for (Index qz = 0; qz < Q; qz++) {
                        out_sum += (y0[qz][dy][dx] + y1[qz][dy][dx]) * b[qz * D + dz] + y2[qz][dy][dx] * g[qz * D + dz];
                    }
                    y[((e * D + dz) * D + dy) * D + dx] += out_sum;
                }
    }
}
