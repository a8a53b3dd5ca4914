#include "suite.h"

void algorithm_atomic(Index n, Index replication, double *counts) {
#pragma omp parallel for
    for (Index i = 0; i < n; i++) {
#pragma omp atomic
        counts[i % replication] += 1.0;
    }
}
