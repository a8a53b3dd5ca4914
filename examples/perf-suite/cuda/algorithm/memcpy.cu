#include "suite.h"

extern "C" void algorithm_memcpy(Index n, const double *x, double *y) {
    cudaMemcpyAsync(y, x, n * sizeof(double), cudaMemcpyDeviceToDevice);
}
