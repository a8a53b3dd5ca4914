#include "suite.h"

void polybench_gesummv(Index n, double alpha, double beta, const double *restrict a, const double *restrict b,
                       const double *restrict x, double *restrict y) {
#pragma omp parallel for
    for (Index i = 0; i < n; i++) {
        double ax = 0, bx = 0;
        for (Index j = 0; j < n; j++) {
            ax += a[i * n + j] * x[j];
            bx += b[i * n + j] * x[j];
        }
        y[i] = alpha * ax + beta * bx;
    }
}
