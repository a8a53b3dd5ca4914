#include "reduce.h"

struct Trapezoids : Sum {
    double x0, y, xp, yp, h;
    __device__ double operator()(int i) {
        double dx = x0 + i * h - xp, dy = y - yp;
        return 1.0 / sqrt(dx * dx + dy * dy);
    }
};

extern "C" double basic_trap_int(Index n, double x0, double y, double xp, double yp, double h) {
    return h * reduce(n, Trapezoids{{}, x0, y, xp, yp, h});
}
