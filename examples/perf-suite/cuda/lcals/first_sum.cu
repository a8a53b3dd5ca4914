#include "suite.h"

static __global__ void sum(int n, double *__restrict__ x, const double *__restrict__ y) {
    int i = element() + 1;
    if (i < n)
        x[i] = y[i - 1] + y[i];
}

extern "C" void lcals_first_sum(Index n, double *x, const double *y) {
    sum<<<blocks(n - 1), BLOCK>>>(n, x, y);
}
