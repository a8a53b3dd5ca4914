#include "suite.h"

/* One thread an element of phi, whose position is (zone * groups + group) * moments + moment. */
static __global__ void ltimes(int n, int moments, int directions, double *__restrict__ phi,
                              const double *__restrict__ ell, const double *__restrict__ psi) {
    int i = element();
    if (i >= n)
        return;
    int group = i / moments, m = i % moments;
    double sum = phi[i];
    for (int d = 0; d < directions; d++)
        sum += ell[d * moments + m] * psi[group * directions + d];
    phi[i] = sum;
}

extern "C" void apps_ltimes(Index zones, Index groups, Index moments, Index directions, double *phi, const double *ell,
                            const double *psi) {
    Index n = zones * groups * moments;
    ltimes<<<blocks(n), BLOCK>>>(n, moments, directions, phi, ell, psi);
}
