#include "suite.h"

void polybench_mvt(Index n, const double *restrict a, double *restrict x1, double *restrict x2,
                   const double *restrict y1, const double *restrict y2) {
#pragma omp parallel for
    for (Index i = 0; i < n; i++) {
        double dot = 0;
        for (Index j = 0; j < n; j++)
            dot += a[i * n + j] * y1[j];
        x1[i] += dot;
    }
#pragma omp parallel for
    for (Index i = 0; i < n; i++) {
        double dot = 0;
        for (Index j = 0; j < n; j++)
            dot += a[j * n + i] * y2[j];
        x2[i] += dot;
    }
}
