// BabelStream's five kernels in plain CUDA C++: nvcc -O3 -arch=native stream.cu
#include "stream.h"

static const int BLOCK = 1024;

#define CHECKED(call)                                                                       \
    do {                                                                                    \
        const cudaError_t error = (call);                                                   \
        if (error != cudaSuccess) {                                                         \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error));  \
            exit(1);                                                                        \
        }                                                                                   \
    } while (0)

__device__ static size_t element() { return (size_t)blockIdx.x * blockDim.x + threadIdx.x; }

__global__ void init(size_t n, double *a, double *b, double *c, double x, double y, double z) {
    const size_t i = element();
    if (i < n) a[i] = x, b[i] = y, c[i] = z;
}

__global__ void copy(size_t n, const double *__restrict__ a, double *__restrict__ c) {
    const size_t i = element();
    if (i < n) c[i] = a[i];
}

__global__ void mul(size_t n, double *__restrict__ b, const double *__restrict__ c, double scalar) {
    const size_t i = element();
    if (i < n) b[i] = scalar * c[i];
}

__global__ void add(size_t n, const double *__restrict__ a, const double *__restrict__ b, double *__restrict__ c) {
    const size_t i = element();
    if (i < n) c[i] = a[i] + b[i];
}

__global__ void triad(size_t n, double *__restrict__ a, const double *__restrict__ b, const double *__restrict__ c,
                      double scalar) {
    const size_t i = element();
    if (i < n) a[i] = b[i] + scalar * c[i];
}

__device__ static double warp_sum(double x) {
    for (int lanes = 16; lanes > 0; lanes /= 2) x += __shfl_down_sync(~0u, x, lanes);
    return x;
}

// The sum of each block; the host adds those.
__global__ void dot(size_t n, const double *__restrict__ a, const double *__restrict__ b, double *sums) {
    __shared__ double of_warp[BLOCK / 32];
    double sum = 0;
    for (size_t i = element(); i < n; i += (size_t)gridDim.x * blockDim.x) sum += a[i] * b[i];
    sum = warp_sum(sum);
    if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x >= 32) return;
    sum = warp_sum(of_warp[threadIdx.x]);
    if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

static double *new_array(size_t n) {
    double *array;
    CHECKED(cudaMalloc(&array, n * sizeof(double)));
    return array;
}

static double *copied(const double *array, size_t n) {
    double *host = (double *)malloc(n * sizeof(double));
    CHECKED(cudaMemcpy(host, array, n * sizeof(double), cudaMemcpyDeviceToHost));
    return host;
}

int main(int count, char **arguments) {
    const struct options options = read_options(count, arguments);
    const size_t n = options.elements;
    cudaDeviceProp device;
    CHECKED(cudaGetDeviceProperties(&device, 0));
    print_title("CUDA C++", device.name, options);

    const unsigned blocks = (unsigned)((n + BLOCK - 1) / BLOCK);
    const int resident = device.multiProcessorCount * device.maxThreadsPerMultiProcessor / BLOCK;
    double *a = new_array(n), *b = new_array(n), *c = new_array(n), *sums = new_array(resident), *host_sums;
    CHECKED(cudaMallocHost(&host_sums, resident * sizeof(double)));
    double *seconds = (double *)malloc(sizeof(double) * KERNELS * (size_t)options.times);
    cudaEvent_t start, end;
    CHECKED(cudaEventCreate(&start));
    CHECKED(cudaEventCreate(&end));

    init<<<blocks, BLOCK>>>(n, a, b, c, START_A, START_B, START_C);
    double sum = 0;
    for (int run = 0; run < options.times; run++) {
        for (int k = 0; k < KERNELS; k++) {
            CHECKED(cudaEventRecord(start));
            switch (k) {
            case COPY: copy<<<blocks, BLOCK>>>(n, a, c); break;
            case MUL: mul<<<blocks, BLOCK>>>(n, b, c, SCALAR); break;
            case ADD: add<<<blocks, BLOCK>>>(n, a, b, c); break;
            case TRIAD: triad<<<blocks, BLOCK>>>(n, a, b, c, SCALAR); break;
            case DOT:
                dot<<<resident, BLOCK>>>(n, a, b, sums);
                CHECKED(cudaMemcpyAsync(host_sums, sums, resident * sizeof(double), cudaMemcpyDeviceToHost));
            }
            CHECKED(cudaEventRecord(end));
            CHECKED(cudaEventSynchronize(end));
            CHECKED(cudaGetLastError());
            float milliseconds;
            CHECKED(cudaEventElapsedTime(&milliseconds, start, end));
            seconds[k * options.times + run] = 1e-3 * milliseconds;
        }
        sum = 0;
        for (int block = 0; block < resident; block++) sum += host_sums[block];
    }
    const int status = check(options, copied(a, n), copied(b, n), copied(c, n), sum);
    print_table(options, seconds);
    return status;
}
