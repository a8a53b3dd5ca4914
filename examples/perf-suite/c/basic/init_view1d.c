#include "suite.h"

void basic_init_view1d(Index n, double v, double *restrict a) {
#pragma omp parallel for
    for (Index i = 0; i < n; i++)
        a[i] = (double)(i + 1) * v;
}
