#include "suite.h"

static __global__ void roots(int n, const double *__restrict__ a, const double *__restrict__ b,
                             const double *__restrict__ c, double *__restrict__ x1, double *__restrict__ x2) {
    int i = element();
    if (i >= n)
        return;
    double s = b[i] * b[i] - 4.0 * a[i] * c[i];
    if (s >= 0) {
        s = sqrt(s);
        x2[i] = (-b[i] + s) / (2.0 * a[i]);
        x1[i] = (-b[i] - s) / (2.0 * a[i]);
    } else {
        x2[i] = 0.0;
        x1[i] = 0.0;
    }
}

extern "C" void basic_if_quad(Index n, const double *a, const double *b, const double *c, double *x1, double *x2) {
    roots<<<blocks(n), BLOCK>>>(n, a, b, c, x1, x2);
}
