#include "suite.h"

static __global__ void average(int count, int row, int plane, const int *__restrict__ zones,
                               const double *__restrict__ x, double *__restrict__ mean) {
    int z = element();
    if (z >= count)
        return;
    int i = zones[z];
    double sum = 0;
    for (int dz = 0; dz < 2; dz++)
        for (int dy = 0; dy < 2; dy++)
            sum += x[i + dz * plane + dy * row] + x[i + dz * plane + dy * row + 1];
    mean[i] = 0.125 * sum;
}

extern "C" void apps_zonal_accumulation_3d(Index count, int row, int plane, const int *zones, const double *x,
                                           double *mean) {
    average<<<blocks(count), BLOCK>>>(count, row, plane, zones, x, mean);
}
