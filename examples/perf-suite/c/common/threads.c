#include "suite.h"

#ifdef _OPENMP
#include <omp.h>
#endif

void suite_threads(int threads) {
#ifdef _OPENMP
    omp_set_num_threads(threads);
#else
    (void)threads;
#endif
}
