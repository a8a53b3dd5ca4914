#include "suite.h"

static __global__ void coefficients(int rows, int n, double *__restrict__ za, double *__restrict__ zb,
                                    const double *__restrict__ zm, const double *__restrict__ zp,
                                    const double *__restrict__ zq, const double *__restrict__ zr) {
    int k = row() + 1, j = column() + 1;
    if (k >= rows - 1 || j >= n - 1)
        return;
    int c = k * n + j, up = c + n, down = c - n, left = c - 1;
    za[c] = (zp[up - 1] + zq[up - 1] - zp[left] - zq[left]) * (zr[c] + zr[left]) / (zm[left] + zm[up - 1]);
    zb[c] = (zp[left] + zq[left] - zp[c] - zq[c]) * (zr[c] + zr[down]) / (zm[c] + zm[left]);
}

static __global__ void velocities(int rows, int n, const double *__restrict__ za, const double *__restrict__ zb,
                                  double *__restrict__ zu, double *__restrict__ zv, const double *__restrict__ zr,
                                  const double *__restrict__ zz) {
    const double s = 0.0041;
    int k = row() + 1, j = column() + 1;
    if (k >= rows - 1 || j >= n - 1)
        return;
    int c = k * n + j, up = c + n, down = c - n, left = c - 1, right = c + 1;
    zu[c] += s * (za[c] * (zz[c] - zz[right]) - za[left] * (zz[c] - zz[left]) - zb[c] * (zz[c] - zz[down]) +
                  zb[up] * (zz[c] - zz[up]));
    zv[c] += s * (za[c] * (zr[c] - zr[right]) - za[left] * (zr[c] - zr[left]) - zb[c] * (zr[c] - zr[down]) +
                  zb[up] * (zr[c] - zr[up]));
}

static __global__ void positions(int rows, int n, const double *__restrict__ zu, const double *__restrict__ zv,
                                 const double *__restrict__ zr, const double *__restrict__ zz,
                                 double *__restrict__ zrout, double *__restrict__ zzout) {
    const double t = 0.0037;
    int k = row() + 1, j = column() + 1;
    if (k >= rows - 1 || j >= n - 1)
        return;
    int c = k * n + j;
    zrout[c] = zr[c] + t * zu[c];
    zzout[c] = zz[c] + t * zv[c];
}

extern "C" void lcals_hydro_2d(Index rows, Index n, double *const *grids) {
    double *za = grids[0], *zb = grids[1], *zm = grids[2], *zp = grids[3], *zq = grids[4], *zr = grids[5];
    double *zu = grids[6], *zv = grids[7], *zz = grids[8], *zrout = grids[9], *zzout = grids[10];
    dim3 inner = grid(rows - 2, n - 2);
    coefficients<<<inner, box()>>>(rows, n, za, zb, zm, zp, zq, zr);
    velocities<<<inner, box()>>>(rows, n, za, zb, zu, zv, zr, zz);
    positions<<<inner, box()>>>(rows, n, zu, zv, zr, zz, zrout, zzout);
}
