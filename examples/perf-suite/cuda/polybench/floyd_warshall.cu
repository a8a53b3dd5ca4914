#include "suite.h"

static __global__ void step(int n, int k, const double *__restrict__ pin, double *__restrict__ pout) {
    int i = row(), j = column();
    if (i >= n || j >= n)
        return;
    double direct = pin[i * n + j], around = pin[i * n + k] + pin[k * n + j];
    pout[i * n + j] = direct < around ? direct : around;
}

extern "C" void polybench_floyd_warshall(Index n, const double *pin, double *pout) {
    for (Index k = 0; k < n; k++)
        step<<<grid(n, n), box()>>>(n, k, pin, pout);
}
