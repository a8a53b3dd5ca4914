#include "suite.h"

static __device__ void recur(int k, double *__restrict__ b5, double *__restrict__ stb5, const double *__restrict__ sa,
                             const double *__restrict__ sb) {
    double next = sa[k] + stb5[k] * sb[k];
    b5[k] = next;
    stb5[k] = next - stb5[k];
}

static __global__ void upward(int n, double *b5, double *stb5, const double *sa, const double *sb) {
    int k = element();
    if (k < n)
        recur(k, b5, stb5, sa, sb);
}

static __global__ void downward(int n, double *b5, double *stb5, const double *sa, const double *sb) {
    int i = element() + 1;
    if (i < n + 1)
        recur(n - i, b5, stb5, sa, sb);
}

extern "C" void lcals_gen_lin_recur(Index n, double *b5, double *stb5, const double *sa, const double *sb) {
    upward<<<blocks(n), BLOCK>>>(n, b5, stb5, sa, sb);
    downward<<<blocks(n), BLOCK>>>(n, b5, stb5, sa, sb);
}
