#include "suite.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* A stable sort by digits of 8 bits, from the lowest: each part of the pairs is counted, then moved. */
enum { RADIX = 256, PARTS = 16 };

typedef struct {
    double key, value;
} Pair;

/* The digit at bit `shift` of what orders positive and negative numbers. */
static inline int digit(double x, int shift) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    bits ^= -(bits >> 63) | (uint64_t)1 << 63;
    return bits >> shift & (RADIX - 1);
}

static void pass(Index n, int shift, const Pair *restrict from, Pair *restrict to) {
    static Index next[PARTS][RADIX];
    Index part = (n + PARTS - 1) / PARTS, start = 0;
    memset(next, 0, sizeof next);
#pragma omp parallel for
    for (Index p = 0; p < PARTS; p++)
        for (Index i = p * part; i < n && i < (p + 1) * part; i++)
            next[p][digit(from[i].key, shift)]++;
    for (int d = 0; d < RADIX; d++)
        for (int p = 0; p < PARTS; p++) {
            Index count = next[p][d];
            next[p][d] = start;
            start += count;
        }
#pragma omp parallel for
    for (Index p = 0; p < PARTS; p++)
        for (Index i = p * part; i < n && i < (p + 1) * part; i++)
            to[next[p][digit(from[i].key, shift)]++] = from[i];
}

void algorithm_sortpairs(Index n, const double *keys, const double *values, double *sorted_keys,
                         double *sorted_values) {
    static Pair *pairs;
    static Index size;
    if (n > size) {
        pairs = realloc(pairs, 2 * n * sizeof(Pair));
        size = n;
    }
    Pair *room = pairs + n;
#pragma omp parallel for
    for (Index i = 0; i < n; i++)
        pairs[i] = (Pair){keys[i], values[i]};
    for (int shift = 0; shift < 64; shift += 16) {
        pass(n, shift, pairs, room);
        pass(n, shift + 8, room, pairs);
    }
#pragma omp parallel for
    for (Index i = 0; i < n; i++) {
        sorted_keys[i] = pairs[i].key;
        sorted_values[i] = pairs[i].value;
    }
}
