#include "suite.h"
#include <limits.h>

void basic_reduce3_int(Index n, const int *restrict x, int *restrict stats) {
    int sum = 0, low = INT_MAX, high = INT_MIN;
#pragma omp parallel for reduction(+ : sum) reduction(min : low) reduction(max : high)
    for (Index i = 0; i < n; i++) {
        sum += x[i];
        low = x[i] < low ? x[i] : low;
        high = x[i] > high ? x[i] : high;
    }
    stats[0] = sum, stats[1] = low, stats[2] = high;
}
