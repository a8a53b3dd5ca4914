#include "suite.h"
#include <float.h>
#include <stdint.h>

typedef struct {
    double value;
    Index place;
} MinLoc;

static MinLoc join(MinLoc a, MinLoc b) {
    return b.value < a.value || (b.value == a.value && b.place < a.place) ? b : a;
}

#pragma omp declare reduction(least : MinLoc : omp_out = join(omp_out, omp_in)) \
    initializer(omp_priv = (MinLoc){DBL_MAX, PTRDIFF_MAX})

void lcals_first_min(Index n, const double *restrict x, double *restrict least) {
    MinLoc best = {DBL_MAX, PTRDIFF_MAX};
#pragma omp parallel for reduction(least : best)
    for (Index i = 0; i < n; i++)
        best = join(best, (MinLoc){x[i], i});
    least[0] = best.value;
    least[1] = (double)best.place;
}
