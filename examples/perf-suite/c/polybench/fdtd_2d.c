#include "suite.h"

void polybench_fdtd_2d(Index n, Index steps, double *restrict ex, double *restrict ey, double *restrict hz,
                       const double *restrict fict) {
    for (Index t = 0; t < steps; t++) {
#pragma omp parallel for
        for (Index j = 0; j < n; j++)
            ey[j] = fict[t];
#pragma omp parallel for
        for (Index i = 1; i < n; i++)
            for (Index j = 0; j < n; j++)
                ey[i * n + j] -= 0.5 * (hz[i * n + j] - hz[(i - 1) * n + j]);
#pragma omp parallel for
        for (Index i = 0; i < n; i++)
            for (Index j = 1; j < n; j++)
                ex[i * n + j] -= 0.5 * (hz[i * n + j] - hz[i * n + j - 1]);
#pragma omp parallel for
        for (Index i = 0; i < n - 1; i++)
            for (Index j = 0; j < n - 1; j++)
                hz[i * n + j] -= 0.7 * (ex[i * n + j + 1] - ex[i * n + j] + ey[(i + 1) * n + j] - ey[i * n + j]);
    }
}
