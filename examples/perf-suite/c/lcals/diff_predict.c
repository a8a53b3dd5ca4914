#include "suite.h"

void lcals_diff_predict(Index n, double *restrict px, const double *restrict cx) {
#pragma omp parallel for
    for (Index i = 0; i < n; i++) {
        double new = cx[4 * n + i];
        for (Index k = 4; k < 13; k++) {
            double old = px[k * n + i];
            px[k * n + i] = new;
            new -= old;
        }
        px[13 * n + i] = new;
    }
}
