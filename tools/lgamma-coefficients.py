#!/usr/bin/env python3
"""Coefficients of lgamma at negative arguments, as portax/src/kernel/simd/math has them.

Needs mpmath. Prints those of sin(pi f) for gamma.rs, with --zeros the tables of lgamma_zeros.rs.
"""

import sys

from mpmath import cos, gamma, linspace, log, lu_solve, matrix, mp, mpf, nstr, pi, polyval, psi, sin

mp.prec = 300

# Size of the values up to which the polynomials next to zeros are good
MOST = mpf(2) ** -7
# Coefficients of u, u^2, .. in v / u - 1, where v is the value and u nearly v
TERMS = 7


def minimax(f, low, high, terms):
    """Polynomial of that many terms, the constant one first, by Remez' exchange, and its largest error."""
    points = [(low + high) / 2 - (high - low) / 2 * cos(pi * k / terms) for k in range(terms + 1)]
    for _ in range(6):
        rows = [[x**j for j in range(terms)] + [(-1) ** k] for k, x in enumerate(points)]
        found = list(lu_solve(matrix(rows), matrix([f(x) for x in points])))
        p = found[:terms]

        def error(x):
            return polyval(p[::-1], x) - f(x)

        grid = linspace(low, high, 40 * terms)
        errors = [error(x) for x in grid]
        # the largest error of each sign in turn
        points, size = [grid[0]], [errors[0]]
        for x, e in zip(grid[1:], errors[1:]):
            if e * size[-1] < 0:
                points.append(x)
                size.append(e)
            elif abs(e) > abs(size[-1]):
                points[-1], size[-1] = x, e
        if len(points) != terms + 1:
            break
    return p, max(map(abs, errors))


def value(y):
    """ln |G(-y)|"""
    return log(abs(gamma(-y)))


def bits(error):
    return nstr(log(error, 2), 4)


def numbers(x):
    return "\n".join(f"    {float(x)!r}," for x in x)


def parts(x):
    """A number as a sum of two floats."""
    return [float(x), float(x - float(x))]


def sine():
    """(sin(pi f) - pi f) / (pi f^3) of z = f^2 up to 1/4: two coefficients as sums of two, and the rest."""
    first, second = -(pi**2) / 6, pi**4 / 120

    def rest(z):
        if z < mpf(2) ** -40:
            return -(pi**6) / 5040
        f = mp.sqrt(z)
        return (((sin(pi * f) / (pi * f) - 1) / z - first) / z - second) / z

    p, error = minimax(rest, mpf(0), mpf(1) / 4, 7)
    print(f"// error 2^{bits(error / 64)} of sin(pi f)")
    print(parts(first), parts(second))
    print(numbers(p))


def zero(k):
    """The k-th zero: two between each two integers from 2 on."""
    n, tiny = mpf(k // 2 + 2), mpf(10) ** -40
    # between the two
    middle = n + (mpf("0.6") if n == 2 else mpf("0.5"))
    low, high = (n + tiny, middle) if k % 2 == 0 else (middle, n + 1 - tiny)
    falls = value(low) > 0
    while high - low > mpf(2) ** -250:
        middle = (low + high) / 2
        low, high = (middle, high) if (value(middle) > 0) == falls else (low, middle)
    return low


def zeros():
    columns, worst = [[] for _ in range(3 + TERMS)], mpf(0)
    for k in range(32):
        y = zero(k)
        slope = -psi(0, -y)

        def series(u):
            u = u if abs(u) > mpf(2) ** -60 else mpf(2) ** -60
            return (value(y + u / slope) / u - 1) / u

        p, error = minimax(series, -MOST * 1.05, MOST * 1.05, TERMS)
        worst = max(worst, error * MOST)
        high = float(y)
        for column, x in zip(columns, [high, y - high, slope, *p]):
            column.append(x)
    docs = ["The floats next to the zeros.", "What they lack.", "The derivatives there."]
    for name, column, doc in zip(["HIGH", "LOW", "SLOPE"], columns, docs):
        print(f"/// {doc}\nconst {name}: [f64; 32] = [\n{numbers(column)}\n];")
    print(f"/// Coefficients of P, each of all zeros, for |u| up to {nstr(MOST, 8)}: error 2^{bits(worst)} of the value.")
    print(f"const SERIES: [[f64; 32]; {TERMS}] = [")
    for column in columns[3:]:
        print(f"    [\n{numbers(column)}\n    ],")
    print("];")


if "--zeros" in sys.argv:
    zeros()
else:
    sine()
