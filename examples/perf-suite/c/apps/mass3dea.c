#include "suite.h"

enum { D = 4, Q = 5 };

void apps_mass3dea(Index elements, const double *restrict b, const double *restrict weights, double *restrict m) {
#pragma omp parallel for
    for (Index e = 0; e < elements; e++) {
        const double *w = weights + e * Q * Q * Q;
        for (Index j = 0; j < D * D * D; j++) {
            Index j3 = j / (D * D), j2 = j / D % D, j1 = j % D;
            for (Index i = 0; i < D * D * D; i++) {
                Index i3 = i / (D * D), i2 = i / D % D, i1 = i % D;
                double sum = 0;
                for (Index k3 = 0; k3 < Q; k3++)
                    for (Index k2 = 0; k2 < Q; k2++)
                        for (Index k1 = 0; k1 < Q; k1++)
                            sum += b[k1 * D + i1] * b[k1 * D + j1] * b[k2 * D + i2] * b[k2 * D + j2] *
                                   b[k3 * D + i3] * b[k3 * D + j3] * w[(k3 * Q + k2) * Q + k1];
                m[(e * D * D * D + j) * D * D * D + i] = sum;
            }
        }
    }
}
