#include "suite.h"

void polybench_gemver(Index n, double alpha, double beta, double *restrict a, double *const *vectors) {
    const double *restrict u1 = vectors[0], *restrict v1 = vectors[1], *restrict u2 = vectors[2];
    const double *restrict v2 = vectors[3], *restrict y = vectors[6], *restrict z = vectors[7];
    double *restrict w = vectors[4], *restrict x = vectors[5];
#pragma omp parallel for
    for (Index i = 0; i < n; i++)
        for (Index j = 0; j < n; j++)
            a[i * n + j] += u1[i] * v1[j] + u2[i] * v2[j];
#pragma omp parallel for
    for (Index i = 0; i < n; i++) {
        double dot = 0;
        for (Index j = 0; j < n; j++)
            dot += beta * a[j * n + i] * y[j];
        x[i] += dot + z[i];
    }
#pragma omp parallel for
    for (Index i = 0; i < n; i++) {
        double dot = 0;
        for (Index j = 0; j < n; j++)
            dot += alpha * a[i * n + j] * x[j];
        w[i] += dot;
    }
}
