#include "suite.h"
#include <cub/device/device_select.cuh>
#include <thrust/iterator/counting_iterator.h>

struct IsNegative {
    const double *x;
    __device__ bool operator()(int i) const { return x[i] < 0; }
};

extern "C" int basic_indexlist(Index n, const double *x, int *list) {
    static Result<int> count;
    thrust::counting_iterator<int> places(0);
    size_t bytes = 0;
    cub::DeviceSelect::If(NULL, bytes, places, list, count.device, (int)n, IsNegative{x});
    cub::DeviceSelect::If(scratch(bytes), bytes, places, list, count.device, (int)n, IsNegative{x});
    return count.read();
}
