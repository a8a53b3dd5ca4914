#include "suite.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* A stable sort by digits of 8 bits, from the lowest: each part of the keys is counted, then moved. */
enum { RADIX = 256, PARTS = 16 };

/* The digit at bit `shift` of what orders positive and negative numbers. */
static inline int digit(double x, int shift) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    bits ^= -(bits >> 63) | (uint64_t)1 << 63;
    return bits >> shift & (RADIX - 1);
}

static void pass(Index n, int shift, const double *restrict from, double *restrict to) {
    static Index next[PARTS][RADIX];
    Index part = (n + PARTS - 1) / PARTS, start = 0;
    memset(next, 0, sizeof next);
#pragma omp parallel for
    for (Index p = 0; p < PARTS; p++)
        for (Index i = p * part; i < n && i < (p + 1) * part; i++)
            next[p][digit(from[i], shift)]++;
    for (int d = 0; d < RADIX; d++)
        for (int p = 0; p < PARTS; p++) {
            Index count = next[p][d];
            next[p][d] = start;
            start += count;
        }
#pragma omp parallel for
    for (Index p = 0; p < PARTS; p++)
        for (Index i = p * part; i < n && i < (p + 1) * part; i++)
            to[next[p][digit(from[i], shift)]++] = from[i];
}

void algorithm_sort(Index n, const double *x, double *y) {
    static double *room;
    static Index size;
    if (n > size) {
        room = realloc(room, n * sizeof(double));
        size = n;
    }
    pass(n, 0, x, room);
    pass(n, 8, room, y);
    for (int shift = 16; shift < 64; shift += 16) {
        pass(n, shift, y, room);
        pass(n, shift + 8, room, y);
    }
}
