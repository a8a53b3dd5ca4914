#include "suite.h"

void apps_matvec_3d_stencil(Index count, Index nodes, int row, int plane, const int *restrict zones,
                            const double *restrict a, const double *restrict x, double *restrict b) {
#pragma omp parallel for
    for (Index z = 0; z < count; z++) {
        Index i = zones[z];
        double sum = 0;
        for (Index kz = 0; kz < 3; kz++)
            for (Index ky = 0; ky < 3; ky++)
                for (Index kx = 0; kx < 3; kx++)
                    sum += a[((kz * 3 + ky) * 3 + kx) * nodes + i] *
                           x[i + (kz - 1) * plane + (ky - 1) * row + kx - 1];
        b[i] = sum;
    }
}
