#include "suite.h"

void basic_multi_reduce(Index n, Index bins, const int *restrict bin, const double *restrict x, double *sums) {
#pragma omp parallel for reduction(+ : sums[:bins])
    for (Index i = 0; i < n; i++)
        sums[bin[i]] += x[i];
}
