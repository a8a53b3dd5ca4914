// BabelStream's five kernels in C with OpenMP: gcc -O3 -march=native -fopenmp stream.c -lm
#include "stream.h"
#include <omp.h>

static double *new_array(size_t n) {
    double *array = aligned_alloc(64, (n * sizeof(double) + 63) / 64 * 64);
    if (array == NULL) {
        fprintf(stderr, "cannot allocate %zu elements\n", n);
        exit(1);
    }
    return array;
}

// The threads touch first what they will work on.
static void init(size_t n, double *restrict a, double *restrict b, double *restrict c) {
#pragma omp parallel for schedule(static)
    for (size_t i = 0; i < n; i++) a[i] = START_A, b[i] = START_B, c[i] = START_C;
}

static void copy(size_t n, const double *restrict a, double *restrict c) {
#pragma omp parallel for schedule(static)
    for (size_t i = 0; i < n; i++) c[i] = a[i];
}

static void mul(size_t n, double *restrict b, const double *restrict c) {
#pragma omp parallel for schedule(static)
    for (size_t i = 0; i < n; i++) b[i] = SCALAR * c[i];
}

static void add(size_t n, const double *restrict a, const double *restrict b, double *restrict c) {
#pragma omp parallel for schedule(static)
    for (size_t i = 0; i < n; i++) c[i] = a[i] + b[i];
}

static void triad(size_t n, double *restrict a, const double *restrict b, const double *restrict c) {
#pragma omp parallel for schedule(static)
    for (size_t i = 0; i < n; i++) a[i] = b[i] + SCALAR * c[i];
}

static double dot(size_t n, const double *restrict a, const double *restrict b) {
    double sum = 0;
#pragma omp parallel for simd schedule(static) reduction(+ : sum)
    for (size_t i = 0; i < n; i++) sum += a[i] * b[i];
    return sum;
}

int main(int count, char **arguments) {
    const struct options options = read_options(count, arguments);
    const size_t n = options.elements;
    char device[32];
    snprintf(device, sizeof device, "%d threads", omp_get_max_threads());
    print_title("C with OpenMP", device, options);

    double *a = new_array(n), *b = new_array(n), *c = new_array(n);
    double *seconds = malloc(sizeof(double) * KERNELS * (size_t)options.times);
    init(n, a, b, c);
    double sum = 0;
    for (int run = 0; run < options.times; run++) {
        for (int k = 0; k < KERNELS; k++) {
            const double start = omp_get_wtime();
            switch (k) {
            case COPY: copy(n, a, c); break;
            case MUL: mul(n, b, c); break;
            case ADD: add(n, a, b, c); break;
            case TRIAD: triad(n, a, b, c); break;
            case DOT: sum = dot(n, a, b); break;
            }
            seconds[k * options.times + run] = omp_get_wtime() - start;
        }
    }
    const int status = check(options, a, b, c, sum);
    print_table(options, seconds);
    free(a), free(b), free(c), free(seconds);
    return status;
}
