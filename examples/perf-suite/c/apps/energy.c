#include "suite.h"
#include <math.h>

static const double RHO0 = 0.5, E_CUT = 1e-2, EMIN = -1.0, Q_CUT = 1e-2;

static inline double sound(double square) { return square <= 0.1111111e-36 ? 0.3333333e-18 : sqrt(square); }

static inline double magnitude(double x) { return x < 0 ? -x : x; }

void apps_energy(Index n, double *const *fields) {
    double *restrict e_new = fields[0];
    double *restrict e_old = fields[1];
    double *restrict delvc = fields[2];
    double *restrict p_new = fields[3];
    double *restrict p_old = fields[4];
    double *restrict q_new = fields[5];
    double *restrict q_old = fields[6];
    double *restrict work = fields[7];
    double *restrict half_compression = fields[8];
    double *restrict half_pressure = fields[9];
    double *restrict bvc = fields[10];
    double *restrict pbvc = fields[11];
    double *restrict ql_old = fields[12];
    double *restrict qq_old = fields[13];
    double *restrict vnewc = fields[14];
#pragma omp parallel for
    for (Index i = 0; i < n; i++)
        e_new[i] = e_old[i] - 0.5 * delvc[i] * (p_old[i] + q_old[i]) + 0.5 * work[i];
#pragma omp parallel for
    for (Index i = 0; i < n; i++) {
        if (delvc[i] > 0) {
            q_new[i] = 0;
        } else {
            double vhalf = 1.0 / (1.0 + half_compression[i]);
            double square = (pbvc[i] * e_new[i] + vhalf * vhalf * bvc[i] * half_pressure[i]) / RHO0;
            q_new[i] = sound(square) * ql_old[i] + qq_old[i];
        }
    }
#pragma omp parallel for
    for (Index i = 0; i < n; i++)
        e_new[i] += 0.5 * delvc[i] * (3.0 * (p_old[i] + q_old[i]) - 4.0 * (half_pressure[i] + q_new[i]));
#pragma omp parallel for
    for (Index i = 0; i < n; i++) {
        double e = e_new[i] + 0.5 * work[i];
        if (magnitude(e) < E_CUT)
            e = 0;
        e_new[i] = e < EMIN ? EMIN : e;
    }
#pragma omp parallel for
    for (Index i = 0; i < n; i++) {
        double q_tilde = 0;
        if (delvc[i] <= 0) {
            double square = (pbvc[i] * e_new[i] + vnewc[i] * vnewc[i] * bvc[i] * p_new[i]) / RHO0;
            q_tilde = sound(square) * ql_old[i] + qq_old[i];
        }
        double e = e_new[i] - (7.0 * (p_old[i] + q_old[i]) - 8.0 * (half_pressure[i] + q_new[i]) +
                               (p_new[i] + q_tilde)) * delvc[i] / 6.0;
        if (magnitude(e) < E_CUT)
            e = 0;
        e_new[i] = e < EMIN ? EMIN : e;
    }
#pragma omp parallel for
    for (Index i = 0; i < n; i++)
        if (delvc[i] <= 0) {
            double square = (pbvc[i] * e_new[i] + vnewc[i] * vnewc[i] * bvc[i] * p_new[i]) / RHO0;
            double q = sound(square) * ql_old[i] + qq_old[i];
            q_new[i] = magnitude(q) < Q_CUT ? 0 : q;
        }
}
