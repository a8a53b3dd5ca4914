#include "suite.h"

static __global__ void planckian(int n, const double *__restrict__ u, const double *__restrict__ v,
                                 const double *__restrict__ x, double *__restrict__ y, double *__restrict__ w) {
    int i = element();
    if (i >= n)
        return;
    y[i] = u[i] / v[i];
    w[i] = x[i] / (exp(y[i]) - 1.0);
}

extern "C" void lcals_planckian(Index n, const double *u, const double *v, const double *x, double *y, double *w) {
    planckian<<<blocks(n), BLOCK>>>(n, u, v, x, y, w);
}
