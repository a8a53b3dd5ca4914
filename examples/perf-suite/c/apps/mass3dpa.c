#include "suite.h"

enum { D = 4, Q = 5 };

void apps_mass3dpa(Index elements, const double *restrict b, const double *restrict weights,
                   const double *restrict x, double *restrict y) {
#pragma omp parallel for
    for (Index e = 0; e < elements; e++) {
        double ddq[D][D][Q], dqq[D][Q][Q], qqq[Q][Q][Q], qqd[Q][Q][D], qdd[Q][D][D];
        for (Index dz = 0; dz < D; dz++)
            for (Index dy = 0; dy < D; dy++)
                for (Index qx = 0; qx < Q; qx++) {
                    double sum = 0;
                    for (Index dx = 0; dx < D; dx++)
                        sum += x[((e * D + dz) * D + dy) * D + dx] * b[qx * D + dx];
                    ddq[dz][dy][qx] = sum;
                }
        for (Index dz = 0; dz < D; dz++)
            for (Index qy = 0; qy < Q; qy++)
                for (Index qx = 0; qx < Q; qx++) {
                    double sum = 0;
                    for (Index dy = 0; dy < D; dy++)
                        sum += ddq[dz][dy][qx] * b[qy * D + dy];
                    dqq[dz][qy][qx] = sum;
                }
        for (Index qz = 0; qz < Q; qz++)
            for (Index qy = 0; qy < Q; qy++)
                for (Index qx = 0; qx < Q; qx++) {
                    double sum = 0;
                    for (Index dz = 0; dz < D; dz++)
                        sum += dqq[dz][qy][qx] * b[qz * D + dz];
                    qqq[qz][qy][qx] = sum * weights[((e * Q + qz) * Q + qy) * Q + qx];
                }
        for (Index qz = 0; qz < Q; qz++)
            for (Index qy = 0; qy < Q; qy++)
                for (Index dx = 0; dx < D; dx++) {
                    double sum = 0;
                    for (Index qx = 0; qx < Q; qx++)
                        sum += qqq[qz][qy][qx] * b[qx * D + dx];
                    qqd[qz][qy][dx] = sum;
                }
        for (Index qz = 0; qz < Q; qz++)
            for (Index dy = 0; dy < D; dy++)
                for (Index dx = 0; dx < D; dx++) {
                    double sum = 0;
                    for (Index qy = 0; qy < Q; qy++)
                        sum += qqd[qz][qy][dx] * b[qy * D + dy];
                    qdd[qz][dy][dx] = sum;
                }
        for (Index dz = 0; dz < D; dz++)
            for (Index dy = 0; dy < D; dy++)
                for (Index dx = 0; dx < D; dx++) {
                    double sum = 0;
                    for (Index qz = 0; qz < Q; qz++)
                        sum += qdd[qz][dy][dx] * b[qz * D + dz];
                    y[((e * D + dz) * D + dy) * D + dx] += sum;
                }
    }
}
