#include "suite.h"

void algorithm_histogram(Index n, Index bins, const int *restrict bin, int *counts) {
#pragma omp parallel for reduction(+ : counts[:bins])
    for (Index i = 0; i < n; i++)
        counts[bin[i]] += 1;
}
