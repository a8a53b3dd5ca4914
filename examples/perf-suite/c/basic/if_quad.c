#include "suite.h"
#include <math.h>

void basic_if_quad(Index n, const double *restrict a, const double *restrict b, const double *restrict c,
                   double *restrict x1, double *restrict x2) {
#pragma omp parallel for
    for (Index i = 0; i < n; i++) {
        double s = b[i] * b[i] - 4.0 * a[i] * c[i];
        if (s >= 0) {
            s = sqrt(s);
            x2[i] = (-b[i] + s) / (2.0 * a[i]);
            x1[i] = (-b[i] - s) / (2.0 * a[i]);
        } else {
            x2[i] = 0.0;
            x1[i] = 0.0;
        }
    }
}
