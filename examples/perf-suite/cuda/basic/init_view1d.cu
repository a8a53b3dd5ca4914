#include "suite.h"

static __global__ void init(int n, double v, double *a) {
    int i = element();
    if (i < n)
        a[i] = (i + 1) * v;
}

extern "C" void basic_init_view1d(Index n, double v, double *a) {
    init<<<blocks(n), BLOCK>>>(n, v, a);
}
