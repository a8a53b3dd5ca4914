/* What all twins share: an index, grids of threads, and memory for what a kernel gives. */
#ifndef SUITE_H
#define SUITE_H

#include <cuda_runtime.h>
#include <stddef.h>

typedef ptrdiff_t Index;

/* Threads of a block, and those of a block of a box: columns and rows. */
enum { BLOCK = 256, COLUMNS = 32, ROWS = 8 };

/* Blocks for so many threads: one at least, since CUDA refuses an empty grid. */
static inline unsigned blocks(Index threads, Index block = BLOCK) {
    return threads > block ? (unsigned)((threads + block - 1) / block) : 1;
}

/* The grid of a box with one thread an element, the last index along x, and its block. */
static inline dim3 grid(Index rows, Index columns) { return dim3(blocks(columns, COLUMNS), blocks(rows, ROWS)); }
static inline dim3 grid(Index planes, Index rows, Index columns) {
    return dim3(blocks(columns, COLUMNS), blocks(rows, ROWS), blocks(planes, 1));
}
static inline dim3 box() { return dim3(COLUMNS, ROWS); }

/* The thread's indices. */
static __device__ inline int element() { return blockIdx.x * blockDim.x + threadIdx.x; }
static __device__ inline int column() { return blockIdx.x * blockDim.x + threadIdx.x; }
static __device__ inline int row() { return blockIdx.y * blockDim.y + threadIdx.y; }
static __device__ inline int plane() { return blockIdx.z; }

/* A value that kernels write and the host reads. */
template <class T> struct Result {
    T *device, *host;

    Result() {
        cudaMalloc(&device, sizeof(T));
        cudaMallocHost(&host, sizeof(T));
    }

    /* Waits for the kernels that write it, or for those that write this one. */
    T read() { return read(device); }
    T read(const T *source) {
        cudaMemcpyAsync(host, source, sizeof(T), cudaMemcpyDeviceToHost);
        cudaStreamSynchronize(0);
        return *host;
    }
};

/* Memory of the device for one algorithm at a time, kept from call to call. */
static inline void *scratch(size_t bytes) {
    static void *memory = NULL;
    static size_t size = 0;
    if (bytes > size) {
        cudaFree(memory);
        cudaMalloc(&memory, bytes);
        size = bytes;
    }
    return memory;
}

#endif
