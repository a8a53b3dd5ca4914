#include "suite.h"

enum { TILE = 16 };

void basic_mat_mat_shared(Index n, const double *restrict a, const double *restrict b, double *restrict c) {
    Index tiles = (n + TILE - 1) / TILE;
#pragma omp parallel for collapse(2)
    for (Index by = 0; by < tiles; by++)
        for (Index bx = 0; bx < tiles; bx++) {
            double as[TILE][TILE], bs[TILE][TILE], cs[TILE][TILE];
            for (Index y = 0; y < TILE; y++)
                for (Index x = 0; x < TILE; x++)
                    cs[y][x] = 0;
            for (Index k = 0; k < tiles; k++) {
                for (Index y = 0; y < TILE; y++)
                    for (Index x = 0; x < TILE; x++) {
                        Index row = by * TILE + y, column = bx * TILE + x;
                        as[y][x] = row < n && k * TILE + x < n ? a[row * n + k * TILE + x] : 0;
                        bs[y][x] = k * TILE + y < n && column < n ? b[(k * TILE + y) * n + column] : 0;
                    }
                for (Index y = 0; y < TILE; y++)
                    for (Index x = 0; x < TILE; x++)
                        for (Index m = 0; m < TILE; m++)
                            cs[y][x] += as[y][m] * bs[m][x];
            }
            for (Index y = 0; y < TILE; y++)
                for (Index x = 0; x < TILE; x++)
                    if (by * TILE + y < n && bx * TILE + x < n)
                        c[(by * TILE + y) * n + bx * TILE + x] = cs[y][x];
        }
}
