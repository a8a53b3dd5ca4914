#include "suite.h"

void polybench_atax(Index n, const double *restrict a, const double *restrict x, double *restrict tmp,
                    double *restrict y) {
#pragma omp parallel for
    for (Index i = 0; i < n; i++) {
        double dot = 0;
        for (Index j = 0; j < n; j++)
            dot += a[i * n + j] * x[j];
        tmp[i] = dot;
    }
#pragma omp parallel for
    for (Index j = 0; j < n; j++) {
        double dot = 0;
        for (Index i = 0; i < n; i++)
            dot += a[i * n + j] * tmp[i];
        y[j] = dot;
    }
}
