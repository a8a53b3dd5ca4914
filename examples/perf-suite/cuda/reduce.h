/* Reductions: threads of a warp join by shuffles, warps of a block by shared memory, blocks in the last of them. */
#ifndef REDUCE_H
#define REDUCE_H

#include "suite.h"

/* The reducer of sums. Those with a loop add `double operator()(int i)`, what iteration `i` contributes. */
struct Sum {
    typedef double Value;
    static __device__ double identity() { return 0; }
    static __device__ double join(double a, double b) { return a + b; }
};

template <class T> static __device__ T shuffle_down(T value, int lanes) {
    union {
        T value;
        int words[sizeof(T) / sizeof(int)];
    } all = {value};
    for (int k = 0; k < (int)(sizeof(T) / sizeof(int)); k++)
        all.words[k] = __shfl_down_sync(~0u, all.words[k], lanes);
    return all.value;
}

template <class R> static __device__ typename R::Value join_warp(typename R::Value value) {
    for (int lanes = 16; lanes > 0; lanes /= 2)
        value = R::join(value, shuffle_down(value, lanes));
    return value;
}

/* Joins the values of a block of BLOCK threads; thread 0 gets the result. */
template <class R> static __device__ typename R::Value join_block(typename R::Value value) {
    __shared__ typename R::Value of_warps[BLOCK / 32];
    value = join_warp<R>(value);
    if (threadIdx.x % 32 == 0)
        of_warps[threadIdx.x / 32] = value;
    __syncthreads();
    value = threadIdx.x < BLOCK / 32 ? of_warps[threadIdx.x] : R::identity();
    __syncthreads();
    return threadIdx.x < 32 ? join_warp<R>(value) : value;
}

/* `finished` counts the blocks that are done, and is 0 before and after. */
template <class R>
static __global__ void reduce_blocks(int n, R reducer, typename R::Value *of_blocks, unsigned *finished,
                                     typename R::Value *result) {
    __shared__ bool is_last;
    typename R::Value value = R::identity();
    for (int i = element(); i < n; i += gridDim.x * blockDim.x)
        value = R::join(value, reducer(i));
    value = join_block<R>(value);
    if (threadIdx.x == 0) {
        of_blocks[blockIdx.x] = value;
        __threadfence();
        is_last = atomicAdd(finished, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!is_last)
        return;
    __threadfence();
    value = R::identity();
    for (int block = threadIdx.x; block < gridDim.x; block += blockDim.x)
        value = R::join(value, of_blocks[block]);
    value = join_block<R>(value);
    if (threadIdx.x == 0) {
        *result = value;
        *finished = 0;
    }
}

/* What a reducer gives for 0..n, on the host. */
template <class R> static typename R::Value reduce(Index n, R reducer) {
    typedef typename R::Value Value;
    static Result<Value> result;
    static unsigned resident = 0, *finished;
    static Value *of_blocks;
    if (!resident) {
        int processors, of_processor;
        cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
        cudaDeviceGetAttribute(&of_processor, cudaDevAttrMaxThreadsPerMultiProcessor, 0);
        resident = processors * (of_processor / BLOCK);
        cudaMalloc(&of_blocks, resident * sizeof(Value));
        cudaMalloc(&finished, sizeof(unsigned));
        cudaMemset(finished, 0, sizeof(unsigned));
    }
    unsigned count = blocks(n) < resident ? blocks(n) : resident;
    reduce_blocks<<<count, BLOCK>>>(n, reducer, of_blocks, finished, result.device);
    return result.read();
}

#endif
