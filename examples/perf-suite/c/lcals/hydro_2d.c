#include "suite.h"

void lcals_hydro_2d(Index rows, Index n, double *const *grids) {
    double *restrict za = grids[0], *restrict zb = grids[1], *restrict zm = grids[2], *restrict zp = grids[3];
    double *restrict zq = grids[4], *restrict zr = grids[5], *restrict zu = grids[6], *restrict zv = grids[7];
    double *restrict zz = grids[8], *restrict zrout = grids[9], *restrict zzout = grids[10];
    const double s = 0.0041, t = 0.0037;
#pragma omp parallel for
    for (Index k = 1; k < rows - 1; k++)
        for (Index j = 1; j < n - 1; j++) {
            Index c = k * n + j, up = c + n, down = c - n, left = c - 1;
            za[c] = (zp[up - 1] + zq[up - 1] - zp[left] - zq[left]) * (zr[c] + zr[left]) / (zm[left] + zm[up - 1]);
            zb[c] = (zp[left] + zq[left] - zp[c] - zq[c]) * (zr[c] + zr[down]) / (zm[c] + zm[left]);
        }
#pragma omp parallel for
    for (Index k = 1; k < rows - 1; k++)
        for (Index j = 1; j < n - 1; j++) {
            Index c = k * n + j, up = c + n, down = c - n, left = c - 1, right = c + 1;
            zu[c] += s * (za[c] * (zz[c] - zz[right]) - za[left] * (zz[c] - zz[left]) - zb[c] * (zz[c] - zz[down]) +
                          zb[up] * (zz[c] - zz[up]));
            zv[c] += s * (za[c] * (zr[c] - zr[right]) - za[left] * (zr[c] - zr[left]) - zb[c] * (zr[c] - zr[down]) +
                          zb[up] * (zr[c] - zr[up]));
        }
#pragma omp parallel for
    for (Index k = 1; k < rows - 1; k++)
        for (Index j = 1; j < n - 1; j++) {
            Index c = k * n + j;
            zrout[c] = zr[c] + t * zu[c];
            zzout[c] = zz[c] + t * zv[c];
        }
}
