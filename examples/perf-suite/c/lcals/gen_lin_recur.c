#include "suite.h"

void lcals_gen_lin_recur(Index n, double *restrict b5, double *restrict stb5, const double *restrict sa,
                         const double *restrict sb) {
#pragma omp parallel for
    for (Index k = 0; k < n; k++) {
        b5[k] = sa[k] + stb5[k] * sb[k];
        stb5[k] = b5[k] - stb5[k];
    }
#pragma omp parallel for
    for (Index i = 1; i < n + 1; i++) {
        Index k = n - i;
        b5[k] = sa[k] + stb5[k] * sb[k];
        stb5[k] = b5[k] - stb5[k];
    }
}
