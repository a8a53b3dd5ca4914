#include "suite.h"
#include <cub/device/device_scan.cuh>

extern "C" double algorithm_scan(Index n, const double *x, double *y) {
    static Result<double> before, last;
    size_t bytes = 0;
    cub::DeviceScan::ExclusiveSum(NULL, bytes, x, y, (int)n);
    cub::DeviceScan::ExclusiveSum(scratch(bytes), bytes, x, y, (int)n);
    cudaMemcpyAsync(last.host, x + n - 1, sizeof(double), cudaMemcpyDeviceToHost);
    return before.read(y + n - 1) + *last.host;
}
