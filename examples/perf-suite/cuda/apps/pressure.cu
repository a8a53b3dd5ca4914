#include "suite.h"

static __global__ void compress(int n, const double *__restrict__ compression, double *__restrict__ bvc) {
    const double cls = 2.0 / 3.0;
    int i = element();
    if (i < n)
        bvc[i] = cls * (compression[i] + 1.0);
}

static __global__ void pressure(int n, const double *__restrict__ bvc, double *__restrict__ p_new,
                                const double *__restrict__ e_old, const double *__restrict__ vnewc) {
    const double p_cut = 1e-2, eosvmax = 1.0, pmin = 1e-3;
    int i = element();
    if (i >= n)
        return;
    double p = bvc[i] * e_old[i];
    if (fabs(p) < p_cut)
        p = 0;
    if (vnewc[i] >= eosvmax)
        p = 0;
    p_new[i] = fmax(p, pmin);
}

extern "C" void apps_pressure(Index n, const double *compression, double *bvc, double *p_new, const double *e_old,
                              const double *vnewc) {
    compress<<<blocks(n), BLOCK>>>(n, compression, bvc);
    pressure<<<blocks(n), BLOCK>>>(n, bvc, p_new, e_old, vnewc);
}
