#include "suite.h"

static __global__ void count(int n, int replication, double *counts) {
    int i = element();
    if (i < n)
        atomicAdd(&counts[i % replication], 1.0);
}

extern "C" void algorithm_atomic(Index n, Index replication, double *counts) {
    count<<<blocks(n), BLOCK>>>(n, replication, counts);
}
