#include "suite.h"

void comm_halo_packing(Index variables, Index cells, Index points, Index neighbours, const Index *starts,
                       double *restrict vars, const int *restrict pack, const int *restrict unpack,
                       double *restrict buffer) {
    for (Index l = 0; l < neighbours; l++)
        for (Index v = 0; v < variables; v++) {
#pragma omp parallel for
            for (Index i = starts[l]; i < starts[l + 1]; i++)
                buffer[v * points + i] = vars[v * cells + pack[i]];
        }
    for (Index l = 0; l < neighbours; l++)
        for (Index v = 0; v < variables; v++) {
#pragma omp parallel for
            for (Index i = starts[l]; i < starts[l + 1]; i++)
                vars[v * cells + unpack[i]] = buffer[v * points + i];
        }
}
