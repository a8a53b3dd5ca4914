#include "suite.h"

void basic_pi_atomic(Index n, double *pi) {
    double dx = 1.0 / (double)n;
    *pi = 0;
#pragma omp parallel for
    for (Index i = 0; i < n; i++) {
        double x = ((double)i + 0.5) * dx;
#pragma omp atomic
        *pi += 4.0 * dx / (1.0 + x * x);
    }
}
