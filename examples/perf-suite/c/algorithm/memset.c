#include "suite.h"

void algorithm_memset(Index n, double value, double *restrict x) {
#pragma omp parallel for
    for (Index i = 0; i < n; i++)
        x[i] = value;
}
