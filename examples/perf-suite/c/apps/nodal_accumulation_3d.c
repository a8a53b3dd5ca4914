#include "suite.h"

void apps_nodal_accumulation_3d(Index count, int row, int plane, const int *restrict zones,
                                const double *restrict vol, double *restrict x) {
#pragma omp parallel for
    for (Index z = 0; z < count; z++) {
        Index i = zones[z];
        double share = 0.125 * vol[i];
        for (Index dz = 0; dz < 2; dz++)
            for (Index dy = 0; dy < 2; dy++) {
#pragma omp atomic
                x[i + dz * plane + dy * row] += share;
#pragma omp atomic
                x[i + dz * plane + dy * row + 1] += share;
            }
    }
}
