#include "suite.h"

void polybench_gemm(Index n, double alpha, double beta, const double *restrict a, const double *restrict b,
                    double *restrict c) {
#pragma omp parallel for
    for (Index i = 0; i < n; i++)
        for (Index j = 0; j < n; j++) {
            double dot = beta * c[i * n + j];
            for (Index k = 0; k < n; k++)
                dot += alpha * a[i * n + k] * b[k * n + j];
            c[i * n + j] = dot;
        }
}
