#include "suite.h"

static void multiply(Index n, const double *restrict a, const double *restrict b, double *restrict c) {
#pragma omp parallel for
    for (Index i = 0; i < n; i++)
        for (Index j = 0; j < n; j++) {
            double dot = 0;
            for (Index k = 0; k < n; k++)
                dot += a[i * n + k] * b[k * n + j];
            c[i * n + j] = dot;
        }
}

void polybench_mm3(Index n, double *const *inputs, double *e, double *f, double *g) {
    multiply(n, inputs[0], inputs[1], e);
    multiply(n, inputs[2], inputs[3], f);
    multiply(n, e, f, g);
}
