#include "suite.h"

void apps_ltimes(Index zones, Index groups, Index moments, Index directions, double *restrict phi,
                 const double *restrict ell, const double *restrict psi) {
#pragma omp parallel for
    for (Index z = 0; z < zones; z++)
        for (Index g = 0; g < groups; g++)
            for (Index m = 0; m < moments; m++)
                for (Index d = 0; d < directions; d++)
                    phi[(z * groups + g) * moments + m] +=
                        ell[d * moments + m] * psi[(z * groups + g) * directions + d];
}
