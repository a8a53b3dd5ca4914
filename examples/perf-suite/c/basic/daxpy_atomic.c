#include "suite.h"

void basic_daxpy_atomic(Index n, double a, const double *restrict x, double *restrict y) {
#pragma omp parallel for
    for (Index i = 0; i < n; i++) {
#pragma omp atomic
        y[i] += a * x[i];
    }
}
