#include "suite.h"

void basic_init_view1d_offset(Index n, double v, double *restrict a) {
#pragma omp parallel for
    for (Index i = 1; i < n + 1; i++)
        a[i - 1] = (double)i * v;
}
