// What the two yardsticks share: options, the check of the results, and the table.
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COPY, MUL, ADD, TRIAD, DOT, KERNELS };

static const char *const kernel_name[KERNELS] = {"Copy", "Mul", "Add", "Triad", "Dot"};
static const int kernel_arrays[KERNELS] = {2, 2, 3, 3, 2};

static const double START_A = 0.1, START_B = 0.2, START_C = 0.0, SCALAR = 0.4;

struct options {
    size_t elements;
    int times;
};

static void usage(const char *program) {
    fprintf(stderr, "usage: %s [--elements N|BASE^POWER] [--times N]\n", program);
    exit(2);
}

// A number such as 33554432 or 2^25.
static size_t read_elements(const char *text) {
    char *end;
    const size_t base = strtoull(text, &end, 10);
    size_t n = base;
    if (*end == '^')
        for (int power = atoi(end + 1); power > 1; power--) n *= base;
    return n;
}

static struct options read_options(int count, char **arguments) {
    struct options options = {(size_t)1 << 25, 100};
    for (int i = 1; i < count; i += 2) {
        if (i + 1 == count) usage(arguments[0]);
        if (strcmp(arguments[i], "--elements") == 0)
            options.elements = read_elements(arguments[i + 1]);
        else if (strcmp(arguments[i], "--times") == 0)
            options.times = atoi(arguments[i + 1]);
        else
            usage(arguments[0]);
    }
    if (options.elements == 0 || options.times < 2) usage(arguments[0]);
    return options;
}

static void print_title(const char *language, const char *device, struct options options) {
    const double megabytes = 1e-6 * sizeof(double) * (double)options.elements;
    printf("BabelStream in %s on %s\n", language, device);
    printf("Running kernels %d times\nPrecision: double\n", options.times);
    printf("Array size: %.1f MB (=%.1f GB)\n", megabytes, 1e-3 * megabytes);
    printf("Total size: %.1f MB (=%.1f GB)\n", 3 * megabytes, 3e-3 * megabytes);
}

// The table; seconds[kernel * times + run]. The first run of each kernel is left out.
static void print_table(struct options options, const double *seconds) {
    printf("%-12s%-12s%-12s%-12s%-12s\n", "Function", "MBytes/sec", "Min (sec)", "Max", "Average");
    for (int k = 0; k < KERNELS; k++) {
        double min = DBL_MAX, max = 0, sum = 0;
        for (int run = 1; run < options.times; run++) {
            const double s = seconds[k * options.times + run];
            min = fmin(min, s), max = fmax(max, s), sum += s;
        }
        const double bytes = (double)kernel_arrays[k] * sizeof(double) * (double)options.elements;
        printf("%-12s%-12.3f%-12.5f%-12.5f%-12.5f\n", kernel_name[k], 1e-6 * bytes / min, min, max,
               sum / (options.times - 1));
    }
}

static int check_array(const char *name, const double *found, size_t n, double expected) {
    double error = 0;
    for (size_t i = 0; i < n; i++) error += fabs(found[i] - expected);
    error /= (double)n;
    if (error <= 100 * DBL_EPSILON) return 0;
    fprintf(stderr, "%s: mean error %e from %.15g\n", name, error, expected);
    return 1;
}

// Compares with the same operations on one element; gives the exit status.
static int check(struct options options, const double *a, const double *b, const double *c, double sum) {
    double x = START_A, y = START_B, z = START_C;
    for (int run = 0; run < options.times; run++) {
        z = x;
        y = SCALAR * z;
        z = x + y;
        x = y + SCALAR * z;
    }
    const size_t n = options.elements;
    int faults = check_array("a", a, n, x) + check_array("b", b, n, y) + check_array("c", c, n, z);
    const double expected = x * y * (double)n;
    if (!(fabs((sum - expected) / expected) <= 1e-8)) {
        fprintf(stderr, "dot: %.15g where %.15g is right\n", sum, expected);
        faults++;
    }
    return faults > 0;
}
