#include "suite.h"

double stream_dot(Index n, const double *a, const double *b) {
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (Index i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}
