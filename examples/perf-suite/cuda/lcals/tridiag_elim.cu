#include "suite.h"

static __global__ void eliminate(int n, double *__restrict__ xout, const double *__restrict__ xin,
                                 const double *__restrict__ y, const double *__restrict__ z) {
    int i = element() + 1;
    if (i < n)
        xout[i] = z[i] * (y[i] - xin[i - 1]);
}

extern "C" void lcals_tridiag_elim(Index n, double *xout, const double *xin, const double *y, const double *z) {
    eliminate<<<blocks(n - 1), BLOCK>>>(n, xout, xin, y, z);
}
