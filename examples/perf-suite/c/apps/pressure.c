#include "suite.h"

void apps_pressure(Index n, const double *restrict compression, double *restrict bvc, double *restrict p_new,
                   const double *restrict e_old, const double *restrict vnewc) {
    const double cls = 2.0 / 3.0, p_cut = 1e-2, eosvmax = 1.0, pmin = 1e-3;
#pragma omp parallel for
    for (Index i = 0; i < n; i++)
        bvc[i] = cls * (compression[i] + 1.0);
#pragma omp parallel for
    for (Index i = 0; i < n; i++) {
        double p = bvc[i] * e_old[i];
        if ((p < 0 ? -p : p) < p_cut)
            p = 0;
        if (vnewc[i] >= eosvmax)
            p = 0;
        if (p < pmin)
            p = pmin;
        p_new[i] = p;
    }
}
