#include "suite.h"

static constexpr double RHO0 = 0.5, E_CUT = 1e-2, EMIN = -1.0, Q_CUT = 1e-2;

static __device__ double sound(double square) { return square <= 0.1111111e-36 ? 0.3333333e-18 : sqrt(square); }

/* An energy after its cuts. */
static __device__ double cut(double e) { return fmax(fabs(e) < E_CUT ? 0 : e, EMIN); }

static __global__ void predict(int n, double *__restrict__ e_new, const double *__restrict__ e_old,
                               const double *__restrict__ delvc, const double *__restrict__ p_old,
                               const double *__restrict__ q_old, const double *__restrict__ work) {
    int i = element();
    if (i < n)
        e_new[i] = e_old[i] - 0.5 * delvc[i] * (p_old[i] + q_old[i]) + 0.5 * work[i];
}

static __global__ void half_viscosity(int n, const double *__restrict__ delvc, double *__restrict__ q_new,
                                      const double *__restrict__ half_compression, const double *__restrict__ pbvc,
                                      const double *__restrict__ e_new, const double *__restrict__ bvc,
                                      const double *__restrict__ half_pressure, const double *__restrict__ ql_old,
                                      const double *__restrict__ qq_old) {
    int i = element();
    if (i >= n)
        return;
    if (delvc[i] > 0) {
        q_new[i] = 0;
    } else {
        double vhalf = 1.0 / (1.0 + half_compression[i]);
        double square = (pbvc[i] * e_new[i] + vhalf * vhalf * bvc[i] * half_pressure[i]) / RHO0;
        q_new[i] = sound(square) * ql_old[i] + qq_old[i];
    }
}

static __global__ void half_step(int n, double *__restrict__ e_new, const double *__restrict__ delvc,
                                 const double *__restrict__ p_old, const double *__restrict__ q_old,
                                 const double *__restrict__ half_pressure, const double *__restrict__ q_new) {
    int i = element();
    if (i < n)
        e_new[i] += 0.5 * delvc[i] * (3.0 * (p_old[i] + q_old[i]) - 4.0 * (half_pressure[i] + q_new[i]));
}

static __global__ void add_work(int n, double *__restrict__ e_new, const double *__restrict__ work) {
    int i = element();
    if (i < n)
        e_new[i] = cut(e_new[i] + 0.5 * work[i]);
}

static __global__ void correct(int n, const double *__restrict__ delvc, double *__restrict__ e_new,
                               const double *__restrict__ pbvc, const double *__restrict__ vnewc,
                               const double *__restrict__ bvc, const double *__restrict__ p_new,
                               const double *__restrict__ ql_old, const double *__restrict__ qq_old,
                               const double *__restrict__ p_old, const double *__restrict__ q_old,
                               const double *__restrict__ half_pressure, const double *__restrict__ q_new) {
    int i = element();
    if (i >= n)
        return;
    double q_tilde = 0;
    if (delvc[i] <= 0) {
        double square = (pbvc[i] * e_new[i] + vnewc[i] * vnewc[i] * bvc[i] * p_new[i]) / RHO0;
        q_tilde = sound(square) * ql_old[i] + qq_old[i];
    }
    e_new[i] = cut(e_new[i] - (7.0 * (p_old[i] + q_old[i]) - 8.0 * (half_pressure[i] + q_new[i]) +
                               (p_new[i] + q_tilde)) * delvc[i] / 6.0);
}

static __global__ void viscosity(int n, const double *__restrict__ delvc, double *__restrict__ q_new,
                                 const double *__restrict__ pbvc, const double *__restrict__ e_new,
                                 const double *__restrict__ vnewc, const double *__restrict__ bvc,
                                 const double *__restrict__ p_new, const double *__restrict__ ql_old,
                                 const double *__restrict__ qq_old) {
    int i = element();
    if (i >= n || delvc[i] > 0)
        return;
    double square = (pbvc[i] * e_new[i] + vnewc[i] * vnewc[i] * bvc[i] * p_new[i]) / RHO0;
    double q = sound(square) * ql_old[i] + qq_old[i];
    q_new[i] = fabs(q) < Q_CUT ? 0 : q;
}

extern "C" void apps_energy(Index n, double *const *fields) {
    double *e_new = fields[0], *e_old = fields[1], *delvc = fields[2], *p_new = fields[3], *p_old = fields[4];
    double *q_new = fields[5], *q_old = fields[6], *work = fields[7], *half_compression = fields[8];
    double *half_pressure = fields[9], *bvc = fields[10], *pbvc = fields[11], *ql_old = fields[12];
    double *qq_old = fields[13], *vnewc = fields[14];
    unsigned all = blocks(n);
    predict<<<all, BLOCK>>>(n, e_new, e_old, delvc, p_old, q_old, work);
    half_viscosity<<<all, BLOCK>>>(n, delvc, q_new, half_compression, pbvc, e_new, bvc, half_pressure, ql_old, qq_old);
    half_step<<<all, BLOCK>>>(n, e_new, delvc, p_old, q_old, half_pressure, q_new);
    add_work<<<all, BLOCK>>>(n, e_new, work);
    correct<<<all, BLOCK>>>(n, delvc, e_new, pbvc, vnewc, bvc, p_new, ql_old, qq_old, p_old, q_old, half_pressure,
                            q_new);
    viscosity<<<all, BLOCK>>>(n, delvc, q_new, pbvc, e_new, vnewc, bvc, p_new, ql_old, qq_old);
}
