#include "suite.h"

double algorithm_reduce_sum(Index n, const double *restrict x) {
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (Index i = 0; i < n; i++)
        sum += x[i];
    return sum;
}
