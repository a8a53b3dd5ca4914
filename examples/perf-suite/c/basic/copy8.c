#include "suite.h"

void basic_copy8(Index n, const double *const *x, double *const *y) {
    const double *restrict x0 = x[0], *restrict x1 = x[1], *restrict x2 = x[2], *restrict x3 = x[3];
    const double *restrict x4 = x[4], *restrict x5 = x[5], *restrict x6 = x[6], *restrict x7 = x[7];
    double *restrict y0 = y[0], *restrict y1 = y[1], *restrict y2 = y[2], *restrict y3 = y[3];
    double *restrict y4 = y[4], *restrict y5 = y[5], *restrict y6 = y[6], *restrict y7 = y[7];
#pragma omp parallel for
    for (Index i = 0; i < n; i++) {
        y0[i] = x0[i];
        y1[i] = x1[i];
        y2[i] = x2[i];
        y3[i] = x3[i];
        y4[i] = x4[i];
        y5[i] = x5[i];
        y6[i] = x6[i];
        y7[i] = x7[i];
    }
}
