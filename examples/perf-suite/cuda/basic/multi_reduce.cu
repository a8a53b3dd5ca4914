#include "suite.h"

enum { WARPS = BLOCK / 32 };

/* Each warp adds in shared memory of its own, which keeps collisions few; a block then adds to the sums of all. */
static __global__ void sum(int n, int bins, const int *__restrict__ bin, const double *__restrict__ x, double *sums) {
    extern __shared__ double of_warps[];
    for (int k = threadIdx.x; k < WARPS * bins; k += blockDim.x)
        of_warps[k] = 0;
    __syncthreads();
    double *own = of_warps + threadIdx.x / 32 * bins;
    for (int i = element(); i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&own[bin[i]], x[i]);
    __syncthreads();
    for (int k = threadIdx.x; k < bins; k += blockDim.x) {
        double total = 0;
        for (int warp = 0; warp < WARPS; warp++)
            total += of_warps[warp * bins + k];
        atomicAdd(&sums[k], total);
    }
}

extern "C" void basic_multi_reduce(Index n, Index bins, const int *bin, const double *x, double *sums) {
    sum<<<blocks(n, 16 * BLOCK), BLOCK, WARPS * bins * sizeof(double)>>>(n, bins, bin, x, sums);
}
