#include "suite.h"

void apps_ltimes_noview(Index zones, Index groups, Index moments, Index directions, double *restrict phi,
                        const double *restrict ell, const double *restrict psi) {
#pragma omp parallel for
    for (Index z = 0; z < zones; z++)
        for (Index g = 0; g < groups; g++)
            for (Index m = 0; m < moments; m++)
                for (Index d = 0; d < directions; d++)
                    phi[m + moments * (g + groups * z)] +=
                        ell[d + directions * m] * psi[d + directions * (g + groups * z)];
}
