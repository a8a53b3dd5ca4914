#include "suite.h"

static __global__ void pack_all(int cells, int points, const int *__restrict__ list, const double *__restrict__ vars,
                                double *__restrict__ buffer) {
    int i = element(), v = blockIdx.y;
    if (i < points)
        buffer[v * points + i] = vars[v * cells + list[i]];
}

static __global__ void unpack_all(int cells, int points, const int *__restrict__ list, double *__restrict__ vars,
                                  const double *__restrict__ buffer) {
    int i = element(), v = blockIdx.y;
    if (i < points)
        vars[v * cells + list[i]] = buffer[v * points + i];
}

extern "C" void comm_halo_packing_fused(Index variables, Index cells, Index points, double *vars, const int *pack,
                                        const int *unpack, double *buffer) {
    dim3 lists(blocks(points), variables);
    pack_all<<<lists, BLOCK>>>(cells, points, pack, vars, buffer);
    unpack_all<<<lists, BLOCK>>>(cells, points, unpack, vars, buffer);
}
