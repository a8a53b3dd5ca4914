#include "suite.h"
#include <cub/device/device_radix_sort.cuh>

extern "C" void algorithm_sortpairs(Index n, const double *keys, const double *values, double *sorted_keys,
                                    double *sorted_values) {
    size_t bytes = 0;
    cub::DeviceRadixSort::SortPairs(NULL, bytes, keys, sorted_keys, values, sorted_values, (int)n);
    cub::DeviceRadixSort::SortPairs(scratch(bytes), bytes, keys, sorted_keys, values, sorted_values, (int)n);
}
