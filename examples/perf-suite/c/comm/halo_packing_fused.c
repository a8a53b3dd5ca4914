#include "suite.h"

void comm_halo_packing_fused(Index variables, Index cells, Index points, double *restrict vars, const int *restrict pack,
                             const int *restrict unpack, double *restrict buffer) {
#pragma omp parallel for collapse(2)
    for (Index v = 0; v < variables; v++)
        for (Index i = 0; i < points; i++)
            buffer[v * points + i] = vars[v * cells + pack[i]];
#pragma omp parallel for collapse(2)
    for (Index v = 0; v < variables; v++)
        for (Index i = 0; i < points; i++)
            vars[v * cells + unpack[i]] = buffer[v * points + i];
}
