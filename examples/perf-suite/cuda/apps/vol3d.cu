#include "suite.h"

static __device__ double determinant(double ax, double ay, double az, double bx, double by, double bz, double cx,
                                     double cy, double cz) {
    return ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
}

static __global__ void volumes(int zones, const double *__restrict__ x, const double *__restrict__ y,
                               const double *__restrict__ z, double *__restrict__ vol) {
    int k = plane(), j = row(), i = column();
    if (j >= zones || i >= zones)
        return;
    int along_y = zones + 1, along_z = along_y * along_y;
    int n0 = k * along_z + j * along_y + i, n1 = n0 + 1, n2 = n0 + along_y, n3 = n1 + along_y;
    int n4 = n0 + along_z, n5 = n1 + along_z, n6 = n2 + along_z, n7 = n3 + along_z;
    double x71 = x[n7] - x[n1], x72 = x[n7] - x[n2], x74 = x[n7] - x[n4];
    double x30 = x[n3] - x[n0], x50 = x[n5] - x[n0], x60 = x[n6] - x[n0];
    double y71 = y[n7] - y[n1], y72 = y[n7] - y[n2], y74 = y[n7] - y[n4];
    double y30 = y[n3] - y[n0], y50 = y[n5] - y[n0], y60 = y[n6] - y[n0];
    double z71 = z[n7] - z[n1], z72 = z[n7] - z[n2], z74 = z[n7] - z[n4];
    double z30 = z[n3] - z[n0], z50 = z[n5] - z[n0], z60 = z[n6] - z[n0];
    vol[(k * zones + j) * zones + i] =
        (determinant(x71 + x60, y71 + y60, z71 + z60, x72, y72, z72, x30, y30, z30) +
         determinant(x72 + x50, y72 + y50, z72 + z50, x74, y74, z74, x60, y60, z60) +
         determinant(x74 + x30, y74 + y30, z74 + z30, x71, y71, z71, x50, y50, z50)) / 12.0;
}

extern "C" void apps_vol3d(Index zones, const double *x, const double *y, const double *z, double *vol) {
    volumes<<<grid(zones, zones, zones), box()>>>(zones, x, y, z, vol);
}
