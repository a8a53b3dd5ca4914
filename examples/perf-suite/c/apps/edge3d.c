#include "suite.h"
#include <math.h>

enum { EDGES = 12, Q = 3 };

/* Gauss and Legendre's points and weights of 0..1. */
static const double point[Q] = {0.1127016653792583, 0.5, 0.8872983346207417};
static const double weight[Q] = {0.2777777777777778, 0.4444444444444444, 0.2777777777777778};

static inline double bilinear(double a, double b, double c, double d, double s, double t) {
    return (1 - t) * ((1 - s) * a + s * b) + t * ((1 - s) * c + s * d);
}

static inline void tangents(const double a[8], const double p[3], double t[3]) {
    t[0] = bilinear(a[1] - a[0], a[3] - a[2], a[5] - a[4], a[7] - a[6], p[1], p[2]);
    t[1] = bilinear(a[2] - a[0], a[3] - a[1], a[6] - a[4], a[7] - a[5], p[0], p[2]);
    t[2] = bilinear(a[4] - a[0], a[5] - a[1], a[6] - a[2], a[7] - a[3], p[0], p[1]);
}

/* Adds a point's part to the matrix of a zone with these corners. */
static inline void add_point(double a[3][8], const double p[3], double w, double matrix[EDGES][EDGES]) {
    double t[3][3], gradient[3][3], value[EDGES][3], curl[EDGES][3];
    for (int c = 0; c < 3; c++)
        tangents(a[c], p, t[c]);
    for (int d = 0; d < 3; d++)
        for (int c = 0; c < 3; c++)
            gradient[d][c] = t[(c + 1) % 3][(d + 1) % 3] * t[(c + 2) % 3][(d + 2) % 3] -
                             t[(c + 2) % 3][(d + 1) % 3] * t[(c + 1) % 3][(d + 2) % 3];
    double det = t[0][0] * gradient[0][0] + t[1][0] * gradient[0][1] + t[2][0] * gradient[0][2], scale = 1 / det;
    for (int edge = 0; edge < EDGES; edge++) {
        int d = edge / 4, e = (d + 1) % 3, f = (d + 2) % 3, at_e = edge % 2, at_f = edge / 2 % 2;
        double along_e = at_e ? 1 : -1, of_e = at_e ? p[e] : 1 - p[e];
        double along_f = at_f ? 1 : -1, of_f = at_f ? p[f] : 1 - p[f];
        for (int c = 0; c < 3; c++) {
            value[edge][c] = of_e * of_f * scale * gradient[d][c];
            curl[edge][c] = scale * (of_e * along_f * t[c][e] - along_e * of_f * t[c][f]);
        }
    }
    for (int m = 0; m < EDGES; m++)
        for (int n = 0; n <= m; n++)
            matrix[m][n] += w * fabs(det) *
                            (value[m][0] * value[n][0] + value[m][1] * value[n][1] + value[m][2] * value[n][2] +
                             curl[m][0] * curl[n][0] + curl[m][1] * curl[n][1] + curl[m][2] * curl[n][2]);
}

void apps_edge3d(Index zones, const double *restrict x, const double *restrict y, const double *restrict z,
                 double *restrict sum) {
    const Index row = zones + 1, plane = row * row;
    const double *axes[3] = {x, y, z};
#pragma omp parallel for collapse(2)
    for (Index k = 0; k < zones; k++)
        for (Index j = 0; j < zones; j++)
            for (Index i = 0; i < zones; i++) {
                double a[3][8], matrix[EDGES][EDGES] = {{0}}, all = 0;
                for (int c = 0; c < 3; c++)
                    for (int corner = 0; corner < 8; corner++)
                        a[c][corner] = axes[c][(k + corner / 4) * plane + (j + corner / 2 % 2) * row + i + corner % 2];
                for (int q = 0; q < Q * Q * Q; q++) {
                    double p[3] = {point[q % Q], point[q / Q % Q], point[q / (Q * Q)]};
                    add_point(a, p, weight[q % Q] * weight[q / Q % Q] * weight[q / (Q * Q)], matrix);
                }
                for (int m = 0; m < EDGES; m++) {
                    for (int n = 0; n < m; n++)
                        all += 2 * matrix[m][n];
                    all += matrix[m][m];
                }
                sum[(k * zones + j) * zones + i] = all;
            }
}
