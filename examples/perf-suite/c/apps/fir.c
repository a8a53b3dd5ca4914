#include "suite.h"

static const double weights[16] = {3, -1, -1, -1, -1, 3, -1, -1, -1, -1, 3, -1, -1, -1, -1, 3};

void apps_fir(Index n, const double *restrict input, double *restrict output) {
#pragma omp parallel for
    for (Index i = 0; i < n; i++) {
        double sum = 0;
        for (Index j = 0; j < 16; j++)
            sum += weights[j] * input[i + j];
        output[i] = sum;
    }
}
