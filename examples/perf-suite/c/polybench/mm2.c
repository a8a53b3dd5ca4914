#include "suite.h"

void polybench_mm2(Index n, double alpha, double beta, const double *restrict a, const double *restrict b,
                   const double *restrict c, double *restrict d, double *restrict tmp) {
#pragma omp parallel for
    for (Index i = 0; i < n; i++)
        for (Index j = 0; j < n; j++) {
            double dot = 0;
            for (Index k = 0; k < n; k++)
                dot += alpha * a[i * n + k] * b[k * n + j];
            tmp[i * n + j] = dot;
        }
#pragma omp parallel for
    for (Index i = 0; i < n; i++)
        for (Index j = 0; j < n; j++) {
            double dot = beta * d[i * n + j];
            for (Index k = 0; k < n; k++)
                dot += tmp[i * n + k] * c[k * n + j];
            d[i * n + j] = dot;
        }
}
