#include "suite.h"

int basic_indexlist(Index n, const double *restrict x, int *restrict list) {
    int count = 0;
#pragma omp parallel for reduction(inscan, + : count)
    for (Index i = 0; i < n; i++) {
        if (x[i] < 0)
            list[count] = (int)i;
#pragma omp scan exclusive(count)
        count += x[i] < 0;
    }
    return count;
}
