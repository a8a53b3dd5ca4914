#include "suite.h"

void apps_zonal_accumulation_3d(Index count, int row, int plane, const int *restrict zones,
                                const double *restrict x, double *restrict mean) {
#pragma omp parallel for
    for (Index z = 0; z < count; z++) {
        Index i = zones[z];
        double sum = 0;
        for (Index dz = 0; dz < 2; dz++)
            for (Index dy = 0; dy < 2; dy++)
                sum += x[i + dz * plane + dy * row] + x[i + dz * plane + dy * row + 1];
        mean[i] = 0.125 * sum;
    }
}
