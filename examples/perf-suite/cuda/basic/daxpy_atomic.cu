#include "suite.h"

static __global__ void daxpy(int n, double a, const double *__restrict__ x, double *y) {
    int i = element();
    if (i < n)
        atomicAdd(&y[i], a * x[i]);
}

extern "C" void basic_daxpy_atomic(Index n, double a, const double *x, double *y) {
    daxpy<<<blocks(n), BLOCK>>>(n, a, x, y);
}
