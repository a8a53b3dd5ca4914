#include "suite.h"

static __global__ void copy(int n, const double *__restrict__ x0, const double *__restrict__ x1,
                            const double *__restrict__ x2, const double *__restrict__ x3,
                            const double *__restrict__ x4, const double *__restrict__ x5,
                            const double *__restrict__ x6, const double *__restrict__ x7, double *__restrict__ y0,
                            double *__restrict__ y1, double *__restrict__ y2, double *__restrict__ y3,
                            double *__restrict__ y4, double *__restrict__ y5, double *__restrict__ y6,
                            double *__restrict__ y7) {
    int i = element();
    if (i >= n)
        return;
    y0[i] = x0[i];
    y1[i] = x1[i];
    y2[i] = x2[i];
    y3[i] = x3[i];
    y4[i] = x4[i];
    y5[i] = x5[i];
    y6[i] = x6[i];
    y7[i] = x7[i];
}

extern "C" void basic_copy8(Index n, const double *const *x, double *const *y) {
    copy<<<blocks(n), BLOCK>>>(n, x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], y[0], y[1], y[2], y[3], y[4], y[5],
                               y[6], y[7]);
}
