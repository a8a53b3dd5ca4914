#include "suite.h"

/* The text of an error, or null. */
static const char *fault(cudaError_t error) { return error == cudaSuccess ? NULL : cudaGetErrorString(error); }

extern "C" const char *suite_allocate(void **memory, size_t bytes) { return fault(cudaMalloc(memory, bytes)); }

extern "C" const char *suite_free(void *memory) { return fault(cudaFree(memory)); }

extern "C" const char *suite_write(void *device, const void *host, size_t bytes) {
    return fault(cudaMemcpy(device, host, bytes, cudaMemcpyHostToDevice));
}

extern "C" const char *suite_read(void *host, const void *device, size_t bytes) {
    return fault(cudaMemcpy(host, device, bytes, cudaMemcpyDeviceToHost));
}

/* Waits for the twins' kernels. */
extern "C" const char *suite_synchronize() {
    cudaError_t launched = cudaGetLastError(), done = cudaStreamSynchronize(0);
    return fault(launched != cudaSuccess ? launched : done);
}
