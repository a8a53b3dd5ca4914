#include "suite.h"

void basic_nested_init(Index n, double *restrict array) {
#pragma omp parallel for collapse(2)
    for (Index k = 0; k < n; k++)
        for (Index j = 0; j < n; j++)
            for (Index i = 0; i < n; i++)
                array[(k * n + j) * n + i] = 1e-8 * (double)i * (double)j * (double)k;
}
