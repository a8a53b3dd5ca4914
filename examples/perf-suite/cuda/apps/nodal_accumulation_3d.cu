#include "suite.h"

static __global__ void accumulate(int count, int row, int plane, const int *__restrict__ zones,
                                  const double *__restrict__ vol, double *x) {
    int z = element();
    if (z >= count)
        return;
    int i = zones[z];
    double share = 0.125 * vol[i];
    for (int dz = 0; dz < 2; dz++)
        for (int dy = 0; dy < 2; dy++) {
            atomicAdd(&x[i + dz * plane + dy * row], share);
            atomicAdd(&x[i + dz * plane + dy * row + 1], share);
        }
}

extern "C" void apps_nodal_accumulation_3d(Index count, int row, int plane, const int *zones, const double *vol,
                                           double *x) {
    accumulate<<<blocks(count), BLOCK>>>(count, row, plane, zones, vol, x);
}
