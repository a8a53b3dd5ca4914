#include "suite.h"
#include <cub/device/device_scan.cuh>

static __global__ void mark(int n, const double *__restrict__ x, int *__restrict__ marks) {
    int i = element();
    if (i < n)
        marks[i] = x[i] < 0;
}

static __global__ void collect(int n, const int *__restrict__ starts, int *__restrict__ list) {
    int i = element();
    if (i < n && starts[i] != starts[i + 1])
        list[starts[i]] = i;
}

extern "C" int basic_indexlist_3loop(Index n, const double *x, int *marks, int *starts, int *list) {
    static Result<int> count;
    size_t bytes = 0;
    mark<<<blocks(n), BLOCK>>>(n, x, marks);
    cub::DeviceScan::ExclusiveSum(NULL, bytes, marks, starts, (int)n + 1);
    cub::DeviceScan::ExclusiveSum(scratch(bytes), bytes, marks, starts, (int)n + 1);
    collect<<<blocks(n), BLOCK>>>(n, starts, list);
    return count.read(starts + n);
}
