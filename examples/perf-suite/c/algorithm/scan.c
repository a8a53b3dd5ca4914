#include "suite.h"

double algorithm_scan(Index n, const double *restrict x, double *restrict y) {
    double sum = 0;
#pragma omp parallel for reduction(inscan, + : sum)
    for (Index i = 0; i < n; i++) {
        y[i] = sum;
#pragma omp scan exclusive(sum)
        sum += x[i];
    }
    return sum;
}
