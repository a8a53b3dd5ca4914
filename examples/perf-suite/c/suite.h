/* What all twins share: an index, and how many threads run. */
#ifndef SUITE_H
#define SUITE_H

#include <stddef.h>

typedef ptrdiff_t Index;

/* Threads of the parallel regions that follow. */
void suite_threads(int threads);

#endif
