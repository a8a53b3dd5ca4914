#include "suite.h"

void polybench_adi(Index n, Index steps, double *restrict u, double *restrict v, double *restrict p,
                   double *restrict q) {
    const double per_step = (double)(n * n) / (double)steps;
    const double a = -per_step, b = 1.0 - 2.0 * a, c = a, d = -0.5 * per_step, e = 1.0 - 2.0 * d, f = d;
    for (Index t = 0; t < steps; t++) {
#pragma omp parallel for
        for (Index i = 1; i < n - 1; i++) {
            v[i] = 1;
            p[i * n] = 0;
            q[i * n] = 1;
            for (Index j = 1; j < n - 1; j++) {
                double over = a * p[i * n + j - 1] + b;
                p[i * n + j] = -c / over;
                q[i * n + j] = (-d * u[j * n + i - 1] + (1.0 + 2.0 * d) * u[j * n + i] - f * u[j * n + i + 1] -
                                a * q[i * n + j - 1]) / over;
            }
            v[(n - 1) * n + i] = 1;
            for (Index j = n - 2; j >= 1; j--)
                v[j * n + i] = p[i * n + j] * v[(j + 1) * n + i] + q[i * n + j];
        }
#pragma omp parallel for
        for (Index i = 1; i < n - 1; i++) {
            u[i * n] = 1;
            p[i * n] = 0;
            q[i * n] = 1;
            for (Index j = 1; j < n - 1; j++) {
                double over = d * p[i * n + j - 1] + e;
                p[i * n + j] = -f / over;
                q[i * n + j] = (-a * v[(i - 1) * n + j] + (1.0 + 2.0 * a) * v[i * n + j] - c * v[(i + 1) * n + j] -
                                d * q[i * n + j - 1]) / over;
            }
            u[i * n + n - 1] = 1;
            for (Index j = n - 2; j >= 1; j--)
                u[i * n + j] = p[i * n + j] * u[i * n + j + 1] + q[i * n + j];
        }
    }
}
