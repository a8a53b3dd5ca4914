#include "suite.h"
#include <math.h>

double basic_trap_int(Index n, double x0, double y, double xp, double yp, double h) {
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (Index i = 0; i < n; i++) {
        double dx = x0 + (double)i * h - xp, dy = y - yp;
        sum += 1.0 / sqrt(dx * dx + dy * dy);
    }
    return sum * h;
}
