#include "suite.h"

void polybench_floyd_warshall(Index n, const double *restrict pin, double *restrict pout) {
    for (Index k = 0; k < n; k++) {
#pragma omp parallel for
        for (Index i = 0; i < n; i++)
            for (Index j = 0; j < n; j++) {
                double direct = pin[i * n + j], around = pin[i * n + k] + pin[k * n + j];
                pout[i * n + j] = direct < around ? direct : around;
            }
    }
}
