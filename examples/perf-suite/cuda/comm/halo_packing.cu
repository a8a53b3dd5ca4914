#include "suite.h"

static __global__ void pack_list(int points, const int *__restrict__ list, const double *__restrict__ vars,
                                 double *__restrict__ buffer) {
    int i = element();
    if (i < points)
        buffer[i] = vars[list[i]];
}

static __global__ void unpack_list(int points, const int *__restrict__ list, double *__restrict__ vars,
                                   const double *__restrict__ buffer) {
    int i = element();
    if (i < points)
        vars[list[i]] = buffer[i];
}

extern "C" void comm_halo_packing(Index variables, Index cells, Index points, Index neighbours, const Index *starts,
                                  double *vars, const int *pack, const int *unpack, double *buffer) {
    for (Index l = 0; l < neighbours; l++)
        for (Index v = 0; v < variables; v++) {
            Index start = starts[l], count = starts[l + 1] - start;
            pack_list<<<blocks(count), BLOCK>>>(count, pack + start, vars + v * cells, buffer + v * points + start);
        }
    for (Index l = 0; l < neighbours; l++)
        for (Index v = 0; v < variables; v++) {
            Index start = starts[l], count = starts[l + 1] - start;
            unpack_list<<<blocks(count), BLOCK>>>(count, unpack + start, vars + v * cells, buffer + v * points + start);
        }
}
