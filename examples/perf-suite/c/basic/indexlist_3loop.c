#include "suite.h"

int basic_indexlist_3loop(Index n, const double *restrict x, int *restrict marks, int *restrict starts,
                          int *restrict list) {
#pragma omp parallel for
    for (Index i = 0; i < n; i++)
        marks[i] = x[i] < 0;
    int count = 0;
#pragma omp parallel for reduction(inscan, + : count)
    for (Index i = 0; i < n + 1; i++) {
        starts[i] = count;
#pragma omp scan exclusive(count)
        count += marks[i];
    }
#pragma omp parallel for
    for (Index i = 0; i < n; i++)
        if (starts[i] != starts[i + 1])
            list[starts[i]] = (int)i;
    return count;
}
