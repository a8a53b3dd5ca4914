#include "reduce.h"

struct Dot : Sum {
    const double *a, *b;
    __device__ double operator()(int i) { return a[i] * b[i]; }
};

extern "C" double stream_dot(Index n, const double *a, const double *b) {
    return reduce(n, Dot{{}, a, b});
}
