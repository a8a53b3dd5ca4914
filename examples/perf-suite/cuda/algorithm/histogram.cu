#include "suite.h"

/* A block counts in its shared memory, then adds to the counts of all. */
static __global__ void histogram(int n, int bins, const int *__restrict__ bin, int *counts) {
    extern __shared__ int own[];
    for (int k = threadIdx.x; k < bins; k += blockDim.x)
        own[k] = 0;
    __syncthreads();
    for (int i = element(); i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&own[bin[i]], 1);
    __syncthreads();
    for (int k = threadIdx.x; k < bins; k += blockDim.x)
        atomicAdd(&counts[k], own[k]);
}

extern "C" void algorithm_histogram(Index n, Index bins, const int *bin, int *counts) {
    histogram<<<blocks(n, 16 * BLOCK), BLOCK, bins * sizeof(int)>>>(n, bins, bin, counts);
}
