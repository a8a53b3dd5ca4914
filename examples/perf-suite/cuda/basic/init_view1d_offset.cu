#include "suite.h"

static __global__ void init(int n, double v, double *a) {
    int i = element() + 1;
    if (i < n + 1)
        a[i - 1] = i * v;
}

extern "C" void basic_init_view1d_offset(Index n, double v, double *a) {
    init<<<blocks(n), BLOCK>>>(n, v, a);
}
