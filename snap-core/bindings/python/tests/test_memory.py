"""Potentials that come and go leave no memory behind. PORTAX_SNAP_CYCLES has another number of them."""

import os
import resource
from pathlib import Path

from portax_snap import Potential
from test_potential import FILES, atoms, case

CYCLES = int(os.environ.get("PORTAX_SNAP_CYCLES", "60"))


def resident():
    """KiB."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() // 1024


def test_potentials_leave_no_memory_behind():
    found = case("s01_W_bcc54_2J8")
    before = 0
    for cycle in range(CYCLES):
        if cycle == CYCLES // 3:
            before = resident()
        potential = Potential(*FILES, ["W"], device="rayon")
        results = potential.compute(*atoms(found))
        assert results["forces"].shape == (54, 3)
        del potential, results
    print(f"{CYCLES} potentials: {before} KiB, then {resident()} KiB")
    assert resident() - before < 8192
