#include "suite.h"

enum { TILE = 16 };

static __global__ void multiply(int n, const double *__restrict__ a, const double *__restrict__ b,
                                double *__restrict__ c) {
    __shared__ double as[TILE][TILE], bs[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y, i = row(), j = column();
    double dot = 0;
    for (int k = 0; k < n; k += TILE) {
        as[y][x] = i < n && k + x < n ? a[i * n + k + x] : 0;
        bs[y][x] = k + y < n && j < n ? b[(k + y) * n + j] : 0;
        __syncthreads();
        for (int m = 0; m < TILE; m++)
            dot += as[y][m] * bs[m][x];
        __syncthreads();
    }
    if (i < n && j < n)
        c[i * n + j] = dot;
}

extern "C" void basic_mat_mat_shared(Index n, const double *a, const double *b, double *c) {
    dim3 tiles(blocks(n, TILE), blocks(n, TILE)), tile(TILE, TILE);
    multiply<<<tiles, tile>>>(n, a, b, c);
}
