#include "suite.h"

static __global__ void divergence(int count, int row, const int *__restrict__ zones, const double *__restrict__ x,
                                  const double *__restrict__ y, const double *__restrict__ xdot,
                                  const double *__restrict__ ydot, double *__restrict__ div) {
    const double half = 0.5, tiny = 1e-80;
    int k = element();
    if (k >= count)
        return;
    int n4 = zones[k], n1 = n4 + 1, n2 = n1 + row, n3 = n4 + row;
    double xi = half * (x[n1] + x[n2] - x[n3] - x[n4]), xj = half * (x[n2] + x[n3] - x[n4] - x[n1]);
    double yi = half * (y[n1] + y[n2] - y[n3] - y[n4]), yj = half * (y[n2] + y[n3] - y[n4] - y[n1]);
    double fxi = half * (xdot[n1] + xdot[n2] - xdot[n3] - xdot[n4]);
    double fxj = half * (xdot[n2] + xdot[n3] - xdot[n4] - xdot[n1]);
    double fyi = half * (ydot[n1] + ydot[n2] - ydot[n3] - ydot[n4]);
    double fyj = half * (ydot[n2] + ydot[n3] - ydot[n4] - ydot[n1]);
    double per_area = 1.0 / (xi * yj - xj * yi + tiny);
    double dfxdx = per_area * (fxi * yj - fxj * yi), dfydy = per_area * (fyj * xi - fyi * xj);
    double affine = (ydot[n1] + ydot[n2] + ydot[n3] + ydot[n4]) / (y[n1] + y[n2] + y[n3] + y[n4]);
    div[n4] = dfxdx + dfydy + affine;
}

extern "C" void apps_del_dot_vec_2d(Index count, int row, const int *zones, const double *x, const double *y,
                                    const double *xdot, const double *ydot, double *div) {
    divergence<<<blocks(count), BLOCK>>>(count, row, zones, x, y, xdot, ydot, div);
}
