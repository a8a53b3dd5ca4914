#include "reduce.h"
#include <float.h>

struct Extent {
    double x_sum, x_low, x_high, y_sum, y_low, y_high;
};

struct Points {
    typedef Extent Value;
    const double *x, *y;
    static __device__ Extent identity() { return {0, DBL_MAX, -DBL_MAX, 0, DBL_MAX, -DBL_MAX}; }
    static __device__ Extent join(Extent a, Extent b) {
        return {a.x_sum + b.x_sum, fmin(a.x_low, b.x_low), fmax(a.x_high, b.x_high),
                a.y_sum + b.y_sum, fmin(a.y_low, b.y_low), fmax(a.y_high, b.y_high)};
    }
    __device__ Extent operator()(int i) { return {x[i], x[i], x[i], y[i], y[i], y[i]}; }
};

extern "C" void basic_reduce_struct(Index n, const double *x, const double *y, double *extent) {
    Extent all = reduce(n, Points{x, y});
    extent[0] = all.x_sum / n, extent[1] = all.x_low, extent[2] = all.x_high;
    extent[3] = all.y_sum / n, extent[4] = all.y_low, extent[5] = all.y_high;
}
