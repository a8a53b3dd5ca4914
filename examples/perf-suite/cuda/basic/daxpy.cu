#include "suite.h"

static __global__ void daxpy(int n, double a, const double *__restrict__ x, double *__restrict__ y) {
    int i = element();
    if (i < n)
        y[i] += a * x[i];
}

extern "C" void basic_daxpy(Index n, double a, const double *x, double *y) {
    daxpy<<<blocks(n), BLOCK>>>(n, a, x, y);
}
