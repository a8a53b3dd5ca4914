#include "reduce.h"
#include <limits.h>

struct Stats {
    int sum, low, high;
};

struct Reduce3 {
    typedef Stats Value;
    const int *x;
    static __device__ Stats identity() { return {0, INT_MAX, INT_MIN}; }
    static __device__ Stats join(Stats a, Stats b) { return {a.sum + b.sum, min(a.low, b.low), max(a.high, b.high)}; }
    __device__ Stats operator()(int i) { return {x[i], x[i], x[i]}; }
};

extern "C" void basic_reduce3_int(Index n, const int *x, int *stats) {
    Stats all = reduce(n, Reduce3{x});
    stats[0] = all.sum, stats[1] = all.low, stats[2] = all.high;
}
