#include "suite.h"
#include <float.h>

void basic_reduce_struct(Index n, const double *restrict x, const double *restrict y, double *restrict extent) {
    double x_sum = 0, x_low = DBL_MAX, x_high = -DBL_MAX;
    double y_sum = 0, y_low = DBL_MAX, y_high = -DBL_MAX;
#pragma omp parallel for reduction(+ : x_sum, y_sum) reduction(min : x_low, y_low) reduction(max : x_high, y_high)
    for (Index i = 0; i < n; i++) {
        x_sum += x[i];
        x_low = x[i] < x_low ? x[i] : x_low;
        x_high = x[i] > x_high ? x[i] : x_high;
        y_sum += y[i];
        y_low = y[i] < y_low ? y[i] : y_low;
        y_high = y[i] > y_high ? y[i] : y_high;
    }
    extent[0] = x_sum / (double)n, extent[1] = x_low, extent[2] = x_high;
    extent[3] = y_sum / (double)n, extent[4] = y_low, extent[5] = y_high;
}
