#include "suite.h"

/* One line a thread: few threads, which small blocks spread over more multiprocessors. */
enum { LINES = 32 };

struct Factors {
    double a, b, c, d, e, f;
};

static __global__ void columns(int n, Factors m, const double *__restrict__ u, double *__restrict__ v,
                               double *__restrict__ p, double *__restrict__ q) {
    int i = element() + 1;
    if (i >= n - 1)
        return;
    v[i] = 1;
    p[i * n] = 0;
    q[i * n] = 1;
    for (int j = 1; j < n - 1; j++) {
        double over = m.a * p[i * n + j - 1] + m.b;
        p[i * n + j] = -m.c / over;
        q[i * n + j] = (-m.d * u[j * n + i - 1] + (1.0 + 2.0 * m.d) * u[j * n + i] - m.f * u[j * n + i + 1] -
                        m.a * q[i * n + j - 1]) / over;
    }
    v[(n - 1) * n + i] = 1;
    for (int j = n - 2; j >= 1; j--)
        v[j * n + i] = p[i * n + j] * v[(j + 1) * n + i] + q[i * n + j];
}

static __global__ void rows(int n, Factors m, double *__restrict__ u, const double *__restrict__ v,
                            double *__restrict__ p, double *__restrict__ q) {
    int i = element() + 1;
    if (i >= n - 1)
        return;
    u[i * n] = 1;
    p[i * n] = 0;
    q[i * n] = 1;
    for (int j = 1; j < n - 1; j++) {
        double over = m.d * p[i * n + j - 1] + m.e;
        p[i * n + j] = -m.f / over;
        q[i * n + j] = (-m.a * v[(i - 1) * n + j] + (1.0 + 2.0 * m.a) * v[i * n + j] - m.c * v[(i + 1) * n + j] -
                        m.d * q[i * n + j - 1]) / over;
    }
    u[i * n + n - 1] = 1;
    for (int j = n - 2; j >= 1; j--)
        u[i * n + j] = p[i * n + j] * u[i * n + j + 1] + q[i * n + j];
}

extern "C" void polybench_adi(Index n, Index steps, double *u, double *v, double *p, double *q) {
    const double per_step = (double)(n * n) / (double)steps;
    const double a = -per_step, b = 1.0 - 2.0 * a, d = -0.5 * per_step, e = 1.0 - 2.0 * d;
    const Factors m = {a, b, a, d, e, d};
    for (Index t = 0; t < steps; t++) {
        columns<<<blocks(n - 2, LINES), LINES>>>(n, m, u, v, p, q);
        rows<<<blocks(n - 2, LINES), LINES>>>(n, m, u, v, p, q);
    }
}
