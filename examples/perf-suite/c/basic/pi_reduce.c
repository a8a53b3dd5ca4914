#include "suite.h"

double basic_pi_reduce(Index n) {
    double pi = 0, dx = 1.0 / (double)n;
#pragma omp parallel for reduction(+ : pi)
    for (Index i = 0; i < n; i++) {
        double x = ((double)i + 0.5) * dx;
        pi += 4.0 * dx / (1.0 + x * x);
    }
    return pi;
}
