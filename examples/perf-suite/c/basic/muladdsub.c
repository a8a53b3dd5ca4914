#include "suite.h"

void basic_muladdsub(Index n, const double *restrict in1, const double *restrict in2, double *restrict out1,
                     double *restrict out2, double *restrict out3) {
#pragma omp parallel for
    for (Index i = 0; i < n; i++) {
        out1[i] = in1[i] * in2[i];
        out2[i] = in1[i] + in2[i];
        out3[i] = in1[i] - in2[i];
    }
}
