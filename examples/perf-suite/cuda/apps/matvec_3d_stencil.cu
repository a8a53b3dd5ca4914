#include "suite.h"

static __global__ void multiply(int count, int nodes, int row, int plane, const int *__restrict__ zones,
                                const double *__restrict__ a, const double *__restrict__ x, double *__restrict__ b) {
    int z = element();
    if (z >= count)
        return;
    int i = zones[z];
    double sum = 0;
    for (int kz = 0; kz < 3; kz++)
        for (int ky = 0; ky < 3; ky++)
            for (int kx = 0; kx < 3; kx++)
                sum += a[((kz * 3 + ky) * 3 + kx) * nodes + i] * x[i + (kz - 1) * plane + (ky - 1) * row + kx - 1];
    b[i] = sum;
}

extern "C" void apps_matvec_3d_stencil(Index count, Index nodes, int row, int plane, const int *zones, const double *a,
                                       const double *x, double *b) {
    multiply<<<blocks(count), BLOCK>>>(count, nodes, row, plane, zones, a, x, b);
}
