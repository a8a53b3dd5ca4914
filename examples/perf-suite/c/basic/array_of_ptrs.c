#include "suite.h"

void basic_array_of_ptrs(Index n, Index arrays, const double *const *x, double *restrict y) {
#pragma omp parallel for
    for (Index i = 0; i < n; i++) {
        double sum = 0;
        for (Index a = 0; a < arrays; a++)
            sum += x[a][i];
        y[i] = sum;
    }
}
