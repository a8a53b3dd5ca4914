"""What a call from Python costs beside the computation: 54 atoms by Python, by ASE, and by the C library, as they are and so
far apart that there is little to compute.

    python overhead.py PREFIX/lib/libportax_snap.so     where tools/install-portax-snap put the library
"""

import ctypes
import sys
import time

import numpy as np
from ase import Atoms
from portax_snap import Potential
from portax_snap.ase import PortaxSnap
from test_potential import FILES, atoms, case

CALLS = 300


class Structure(ctypes.Structure):
    _fields_ = [
        ("natoms", ctypes.c_int),
        ("positions", ctypes.c_void_p),
        ("types", ctypes.c_void_p),
        ("cell", ctypes.c_double * 9),
        ("origin", ctypes.c_double * 3),
        ("periodic", ctypes.c_int * 3),
    ]


class Options(ctypes.Structure):
    _fields_ = [
        ("device", ctypes.c_char_p),
        ("precision", ctypes.c_int),
        ("chem_rule", ctypes.c_int),
        ("skin", ctypes.c_double),
    ]


def by_c(library, x, cell):
    """A function that computes by the C library."""
    snap, element = ctypes.c_void_p(), (ctypes.c_char_p * 1)(b"W")
    files, options = [str(file).encode() for file in FILES], Options(b"rayon", 0, 0, 0.5)
    assert library.portax_snap_create(*files, 1, element, ctypes.byref(options), ctypes.byref(snap)) == 0
    types, n = np.ones(len(x), np.intc), len(x)
    rooms = [np.zeros(size) for size in (1, n, 3 * n, 6)]
    results = (ctypes.c_void_p * 5)(*[room.ctypes.data for room in rooms], None)
    structure = Structure(
        n, x.ctypes.data, types.ctypes.data, (ctypes.c_double * 9)(*cell.flat), (ctypes.c_double * 3)(), (ctypes.c_int * 3)(1, 1, 1)
    )

    def compute(_=(types, rooms)):
        assert library.portax_snap_compute(snap, ctypes.byref(structure), results) == 0

    return compute


def measure(scale):
    """Prints the time of a call, of atoms that are so many times farther apart."""
    x, cell, numbers, pbc = atoms(case("s01_W_bcc54_2J8"))
    x, cell = np.ascontiguousarray(scale * x), scale * cell
    tungsten = Potential(*FILES, ["W"], device="rayon")
    system = Atoms(numbers=numbers, positions=x, cell=cell, pbc=pbc)
    calculator = PortaxSnap(tungsten)
    calls = {
        "C": by_c(ctypes.CDLL(sys.argv[1]), x, cell),
        "Python": lambda: tungsten.compute(x, cell, numbers, pbc),
        "ASE": lambda: calculator.calculate(system),
    }
    times = {name: [] for name in calls}
    for _ in range(CALLS):
        for name, call in calls.items():
            start = time.perf_counter()
            call()
            times[name].append(1e6 * (time.perf_counter() - start))
    for name, found in times.items():
        print(f"distances x {scale:<3} {name:8} median {np.median(found):8.1f} us  least {min(found):8.1f} us")


if __name__ == "__main__":
    for scale in (1, 20):
        measure(scale)
