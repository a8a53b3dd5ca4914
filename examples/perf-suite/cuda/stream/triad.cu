#include "suite.h"

static __global__ void triad(int n, double alpha, double *__restrict__ a, const double *__restrict__ b,
                             const double *__restrict__ c) {
    int i = element();
    if (i < n)
        a[i] = b[i] + alpha * c[i];
}

extern "C" void stream_triad(Index n, double alpha, double *a, const double *b, const double *c) {
    triad<<<blocks(n), BLOCK>>>(n, alpha, a, b, c);
}
